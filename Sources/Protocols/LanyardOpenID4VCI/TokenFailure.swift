public import LanyardOAuth
public import WalletPorts

/// What a token endpoint answered instead of a token, RFC 6749 §5.2 and OpenID4VCI 1.0 §6.3.
public struct TokenFailure: Sendable {
    /// What the wallet does about it.
    ///
    /// Each is done a bounded number of times; the counting is the caller's.
    public enum Step: Hashable, Sendable {
        /// The transaction code may be wrong: ask the person again and repeat with the same pre-authorized code.
        case askForTransactionCode
        /// Repeat with a DPoP proof that carries this nonce.
        case useDPoPNonce(String)
        /// Repeat with this attestation challenge.
        case useAttestationChallenge(String)
        /// Get a new attestation, then repeat.
        case useFreshAttestation
        /// The server is busy, or not ready: repeat after so many seconds.
        case retryLater(seconds: Double)
        /// Nothing helps.
        case stop
    }

    /// The status code.
    public let status: Int
    /// The server's error, nil if the body holds none.
    public let error: OAuthError?
    private let retryAfter: Double?
    private let dpopNonce: String?
    private let attestationChallenge: String?

    /// Reads a response whose status is no success.
    public init(response: HttpResponse) {
        status = response.status
        error = OAuthError(response: response)
        retryAfter = response.retryAfter
        dpopNonce = response.header("DPoP-Nonce")
        attestationChallenge = response.header("OAuth-Client-Attestation-Challenge")
    }

    /// What to do next; `sentTransactionCode` when a code that a person typed was in the request.
    ///
    /// A wrong code is `invalid_grant` in 1.0, which may as well mean an expired offer, and `invalid_tx_code` later.
    public func step(sentTransactionCode: Bool) -> Step {
        switch error?.code {
        case "invalid_grant", "invalid_tx_code": sentTransactionCode ? .askForTransactionCode : .stop
        case "use_dpop_nonce": dpopNonce.map { .useDPoPNonce($0) } ?? .stop
        case "use_attestation_challenge": attestationChallenge.map { .useAttestationChallenge($0) } ?? .stop
        case "use_fresh_attestation": .useFreshAttestation
        case "authorization_pending", "slow_down", "temporarily_unavailable":
            .retryLater(seconds: retryAfter ?? CredentialResponse.defaultInterval)
        default:
            status == 429 || status == 503
                ? .retryLater(seconds: retryAfter ?? CredentialResponse.defaultInterval) : .stop
        }
    }
}
