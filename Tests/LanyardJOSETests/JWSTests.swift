import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

@Suite struct JWSTests {
    private let anyAlgorithm = JWSPolicy(algorithms: Set(SignatureAlgorithm.allCases), types: [], party: .issuer)

    private func examples() throws -> [JSONField] {
        try JSONField(JSON(parsing: Vector.bytes("jose/rfc7515-appendix-a.json"))).array()
    }

    private func example(_ name: String) throws -> (text: String, key: JWK) {
        let found = try examples().first { try $0["name"].string().contains(name) }
        let field = try #require(found)
        return (try field["compact"].string(), try JWK(json: field["jwk"].json()))
    }

    private func code<T>(_ read: () throws(Finding) -> T) -> String? {
        do throws(Finding) {
            _ = try read()
            return nil
        } catch {
            return error.code.description
        }
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

    @Test(.row("VCI-GEN-02")) func `VCI-GEN-02 refuses none and MACs whatever the policy`() throws {
        let key = try example("A.3").key
        for field in try examples() where ["HS256", "none"].contains(try field["alg"].string()) {
            let jws = try JWS(compact: field["compact"].string())
            let seen = code { () throws(Finding) in try jws.verified(by: key, policy: anyAlgorithm) }
            #expect(seen == "jose.alg.notAllowed")
        }
    }

    @Test func `every changed byte of the signature is noticed`() throws {
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
    }
}
