import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

@Suite struct JWETests {
    private let policy = JWEPolicy(allowsCompression: true, party: .issuer)

    private func bytes(_ field: JSONField) throws -> [UInt8] {
        try #require(Base64URL.decode(field.string()))
    }

    @Test(.row("VCI-ENC-08", "VP-ENC-04")) func `VCI-ENC-08 derives the key of RFC 7518 Appendix C`() throws {
        let example = try #require(try jose("rfc7518-appendix-c-ecdh-es.json").array().first)
        let alice = try ECPrivateKey.reading(jwk: example["aliceEphemeral"].json())
        let bob = try ECPrivateKey.reading(jwk: example["bobStatic"].json())
        let text = try JWE.seal(
            [1, 2, 3], to: bob.publicKey, enc: .a128GCM, kid: nil, zip: false, apu: Array("Alice".utf8),
            apv: Array("Bob".utf8), ephemeral: alice, nonce: [UInt8](repeating: 7, count: 12))
        let jwe = try JWE(compact: text)
        for name in ["alg", "enc", "apu", "apv"] {
            #expect(jwe.header.json[name] == example["protectedHeader"][name].value)
        }
        #expect(jwe.encryptedKey.isEmpty)
        let derived = try bytes(example["derivedKey_b64u"])
        let plaintext = try AESGCM.open(
            jwe.ciphertext, tag: jwe.tag, key: derived, nonce: jwe.initializationVector,
            authenticating: jwe.additionalData)
        #expect(plaintext == [1, 2, 3])
    }

    @Test(.row("VCI-ENC-08", "VP-ENC-04", "VCI-ENC-05"))
    func `VCI-ENC-08 opens what another implementation sealed`() throws {
        let cases = try jose("independent.json")["jwe"].array()
        #expect(cases.count == 9)
        for field in cases {
            let jwe = try JWE(compact: field["compact"].string())
            let opened = try jwe.opened(
                with: ECPrivateKey.reading(jwk: field["recipient"].json()), policy: policy)
            #expect(String(decoding: opened.plaintext, as: UTF8.self) == (try field["plaintext"].string()))
        }
    }

    @Test(.row("VCI-ENC-08", "VP-ENC-04")) func `VCI-ENC-08 seals exactly as another implementation`() throws {
        for field in try jose("independent.json")["jwe"].array() where field["ephemeral"].isPresent {
            guard try field["zip"].bool() == false else { continue }
            let recipient = try ECPrivateKey.reading(jwk: field["recipient"].json())
            let text = try JWE.seal(
                Array(field["plaintext"].string().utf8), to: recipient.publicKey,
                enc: try #require(ContentEncryption(rawValue: field["enc"].string())), kid: field["kid"].value?.string,
                zip: false, apu: field["apu"].value?.string.flatMap { Base64URL.decode($0) },
                apv: field["apv"].value?.string.flatMap { Base64URL.decode($0) },
                ephemeral: ECPrivateKey.reading(jwk: field["ephemeral"].json()), nonce: bytes(field["iv"]))
            #expect(text == (try field["compact"].string()))
        }
    }

    @Test(.row("VP-ENC-04")) func `VP-ENC-04 each response has a fresh ephemeral key`() throws {
        let recipient = JWK(.ec(try ECPrivateKey.generate(.p256).publicKey), kid: "enc-1")
        let sealed = try (0..<20).map { _ in try JWE(compact: JWE.seal([1], to: recipient, enc: .a256GCM)) }
        #expect(Set(sealed.map { $0.header.json["epk"] }).count == 20)
        #expect(Set(sealed.map(\.initializationVector)).count == 20)
        #expect(sealed.allSatisfy { $0.header.kid == "enc-1" && $0.header.alg == "ECDH-ES" && $0.encryptedKey.isEmpty })
        #expect(sealed[0].header.json.keys == ["alg", "enc", "kid", "epk"])
    }

    @Test(.row("VCI-ENC-05")) func `VCI-ENC-05 compresses only when told to`() throws {
        let key = try ECPrivateKey.generate(.p256)
        let plaintext = [UInt8](repeating: 0x61, count: 10_000)
        let recipient = JWK(.ec(key.publicKey))
        let plain = try JWE(compact: JWE.seal(plaintext, to: recipient, enc: .a128GCM))
        #expect(plain.header.json["zip"] == nil)
        #expect(plain.ciphertext.count == plaintext.count)
        let zipped = try JWE(compact: JWE.seal(plaintext, to: recipient, enc: .a128GCM, zip: true))
        #expect(zipped.header.json["zip"] == "DEF")
        #expect(zipped.ciphertext.count < 100)
        #expect(try zipped.opened(with: key, policy: policy).plaintext == plaintext)
        let unwanted = JWEPolicy(party: .issuer)
        #expect(code { () throws(Finding) in try zipped.opened(with: key, policy: unwanted) } == "jwe.zip.notAllowed")
        let small = JWEPolicy(allowsCompression: true, limit: 9_999, party: .issuer)
        #expect(code { () throws(Finding) in try zipped.opened(with: key, policy: small) } == "jwe.inflate.failed")
    }

    @Test(.row("VCI-ENC-07")) func `VCI-ENC-07 chooses the strongest common encryption`() {
        #expect(ContentEncryption.strongest(among: ["A128GCM", "A256GCM"]) == .a256GCM)
        #expect(ContentEncryption.strongest(among: ["A256CBC-HS512", "A192GCM", "A128GCM"]) == .a192GCM)
        #expect(ContentEncryption.strongest(among: ["A128CBC-HS256", "a128gcm"]) == nil)
        #expect(ContentEncryption.strongest(among: []) == nil)
    }

    @Test(.row("VCI-ENC-07")) func `VCI-ENC-07 opens the encryptions that were offered only`() throws {
        let key = try ECPrivateKey.generate(.p256)
        let jwe = try JWE(compact: JWE.seal([1], to: JWK(.ec(key.publicKey)), enc: .a128GCM))
        let strong = JWEPolicy(encryptions: [.a256GCM], party: .verifier)
        let found = finding { () throws(Finding) in try jwe.opened(with: key, policy: strong) }
        #expect(found?.code.description == "jwe.enc.notAllowed")
        #expect(found?.party == .verifier)
    }

    @Test func `is for the key that was offered`() throws {
        let key = try ECPrivateKey.generate(.p256)
        let jwe = try JWE(compact: JWE.seal([1], to: JWK(.ec(key.publicKey), kid: "one"), enc: .a128GCM))
        let other = JWEPolicy(kid: "two", party: .issuer)
        #expect(code { () throws(Finding) in try jwe.opened(with: key, policy: other) } == "jwe.kid.wrong")
        #expect(try jwe.opened(with: key, policy: JWEPolicy(kid: "one", party: .issuer)).plaintext == [1])
        let stranger = try ECPrivateKey.generate(.p256)
        #expect(
            code { () throws(Finding) in try jwe.opened(with: stranger, policy: policy) } == "jwe.decryption.failed")
    }

    @Test func `seals to keys for encryption only`() throws {
        let key = try ECPrivateKey.generate(.p256).publicKey
        let wrong = [
            JWK(.ec(key), use: "sig"), JWK(.ec(key), alg: "ECDH-ES+A128KW"),
            JWK(.ed25519(try Ed25519PrivateKey.generate().publicKey)),
        ]
        for jwk in wrong {
            let found = finding { () throws(Finding) in
                try JWE.seal([], to: jwk, enc: .a128GCM, party: .verifier)
            }
            #expect(found?.code.description == "jwe.recipient.unsupported")
            #expect(found?.party == .verifier)
        }
        _ = try JWE.seal([], to: JWK(.ec(key), alg: "ECDH-ES", use: "enc"), enc: .a128GCM)
    }

    @Test func `names algorithms that are not supported`() throws {
        let key = try ECPrivateKey.generate(.p256)
        let example = try #require(try jose("rfc7516-appendix-a3.json").array().first)
        let jwe = try JWE(compact: example["compact"].string())
        #expect(code { () throws(Finding) in try jwe.opened(with: key, policy: policy) } == "jwe.alg.notAllowed")
        let direct = try jose("rfc7520-cookbook/jwe__5_5.key_agreement_using_ecdh-es_with_aes-cbc-hmac-sha2.json")
        let blocks = try JWE(compact: direct["output"]["compact"].string())
        let meriadoc = try ECPrivateKey.reading(jwk: direct["input"]["key"].json())
        #expect(
            code { () throws(Finding) in try blocks.opened(with: meriadoc, policy: policy) } == "jwe.enc.notAllowed")
    }
}
