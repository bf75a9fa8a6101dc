import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

@Suite struct JWSTests {
    private let anyAlgorithm = JWSPolicy(algorithms: Set(SignatureAlgorithm.allCases), types: [], party: .issuer)

    private func example(_ name: String) throws -> (text: String, key: JWK) {
        let found = try jose("rfc7515-appendix-a.json").array().first { try $0["name"].string().contains(name) }
        let field = try #require(found)
        return (try field["compact"].string(), try JWK(json: field["jwk"].json()))
    }

    /// A JWS over `{}` by the key of RFC 7515 Appendix A.3, whose private part is published.
    private func signed(_ header: JSONObject) throws -> (jws: JWS, key: JWK) {
        let field = try #require(
            try jose("rfc7515-appendix-a.json").array().first { try $0["alg"].string() == "ES256" })
        let json = try field["jwk"].json()
        let key = try ECPrivateKey.reading(jwk: json)
        return (try JWS(compact: UnsignedJWS(header: header, claims: [:]).signed(with: key)), try JWK(json: json))
    }

    @Test func `verifies the examples of RFC 7515 Appendix A`() throws {
        for name in ["A.3 ES256", "A.4 ES512"] {
            let (text, key) = try example(name)
            let verified = try JWS(compact: text).verified(by: key, policy: anyAlgorithm)
            #expect(verified.key == key.key)
        }
        let (text, key) = try example("A.3")
        let claims = try JWS(compact: text).verified(by: key, policy: anyAlgorithm).claims()
        #expect(claims["iss"] == "joe")
        #expect(claims["exp"]?.int64 == 1_300_819_380)
        #expect(claims["http://example.com/is_root"] == true)
    }

    @Test func `verifies the proofs of RFC 9449 by the key that they carry`() throws {
        let example = try jose("rfc9449-dpop.json")
        let policy = JWSPolicy(algorithms: [.es256], types: ["dpop+jwt"], party: .wallet)
        for name in ["tokenRequestProof", "resourceRequestProof"] {
            let jws = try JWS(compact: example[name]["jwt"].string(), from: .wallet)
            let key = try #require(jws.header.jwk)
            #expect(key.thumbprint() == (try example["jkt"].string()))
            let claims = try jws.verified(by: key, policy: policy).claims()
            #expect(claims["htm"]?.string == (try example[name]["htm"].string()))
            #expect(claims["htu"]?.string == (try example[name]["htu"].string()))
        }
    }

    @Test(.row("VCI-GEN-02")) func `VCI-GEN-02 refuses none and MACs whatever the policy`() throws {
        let key = try example("A.3").key
        for name in ["A.1 HS256", "A.5 unsecured"] {
            let found = try jose("rfc7515-appendix-a.json").array().first { try $0["name"].string().contains(name) }
            let jws = try JWS(compact: try #require(found)["compact"].string())
            let seen = code { () throws(Finding) in try jws.verified(by: key, policy: anyAlgorithm) }
            #expect(seen == "jose.alg.notAllowed")
        }
    }

    @Test(.row("VCI-GEN-02")) func `VCI-GEN-02 accepts the pinned algorithms only`() throws {
        let (text, key) = try example("A.3")
        let policy = JWSPolicy(algorithms: [.es384, .es512], types: [], party: .verifier)
        let found = finding { () throws(Finding) in try JWS(compact: text).verified(by: key, policy: policy) }
        #expect(found?.code.description == "jose.alg.notAllowed")
        #expect(found?.party == .verifier)
        #expect(found?.expected == "ES384 or ES512")
        #expect(found?.seen == .value("ES256"))
    }

    @Test func `refuses a key of another kind, use or algorithm`() throws {
        let (text, key) = try example("A.3")
        let jws = try JWS(compact: text)
        let wrong = [
            try example("A.4").key, JWK(key.key, use: "enc"), JWK(key.key, alg: "ES384"),
            try JWK(json: [
                "kty": "EC", "crv": "P-256", "x": key.json["x"] ?? "", "y": key.json["y"] ?? "",
                "key_ops": ["deriveKey"],
            ]),
        ]
        for key in wrong {
            let seen = code { () throws(Finding) in try jws.verified(by: key, policy: anyAlgorithm) }
            #expect(seen == "jose.key.mismatch")
        }
        _ = try jws.verified(by: JWK(key.key, alg: "ES256", use: "sig"), policy: anyAlgorithm)
    }

    @Test func `every changed byte is noticed`() throws {
        let (text, key) = try example("A.3")
        let jws = try JWS(compact: text)
        let input = String(decoding: jws.signingInput, as: UTF8.self)
        for index in jws.signature.indices {
            var signature = jws.signature
            signature[index] ^= 1
            let changed = try JWS(compact: "\(input).\(Base64URL.encode(signature))")
            let seen = code { () throws(Finding) in try changed.verified(by: key, policy: anyAlgorithm) }
            #expect(seen == "jose.signature.invalid")
        }
        let header = input.prefix { $0 != "." }
        let other = try JWS(compact: "\(header).e30.\(Base64URL.encode(jws.signature))")
        let seen = code { () throws(Finding) in try other.verified(by: key, policy: anyAlgorithm) }
        #expect(seen == "jose.signature.invalid")
    }

    @Test(
        .row("VCI-GEN-02"),
        arguments: [
            ("JWT", nil), ("jwt", nil), ("application/JWT", nil), ("dc+sd-jwt", "jose.typ.wrong"),
            ("", "jose.typ.wrong"),
            ("JWT ", "jose.typ.wrong"), ("text/jwt", "jose.typ.wrong"), (nil, "jose.typ.missing"),
        ] as [(String?, String?)])
    func `VCI-GEN-02 wants the type that was asked for`(_ type: String?, _ expected: String?) throws {
        var header: JSONObject = ["alg": "ES256"]
        header["typ"] = type.map(JSON.string)
        let (jws, key) = try signed(header)
        let policy = JWSPolicy(algorithms: [.es256], types: ["jwt"], party: .issuer)
        #expect(code { () throws(Finding) in try jws.verified(by: key, policy: policy) } == expected)
        let lenient = JWSPolicy(algorithms: [.es256], types: ["jwt"], allowsMissingType: true, party: .issuer)
        let seen = code { () throws(Finding) in try jws.verified(by: key, policy: lenient) }
        #expect(seen == (type == nil ? nil : expected))
    }

    @Test(
        .row("VCI-GEN-02"),
        arguments: [
            ("crit", ["exp"], "jose.crit.unsupported"), ("crit", [], "jose.crit.unsupported"),
            ("crit", ["b64"], "jose.crit.unsupported"), ("b64", false, "jose.b64.unsupported"),
            ("b64", "true", "jose.b64.unsupported"), ("b64", true, nil),
        ] as [(String, JSON, String?)])
    func `VCI-GEN-02 refuses extensions that it does not know`(
        _ name: String, _ value: JSON, _ expected: String?
    ) throws {
        let (jws, key) = try signed(["alg": "ES256", "exp": 1, name: value])
        #expect(code { () throws(Finding) in try jws.verified(by: key, policy: anyAlgorithm) } == expected)
    }

    @Test(arguments: [
        "", ".", "..", "a.b", "a.b.c.d", "e30.e30.", "eyJhbGciOiJFUzI1NiJ9.e30.AA=", "eyJhbGciOiJFUzI1NiJ9.e30 .AA",
        "eyJhbGciOiJFUzI1NiJ9.e3+0.AA", "W10.e30.AA", "eyJhbGciOjF9.e30.AA",
        // {"alg":"ES256","alg":"none"}
        "eyJhbGciOiJFUzI1NiIsImFsZyI6Im5vbmUifQ.e30.AA",
    ])
    func `refuses what is no compact JWS`(_ text: String) {
        let seen = code { () throws(Finding) in try JWS(compact: text) }
        #expect(seen?.hasPrefix("jose.malformed") == true || seen?.hasPrefix("jose.header.") == true)
    }

    @Test func `claims are one JSON object`() throws {
        let key = try ECPrivateKey.generate(.p256)
        for payload in ["[]", "", "{\"a\":1,\"a\":2}", "nonsense"] {
            let draft = UnsignedJWS(header: ["alg": "ES256"], payload: Array(payload.utf8))
            let jws = try JWS(compact: draft.signed(with: key))
            let verified = try jws.verified(by: .ec(key.publicKey), policy: anyAlgorithm)
            #expect(verified.payload == Array(payload.utf8))
            #expect(code { () throws(Finding) in try verified.claims() }?.hasPrefix("jwt.claims.") == true)
        }
    }

    @Test func `a draft is what RFC 7515 Appendix A 4 signs`() throws {
        let (text, _) = try example("A.4")
        let jws = try JWS(compact: text)
        let draft = UnsignedJWS(header: ["alg": "ES512"], payload: Array("Payload".utf8))
        #expect(draft.signingInput == jws.signingInput)
        #expect(draft.compact(signature: jws.signature) == text)
    }
}
