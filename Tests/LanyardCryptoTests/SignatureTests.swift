import LanyardCrypto
import LanyardJSON
import LanyardTestSupport
import LanyardText
import Testing

struct SignatureTests {
    /// RFC 8032 §7.1, tests 1 and 3.
    @Test(arguments: [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
                + "d25bf5f0595bbe24655141438e7a100b"
        ),
        (
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
                + "4a7c15e9716ed28dc027beceea1ec40a"
        ),
    ])
    func `Ed25519 of the RFC's examples`(_ seed: String, _ raw: String, _ message: String, _ signature: String) throws {
        let key = try Ed25519PrivateKey(seed: decoded(hex: seed))
        let message = try decoded(hex: message)
        #expect(Hex.encode(key.publicKey.raw) == raw)
        #expect(try key.seed().withUnsafeBytes { Hex.encode($0) } == seed)
        let known = try decoded(hex: signature)
        #expect(key.publicKey.isValidSignature(known, for: message))
        #if !canImport(CryptoKit)
            #expect(try key.signature(for: message) == known)
        #endif
        #expect(key.publicKey.isValidSignature(try key.signature(for: message), for: message))
        #expect(!key.publicKey.isValidSignature(known, for: message + [0]))
    }

    @Test func `RSA signatures of another implementation`() throws {
        let file = try JSON(parsing: Vector.bytes("crypto/rsa-openssl.json"))
        let key = try RSAPublicKey(
            modulus: decoded(hex: file["n"]?.string),
            exponent: decoded(hex: file["e"]?.string))
        #expect(key.exponent == [1, 0, 1])
        let message = try decoded(hex: file["msg"]?.string)
        for test in try #require(file["tests"]?.array) {
            let signature = try decoded(hex: test["sig"]?.string)
            let padding = try #require(RSAPublicKey.Padding(rawValue: test["padding"]?.string ?? ""))
            let hash = try #require(HashAlgorithm(rawValue: test["hash"]?.string ?? ""))
            let isValid = test["result"]?.string == "valid"
            #expect(key.isValidSignature(signature, for: message, padding: padding, hash: hash) == isValid)
            #expect(!key.isValidSignature(signature, for: message + [0], padding: padding, hash: hash))
            let other: RSAPublicKey.Padding = padding == .pss ? .pkcs1 : .pss
            #expect(!key.isValidSignature(signature, for: message, padding: other, hash: hash))
            #expect(!key.isValidSignature([0] + signature, for: message, padding: padding, hash: hash))
            let algorithm: SignatureAlgorithm = padding == .pss ? .ps256 : .rs256
            #expect(
                PublicKey.rsa(key).isValidSignature(signature, for: message, algorithm: algorithm)
                    == (isValid && hash == .sha256))
        }
        for length in 0...200 {
            let bytes = [UInt8](repeating: 1, count: length)
            #expect(!key.isValidSignature(bytes, for: [], padding: .pss, hash: .sha256))
        }
    }

    @Test func `an RSA key is neither short nor even nor trivial`() throws {
        let file = try JSON(parsing: Vector.bytes("crypto/rsa-openssl.json"))
        let n = try decoded(hex: file["n"]?.string)
        let long = [UInt8](repeating: 0xff, count: 1025)
        for (modulus, exponent) in [
            (n, []), (n, [0]), (n, [1]), (n, [0, 1]), (n, [1, 0]), (n, [UInt8](repeating: 1, count: 9)), ([], [3]),
            (n.dropLast(), [3]), ([0x7f] + n.dropFirst(), [3]), (n.dropLast() + [2], [3]), (long, [3]),
        ] as [([UInt8], [UInt8])] {
            #expect(throws: CryptoError.self) { try RSAPublicKey(modulus: modulus, exponent: exponent) }
        }
        #expect(try RSAPublicKey(modulus: [0] + n, exponent: [0, 3]).modulus == n)
        for length in 0...200 {
            let bytes = [UInt8](repeating: 3, count: length)
            #expect(throws: CryptoError.self) { try RSAPublicKey(modulus: bytes, exponent: [3]) }
        }
    }

    @Test func `a key verifies only under the algorithms of its kind and curve`() throws {
        let message = Array("message".utf8)
        for curve in Curve.allCases {
            let key = try ECPrivateKey.generate(curve)
            let hash = try #require(curve.signatureAlgorithm.hash)
            let signature = try key.signature(for: message, hash: hash)
            for algorithm in SignatureAlgorithm.allCases {
                #expect(
                    PublicKey.ec(key.publicKey).isValidSignature(signature, for: message, algorithm: algorithm)
                        == (algorithm == curve.signatureAlgorithm))
            }
        }
        let key = try Ed25519PrivateKey.generate()
        let signature = try key.signature(for: message)
        for algorithm in SignatureAlgorithm.allCases {
            #expect(
                PublicKey.ed25519(key.publicKey).isValidSignature(signature, for: message, algorithm: algorithm)
                    == (algorithm == .edDSA))
        }
    }

    @Test(.row("VCI-PROOF-04")) func `VCI-PROOF-04 DER becomes raw of full length`() throws {
        // r is short and s has its top bit set: one is padded, the other loses its sign byte.
        let s = [UInt8](repeating: 0x80, count: 32)
        let der = [0x30, 0x26, 0x02, 0x01, 0x05, 0x02, 0x21, 0x00] + s
        let raw = [UInt8](repeating: 0, count: 31) + [5] + s
        #expect(ECDSASignature.raw(der: der, curve: .p256) == raw)
        #expect(ECDSASignature.der(raw: raw, curve: .p256) == der)
        #expect(ECDSASignature.raw(der: der + [0], curve: .p256) == nil)
        #expect(ECDSASignature.raw(der: [0x30, 0x81] + der.dropFirst(), curve: .p256) == nil)
        #expect(ECDSASignature.raw(der: [0x30, 0x06, 0x02, 0x01, 0x85, 0x02, 0x01, 0x01], curve: .p256) == nil)
        #expect(ECDSASignature.raw(der: [0x30, 0x07, 0x02, 0x02, 0x00, 0x05, 0x02, 0x01, 0x01], curve: .p256) == nil)
        #expect(ECDSASignature.der(raw: raw + [0], curve: .p256) == nil)
    }

    @Test func `one key in eight tasks`() async throws {
        let key = try ECPrivateKey.generate(.p256)
        let peer = try ECPrivateKey.generate(.p256)
        let edwards = try Ed25519PrivateKey.generate()
        let secret = try key.sharedSecret(with: peer.publicKey).withUnsafeBytes { Array($0) }
        let good = try await withThrowingTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<50 {
                        let message = Array("\(task) \(round)".utf8)
                        let signature = try key.signature(for: message, hash: .sha256)
                        guard key.publicKey.isValidSignature(signature, for: message, hash: .sha256),
                            edwards.publicKey.isValidSignature(try edwards.signature(for: message), for: message),
                            try ECPrivateKey(.p256, scalar: key.scalar()).publicKey == key.publicKey,
                            try ECPublicKey(.p256, x963: key.publicKey.x963) == key.publicKey,
                            try ECPrivateKey.generate(.p256).publicKey != key.publicKey,
                            try key.sharedSecret(with: peer.publicKey).withUnsafeBytes({ $0.elementsEqual(secret) }),
                            HMAC.code(.sha256, key: secret, message: message)
                                == HMAC.code(.sha256, key: secret, message: message)
                        else { return false }
                    }
                    return true
                }
            }
            return try await group.reduce(true) { $0 && $1 }
        }
        #expect(good)
    }
}
