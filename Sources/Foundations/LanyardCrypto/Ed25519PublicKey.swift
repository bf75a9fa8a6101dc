/// A public key for EdDSA on Curve25519 (RFC 8032, RFC 8037).
public final class Ed25519PublicKey: Sendable {
    /// The key as it travels, 32 bytes.
    public let raw: [UInt8]

    private let backend: Ed25519PublicKeyBackend

    /// Takes the 32 bytes of a key; throws `.invalidKey` for another length.
    public init(raw: [UInt8]) throws(CryptoError) {
        guard raw.count == 32 else { throw CryptoError(.invalidKey, "an Ed25519 key has 32 bytes") }
        self.raw = raw
        backend = try Ed25519PublicKeyBackend(raw: raw)
    }

    /// Tells whether a signature over the message is this key's; any length but 64 bytes is false.
    public func isValidSignature(_ signature: [UInt8], for message: some Collection<UInt8>) -> Bool {
        guard signature.count == 64 else { return false }
        return message.withBytes { backend.isValidSignature(signature, for: $0) }
    }
}

extension Ed25519PublicKey: Hashable {
    /// Equal when the bytes are.
    public static func == (left: Ed25519PublicKey, right: Ed25519PublicKey) -> Bool { left.raw == right.raw }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(raw) }
}
