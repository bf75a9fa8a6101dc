/// A public key of any kind that signatures are verified with.
public enum PublicKey: Hashable, Sendable {
    /// On a NIST curve.
    case ec(ECPublicKey)
    /// On Curve25519.
    case ed25519(Ed25519PublicKey)
    /// RSA.
    case rsa(RSAPublicKey)

    /// Tells whether a signature is this key's under an algorithm.
    ///
    /// ECDSA signatures are raw r‖s. False when the kind or the curve of the key does not fit the algorithm.
    public func isValidSignature(
        _ signature: [UInt8], for message: some Collection<UInt8>, algorithm: SignatureAlgorithm
    ) -> Bool {
        switch (self, algorithm) {
        case (.ec(let key), .es256), (.ec(let key), .es384), (.ec(let key), .es512):
            guard key.curve == algorithm.curve, let hash = algorithm.hash else { return false }
            return key.isValidSignature(signature, for: message, hash: hash)
        case (.ed25519(let key), .edDSA):
            return key.isValidSignature(signature, for: message)
        case (.rsa(let key), .rs256):
            return key.isValidSignature(signature, for: message, padding: .pkcs1, hash: .sha256)
        case (.rsa(let key), .ps256):
            return key.isValidSignature(signature, for: message, padding: .pss, hash: .sha256)
        default:
            return false
        }
    }

    /// The algorithms that this key can verify.
    public var algorithms: [SignatureAlgorithm] {
        switch self {
        case .ec(let key): [key.curve.signatureAlgorithm]
        case .ed25519: [.edDSA]
        case .rsa: [.rs256, .ps256]
        }
    }
}
