import LanyardJSON
import LanyardOAuth
import LanyardOpenID4VCI
import LanyardTestSupport
import Testing
import WalletPorts

struct OfferResolutionTests {
    private static let pre = "urn:ietf:params:oauth:grant-type:pre-authorized_code"

    private func offer(ids: String = #"["pid"]"#, grants: String = "{}") throws -> CredentialOfferMessage {
        var findings = Findings()
        return try CredentialOfferMessage(
            text:
                #"{"credential_issuer":"\#(IssuerDocument.id)","credential_configuration_ids":\#(ids),"grants":\#(grants)}"#,
            findings: &findings)
    }

    private func server(_ grants: String? = nil) throws -> AuthorizationServerMetadata {
        var findings = Findings()
        let more = grants.map { #","grant_types_supported":\#($0)"# } ?? ""
        let issuer = try #require(IssuerIdentifier("https://as.example"))
        let text = #"{"issuer":"https://as.example","token_endpoint":"https://as.example/token"\#(more)}"#
        return try AuthorizationServerMetadata(json: JSON(parsing: text), issuer: issuer, findings: &findings)
    }

    // Field failure O07: asking for a bad configuration names it and its member.
    @Test(.row("VCI-OFFER-07")) func `VCI-OFFER-07 reports unknown and broken ids and fails when none is usable`()
        throws
    {
        let metadata = try IssuerDocument.read(
            IssuerDocument.text(
                configurations: #"{"pid":{"format":"dc+sd-jwt","vct":"urn:pid"},"bad":{"format":"mso_mdoc"}}"#)
        ).metadata
        let found = try metadata.configurations(in: offer(ids: #"["nope","pid","bad"]"#))
        #expect(found.usable.map(\.id) == ["pid"])
        #expect(found.unusable.map(\.id) == ["nope", "bad"])
        #expect(
            found.unusable.map(\.finding.code.description) == [
                "issuerMetadata.configuration.unknown", "issuerMetadata.missing",
            ])
        #expect(found.unusable.last?.finding.location.hasSuffix("/bad/doctype") == true)
        let unknown = try offer(ids: #"["nope"]"#)
        let finding = refusal { () throws(Finding) in _ = try metadata.configurations(in: unknown) }
        #expect(finding?.code.description == "issuerMetadata.configuration.unknown")
    }

    @Test(.row("VCI-OFFER-09")) func `VCI-OFFER-09 without grants the server's metadata decides`() throws {
        let unspecified = try offer().grants
        for grants in [#"["authorization_code"]"#, nil] {
            guard case .authorizationCode(let code)? = try unspecified.usable(at: server(grants)).first else {
                Issue.record("expected the code flow")
                return
            }
            #expect(code.issuerState == nil)
        }
        let preOnly = try server(#"["\#(Self.pre)"]"#)
        let finding = refusal { () throws(Finding) in _ = try unspecified.usable(at: preOnly) }
        #expect(finding?.code.description == "offer.grants.none")
    }

    @Test(.row("VCI-OFFER-10")) func `VCI-OFFER-10 skips unknown grants and fails when nothing is left`() throws {
        let server = try server()
        let unknown = try offer(grants: #"{"urn:x:foo":{}}"#).grants
        #expect(unknown.unknown == ["urn:x:foo"])
        let finding = refusal { () throws(Finding) in _ = try unknown.usable(at: server) }
        #expect(finding?.code.description == "offer.grants.none")
        #expect(try offer(grants: #"{"urn:x:foo":{},"authorization_code":{}}"#).grants.usable(at: server).count == 1)
        let both = try offer(grants: #"{"authorization_code":{},"\#(Self.pre)":{"pre-authorized_code":"c"}}"#).grants
        #expect(try both.usable(at: server).count == 2)
    }

    private func servers(_ list: String?, hint: String?, strictness: Strictness = .tolerant) throws(Finding) -> [String]
    {
        var findings = Findings(strictness: strictness)
        let more = list.map { #","authorization_servers":\#($0)"# } ?? ""
        do {
            let metadata = try IssuerDocument.read(IssuerDocument.text(more)).metadata
            return try metadata.authorizationServers(hint: hint, findings: &findings).map(\.text)
                + findings.list.map(\.code.description)
        } catch let finding as Finding {
            throw finding
        } catch {
            return ["\(error)"]
        }
    }

    @Test(.row("VCI-OFFER-12")) func `VCI-OFFER-12 a hint selects one of the issuer's servers or stops`() throws {
        let two = #"["https://a.example","https://b.example"]"#
        #expect(try servers(two, hint: "https://b.example") == ["https://b.example"])
        #expect(try servers(two, hint: nil) == ["https://a.example", "https://b.example"])
        let finding = refusal { () throws(Finding) in _ = try servers(two, hint: "https://evil.example") }
        #expect(finding?.code.description == "offer.authorizationServer.unknown")
    }

    @Test(.row("VCI-OFFER-13")) func `VCI-OFFER-13 a needless hint is tolerated if it is right`() throws {
        for (list, hint) in [(#"["https://a.example"]"#, "https://a.example"), (nil, IssuerDocument.id)] {
            #expect(try servers(list, hint: hint) == [hint, "offer.authorizationServer.needless"])
            let strict = refusal { () throws(Finding) in _ = try servers(list, hint: hint, strictness: .strict) }
            #expect(strict?.code.description == "offer.authorizationServer.needless")
            let wrong = refusal { () throws(Finding) in _ = try servers(list, hint: "https://evil.example") }
            #expect(wrong?.code.description == "offer.authorizationServer.unknown")
        }
    }
}
