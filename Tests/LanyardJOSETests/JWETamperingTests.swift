import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

@Suite struct JWETamperingTests {
    private let policy = JWEPolicy(party: .issuer)

    /// A sealed text of another implementation, its key, and its parts.
    private func sample() throws -> (key: ECPrivateKey, parts: [String]) {
        let field = try #require(try jose("independent.json")["jwe"].array().first)
        let parts = try field["compact"].string().split(separator: ".", omittingEmptySubsequences: false)
        return (try ECPrivateKey.reading(jwk: field["recipient"].json()), parts.map(String.init))
    }

    private func opening(_ parts: [String], _ key: ECPrivateKey) -> String? {
        code { () throws(Finding) in try JWE(compact: parts.joined(separator: ".")).opened(with: key, policy: policy) }
    }

    private func header(_ parts: [String], _ change: (inout JSONObject) -> Void) throws -> [String] {
        let bytes = try #require(Base64URL.decode(parts[0]))
        var object = try #require(try JSON(parsing: bytes).object)
        change(&object)
        return [Base64URL.encode(JSON.object(object).encoded())] + parts[1...]
    }

    @Test(.row("VCI-ENC-08")) func `VCI-ENC-08 every changed part is noticed`() throws {
        let (key, parts) = try sample()
        #expect(opening(parts, key) == nil)
        for part in [2, 3, 4] {
            var bytes = try #require(Base64URL.decode(parts[part]))
            bytes[0] ^= 1
            var changed = parts
            changed[part] = Base64URL.encode(bytes)
            #expect(opening(changed, key) == "jwe.decryption.failed")
        }
        #expect(opening(try header(parts) { $0["kid"] = "other" }, key) == "jwe.decryption.failed")
        #expect(opening(try header(parts) { $0["apu"] = "AA" }, key) == "jwe.decryption.failed")
        #expect(opening(try header(parts) { $0["enc"] = "A256GCM" }, key) == "jwe.decryption.failed")
    }

    @Test(.row("VCI-ENC-08")) func `VCI-ENC-08 lengths are exact`() throws {
        let (key, parts) = try sample()
        for (part, text) in [(1, "AA"), (2, "AAAAAAAAAAAAAAA"), (2, ""), (4, "AAAAAAAAAAAAAAAA"), (4, "")] {
            var changed = parts
            changed[part] = text
            #expect(opening(changed, key) == "jwe.malformed")
        }
    }

    @Test(.row("VCI-ENC-08")) func `VCI-ENC-08 the ephemeral key is a public one on our curve`() throws {
        let (key, parts) = try sample()
        let offCurve: JSON = [
            "kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
            "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a8",
        ]
        let other = JWK(.ec(try ECPrivateKey.generate(.p384).publicKey)).json
        let edwards = JWK(.ed25519(try Ed25519PrivateKey.generate().publicKey)).json
        let secret = try ECPrivateKey.generate(.p256).jwk()
        let expected: [(JSON?, String)] = [
            (nil, "jwe.epk.wrong"), (offCurve, "jwk.invalid"), (other, "jwe.epk.wrong"), (edwards, "jwe.epk.wrong"),
            (secret, "jwk.private"), ("key", "jwk.type"),
        ]
        for (epk, code) in expected {
            #expect(opening(try header(parts) { $0["epk"] = epk }, key) == code)
        }
    }

    @Test func `header members are of their kind`() throws {
        let (key, parts) = try sample()
        #expect(opening(try header(parts) { $0["enc"] = nil }, key) == "jwe.enc.notAllowed")
        #expect(opening(try header(parts) { $0["enc"] = 1 }, key) == "jwe.malformed")
        #expect(opening(try header(parts) { $0["alg"] = "dir" }, key) == "jwe.alg.notAllowed")
        #expect(opening(try header(parts) { $0["zip"] = "GZ" }, key) == "jwe.zip.notAllowed")
        #expect(opening(try header(parts) { $0["apv"] = "A" }, key) == "jwe.malformed")
        #expect(opening(try header(parts) { $0["crit"] = ["exp"] }, key) == "jose.crit.unsupported")
    }

    @Test(arguments: ["", "....", "a.b.c.d", "e30....", "eyJhbGciOiJFQ0RILUVTIn0.=...", "a.b.c.d.e.f"])
    func `refuses what is no compact JWE`(_ text: String) {
        let seen = code { () throws(Finding) in try JWE(compact: text) }
        #expect(seen == "jwe.malformed" || seen?.hasPrefix("jose.header.") == true)
    }
}
