/// A private key for EdDSA on Curve25519, held by the backend and erased with the object.
public final class Ed25519PrivateKey: Sendable {
    /// The public half.
    public let publicKey: Ed25519PublicKey

    private let backend: Ed25519PrivateKeyBackend

    /// Makes a fresh key.
    public static func generate() throws(CryptoError) -> Ed25519PrivateKey {
        try Ed25519PrivateKey(seed: SecretBytes.random(32))
    }

    /// Takes the 32-byte seed, the `d` of RFC 8037; throws `.invalidKey` for another length.
    public init(seed: SecretBytes) throws(CryptoError) {
        guard seed.count == 32 else { throw CryptoError(.invalidKey, "an Ed25519 seed has 32 bytes") }
        backend = try seed.withUnsafeBytes { (bytes) throws(CryptoError) in try Ed25519PrivateKeyBackend(seed: bytes) }
        publicKey = try Ed25519PublicKey(raw: backend.publicKey())
    }

    /// Takes the 32-byte seed from other memory.
    public convenience init(seed: some Collection<UInt8>) throws(CryptoError) {
        try self.init(seed: SecretBytes(seed))
    }

    /// Signs a message; the signature has 64 bytes.
    public func signature(for message: some Collection<UInt8>) throws(CryptoError) -> [UInt8] {
        try message.withBytes { (bytes) throws(CryptoError) in try backend.signature(for: bytes) }
    }

    /// Hands out the seed, 32 bytes, to be wrapped and stored.
    public func seed() throws(CryptoError) -> SecretBytes {
        try backend.seed()
    }
}
