import LanyardJSON
import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

@Suite struct MetadataFailureTests {
    private static let wellKnown = "https://h.example/.well-known/openid-credential-issuer"
    private static let server = "https://h.example/.well-known/oauth-authorization-server"

    @Test(
        .row("VCI-META-01", "VCI-META-02"), arguments: FieldCase.modes,
        [
            ("https://h.example", wellKnown, server), ("https://h.example/", wellKnown, server),
            ("https://h.example/t", "\(wellKnown)/t", "\(server)/t"),
            ("https://h.example/t/", "\(wellKnown)/t/", "\(server)/t"),
        ])
    func `FIELD-O03 a slash at the end of an identifier is kept for the issuer and dropped for its server`(
        mode: Strictness, place: (identifier: String, issuer: String, server: String)
    ) async throws {
        let harness = try await Harness(mode) {
            $0.identifier = place.identifier
            if place.identifier == "https://h.example/" { $0.placement = .insertedWithoutSlash }
        }
        let result = try await harness.receive()
        #expect(harness.urls(".well-known") == [place.issuer, place.server])
        #expect(harness.urls().allSatisfy { !$0.dropFirst("https://".count).contains("//") })
        let credential = try #require(try await harness.wallet.credentials.get(result.issued[0]))
        #expect(credential.issuer.id == place.identifier)
    }

    @Test(.row("VCI-META-01", "LEG-05"), arguments: FieldCase.modes)
    func `FIELD-O04 metadata under the issuer's path is found in the right place, or in the old one when tolerant`(
        mode: Strictness
    ) async throws {
        let right = try await Harness(mode) { $0.identifier = "https://h.example/tenant1" }
        _ = try await right.receive()
        #expect(right.urls("openid-credential-issuer") == ["\(Self.wellKnown)/tenant1"])

        let old = try await Harness(mode) {
            $0.identifier = "https://h.example/tenant1"
            $0.placement = .suffix
        }
        let offer = old.issuer.makeOffer(["pid"]).link
        guard mode == .tolerant else {
            #expect(try await old.refusal(of: offer)?.code == .invalidMetadata)
            #expect(old.urls("openid-credential-issuer") == ["\(Self.wellKnown)/tenant1"])
            return
        }
        let resolved = try await old.wallet.issuance.resolveOffer(offer)
        #expect(resolved.findings.map(\.code.description) == ["issuerMetadata.suffix"])
        #expect(
            old.urls("openid-credential-issuer") == [
                "\(Self.wellKnown)/tenant1", "https://h.example/tenant1/.well-known/openid-credential-issuer",
            ])
    }

    @Test(.row("VCI-AS-01", "VCI-META-11", "VCI-META-12", "VCI-OFFER-12"), arguments: FieldCase.modes)
    func `FIELD-O05 the authorization server is the one that metadata and grant name`(mode: Strictness) async throws {
        typealias Server = PeerIssuer.Options.AuthorizationServer
        let realm = Server("https://as.example/realms/x")
        let down = Server("https://down.example", isUnreachable: true)
        let other = Server("https://other.example", grantTypes: ["authorization_code"])
        let place = ".well-known/oauth-authorization-server"
        for (servers, hint, asked, token) in [
            ([], nil, ["https://issuer.example/\(place)"], "https://issuer.example/token"),
            ([realm], nil, ["https://as.example/\(place)/realms/x"], "https://as.example/realms/x/token"),
            (
                [other, realm], nil, ["https://other.example/\(place)", "https://as.example/\(place)/realms/x"],
                "https://as.example/realms/x/token"
            ),
            (
                [other, realm], realm.identifier, ["https://as.example/\(place)/realms/x"],
                "https://as.example/realms/x/token"
            ),
            (
                [down, realm], nil, ["https://down.example/\(place)", "https://as.example/\(place)/realms/x"],
                "https://as.example/realms/x/token"
            ),
        ] as [([Server], String?, [String], String)] {
            let harness = try await Harness(mode) { $0.authorizationServers = servers }
            let offer = harness.issuer.makeOffer(["pid"], authorizationServer: hint)
            #expect(try await harness.receive(offer.link).issued.count == 1)
            // A tolerant wallet looks at other places of a server that is down before it goes on to the next.
            #expect(harness.urls("oauth-authorization-server") == asked)
            #expect(harness.urls("/token") == [token])
            #expect(harness.issuer.log.failures == [])
        }
    }

    @Test(.row("VCI-AS-03", "LEG-04"), arguments: FieldCase.modes)
    func `FIELD-O05 a server that has OpenID configuration only is found when tolerant`(mode: Strictness) async throws {
        let harness = try await Harness(mode) { $0.serverPlacement = .openidSuffix }
        let refusal = try await harness.refusal()
        #expect(refusal?.code == (mode == .tolerant ? nil : .invalidMetadata))
    }

    @Test(.row("VCI-AS-02", "VCI-META-07"), arguments: FieldCase.modes)
    func `FIELD-O06 a document of another issuer or server is refused before any endpoint is called`(
        mode: Strictness
    ) async throws {
        for (endpoint, member, code) in [
            (PeerEndpoint.issuerMetadata, "credential_issuer", "issuerMetadata.issuer.mismatch"),
            (.authorizationServerMetadata, "issuer", "as.issuer.mismatch"),
        ] {
            for value in ["https://b.example", "https://issuer.example/", "https://ISSUER.example"] {
                let harness = try await Harness(mode, [.changed(endpoint) { $0[member] = .string(value) }])
                let refusal = try await harness.refusal()
                #expect(refusal?.code == .invalidMetadata)
                #expect(refusal?.found == code)
                #expect(harness.issuer.log.requests(.token).isEmpty)
                #expect(harness.issuer.log.requests(.credential).isEmpty)
            }
        }
    }

    @Test(.row("VCI-META-18", "VCI-META-22"), arguments: FieldCase.modes)
    func `FIELD-O07 one configuration that does not hold spoils no other, and is named when it is asked for`(
        mode: Strictness
    ) async throws {
        let tampering = Tampering.changed(.issuerMetadata) { metadata in
            var all = metadata["credential_configurations_supported"]?.object ?? [:]
            all["unknown-format"] = ["format": "w3c-of-the-future", "scope": "x"]
            all["no-vct"] = ["format": "dc+sd-jwt"]
            all["extra"] = ["format": "dc+sd-jwt", "vct": "urn:x", "id": "extra", "types": ["a"]]
            all["drafts"] = ["format": "jwt_vc_json", "credential_definition": ["type": ["A"]], "claims": [:]]
            all["number"] = 7
            metadata["credential_configurations_supported"] = .object(all)
        }
        let good = try await Harness(mode, [tampering])
        #expect(try await good.receive().issued.count == 1)
        for (id, member) in [("no-vct", "/vct"), ("number", "")] {
            let refusal = try await Harness(mode, [tampering]).refusal([id])
            #expect(refusal?.code == .invalidOffer)
            #expect(
                refusal?.finding?.location == "issuer metadata: /credential_configurations_supported/\(id)\(member)")
        }
        let both = try await Harness(mode, [tampering])
        let result = try await both.receive(["pid", "no-vct"])
        #expect(result.issued.count == 1)
    }

    @Test(.row("VCI-META-06"), arguments: FieldCase.modes)
    func `FIELD-O08 a signed document is never read as JSON, and a signed member of the drafts is ignored`(
        mode: Strictness
    ) async throws {
        let jwt = HttpResponse(
            status: 200, headers: [HttpHeader("Content-Type", "application/jwt")],
            body: Array("eyJhbGciOiJub25lIn0.e30.".utf8))
        let signed = try await Harness(mode, [Tampering("signed", at: .issuerMetadata, .replaced(jwt))])
        let refusal = try await signed.refusal()
        #expect(refusal?.code == .invalidMetadata)
        #expect(refusal?.found == "signedMetadata.typ")

        let mislabelled = try await Harness(
            mode, [Tampering("mislabelled", at: .issuerMetadata, .contentType("application/jwt"))])
        #expect(try await mislabelled.refusal()?.found == "jose.malformed")

        let draft = try await Harness(
            mode, [.changed(.issuerMetadata) { $0["signed_metadata"] = "eyJhbGciOiJub25lIn0.e30." }])
        #expect(try await draft.refusal() == nil)
    }

    @Test(.row("VCI-META-16"), arguments: FieldCase.modes)
    func `FIELD-O09 logos of any shape never decide whether something is issued`(mode: Strictness) async throws {
        for logo in [
            nil, .null, ["alt_text": "a crest"], ["uri": "https://images.example/logo.png"], ["uri": "javascript:x"], 7,
            ["url": "https://images.example/old.png"],
        ] as [JSON?] {
            let harness = try await Harness(
                mode,
                [
                    .changed(.issuerMetadata) { metadata in
                        var display: JSONObject = ["name": "Utopia", "locale": "de"]
                        display["logo"] = logo
                        metadata["display"] = [.object(display)]
                    }
                ])
            let result = try await harness.receive()
            let credential = try #require(try await harness.wallet.credentials.get(result.issued[0]))
            #expect(credential.issuer.name == "Utopia")
            let uri = logo?["uri"]?.string ?? logo?["url"]?.string
            #expect(credential.issuer.logo == (uri == "javascript:x" ? nil : uri))
        }
    }

    @Test(.row("LEG-07", "VCI-META-23"), arguments: FieldCase.modes)
    func `FIELD-R13 names and labels are read in the place of 1_0 and in the place of the drafts`(
        mode: Strictness
    ) async throws {
        for isLegacy in [false, true] {
            let harness = try await Harness(
                mode,
                [
                    .changed(.issuerMetadata) { metadata in
                        guard isLegacy, var pid = metadata["credential_configurations_supported"]?["pid"]?.object,
                            let inner = pid["credential_metadata"]?.object
                        else { return }
                        pid["credential_metadata"] = nil
                        for member in inner.members { pid[member.name] = member.value }
                        metadata["credential_configurations_supported"] = ["pid": .object(pid)]
                    }
                ])
            let result = try await harness.receive()
            let credential = try #require(try await harness.wallet.credentials.get(result.issued[0]))
            #expect(credential.display.name == "Personenidentifikationsdaten")
            #expect(credential.claims.first { $0.pointer == "/given_name" }?.label == "Vorname")
        }
    }

    @Test(.row("VCI-META-22"), arguments: FieldCase.modes)
    func `FIELD-R30 metadata with CRLF and with thirty thousand unknown members is read`(mode: Strictness) async throws
    {
        let harness = try await Harness(mode)
        let honest = await harness.issuer.reply(
            to: HttpRequest(
                "GET", "https://issuer.example/.well-known/openid-credential-issuer",
                headers: [HttpHeader("Accept", "application/json"), HttpHeader("Accept-Language", "de")]))
        let text = String(decoding: honest.response.body, as: UTF8.self)
        let many = (0..<32_000).map { "\"x\($0)\" :\r\n\t[ \($0) ]" }.joined(separator: " ,\r\n")
        let body = "\r\n{\r\n" + many + "\r\n,\r\n" + text.dropFirst() + "\r\n"
        harness.http.add(
            HostileIssuer(harness.issuer, [Tampering("many", at: .issuerMetadata, .body(Array(body.utf8)))]))
        #expect(try await harness.receive().issued.count == 1)
    }
}
