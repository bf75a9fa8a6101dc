/// A private key on a NIST curve, held by the backend and erased with the object.
public final class ECPrivateKey: Sendable {
    /// The public half, computed from the scalar, never taken on trust.
    public let publicKey: ECPublicKey

    private let backend: ECPrivateKeyBackend

    private init(_ curve: Curve, _ backend: ECPrivateKeyBackend) throws(CryptoError) {
        self.backend = backend
        publicKey = try ECPublicKey(curve, x963: backend.publicPoint())
    }

    /// Makes a fresh key.
    public static func generate(_ curve: Curve) throws(CryptoError) -> ECPrivateKey {
        try ECPrivateKey(curve, ECPrivateKeyBackend.generate(curve))
    }

    /// Takes a scalar, big-endian, of the full length of the curve (RFC 7518 §6.2.2.1).
    ///
    /// Throws `.invalidKey` for a wrong length, zero, or a value not below the order of the group.
    public convenience init(_ curve: Curve, scalar: some Collection<UInt8>) throws(CryptoError) {
        try self.init(
            curve, scalar.withBytes { (bytes) throws(CryptoError) in try Self.backend(curve, scalar: bytes) })
    }

    /// Takes a scalar from locked pages, so that it never passes through an array.
    public convenience init(_ curve: Curve, scalar: SecretBytes) throws(CryptoError) {
        try self.init(
            curve, scalar.withUnsafeBytes { (bytes) throws(CryptoError) in try Self.backend(curve, scalar: bytes) })
    }

    private static func backend(
        _ curve: Curve, scalar: UnsafeRawBufferPointer
    ) throws(CryptoError) -> ECPrivateKeyBackend {
        guard curve.isScalar(scalar) else {
            throw CryptoError(.invalidKey, "not a \(curve.rawValue) private scalar")
        }
        return try ECPrivateKeyBackend(curve, scalar: scalar)
    }

    /// The curve.
    public var curve: Curve { publicKey.curve }

    /// Signs the hash of a message; the result is raw r‖s, 64 bytes on P-256 (RFC 7518 §3.4).
    public func signature(
        for message: some Collection<UInt8>, hash: HashAlgorithm
    ) throws(CryptoError) -> [UInt8] {
        try message.withBytes { (bytes) throws(CryptoError) in try backend.signature(for: bytes, hash: hash) }
    }

    /// Agrees on a secret with a peer: ECDH, the x coordinate of the shared point, of the full length of the curve.
    ///
    /// Throws `.invalidInput` for a peer on another curve.
    public func sharedSecret(with peer: ECPublicKey) throws(CryptoError) -> SecretBytes {
        guard peer.curve == curve else {
            throw CryptoError(.invalidInput, "the peer's key is on \(peer.curve.rawValue), not \(curve.rawValue)")
        }
        return try backend.sharedSecret(with: peer.backend)
    }

    /// Hands out the scalar, big-endian, of the full length of the curve, to be wrapped and stored.
    public func scalar() throws(CryptoError) -> SecretBytes {
        try backend.scalar()
    }
}
