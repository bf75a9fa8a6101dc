import LanyardCrypto
import WalletPorts

/// A private key of any algorithm that `SoftwareSecureArea` makes.
enum SoftwareKey: Sendable {
    case ec(ECPrivateKey, HashAlgorithm)
    case ed25519(Ed25519PrivateKey)

    static func generate(_ algorithm: KeyAlgorithm) throws(CryptoError) -> SoftwareKey {
        guard let curve = algorithm.curve else { return .ed25519(try .generate()) }
        return .ec(try .generate(curve.0), curve.1)
    }

    init(_ algorithm: KeyAlgorithm, secret: SecretBytes) throws(CryptoError) {
        if let (curve, hash) = algorithm.curve {
            self = .ec(try ECPrivateKey(curve, scalar: secret), hash)
        } else {
            self = .ed25519(try Ed25519PrivateKey(seed: secret))
        }
    }

    /// The scalar or seed, big-endian.
    func secret() throws(CryptoError) -> SecretBytes {
        switch self {
        case .ec(let key, _): try key.scalar()
        case .ed25519(let key): try key.seed()
        }
    }

    var publicKey: [UInt8] {
        switch self {
        case .ec(let key, _): key.publicKey.x963
        case .ed25519(let key): key.publicKey.raw
        }
    }

    func signature(for message: [UInt8]) throws(CryptoError) -> [UInt8] {
        switch self {
        case .ec(let key, let hash): try key.signature(for: message, hash: hash)
        case .ed25519(let key): try key.signature(for: message)
        }
    }
}

extension KeyAlgorithm {
    /// The curve and the hash of an ECDSA algorithm; nil for Ed25519.
    var curve: (Curve, HashAlgorithm)? {
        switch self {
        case .es256: (.p256, .sha256)
        case .es384: (.p384, .sha384)
        case .es512: (.p521, .sha512)
        case .edDSA: nil
        }
    }
}
