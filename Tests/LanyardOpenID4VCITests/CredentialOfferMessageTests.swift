import LanyardJSON
import LanyardOAuth
import LanyardOpenID4VCI
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

struct CredentialOfferMessageTests {
    private static let pre = "urn:ietf:params:oauth:grant-type:pre-authorized_code"

    private func read(_ text: String, strictness: Strictness = .tolerant) throws(Finding)
        -> (offer: CredentialOfferMessage, findings: [String])
    {
        var findings = Findings(strictness: strictness)
        let offer = try CredentialOfferMessage(text: text, findings: &findings)
        return (offer, findings.list.map(\.code.description))
    }

    private func fault(_ text: String, strictness: Strictness = .tolerant) -> String? {
        refusal { () throws(Finding) in _ = try read(text, strictness: strictness) }.map { "\($0.code) \($0.location)" }
    }

    private func offer(
        issuer: String = "https://issuer.example.com", ids: String = #"["a"]"#, grants: String? = nil, more: String = ""
    ) -> String {
        let grants = grants.map { #","grants":\#($0)"# } ?? ""
        return #"{"credential_issuer":"\#(issuer)","credential_configuration_ids":\#(ids)\#(grants)\#(more)}"#
    }

    @Test(
        .row("VCI-OFFER-06"),
        arguments: [
            "http://issuer.example.com", "https://issuer.example.com?x=1", "https://issuer.example.com#f", "issuer", "",
        ])
    func `VCI-OFFER-06 the issuer is an https URL without query and fragment`(_ issuer: String) throws {
        let expected = issuer.isEmpty ? "offer.type" : "offer.credentialIssuer"
        #expect(fault(offer(issuer: issuer)) == "\(expected) credential offer: /credential_issuer")
        #expect(
            fault(#"{"credential_configuration_ids":["a"]}"#) == "offer.missing credential offer: /credential_issuer")
        let kept = try read(offer(issuer: "https://Issuer.example.com/Tenant/A/")).offer.credentialIssuer
        #expect(kept.text == "https://Issuer.example.com/Tenant/A/")
    }

    @Test(.row("VCI-OFFER-07")) func `VCI-OFFER-07 ids are unique strings, at least one`() throws {
        let at = "credential offer: /credential_configuration_ids"
        #expect(fault(offer(ids: "[]")) == "offer.empty \(at)")
        #expect(fault(offer(ids: #"["a","b","a"]"#)) == "offer.configurationIds.repeated \(at)")
        #expect(fault(offer(ids: #"["a",1]"#)) == "offer.type \(at)/1")
        #expect(fault(offer(ids: #""a""#)) == "offer.type \(at)")
        #expect(fault(#"{"credential_issuer":"https://h"}"#) == "offer.missing \(at)")
        #expect(try read(offer(ids: #"["a","b"]"#)).offer.configurationIds == ["a", "b"])
    }

    @Test(.row("VCI-OFFER-08")) func `VCI-OFFER-08 unknown members are ignored at every level`() throws {
        let grants =
            #"{"\#(Self.pre)":{"pre-authorized_code":"c","tx_code":{"length":4,"x":1},"x":[{}]},"authorization_code":{"x":null}}"#
        let (message, findings) = try read(offer(grants: grants, more: #","x":{"y":1},"z":null"#))
        #expect(message.grants.preAuthorizedCode?.code.reveal() == "c")
        #expect(message.grants.preAuthorizedCode?.txCode?.length == 4)
        #expect(message.grants.authorizationCode != nil)
        #expect(findings.isEmpty)
    }

    @Test(.row("VCI-OFFER-14")) func `VCI-OFFER-14 a pre-authorized grant has a code, which no description shows`()
        throws
    {
        let at = "credential offer: /grants/\(Self.pre)/pre-authorized_code"
        #expect(fault(offer(grants: #"{"\#(Self.pre)":{}}"#)) == "offer.missing \(at)")
        #expect(fault(offer(grants: #"{"\#(Self.pre)":{"pre-authorized_code":7}}"#)) == "offer.type \(at)")
        #expect(fault(offer(grants: #"{"\#(Self.pre)":{"pre-authorized_code":"  "}}"#)) == "offer.blank \(at)")
        let message = try read(offer(grants: #"{"\#(Self.pre)":{"pre-authorized_code":"s3cr3t"}}"#)).offer
        var text = "\(message)"
        dump(message, to: &text)
        #expect(!text.contains("s3cr3t"))
    }

    @Test(.row("VCI-OFFER-15")) func `VCI-OFFER-15 an empty tx_code asks for a code, an absent one forbids it`() throws
    {
        let with = try read(offer(grants: #"{"\#(Self.pre)":{"pre-authorized_code":"c","tx_code":{}}}"#)).offer
        #expect(with.grants.preAuthorizedCode?.txCode == TxCodeDescription())
        let without = try read(offer(grants: #"{"\#(Self.pre)":{"pre-authorized_code":"c"}}"#)).offer
        #expect(without.grants.preAuthorizedCode != nil && without.grants.preAuthorizedCode?.txCode == nil)
        #expect(fault(offer(grants: #"{"\#(Self.pre)":{"pre-authorized_code":"c","tx_code":"1234"}}"#)) != nil)
    }

    @Test(.row("VCI-OFFER-16")) func `VCI-OFFER-16 hints have defaults and never fail an offer`() throws {
        func read(_ txCode: String) throws -> (TxCodeDescription?, [String]) {
            let text = offer(grants: #"{"\#(Self.pre)":{"pre-authorized_code":"c","tx_code":\#(txCode)}}"#)
            let result = try self.read(text)
            return (result.offer.grants.preAuthorizedCode?.txCode, result.findings)
        }
        #expect(try read("{}").0 == TxCodeDescription(inputMode: .numeric, length: nil, description: nil))
        #expect(
            try read(#"{"input_mode":"text","length":6,"description":"by post"}"#).0
                == TxCodeDescription(inputMode: .text, length: 6, description: "by post"))
        #expect(try read(#"{"input_mode":"emoji"}"#).0?.inputMode == .text)
        let long = try read(#"{"description":"\#(String(repeating: "d", count: 301))"}"#)
        #expect(long.0?.description?.count == 300)
        #expect(long.1 == ["offer.txCode.description"])
        for length in ["-1", "0", "1e300", #""4""#] {
            let odd = try read(#"{"length":\#(length)}"#)
            #expect(odd.0?.length == nil && odd.1 == ["offer.txCode.length"])
        }
    }

    @Test(.row("VCI-OFFER-05")) func `VCI-OFFER-05 a fetched offer is 200 and application/json`() {
        let body = offer()
        let expected: [(HttpResponse, String?)] = [
            (answer(body), nil), (answer(body, type: "application/json; charset=utf-8"), nil),
            (answer(body, type: "application/jwt"), "offer.mediaType"),
            (answer(body, type: "text/plain"), "offer.mediaType"),
            (answer(body, type: nil), "offer.mediaType"), (answer(body, status: 404), "offer.status"),
            (answer(body, status: 201), "offer.status"),
            (answer("eyJhbGciOiJub25lIn0.e30."), "offer.json"),
        ]
        for (response, code) in expected {
            var findings = Findings()
            let finding = refusal { () throws(Finding) in
                _ = try CredentialOfferMessage(response: response, findings: &findings)
            }
            #expect(finding?.code.description == code)
        }
    }

    @Test(.row("LEG-12")) func `LEG-12 members of earlier drafts are mapped and recorded`() throws {
        let draft =
            #"{"credential_issuer":"https://h","credentials":["a"],"grants":{"\#(Self.pre)":{"pre-authorized_code":"c","user_pin_required":true,"interval":5}}}"#
        let (message, findings) = try read(draft)
        #expect(message.configurationIds == ["a"])
        #expect(message.grants.preAuthorizedCode?.txCode == TxCodeDescription())
        #expect(findings == ["offer.legacyCredentials", "offer.legacyPin"])
        #expect(fault(draft, strictness: .strict) == "offer.legacyCredentials credential offer: /credentials")
        #expect(
            fault(#"{"credential_issuer":"https://h","credentials":[{"format":"jwt_vc"}]}"#)
                == "offer.legacyCredentials credential offer: /credentials")
    }

    // Offers of deployed issuers and of other wallets' tests.
    @Test(arguments: [
        ("animoOpenIdPlaygroundDraft11SdJwtVc.json", "offer.legacyCredentials", ""),
        ("eudi-ios-credential_offer_with_blank_pre_authorized_code.json", "", ""),
        ("eudi-ios-credential_offer_with_invalid_auth_server_hint.json", "", ""),
        ("eudi-ios-credential_offer_with_second_auth_server_hint.json", "", ""),
        (
            "eudi-kt-credential_offer_with_blank_issuer_state.json", "",
            "offer.blank credential offer: /grants/authorization_code/issuer_state"
        ),
        (
            "eudi-kt-credential_offer_with_blank_pre_authorized_code.json", "",
            "offer.blank credential offer: /grants/\(pre)/pre-authorized_code"
        ),
        ("eudi-kt-sample_credential_offer.json", "", ""), ("eudi-kt-sample_credential_offer_auth_code.json", "", ""),
        ("matrrLaunchpadDraft11JwtVcJson.json", "offer.legacyCredentials", ""),
        ("paradymDraft11.json", "offer.legacyCredentials offer.legacyPin", ""), ("paradymDraft13.json", "", ""),
        ("swiss-elfa.json", "", ""), ("waltIdDraft11JwtVcJsonPreAuth.json", "offer.legacyCredentials", ""),
    ])
    func `reads offers of the field, or names the member that is wrong`(
        _ file: String, _ recorded: String, _ wrong: String
    ) throws {
        let vector = try JSON(parsing: Vector.bytes("oid4vci/offers/\(file)"))
        let decoded = try #require(vector["offer"] ?? vector["decoded"] ?? vector["offerObject"])
        var findings = Findings()
        let finding = refusal { () throws(Finding) in
            let message = try CredentialOfferMessage(json: decoded, findings: &findings)
            #expect(message.credentialIssuer.text == decoded["credential_issuer"]?.string)
        }
        #expect(finding.map { "\($0.code) \($0.location)" } ?? "" == wrong)
        #expect(findings.list.map(\.code.description).joined(separator: " ") == recorded)

        guard let uri = vector["uri"]?.string else { return }
        var linkFindings = Findings()
        let accepted = CredentialOfferLink.Accepted(links: ["https://paradym.id/invitation"])
        switch try CredentialOfferLink(parsing: uri, accepting: accepted, findings: &linkFindings) {
        case .byValue(let message): #expect(message.credentialIssuer.text == decoded["credential_issuer"]?.string)
        case .byReference(let reference): #expect(reference.text == vector["credential_offer_uri"]?.string)
        }
    }

    @Test(arguments: ["credential_offer_multiple_credentials.json", "credential_offer_pre-authz_code.json"])
    func `reads the examples of the specification`(_ file: String) throws {
        let (message, findings) = try read(try Vector.text("oid4vci/spec-1.0/\(file)"))
        #expect(!message.configurationIds.isEmpty)
        #expect(findings.isEmpty)
    }
}
