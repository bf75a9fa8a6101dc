import LanyardInspect
import LanyardJSON
import LanyardOAuth
import LanyardOpenID4VCI
import LanyardTestSupport
import Testing
import WalletPorts

/// Metadata, offers and responses of real and published issuers.
@Suite struct DocumentInspectionTests {
    static func documents(_ folder: String) throws -> [String] {
        try Vector.files(in: "oid4vci/\(folder)").filter { $0.hasSuffix(".json") }
    }

    static let metaRows = (1...24).map { "VCI-META-" + ($0 < 10 ? "0\($0)" : "\($0)") }
    static let serverRows = (1...10).map { "VCI-AS-" + ($0 < 10 ? "0\($0)" : "\($0)") }

    /// What a session's reader finds in a document under its own name.
    private static func session(_ json: JSON) throws -> Set<String> {
        let issuer = try #require(IssuerIdentifier(json["credential_issuer"]?.string ?? ""))
        var findings = Findings()
        var codes: Set<String> = []
        do {
            _ = try CredentialIssuerMetadata(json: json, issuer: issuer, findings: &findings)
        } catch {
            codes.insert(error.code.description)
        }
        return codes.union(findings.list.map(\.code.description))
    }

    @Test(.row("VCI-META-18", "VCI-META-22"), arguments: try documents("issuer-metadata"))
    func `VCI-META-18 every issuer's metadata is judged row by row, with the codes of a session`(_ file: String) throws
    {
        let json = try Samples.json("oid4vci/issuer-metadata/\(file)")
        let inspection = try Samples.inspect(json.encodedText())
        #expect(inspection.kind == "issuer-metadata")
        #expect(inspection.isExplained)
        let rows = Set(inspection.checks.flatMap(\.rows))
        #expect(rows.isSuperset(of: Self.metaRows), "\(Set(Self.metaRows).subtracting(rows))")
        let told = inspection.codes(.failed).union(inspection.codes(.tolerated)).union(inspection.codes(.passed))
        #expect(told.isSuperset(of: try Self.session(json)))
    }

    @Test(.row("VCI-AS-04"), arguments: try documents("as-metadata"))
    func `VCI-AS-04 every server's metadata is judged row by row`(_ file: String) throws {
        let json = try Samples.json("oid4vci/as-metadata/\(file)")
        let inspection = try Samples.inspect(json.encodedText())
        #expect(inspection.kind == "authorization-server-metadata")
        #expect(inspection.isExplained)
        let rows = Set(inspection.checks.flatMap(\.rows))
        #expect(rows.isSuperset(of: Self.serverRows), "\(Set(Self.serverRows).subtracting(rows))")
    }

    @Test(.row("VCI-OFFER-08"), arguments: try documents("offers"))
    func `VCI-OFFER-08 every offer is judged, and its code not shown`(_ file: String) throws {
        let sample = try Samples.json("oid4vci/offers/\(file)")
        let text = try #require(sample["uri"]?.string ?? sample["offer"]?.encodedText())
        let inspection = try Samples.inspect(text)
        #expect(inspection.kind == "credential-offer")
        #expect(inspection.isExplained)
        let pre = "urn:ietf:params:oauth:grant-type:pre-authorized_code"
        let offer = sample["offer"] ?? sample["decoded"]
        if let code = offer?["grants"]?[pre]?["pre-authorized_code"]?.string, code.count > 3 {
            #expect(!inspection.json.encodedText().contains(code))
        }
    }

    @Test(arguments: try documents("responses"))
    func `every response is judged or told to be nothing that is known`(_ file: String) throws {
        let json = try Samples.json("oid4vci/responses/\(file)")
        let inner = json.object?.members.map(\.value).filter { $0.object != nil } ?? []
        for candidate in [json] + inner {
            guard let inspection = Samples.detector.inspect(candidate.encodedText()) else { continue }
            #expect(inspection.isExplained)
            if let token = candidate["access_token"]?.string {
                #expect(!inspection.json.encodedText().contains(token))
            }
        }
    }

    @Test func `most responses are recognised`() throws {
        let files = try Self.documents("responses")
        let known = try files.filter { file in
            let json = try Samples.json("oid4vci/responses/\(file)")
            let candidates = [json] + (json.object?.members.map(\.value) ?? [])
            return candidates.contains { Samples.detector.inspect($0.encodedText()) != nil }
        }
        #expect(known.count * 2 > files.count)
    }

    @Test func `the examples of the specification are what they are called`() throws {
        let blocks = try Samples.json("oid4vci/spec-1.0/md-json-blocks.json").array ?? []
        var kinds: [String: String] = [:]
        for block in blocks {
            guard let section = block["section"]?.string, let json = block["json"] else { continue }
            kinds[section] = Samples.detector.inspect(json.encodedText())?.kind
        }
        #expect(kinds["Successful Token Response (HTTP body)"] == "token-response")
        #expect(kinds["Token Error Response (HTTP body)"] == "error-response")
    }

    private static let sound: JSONObject = [
        "credential_issuer": "https://i.example", "credential_endpoint": "https://i.example/credential",
        "credential_configurations_supported": ["pid": ["format": "dc+sd-jwt", "vct": "urn:pid"]],
    ]

    static let broken: [(String, JSON?, String, String)] = [
        ("credential_endpoint", nil, "VCI-META-10", "issuerMetadata.missing"),
        ("nonce_endpoint", "http://i.example/n", "VCI-META-10", "issuerMetadata.notHTTPS"),
        ("authorization_servers", [], "VCI-META-11", "issuerMetadata.empty"),
        ("authorization_servers", ["http://a"], "VCI-META-11", "issuerMetadata.authorizationServer"),
        ("credential_request_encryption", 1, "VCI-META-13", "issuerMetadata.type"),
        ("credential_response_encryption", 1, "VCI-META-14", "issuerMetadata.type"),
        ("credential_configurations_supported", ["a": ["format": "mso_mdoc"]], "VCI-META-18", "issuerMetadata.missing"),
        ("credential_configurations_supported", nil, "VCI-META-18", "issuerMetadata.missing"),
        ("credential_issuer", "http://i.example", "VCI-META-07", "issuerMetadata.identifier"),
    ]

    @Test(.row("VCI-META-10", "VCI-META-11", "VCI-META-13", "VCI-META-14"), arguments: broken)
    func `VCI-META-10 a fault is told under its row`(_ name: String, _ value: JSON?, _ row: String, _ code: String)
        throws
    {
        #expect(try Samples.inspect(JSON.object(Self.sound).encodedText()).hasPassed)
        var document = Self.sound
        document[name] = value
        let inspection = try Samples.inspect(JSON.object(document).encodedText())
        #expect(inspection.faults == [code])
        #expect(inspection.checks.filter { $0.outcome == .failed }.map { $0.rows.contains(row) } == [true])
    }

    @Test func `faults of a document are told together`() throws {
        var document = Self.sound
        for (name, value, _, _) in Self.broken where name != "authorization_servers" && value != nil {
            document[name] = value
        }
        document["authorization_servers"] = [7]
        let inspection = try Samples.inspect(JSON.object(document).encodedText())
        let rows = Set(inspection.checks.filter { $0.outcome == .failed }.flatMap(\.rows))
        #expect(
            rows.isSuperset(of: [
                "VCI-META-07", "VCI-META-10", "VCI-META-11", "VCI-META-13", "VCI-META-14", "VCI-META-18",
            ]))
    }

    @Test func `what stood in for a member is neither a fact nor a verdict`() throws {
        let issuer = try Samples.inspect(
            #"{"credential_issuer":5,"credential_endpoint":7,"credential_configurations_supported":[1]}"#)
        #expect(!issuer.json.encodedText().contains(".invalid"))
        let members = "credential_issuer, credential_configurations_supported, credential_endpoint"
        let told = Set((issuer.fact("judged without") ?? "").split(separator: ", "))
        #expect(told == Set(members.split(separator: ", ")))
        #expect(issuer.outcome("VCI-META-20") == .notJudged && issuer.outcome("LEG-06") == .notJudged)
        #expect(issuer.outcome("VCI-META-22") == .passed)

        let server = try Samples.inspect(
            #"{"issuer":"https://a.example","token_endpoint":5,"grant_types_supported":"authorization_code"}"#)
        #expect(!server.json.encodedText().contains(".invalid"))
        #expect(server.fact("token endpoint") == nil && server.fact("grants") == nil)
        #expect(server.outcome("VCI-AS-07") == .notJudged)
        #expect(server.fact("judged without") != nil)
        let sound = try Samples.inspect(#"{"issuer":"https://a.example","token_endpoint":"https://a.example/t"}"#)
        #expect(sound.fact("token endpoint") == "https://a.example/t" && sound.fact("judged without") == nil)
    }

    @Test(.row("VCI-META-17")) func `VCI-META-17 an image that no wallet loads is told`() throws {
        var document = Self.sound
        document["display"] = [["name": "I", "logo": ["uri": "http://i.example/l.png"]], ["logo": ["uri": "data:,x"]]]
        let inspection = try Samples.inspect(JSON.object(document).encodedText())
        #expect(inspection.outcome("VCI-META-17") == .tolerated)
        #expect(inspection.codes(.tolerated) == ["issuerMetadata.image.scheme"])
    }

    static let brokenServers: [(JSONObject, String, String)] = [
        (["token_endpoint": .null, "grant_types_supported": ["x"]], "VCI-AS-04", "as.missing"),
        (["token_endpoint": "http://a.example"], "VCI-AS-04", "as.notHTTPS"),
        (["grant_types_supported": ["authorization_code"]], "VCI-AS-04", "as.authorizationEndpoint.missing"),
        (
            [
                "grant_types_supported": ["authorization_code"], "authorization_endpoint": "https://a.example/a",
                "code_challenge_methods_supported": ["plain"],
            ], "VCI-AS-07", "as.pkce.noS256"
        ),
        (["token_endpoint_auth_methods_supported": 1], "VCI-AS-06", "as.type"),
        (["require_pushed_authorization_requests": "yes"], "VCI-AS-09", "as.type"),
        (
            [
                "grant_types_supported": ["authorization_code"], "authorization_endpoint": "https://a.example/a",
                "require_interactive_authorization": true,
            ], "VCI-AS-10", "as.interactiveAuthorizationRequired"
        ),
    ]

    @Test(.row("VCI-AS-04", "VCI-AS-07", "VCI-AS-10"), arguments: brokenServers)
    func `VCI-AS-07 a server's fault is told under its row`(_ changes: JSONObject, _ row: String, _ code: String) throws
    {
        var document: JSONObject = ["issuer": "https://a.example", "token_endpoint": "https://a.example/t"]
        for (name, value) in changes.members { document[name] = value.isNull ? nil : value }
        let inspection = try Samples.inspect(JSON.object(document).encodedText())
        #expect(inspection.faults == [code])
        #expect(inspection.outcome(row) == .failed)
    }

    static let brokenResponses: [(String, String)] = [
        (#"{"access_token":"","token_type":"Bearer"}"#, "token.type"),
        (#"{"access_token":"a\u0007","token_type":"Bearer"}"#, "token.token.characters"),
        (#"{"access_token":"a","token_type":"mac"}"#, "token.tokenType.unknown"),
        (#"{"access_token":"a","token_type":"Bearer","refresh_token":[]}"#, "token.type"),
        (#"{"c_nonce":5}"#, "nonce.type"), (#"{"error":"a\"b"}"#, "oauth.error.characters"),
        (#"{"error":"\u00e9"}"#, "oauth.error.characters"), (#"{"error":""}"#, "oauth.error.characters"),
        (#"{"credentials":[],"notification_id":"x"}"#, "credentialResponse.empty"),
        (#"{"credentials":[{}]}"#, "credentialResponse.missing"),
        (#"{"credentials":[],"transaction_id":"x"}"#, "credentialResponse.contradiction"),
        (#"{"transaction_id":"x","notification_id":"y","interval":5}"#, "credentialResponse.contradiction"),
    ]

    @Test(.row("VCI-TOK-06", "VCI-CRES-01", "VCI-CRES-02"), arguments: brokenResponses)
    func `VCI-CRES-02 a fault of a response has the code of a session`(_ text: String, _ code: String) throws {
        #expect(try Samples.inspect(text).faults.contains(code))
    }

    @Test func `another member's fault is not that of the access token`() throws {
        let inspection = try Samples.inspect(#"{"access_token":"a","token_type":"Bearer","refresh_token":[]}"#)
        #expect(inspection.checks.first { $0.rule.hasPrefix("access_token") }?.outcome == .passed)
    }

    @Test func `of a whole HTTP response the body is inspected`() throws {
        for text in [
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{\"c_nonce\":\"x\"}",
            "HTTP/1.1 200\n\n{\"c_nonce\":\"x\"}\n",
        ] {
            #expect(try Samples.inspect(text).kind == "nonce-response")
        }
        #expect(Samples.detector.inspect("HTTP/1.1 200 OK\r\nA: b\r\n") == nil)
    }

    @Test func `credentials inside a response are inspected`() throws {
        let credential = Samples.jwt(["alg": "none", "typ": "dc+sd-jwt"], ["vct": "urn:x"]) + "~"
        let inspection = try Samples.inspect(#"{"credentials":[{"credential":"\#(credential)"}]}"#)
        #expect(inspection.parts.map(\.kind) == ["sd-jwt-vc"])
        #expect(inspection.faults.contains("jose.alg.notAllowed"))
    }
}
