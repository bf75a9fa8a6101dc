import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

@Suite struct JOSEVectorTests {
    private let signatures = JWSPolicy(algorithms: Set(SignatureAlgorithm.allCases), types: [], party: .issuer)

    private func groups(_ file: String) throws -> [JSONField] {
        try jose("wycheproof/\(file).dev.json")["testGroups"].array()
    }

    /// The algorithm and encryption that a compact text names, as far as it can be read.
    private func named(_ text: String) -> (alg: String?, enc: String?) {
        let header = Base64URL.decode(text.prefix { $0 != "." }).flatMap { try? JSON(parsing: $0) }
        return (header?["alg"]?.string, header?["enc"]?.string)
    }

    private func received(_ form: JSON) throws(Finding) -> [JWS] {
        guard let text = form.string else { return try JWSJSON(json: form).signatures }
        return [try JWS(compact: text)]
    }

    @Test(.row("VCI-GEN-02"), arguments: ["json_web_signature", "json_web_crypto"])
    func `VCI-GEN-02 agrees with Wycheproof on signatures`(_ file: String) throws {
        var accepted = 0
        var refused = 0
        for group in try groups(file) {
            let key = group["public"].value ?? group["private"].value ?? .null
            // Its key says ES521, which is the algorithm of no key.
            let isMistaken = key["alg"]?.string == "ES521"
            for test in try group["tests"].array() where test["jws"].isPresent {
                let form = try test["jws"].json()
                let isSupported = SignatureAlgorithm(rawValue: named(form.string ?? "").alg ?? "") != nil
                let expected = try test["result"].string() == "valid" && isSupported && !isMistaken
                let seen = code { () throws(Finding) in
                    for jws in try received(form) {
                        _ = try jws.verified(by: JWK(json: key), policy: signatures)
                    }
                }
                #expect((seen == nil) == expected, "\(test.label)")
                if seen == nil { accepted += 1 } else { refused += 1 }
            }
        }
        #expect(refused > 20)
        #expect(file == "json_web_crypto" || accepted > 8)
    }

    @Test(.row("VCI-GEN-02")) func `VCI-GEN-02 agrees with Wycheproof on sets of keys`() throws {
        for group in try groups("json_web_key") {
            let set = try JWKSet(json: group["public"].value ?? group["private"].json())
            for test in try group["tests"].array() {
                let text = try test["jws"].string()
                let supported = SignatureAlgorithm(rawValue: named(text).alg ?? "") != nil
                let verified = set.keys.contains { key in
                    code { () throws(Finding) in try JWS(compact: text).verified(by: key, policy: signatures) } == nil
                }
                let expected = try test["result"].string() == "valid" && supported
                #expect(verified == expected, "\(group.label)")
            }
        }
    }

    @Test(.row("VCI-ENC-08"), arguments: ["json_web_encryption", "json_web_crypto"])
    func `VCI-ENC-08 agrees with Wycheproof on encryption`(_ file: String) throws {
        var opened = 0
        for group in try groups(file) {
            let key = try? ECPrivateKey.reading(jwk: group["private"].json())
            for test in try group["tests"].array() {
                guard let text = try test["jwe"].optionalString(), let key else { continue }
                let (alg, enc) = named(text)
                let supported = alg == "ECDH-ES" && ContentEncryption(rawValue: enc ?? "") != nil
                let expected = try test["result"].string() == "valid" && supported
                let policy = JWEPolicy(party: .issuer)
                let result = try? JWE(compact: text).opened(with: key, policy: policy)
                #expect((result != nil) == expected, "\(test.label)")
                guard let result else { continue }
                opened += 1
                #expect(Hex.encode(result.plaintext) == (try test["pt"].string()))
            }
        }
        #expect(file == "json_web_crypto" || opened >= 2)
    }

    @Test func `verifies the cookbook of RFC 7520`() throws {
        for name in [
            "jws__4_1.rsa_v15_signature", "jws__4_3.ecdsa_signature", "curve25519__jws",
        ] {
            let example = try jose("rfc7520-cookbook/\(name).json")
            let jwk = try JWK(json: example["input"]["key"].json())
            let payload = Array(try example["input"]["payload"].string().utf8)
            let output = example["output"]
            let compact = try JWS(compact: output["compact"].string())
            let forms = try [JWSJSON(json: output["json"].json()), JWSJSON(json: output["json_flat"].json())]
            for jws in [compact] + forms.flatMap(\.signatures) {
                let verified = try jws.verified(by: jwk, policy: signatures)
                #expect(verified.payload == payload)
            }
        }
    }

    @Test func `refuses PS384, MACs, detached and unencoded payloads of the cookbook`() throws {
        let key = try JWK(json: jose("rfc7520-cookbook/jwk__3_1.ec_public_key.json").json())
        for name in [
            "jws__4_2.rsa-pss_signature", "jws__4_4.hmac-sha2_integrity_protection",
            "jws__4_5.signature_with_detached_content",
            "rfc7797__4.2.hmac-sha2_b64_false",
        ] {
            let example = try jose("rfc7520-cookbook/\(name).json")
            guard let text = try example["output"]["compact"].optionalString() else { continue }
            let seen = code { () throws(Finding) in try JWS(compact: text).verified(by: key, policy: signatures) }
            #expect(["jose.alg.notAllowed", "jose.malformed"].contains(seen), "\(name)")
        }
    }

    @Test func `names what it does not support of the encryption in the cookbook`() throws {
        let key = try ECPrivateKey.generate(.p256)
        let names = try Vector.files(in: "jose/rfc7520-cookbook").filter { $0.hasPrefix("jwe__") }
        #expect(names.count == 9)
        for name in names {
            let text = try jose("rfc7520-cookbook/\(name)")["output"]["compact"].string()
            let seen = code { () throws(Finding) in
                try JWE(compact: text).opened(with: key, policy: JWEPolicy(party: .issuer))
            }
            #expect(["jwe.alg.notAllowed", "jwe.enc.notAllowed"].contains(seen))
        }
    }
}

extension JSONField {
    /// What a Wycheproof case or group calls itself.
    fileprivate var label: String {
        "\(self["tcId"].value?.number?.text ?? "") \(self["comment"].value?.string ?? "")"
    }
}
