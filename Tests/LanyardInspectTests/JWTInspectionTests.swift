import LanyardCertificates
import LanyardInspect
import LanyardJOSE
import LanyardJSON
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

@Suite struct JWTInspectionTests {
    private static let key: JSON = [
        "kty": "EC", "crv": "P-256", "x": "TCAER19Zvu3OHF4j4W4vfSVoHIP1ILilDls7vCeGemc",
        "y": "ZxjiWWbZMQGHVWKVQ4hbSIirsVfuecCE6t4jT9F2HZQ",
    ]

    @Test(.row("VCI-DPOP-01", "VCI-DPOP-02")) func `VCI-DPOP-02 the proofs of RFC 9449 keep every rule`() throws {
        let file = try Samples.json("jose/rfc9449-dpop.json")
        let proofs = try #require(file.object?.members.compactMap { $0.value["jwt"]?.string })
        #expect(proofs.count >= 2)
        for proof in proofs {
            let inspection = try Samples.inspect(proof)
            #expect(inspection.kind == "dpop-proof")
            #expect(inspection.faults == [], "\(inspection.faults)")
            #expect(inspection.checks.contains { $0.rule.hasPrefix("The signature") && $0.outcome == .passed })
            #expect(inspection.fact("thumbprint") == nil)
        }
    }

    @Test func `the signed examples of RFC 7515 verify with their keys`() throws {
        let file = try Samples.json("jose/rfc7515-appendix-a.json")
        let samples = file.array ?? file.object?.members.map(\.value) ?? []
        var verified = 0
        for sample in samples {
            guard let compact = sample["compact"]?.string ?? sample["jws"]?.string,
                let json = sample["jwk"] ?? sample["key"], let key = try? JWK(json: json, at: "")
            else { continue }
            let detector = Detector(InspectOptions(now: Samples.now, keys: [key]))
            let inspection = try Samples.inspect(compact, detector)
            #expect(inspection.checks.contains { $0.rule.hasPrefix("The signature") && $0.outcome == .passed })
            verified += 1
        }
        #expect(verified >= 2)
    }

    /// A header and claims of each use that keep its rules.
    static let sound: [(String, JSON, JSON)] = [
        (
            "key-proof", ["alg": "ES256", "typ": "openid4vci-proof+jwt", "kid": "k"],
            ["aud": "https://i.example", "iat": 1, "nonce": "n"]
        ),
        ("key-attestation", ["alg": "ES256", "typ": "key-attestation+jwt"], ["iat": 1, "attested_keys": [1]]),
        (
            "client-attestation", ["alg": "ES256", "typ": "oauth-client-attestation+jwt"],
            ["sub": "c", "exp": 9_000_000_000, "cnf": [:]]
        ),
        (
            "client-attestation-proof", ["alg": "ES256", "typ": "oauth-client-attestation-pop+jwt"],
            ["aud": "https://a", "jti": "j", "iat": 1]
        ),
        (
            "dpop-proof", ["alg": "ES256", "typ": "dpop+jwt", "jwk": key],
            ["jti": "j", "htm": "POST", "htu": "https://a", "iat": 1]
        ),
        (
            "key-binding", ["alg": "ES256", "typ": "kb+jwt"],
            ["iat": 1, "aud": "https://v", "nonce": "n", "sd_hash": "h"]
        ),
        (
            "request-object", ["alg": "ES256", "typ": "oauth-authz-req+jwt"],
            ["client_id": "x", "response_type": "vp_token", "nonce": "n"]
        ),
        (
            "access-token", ["alg": "ES256", "typ": "at+jwt"],
            ["iss": "a", "exp": 9_000_000_000, "aud": ["b"], "sub": "c", "client_id": "d", "iat": 1, "jti": "e"]
        ),
        (
            "entity-statement", ["alg": "ES256", "typ": "entity-statement+jwt"],
            ["iss": "a", "sub": "a", "iat": 1, "exp": 9_000_000_000]
        ),
    ]

    @Test(arguments: sound)
    func `each use is known by its typ and needs each of its claims`(_ kind: String, _ header: JSON, _ claims: JSON)
        throws
    {
        let inspection = try Samples.inspect(Samples.jwt(header, claims))
        #expect(inspection.kind == kind)
        let expected: Set<String> = kind == "dpop-proof" ? ["jose.signature.invalid"] : []
        #expect(inspection.faults == expected)
        let optional: Set<String> = ["nonce"]
        for name in claims.object?.keys ?? [] where !(kind == "key-proof" && optional.contains(name)) {
            var less = claims.object ?? [:]
            less[name] = nil
            let faults = try Samples.inspect(Samples.jwt(header, .object(less))).faults
            #expect(faults.contains("jwt.claim.missing"), "\(kind) without \(name)")
            less[name] = true
            #expect(try Samples.inspect(Samples.jwt(header, .object(less))).faults.contains("jwt.claim.type"))
        }
    }

    static let broken: [(JSON, JSON, String)] = [
        (["alg": "none"], [:], "jose.alg.notAllowed"), (["alg": "HS256"], [:], "jose.alg.notAllowed"),
        (["alg": "ES256", "crit": ["x"], "x": 1], [:], "jose.crit.unsupported"),
        (["alg": "ES256", "b64": false], [:], "jose.b64.unsupported"),
        (["alg": 1], [:], "jose.header.type"), (["typ": "x"], [:], "jose.header.missing"),
        (["alg": "ES256", "x5c": []], [:], "jose.header.type"),
        (["alg": "ES256", "x5c": ["!"]], [:], "jose.header.type"),
        (["alg": "ES256", "jwk": ["kty": "EC"]], [:], "jwk.missing"),
        (["alg": "ES256", "jwk": ["kty": "oct", "k": "a"]], [:], "jwk.private"),
        (["alg": "ES256", "x5c": ["AAAA"]], [:], "certificate.malformed"),
        (["alg": "ES256"], ["exp": 1], "jwt.time.expired"),
        (["alg": "ES256"], ["nbf": 9_000_000_000], "jwt.time.notYet"),
        (["alg": "ES256"], ["iat": 9_000_000_000], "jwt.time.issuedInFuture"),
        (["alg": "ES256"], ["exp": "soon"], "jwt.time.malformed"),
        (["alg": "ES384", "jwk": key], [:], "jose.key.mismatch"),
        (["alg": "ES256", "jwk": key], [:], "jose.signature.invalid"),
        (["alg": "ES256", "typ": "dpop+jwt"], ["jti": "j", "htm": "m", "htu": "u", "iat": 1], "jwt.header.key"),
        (
            ["alg": "ES256", "typ": "openid4vci-proof+jwt", "kid": "k", "jwk": key], ["aud": "a", "iat": 1],
            "jwt.header.key"
        ),
        (["alg": "ES256", "typ": "kb+jwt"], "text", "jwt.claims.type"),
    ]

    @Test(.row("VCI-GEN-02"), arguments: broken)
    func `VCI-GEN-02 each fault of a JWT has its code`(_ header: JSON, _ claims: JSON, _ code: String) throws {
        let inspection = try Samples.inspect(Samples.jwt(header, claims))
        #expect(inspection.faults.contains(code), "\(inspection.faults)")
        #expect(inspection.isExplained)
    }

    @Test func `a text that is no base64url is told as such`() throws {
        #expect(try Samples.inspect("eyJhbGciOiJFUzI1NiJ9.e30=.AAAA").faults == ["jose.malformed"])
    }

    @Test func `faults of a header are told together`() throws {
        let inspection = try Samples.inspect(
            Samples.jwt(["alg": "HS256", "crit": ["x"], "typ": "dpop+jwt"], ["exp": 1]))
        #expect(
            inspection.faults.isSuperset(of: [
                "jose.alg.notAllowed", "jose.crit.unsupported", "jwt.header.key", "jwt.claim.missing",
                "jwt.time.expired",
            ]))
    }

    @Test(.row("VCI-META-08")) func `VCI-META-08 signed metadata is judged as a JWT and as metadata`() throws {
        let published = try Vector.text("oid4vci/spec-1.0/credential_issuer_metadata_sd_jwt_jwt.txt")
        let example = try Samples.inspect(published)
        #expect(example.kind == "signed-issuer-metadata")
        #expect(example.parts.contains { $0.kind == "issuer-metadata" })
        let claims: JSON = ["sub": "https://i.example", "iat": 1, "credential_issuer": "https://i.example"]
        let made = try Samples.inspect(Samples.jwt(["alg": "ES256", "typ": "openidvci-issuer-metadata+jwt"], claims))
        #expect(made.faults == ["issuerMetadata.missing"])
    }

    @Test func `another typ hides neither a status list nor signed metadata`() throws {
        let list = try Samples.inspect(
            Samples.jwt(
                ["alg": "ES256", "typ": "JWT"],
                ["sub": "https://l", "iat": 1, "status_list": ["bits": 1, "lst": "eNpjAAAAAQAB"]]))
        #expect(list.kind == "status-list-token" && list.faults == ["jose.typ.wrong"])
        let metadata = try Samples.inspect(
            Samples.jwt(["alg": "ES256"], ["sub": "https://i", "iat": 1, "credential_configurations_supported": [:]]))
        #expect(metadata.kind == "signed-issuer-metadata" && metadata.faults.contains { $0.hasPrefix("jose.typ.") })
        let credential = Samples.jwt(["alg": "ES256"], ["status": ["status_list": ["idx": 1, "uri": "https://l"]]])
        #expect(try Samples.inspect(credential).kind == "jwt")
    }

    @Test func `of a status list that was refused nothing is said`() throws {
        let token = Samples.jwt(
            ["alg": "ES256", "typ": "statuslist+jwt"],
            ["sub": "https://l", "iat": 1, "status_list": ["bits": 3, "lst": "eNpjAAAAAQAB"]])
        let inspection = try Samples.inspect(token)
        #expect(inspection.faults == ["status.list.bits"])
        #expect(inspection.fact("entries") == nil)
        #expect(inspection.fact("judged without") == "status_list")
        #expect(inspection.checks.first { $0.rule.hasPrefix("The list is base64url") }?.outcome == .notJudged)
    }

    @Test func `JWS in JSON is judged signature by signature`() throws {
        let parts = Samples.jwt(["alg": "HS256"], ["a": 1]).split(separator: ".").map(String.init)
        let text = #"{"payload":"\#(parts[1])","protected":"\#(parts[0])","signature":"\#(parts[2])"}"#
        let inspection = try Samples.inspect(text)
        #expect(inspection.kind == "jws-json")
        #expect(inspection.faults == ["jose.alg.notAllowed"])
        #expect(try Samples.inspect(#"{"payload":"","signatures":[]}"#).faults == ["jose.json.type"])
    }

    @Test func `the published JWEs keep the rules, and each change breaks one`() throws {
        let file = try Samples.json("jose/independent.json")
        let compact = try #require(file["jwe"]?[0]?["compact"]?.string)
        #expect(try Samples.inspect(compact).faults == [])
        let rest = compact.drop { $0 != "." }
        let header = try #require(
            Base64URL.decode(String(compact.prefix { $0 != "." })).flatMap { try? JSON(parsing: $0) })
        let changes: [(String, JSON?, String)] = [
            ("alg", "RSA1_5", "jwe.alg.notAllowed"), ("enc", "A128CBC-HS256", "jwe.enc.notAllowed"),
            ("zip", "GZIP", "jwe.zip.notAllowed"), ("epk", nil, "jwe.epk.wrong"),
            ("crit", ["x"], "jose.crit.unsupported"),
            ("apu", "=", "jwe.malformed"),
        ]
        var all = header.object ?? [:]
        for (name, value, code) in changes {
            var object = header.object ?? [:]
            object[name] = value
            if name != "apu" { all[name] = value }
            let text = Base64URL.encode(JSON.object(object).encoded()) + rest
            #expect(try Samples.inspect(text).faults == [code])
        }
        let together = try Samples.inspect(Base64URL.encode(JSON.object(all).encoded()) + rest)
        #expect(together.faults == Set(changes.map(\.2)).subtracting(["jwe.malformed"]))
    }
}
