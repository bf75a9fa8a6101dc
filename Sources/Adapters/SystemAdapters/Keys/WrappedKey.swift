import LanyardCrypto
import WalletPorts

/// The bytes of a software key's handle: the private key encrypted, the public key beside it and bound to it.
///
/// Format byte 1, algorithm byte, public key, nonce (12 bytes), ciphertext, tag (16 bytes).
struct WrappedKey {
    private static let format: UInt8 = 1

    let algorithm: KeyAlgorithm
    let publicKey: [UInt8]
    private let nonce: [UInt8]
    private let ciphertext: [UInt8]
    private let tag: [UInt8]

    /// Reads a handle; nil for anything else.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 2, bytes[0] == WrappedKey.format,
            let algorithm = KeyAlgorithm.allCases.first(where: { $0.wireByte == bytes[1] })
        else { return nil }
        let secretLength = algorithm.curve?.0.coordinateLength ?? 32
        let publicLength = algorithm.curve.map { 1 + 2 * $0.0.coordinateLength } ?? 32
        guard bytes.count == 2 + publicLength + 12 + secretLength + 16 else { return nil }
        self.algorithm = algorithm
        publicKey = Array(bytes[2..<(2 + publicLength)])
        let rest = bytes[(2 + publicLength)...]
        nonce = Array(rest.prefix(12))
        ciphertext = Array(rest.dropFirst(12).dropLast(16))
        tag = Array(rest.suffix(16))
    }

    /// Wraps a key under a fresh nonce.
    static func wrap(_ key: SoftwareKey, _ algorithm: KeyAlgorithm, area: String, under wrapping: AESGCMKey)
        throws(CryptoError) -> [UInt8]
    {
        let publicKey = key.publicKey
        // Random for good: a nonce must not come from a test's sequence.
        let nonce = RandomBytes.make(AESGCM.nonceLength)
        let sealed = try wrapping.seal(
            key.secret(), nonce: nonce, authenticating: bound(algorithm, publicKey, area: area))
        return [format, algorithm.wireByte] + publicKey + nonce + sealed.ciphertext + sealed.tag
    }

    /// Unwraps the key; throws `.authenticationFailed` under another wrapping key or after a change.
    func unwrapped(area: String, under wrapping: AESGCMKey) throws(CryptoError) -> SoftwareKey {
        let secret = try wrapping.openSecret(
            ciphertext, tag: tag, nonce: nonce,
            authenticating: WrappedKey.bound(algorithm, publicKey, area: area))
        return try SoftwareKey(algorithm, secret: secret)
    }

    private static func bound(_ algorithm: KeyAlgorithm, _ publicKey: [UInt8], area: String) -> [UInt8] {
        Array("lanyard key".utf8) + [format, algorithm.wireByte] + publicKey + Array(area.utf8)
    }
}

extension KeyAlgorithm {
    fileprivate var wireByte: UInt8 {
        switch self {
        case .es256: 1
        case .es384: 2
        case .es512: 3
        case .edDSA: 4
        }
    }
}
