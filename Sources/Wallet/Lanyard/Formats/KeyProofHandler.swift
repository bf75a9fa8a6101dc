/// Makes key proofs of a type that is not built in, such as `di_vp`, OpenID4VCI 1.0 Appendix F.
///
/// A type is added by a handler of its own in `WalletConfig.proofTypes`. It is used where the issuer takes that type and none
/// that is built in.
public protocol KeyProofHandler: Sendable {
    /// The name of the type under `proof_types_supported`.
    var proofType: String { get }

    /// Makes the proofs of one request, each as JSON text; they are sent as they are.
    ///
    /// `sign` signs with the keys of the request and asks a person at most once, however many messages there are. What is
    /// thrown ends the request.
    func proofs(
        for request: KeyProofRequest, sign: @Sendable ([SigningRequest]) async throws -> [[UInt8]]
    ) async throws -> [String]
}

/// What a key proof has to say.
public struct KeyProofRequest: Sendable {
    /// The keys to prove, at least one.
    public let keys: [NewKey]
    /// The algorithms that the issuer accepts, as its metadata names them.
    public let algorithms: [String]
    /// The credential issuer identifier: for whom the proof is.
    public let audience: String
    /// The issuer's nonce, nil where it gives none.
    public let nonce: String?
    /// The client id of the token request, nil after anonymous access.
    public let clientId: String?
    /// The time.
    public let now: Instant
}
