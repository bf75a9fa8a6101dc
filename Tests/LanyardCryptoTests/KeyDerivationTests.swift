import LanyardCrypto
import LanyardTestSupport
import LanyardText
import Testing

struct KeyDerivationTests {
    /// RFC 5869 A.1 and A.3.
    @Test func `HKDF of the RFC's examples`() throws {
        let input = [UInt8](repeating: 0x0b, count: 22)
        let salt = [UInt8](0x00...0x0c)
        let key = HKDF.extract(.sha256, input: input, salt: salt)
        #expect(Hex.encode(key) == "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5")
        #expect(
            Hex.encode(try HKDF.expand(.sha256, key: key, info: [UInt8](0xf0...0xf9), count: 42))
                == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")
        #expect(
            Hex.encode(try HKDF.derive(.sha256, input: input, salt: [], info: [], count: 42))
                == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")
        #expect(
            try HKDF.derive(.sha256, input: SecretBytes(input), salt: [], info: [], count: 42)
                == HKDF.derive(.sha256, input: input, salt: [], info: [], count: 42))
    }

    @Test func `HKDF gives at most 255 digests`() throws {
        #expect(try HKDF.derive(.sha256, input: [1], salt: [], info: [], count: 255 * 32).count == 255 * 32)
        #expect(try HKDF.derive(.sha256, input: [1], salt: [], info: [], count: 0).isEmpty)
        for count in [-1, 255 * 32 + 1, .max, .min] {
            #expect(throws: CryptoError.self) { try HKDF.derive(.sha256, input: [1], salt: [], info: [], count: count) }
        }
    }

    /// RFC 7518 Appendix C: from the two keys to the content encryption key.
    @Test(.row("VCI-ENC-08")) func `VCI-ENC-08 ECDH-ES of the RFC's example`() throws {
        let ephemeral = try ECPrivateKey(
            .p256, scalar: decoded(base64URL: "0_NxaRPUMQoAJt50Gz8YiTr8gRTwyEaCumd-MToTmIo"))
        #expect(Base64URL.encode(ephemeral.publicKey.x) == "gI0GAILBdu7T53akrFmMyGcsF3n5dO7MmwNBHKW5SV0")
        #expect(Base64URL.encode(ephemeral.publicKey.y) == "SLW_xSffzlPWrHEVI30DHM_4egVwt3NQqeUD7nMFpps")
        let bob = try ECPrivateKey(
            .p256, scalar: decoded(base64URL: "VEmDZpDXXK8p8N0Cndsxs924q6nS1RXFASRl6BfUqdw"))
        for secret in try [ephemeral.sharedSecret(with: bob.publicKey), bob.sharedSecret(with: ephemeral.publicKey)] {
            #expect(
                secret.withUnsafeBytes { Hex.encode($0) }
                    == "9e56d91d817135d372834283bf84269cfb316ea3da806a48f6daa7798cfe90c4")
            let key = ConcatKDF.derive(
                secret: secret, algorithm: "A128GCM", partyU: Array("Alice".utf8), partyV: Array("Bob".utf8), bits: 128)
            #expect(Base64URL.encode(key) == "VqqN6vgjbSBcIijNcacQGg")
        }
    }

    /// Two rounds, computed in Python with `hashlib`.
    @Test func `Concat KDF beyond one digest`() {
        let key = ConcatKDF.derive(
            secret: [UInt8](0..<32), algorithm: "A256CBC-HS512", partyU: Array("a".utf8), partyV: [], bits: 512)
        #expect(
            Hex.encode(key)
                == "45cccb09df7d3140f567109cee6d14869e994b3d668db3eaa5d3b7916ee93f14"
                + "be027ab6b24d534297964fc07b36b97d0cc0e0af844e657b1b9ec45c2b625bf9")
        #expect(ConcatKDF.derive(secret: [1], algorithm: "", partyU: [], partyV: [], bits: -8).isEmpty)
    }
}
