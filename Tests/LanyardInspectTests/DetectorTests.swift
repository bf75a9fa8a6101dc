import LanyardInspect
import LanyardJSON
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

@Suite struct DetectorTests {
    private static let offer = #"{"credential_issuer":"https://i.example","credential_configuration_ids":["pid"]}"#
    private static let key =
        #"{"kty":"EC","crv":"P-256","x":"TCAER19Zvu3OHF4j4W4vfSVoHIP1ILilDls7vCeGemc","#
        + #""y":"ZxjiWWbZMQGHVWKVQ4hbSIirsVfuecCE6t4jT9F2HZQ"}"#
    private static let jwt = Samples.jwt(["alg": "ES256"], ["iss": "https://i.example"])

    static let samples: [(String, String)] = [
        ("credential-offer", offer),
        ("credential-offer", "openid-credential-offer://?credential_offer=\(PercentEncoding.encode(offer))"),
        ("credential-offer", "HAIP-VCI://?credential_offer_uri=https%3A%2F%2Fi.example%2Fo"),
        ("credential-offer", "https://wallet.example/offer?credential_offer=\(PercentEncoding.encode(offer))"),
        ("credential-offer", "  \n\(offer)\r\n"),
        ("jwt", jwt), ("jwt", "\"\(jwt)\""),
        ("sd-jwt", jwt + "~"),
        ("sd-jwt-vc", Samples.jwt(["alg": "ES256", "typ": "dc+sd-jwt"], ["vct": "urn:x"]) + "~"),
        ("sd-jwt", Samples.jwt(["alg": "ES256", "typ": "dc+sd-jwt"], ["vct": "urn:x"])),
        (
            "status-list-token",
            Samples.jwt(["alg": "ES256", "typ": "application/statuslist+jwt"], ["sub": "https://l"])
        ),
        ("key-proof", Samples.jwt(["alg": "ES256", "typ": "openid4vci-proof+jwt"], ["aud": "https://i.example"])),
        ("jwt-vc", Samples.jwt(["alg": "ES256", "typ": "JWT"], ["vc": [:]])),
        ("jws", "\(Base64URL.encode(Array(#"{"alg":"ES256"}"#.utf8))).AAAA.AAAA"),
        ("jwk", key), ("jwk-set", #"{"keys":[\#(key)]}"#),
        ("pem", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----"),
        ("issuer-metadata", #"{"credential_issuer":"https://i.example","credential_endpoint":"https://i.example/c"}"#),
        ("authorization-server-metadata", #"{"issuer":"https://a.example","token_endpoint":"https://a.example/t"}"#),
        ("jwt-vc-issuer-metadata", #"{"issuer":"https://i.example","jwks":{"keys":[\#(key)]}}"#),
        ("jwt", String(jwt.prefix(20)) + "\n  " + jwt.dropFirst(20)),
        ("token-response", #"{"access_token":"x","token_type":"Bearer"}"#),
        ("credential-response", #"{"credentials":[{"credential":"\#(jwt)"}]}"#),
        ("credential-response", #"{"transaction_id":"x","interval":5}"#),
        ("error-response", #"{"error":"invalid_grant"}"#),
        ("json", #"{"a":1,"a":2}"#), ("json", "{"),
    ]

    @Test(arguments: samples)
    func `each kind is recognised, sound or not`(_ kind: String, _ text: String) throws {
        let inspection = try Samples.inspect(text)
        #expect(inspection.kind == kind)
        #expect(inspection.isExplained)
        #expect(!inspection.allChecks.isEmpty || kind == "jws")
    }

    @Test(arguments: [
        "", " ", "hello", "1.2.3", "eyJ", "{}", "[]", "[1]", "true", #"{"a":1}"#, "a~b", "\"\"", "mailto:a@b",
    ])
    func `what is nothing of the kind is not recognised`(_ text: String) {
        #expect(Samples.detector.inspect(text) == nil)
        #expect(!Detector.hint(Array(text.utf8)).isEmpty)
    }

    @Test func `bytes that are no text are not recognised, and nothing is looked at beyond the limit`() {
        #expect(Samples.detector.inspect([0xFF, 0x00, 0x80]) == nil)
        let long = [UInt8](repeating: 0x20, count: Detector.limit) + Array(Self.offer.utf8)
        #expect(Samples.detector.inspect(long) == nil)
        #expect(Detector.hint(long).contains("more than"))
    }

    @Test func `a hint tells the names of members and no value`() {
        let hint = Detector.hint(Array(#"{"pin":"4711","name":"Ada"}"#.utf8))
        #expect(hint.contains("pin") && hint.contains("name"))
        #expect(!hint.contains("4711") && !hint.contains("Ada"))
    }

    @Test func `what is nested in quotes again and again comes to an end`() {
        var text = Self.jwt
        for _ in 0..<10 { text = JSON.string(text).encodedText() }
        #expect(Samples.detector.inspect(text) == nil)
    }

    @Test func `help lists what is recognised`() {
        #expect(Detector.kinds.count > 8)
        #expect(Detector.kinds.contains { $0.contains("SD-JWT") })
    }

    @Test func `a credential that is not recognised is told as such`() throws {
        let known = try Samples.inspect(#"{"credentials":[{"credential":"\#(Self.jwt)"}]}"#)
        #expect(!known.allChecks.contains { $0.rule == "The credential is of a known kind" })
        for text in ["nothing that is known", "https://i.example", ""] where !text.isEmpty {
            let inspection = try Samples.inspect(#"{"credentials":[{"credential":"\#(text)"}]}"#)
            #expect(inspection.parts.map(\.kind) == ["unknown"])
            #expect(inspection.parts.flatMap(\.checks).map(\.outcome) == [.notJudged])
        }
    }

    @Test func `what is too deep or too much is told as not judged`() throws {
        var text = #"{"kty":"EC"}"#
        for _ in 0..<5 { text = #"{"credentials":[{"credential":\#(JSON.string(text).encodedText())}]}"# }
        let deep = try Samples.inspect(text).allChecks.filter { $0.rule == "The credential is of a known kind" }
        #expect(deep.map(\.outcome) == [.notJudged])
        let keys = Array(repeating: Self.key, count: 51).joined(separator: ",")
        let many = try Samples.inspect(#"{"keys":[\#(keys)]}"#)
        #expect(many.parts.count == 50)
        #expect(many.checks.filter { $0.outcome == .notJudged }.map(\.why).count == 1)
    }

    @Test func `JSON that mentions PEM is JSON`() throws {
        let text = #"{"credential_issuer":"https://i.example","credential_endpoint":"https://i.example/c","x":"#
        #expect(try Samples.inspect(text + #""-----BEGIN CERTIFICATE-----"}"#).kind == "issuer-metadata")
        #expect(try Samples.inspect(text + #""-----BEGIN CERTIFICATE-----""#).kind == "json")
    }

    @Test(arguments: [
        ("{\n \"alg\": \"ES256\"\n}", "ew"), ("{ \"alg\": \"ES256\"}", "ey"), ("{\t\"alg\":\"ES256\"}", "ew"),
    ])
    func `a header may be laid out`(_ header: String, _ start: String) throws {
        let text = "\(Base64URL.encode(Array(header.utf8))).e30.AAAA"
        #expect(text.hasPrefix(start))
        #expect(try Samples.inspect(text).kind == "jwt")
        #expect(try Samples.inspect(text + "~").kind == "sd-jwt")
    }

    @Test func `a link is an offer by its scheme or by the parameters of its query`() {
        for text in [
            "openid-credential-offer://", "HAIP-VCI://?x=1", "https://w.example/?a=b&credential_offer_uri=x",
            "x:?credential_offer=y",
        ] { #expect(Detector.isOfferLink(text), "\(text)") }
        for text in [
            "https://i.example/credential_offers", "https://i.example/?credential_offers=x", "credential_offer=x",
            "https://i.example/credential_offer=x",
        ] { #expect(!Detector.isOfferLink(text), "\(text)") }
    }

    @Test func `secrets are told by kind and length alone`() throws {
        let secret = "SECRETSECRETSECRET"
        let pre = "urn:ietf:params:oauth:grant-type:pre-authorized_code"
        let offers = [
            #""grants":{"\#(pre)":{"pre-authorized_code":1,"tx_code":"\#(secret)"}}"#,
            #""grants":{"\#(pre)":"\#(secret)","authorization_code":"\#(secret)"}"#,
            #""grants":{"\#(pre)":["\#(secret)"]},"user_pin":"\#(secret)""#,
        ].map { #"{"credential_issuer":"https://i.example","credential_configuration_ids":["a"],\#($0)}"# }
        let keys = [
            #"{"crv":"P-256","d":"\#(secret)"}"#, #"{"kty":"oct","k":"\#(secret)"}"#,
            #"{"kty":"RSA","oth":[{"r":"\#(secret)"}]}"#, #"{"privateKeyJwk":{"z":"\#(secret)"}}"#,
            #"{"private_key":"\#(secret)"}"#, #"["x",{"a":["y",{"d":"\#(secret)"}]}]"#,
        ]
        let inJSON = keys.map { #"{"error":"x","more":\#($0)}"# }
        let inText = (keys + ["-----BEGIN EC PRIVATE KEY-----\n\(secret)"]).map {
            #"{"error":"x","more":["y",\#(JSON.string($0).encodedText())]}"#
        }
        let tokens = [
            #"{"access_token":["\#(secret)"],"token_type":"Bearer"}"#,
            #"{"access_token":"a","token_type":"Bearer","authorization_details":[{"session_token":"\#(secret)"}]}"#,
            #"{"keys":[{"crv":"P-256","d":"\#(secret)"}]}"#,
        ]
        let texts =
            offers + inJSON + inText + tokens + [
                #"{"access_token":"\#(secret)","token_type":"Bearer","refresh_token":"\#(secret)"}"#,
                #"{"credential_issuer":"https://i.example","credential_configuration_ids":["a"],"grants":{"#
                    + #""authorization_code":{"issuer_state":"\#(secret)"},"#
                    + #""urn:ietf:params:oauth:grant-type:pre-authorized_code":{"pre-authorized_code":"\#(secret)"}}}"#,
                String(Self.key.dropLast()) + #","d":"\#(secret)"}"#,
                #"{"keys":[\#(String(Self.key.dropLast())),"d":"\#(secret)"}]}"#,
                #"{"transaction_id":"\#(secret)"}"#,
                Samples.jwt(
                    ["alg": "ES256", "jwk": ["kty": "oct", "k": .string(secret)]],
                    ["nested": [["kty": "EC", "d": .string(secret)]]]),
            ]
        for text in texts {
            let printed = try Samples.inspect(text).json.encodedText()
            #expect(!printed.contains(secret), "\(text)")
            #expect(printed.contains("secret ") || printed.contains("private"), "\(text)")
        }
    }

    @Test func `what asks for a code is shown, and so are claims of harmless names`() throws {
        let text =
            #"{"credential_issuer":"https://i.example","credential_configuration_ids":["a"],"grants":{"urn:ietf:"#
            + #"params:oauth:grant-type:pre-authorized_code":{"pre-authorized_code":"c","tx_code":{"length":4}}}}"#
        #expect(try Samples.inspect(text).allFacts.contains { $0.name.hasSuffix("tx_code/length") && $0.value == "4" })
        let jwt = try Samples.inspect(Samples.jwt(["alg": "ES256"], ["postal_code": "10115", "token_endpoint": "e"]))
        #expect(jwt.fact("postal_code") == "10115" && jwt.fact("token_endpoint") == "e")
    }
}
