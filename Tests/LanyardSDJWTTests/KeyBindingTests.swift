import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

@testable import LanyardSDJWT

@Suite struct KeyBindingTests {
    @Test(.row("VP-SDJ-02"))
    func `VP-SDJ-02 a draft has exactly the claims of RFC 9901 and binds to what is sent`() throws {
        let sample = try #require(Samples.vectors("sd-jwt/rfc9901-examples.json").first { $0["kb"]?.object != nil })
        let text = try sample.text("compact")
        let presentation = String(text[...(try #require(text.lastIndex(of: "~")))])
        let draft = KeyBindingJWT.unsigned(
            for: presentation, hash: .sha256, audience: "https://verifier.example.org", nonce: "1234567890",
            issuedAt: Instant(seconds: 1_748_454_271), algorithm: .es256)
        let parts = String(decoding: draft.signingInput, as: UTF8.self).split(separator: ".")
        let header = try JSON(parsing: try #require(Base64URL.decode(try found(parts.first))))
        let payload = try JSON(parsing: try #require(Base64URL.decode(try found(parts.last))))
        #expect(areSame(header, try found(sample["kb"]?["header"])))
        #expect(areSame(payload, try found(sample["kb"]?["payload"])))
    }

    @Test(.row("SDJWT-15"))
    func `SDJWT-15 a key in the key binding's own header means nothing`() throws {
        let stranger = try ECPrivateKey.generate(.p256)
        let credential = try bound()
        let presentation = credential.received.text
        let draft = KeyBindingJWT.unsigned(
            for: presentation, hash: .sha256, audience: "v", nonce: "n", issuedAt: Samples.now, algorithm: .es256)
        var header = try #require(
            try JSON(
                parsing: try found(
                    Base64URL.decode(String(decoding: draft.signingInput, as: UTF8.self).prefix { $0 != "." }))
            ).object)
        header["jwk"] = JWK(.ec(stranger.publicKey)).json
        let forged = UnsignedJWS(header: header, payload: Array(try payload(of: draft)))
        let signature = try stranger.signature(for: forged.signingInput, hash: .sha256)
        let text = presentation + forged.compact(signature: signature)
        let presented = try VerifiedSDJWT(reopening: text)
        let seen = code {
            _ = try presented.verifiedKeyBinding(
                for: KeyBindingExpectation(audience: "v", nonce: "n", now: Samples.now))
        }
        #expect(seen == "jose.signature.invalid")
    }

    @Test(.row("SDJWT-16"))
    func `SDJWT-16 aud, nonce and iat must be the verifier's own`() throws {
        let credential = try bound()
        let holder = try Self.holder()
        let presentation = credential.presentation(disclosing: [])
        let draft = KeyBindingJWT.unsigned(
            for: presentation, hash: credential.hash, audience: "v", nonce: "n", issuedAt: Samples.now,
            algorithm: .es256, adding: ["transaction_data_hashes": ["x"], "aud": "somebody else"])
        let signature = try holder.signature(for: draft.signingInput, hash: .sha256)
        let presented = try VerifiedSDJWT(reopening: presentation + draft.compact(signature: signature))
        func seen(_ audience: String, _ nonce: String, _ now: Instant) -> String? {
            code {
                _ = try presented.verifiedKeyBinding(
                    for: KeyBindingExpectation(audience: audience, nonce: nonce, now: now))
            }
        }
        #expect(seen("v", "n", Samples.now) == nil)
        #expect(seen("V", "n", Samples.now) == "sdjwt.keyBinding.audience")
        #expect(seen("v", "m", Samples.now) == "sdjwt.keyBinding.nonce")
        #expect(seen("v", "n", Samples.now.advanced(by: 301)) == "sdjwt.keyBinding.stale")
        #expect(seen("v", "n", Samples.now.advanced(by: -61)) == "sdjwt.keyBinding.stale")
    }

    @Test(.row("VP-SDJ-03"), arguments: DisclosureHash.allCases)
    func `VP-SDJ-03 sd_hash uses the credential's own hash and the order that is sent`(_ hash: DisclosureHash) throws {
        let lengths: [DisclosureHash: Int] = [.sha256: 43, .sha384: 64, .sha512: 86]
        let text = KeyBindingJWT.presentationHash(of: "a~b~c~", using: hash)
        #expect(text.count == lengths[hash])
        #expect(text != KeyBindingJWT.presentationHash(of: "a~c~b~", using: hash))
        #expect(text != KeyBindingJWT.presentationHash(of: "a~b~c", using: hash))
    }

    private static func holder() throws -> ECPrivateKey {
        let scalar = try #require(Base64URL.decode("5K5SCos8zf9zRemGGUl6yfok-_NiiryNZsvANWMhF-I"))
        return try ECPrivateKey(.p256, scalar: scalar)
    }

    private func bound() throws -> VerifiedSDJWT {
        let key = JWK(.ec(try Self.holder().publicKey))
        return try VerifiedSDJWT(reopening: try Issuer.plain(["cnf": .object(["jwk": key.json])]))
    }

    private func payload(of draft: UnsignedJWS) throws -> [UInt8] {
        let text = String(decoding: draft.signingInput, as: UTF8.self)
        return try #require(Base64URL.decode(try found(text.split(separator: ".").last)))
    }
}
