package import LanyardCrypto
internal import LanyardJOSE

/// The public keys of a credential request, read once for all the credentials that answer it.
public struct RequestKeys: Sendable {
    /// The keys, in the order of the proofs.
    public let keys: [PublicKeyBytes]
    /// Their RFC 7638 thumbprints with SHA-256, in the same order.
    public let thumbprints: [String]
    /// The same keys, ready to be compared.
    package let publicKeys: [PublicKey]

    /// Reads keys; throws the finding `keys.public.invalid` for bytes that are no key.
    public init(_ keys: [PublicKeyBytes]) throws(Finding) {
        self.keys = keys
        publicKeys = try keys.map { key throws(Finding) in try PublicKey(key) }
        thumbprints = publicKeys.map { JWK($0).thumbprint() }
    }
}
