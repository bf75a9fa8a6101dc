import LanyardCrypto
import LanyardJSON
import LanyardTestSupport
import LanyardText
import Testing

struct WycheproofTests {
    @Test(
        .row("VCI-PROOF-04"),
        arguments: [
            ("ecdsa_secp256r1_sha256_p1363", SignatureAlgorithm.es256),
            ("ecdsa_secp384r1_sha384_p1363", .es384),
            ("ecdsa_secp521r1_sha512_p1363", .es512),
        ])
    func `VCI-PROOF-04 raw signatures`(_ file: String, _ algorithm: SignatureAlgorithm) throws {
        let curve = try #require(algorithm.curve)
        let differences = try Wycheproof(file).differences { candidate in
            let point = try decoded(hex: candidate.group["publicKey"]?["uncompressed"]?.string)
            let key = PublicKey.ec(try ECPublicKey(curve, x963: point))
            return key.isValidSignature(
                try candidate.bytes("sig"), for: try candidate.bytes("msg"), algorithm: algorithm)
        }
        #expect(differences.isEmpty)
    }

    @Test func `DER signatures`() throws {
        let differences = try Wycheproof("ecdsa_secp256r1_sha256_der").differences { candidate in
            let point = try decoded(hex: candidate.group["publicKey"]?["uncompressed"]?.string)
            return try ECPublicKey(.p256, x963: point).isValidSignature(
                der: candidate.bytes("sig"), for: candidate.bytes("msg"), hash: .sha256)
        }
        #expect(differences.isEmpty)
    }

    @Test func `Ed25519 signatures`() throws {
        let differences = try Wycheproof("ed25519").differences { candidate in
            let raw = try decoded(hex: candidate.group["publicKey"]?["pk"]?.string)
            return try Ed25519PublicKey(raw: raw).isValidSignature(
                candidate.bytes("sig"), for: candidate.bytes("msg"))
        }
        #expect(differences.isEmpty)
    }

    @Test(.row("VCI-ENC-08")) func `VCI-ENC-08 agreement with raw points`() throws {
        let file = try Wycheproof("ecdh_secp256r1_ecpoint")
        let differences = try file.differences { candidate in
            let secret = try candidate.bytes("shared")
            return try agree(candidate.bytes("private"), x963: candidate.bytes("public")).map { $0 == secret } ?? false
        }
        #expect(differences.isEmpty)
        // The only case with two right answers is a compressed point, which we refuse.
        for candidate in file.cases where candidate.isValid == nil {
            #expect(try agree(candidate.bytes("private"), x963: candidate.bytes("public")) == nil)
        }
    }

    @Test(.row("VCI-ENC-08")) func `VCI-ENC-08 agreement with coordinates of a JWK`() throws {
        let differences = try Wycheproof("ecdh_secp256r1_webcrypto").differences { candidate in
            guard let x = candidate.test["public"]?["x"]?.string.flatMap({ Base64URL.decode($0) }),
                let y = candidate.test["public"]?["y"]?.string.flatMap({ Base64URL.decode($0) }),
                let d = candidate.test["private"]?["d"]?.string.flatMap({ Base64URL.decode($0) }),
                candidate.test["public"]?["crv"]?.string == "P-256"
            else { return false }
            let secret = try candidate.bytes("shared")
            return agree(d, x963: [4] + x + y).map { $0 == secret } ?? false
        }
        #expect(differences.isEmpty)
    }

    private func agree(_ scalar: [UInt8], x963: [UInt8]) -> [UInt8]? {
        // Some scalars are written as a signed integer, with a zero in front, or shortened.
        let digits = Array(scalar.drop { $0 == 0 })
        let padded = [UInt8](repeating: 0, count: max(0, 32 - digits.count)) + digits
        guard let key = try? ECPrivateKey(.p256, scalar: padded), let peer = try? ECPublicKey(.p256, x963: x963),
            let secret = try? key.sharedSecret(with: peer)
        else { return nil }
        return secret.withUnsafeBytes { Array($0) }
    }

    @Test(.row("VCI-ENC-08")) func `VCI-ENC-08 AES-GCM with nonces of 96 and tags of 128 bits`() throws {
        let file = try Wycheproof("aes_gcm")
        var sealed = 0
        let differences = try file.differences { candidate in
            let key = try candidate.bytes("key"), nonce = try candidate.bytes("iv"), data = try candidate.bytes("aad")
            let text = try candidate.bytes("msg"), ciphertext = try candidate.bytes("ct")
            let tag = try candidate.bytes("tag")
            let opened = try? AESGCM.open(ciphertext, tag: tag, key: key, nonce: nonce, authenticating: data)
            guard nonce.count == AESGCM.nonceLength else {
                // Nonces of other lengths are sound but unused: refused, whatever the verdict.
                #expect(opened == nil)
                return candidate.isValid == true
            }
            if candidate.isValid == true {
                let again = try AESGCM.seal(text, key: key, nonce: nonce, authenticating: data)
                #expect(again.ciphertext == ciphertext && again.tag == tag)
                sealed += 1
            }
            return opened == text
        }
        #expect(differences.isEmpty)
        #expect(sealed > 50)
    }

    @Test func `HMAC with SHA-256`() throws {
        let differences = try Wycheproof("hmac_sha256").differences { candidate in
            let tag = try candidate.bytes("tag")
            let code = HMAC.code(.sha256, key: try candidate.bytes("key"), message: try candidate.bytes("msg"))
            return Array(code.prefix(tag.count)) == tag
        }
        #expect(differences.isEmpty)
    }

    @Test func `HKDF with SHA-256`() throws {
        let differences = try Wycheproof("hkdf_sha256").differences { candidate in
            let count = Int(try #require(candidate.test["size"]?.int64))
            let key = try? HKDF.derive(
                .sha256, input: candidate.bytes("ikm"), salt: candidate.bytes("salt"), info: candidate.bytes("info"),
                count: count)
            return try key.map { try $0 == candidate.bytes("okm") } ?? false
        }
        #expect(differences.isEmpty)
    }
}
