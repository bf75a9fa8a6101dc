public import LanyardCrypto

/// Hybrid public key encryption in base mode, RFC 9180, for the suites that credentials use.
public enum Hpke {
    /// Seals one message to a P-256 key: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM, sequence number zero.
    ///
    /// Gives the encapsulated key, an uncompressed point of 65 bytes, and the ciphertext with its tag of 16 bytes. A fresh
    /// ephemeral key is made for each message. Throws `.invalidInput` for a recipient on another curve.
    public static func sealBaseP256(
        _ plaintext: some Collection<UInt8>, to recipient: ECPublicKey, info: some Collection<UInt8>,
        authenticating data: some Collection<UInt8> = []
    ) throws(CryptoError) -> (enc: [UInt8], ciphertext: [UInt8]) {
        try sealBaseP256(
            plaintext, to: recipient, info: info, authenticating: data, ephemeral: ECPrivateKey.generate(.p256))
    }

    /// Seals with a given ephemeral key, which must never be used twice.
    package static func sealBaseP256(
        _ plaintext: some Collection<UInt8>, to recipient: ECPublicKey, info: some Collection<UInt8>,
        authenticating data: some Collection<UInt8> = [], ephemeral: ECPrivateKey
    ) throws(CryptoError) -> (enc: [UInt8], ciphertext: [UInt8]) {
        var context = try HpkeContext(.p256, sendingTo: recipient, info: info, ephemeral: ephemeral)
        return (ephemeral.publicKey.x963, try context.seal(plaintext, authenticating: data))
    }

    /// Opens one message to a P-256 key.
    ///
    /// Throws `.invalidKey` when `enc` is no point, `.authenticationFailed` when anything was changed or `info` differs.
    public static func openBaseP256(
        _ ciphertext: [UInt8], enc: [UInt8], by recipient: ECPrivateKey, info: some Collection<UInt8>,
        authenticating data: some Collection<UInt8> = []
    ) throws(CryptoError) -> [UInt8] {
        var context = try HpkeContext(.p256, receiving: enc, by: recipient, info: info)
        return try context.open(ciphertext, authenticating: data)
    }
}

/// The algorithms of one HPKE context and their numbers (RFC 9180 §7).
package struct HpkeSuite: Sendable, Hashable {
    /// The curve of the key encapsulation.
    package let curve: Curve
    /// The hash of the key derivation after it.
    package let hash: HashAlgorithm
    /// The length of the AES-GCM key: 16 or 32 bytes.
    package let keyLength: Int

    /// DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM: the suite of ISO/IEC TS 18013-7 Annex C.
    package static let p256 = HpkeSuite(curve: .p256, hash: .sha256, keyLength: 16)

    /// Makes a suite.
    package init(curve: Curve, hash: HashAlgorithm, keyLength: Int) {
        self.curve = curve
        self.hash = hash
        self.keyLength = keyLength
    }

    /// The hash of the key encapsulation, which belongs to the curve.
    var kemHash: HashAlgorithm {
        switch curve {
        case .p256: .sha256
        case .p384: .sha384
        case .p521: .sha512
        }
    }

    var kemID: [UInt8] {
        let kem: [UInt8] =
            switch curve {
            case .p256: [0, 0x10]
            case .p384: [0, 0x11]
            case .p521: [0, 0x12]
            }
        return Array("KEM".utf8) + kem
    }

    var id: [UInt8] {
        let kdf: UInt8 =
            switch hash {
            case .sha256: 1
            case .sha384: 2
            case .sha512: 3
            }
        return Array("HPKE".utf8) + kemID.suffix(2) + [0, kdf, 0, keyLength == 16 ? 1 : 2]
    }
}
