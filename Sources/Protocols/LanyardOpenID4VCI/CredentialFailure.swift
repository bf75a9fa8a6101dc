import LanyardJSON
public import LanyardOAuth
public import WalletPorts

/// What a credential or deferred endpoint answered instead of credentials, OpenID4VCI 1.0 §8.3.1 and §9.3; never encrypted.
public struct CredentialFailure: Sendable {
    /// What the wallet does about it.
    ///
    /// Each is done once for each cause; the counting is the caller's.
    public enum Step: Hashable, Sendable {
        /// Mend the access, then repeat.
        case access(ProtectedResourceFailure.Step)
        /// Fetch a new nonce, make all proofs anew with the same keys, repeat.
        case freshNonce
        /// Make all proofs anew with this nonce of a draft, repeat.
        case useNonce(String)
        /// Fetch the issuer's metadata again, then repeat with what it says.
        case refetchMetadata
        /// The credential is still being made: ask again after so many seconds.
        case askLater(seconds: Double)
        /// The server is busy: repeat after so many seconds.
        case retryLater(seconds: Double)
        /// Nothing helps; a deferred credential is not asked for again.
        case stop
    }

    /// The status code.
    public let status: Int
    /// The server's code, known or not; from the body, else from the challenge.
    public let code: String?
    /// The server's text for developers; never shown as it is.
    public let description: String?
    /// A nonce that issuers of earlier drafts send with `invalid_proof`.
    public let legacyNonce: String?
    /// Seconds to wait, if the server says.
    public let retryAfter: Double?
    private let access: ProtectedResourceFailure.Step?
    private let pollInterval: Double?

    /// Reads a response whose status is no success, at the time it came.
    public init(response: HttpResponse, at now: Instant) {
        let failure = ProtectedResourceFailure(response: response, at: now)
        status = failure.status
        code = failure.error?.code
        description = failure.error?.description
        legacyNonce = failure.error?.more["c_nonce"]?.string
        pollInterval = failure.error?.more["interval"]?.double.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
        retryAfter = failure.retryAfter
        access = failure.step
    }

    /// What to do next.
    ///
    /// `sentNonce`: whether the proofs carried a nonce; `hasNonceEndpoint`: whether the issuer hands them out. A deferred request
    /// brings no proofs, and both are false.
    public func step(sentNonce: Bool, hasNonceEndpoint: Bool) -> Step {
        if let access { return .access(access) }
        switch status {
        case 401, 403: return .stop
        case 429, 503: return .retryLater(seconds: retryAfter ?? UnexpectedStatus.defaultWait)
        default: break
        }
        switch code {
        case "invalid_nonce":
            if let legacyNonce, !hasNonceEndpoint { return .useNonce(legacyNonce) }
            return hasNonceEndpoint ? .freshNonce : .stop
        case "invalid_proof":
            if let legacyNonce { return .useNonce(legacyNonce) }
            return hasNonceEndpoint && !sentNonce ? .freshNonce : .stop
        case "invalid_encryption_parameters", "unknown_credential_configuration", "unknown_credential_identifier":
            return .refetchMetadata
        case "issuance_pending": return .askLater(seconds: pollInterval ?? UnexpectedStatus.defaultWait)
        default: return .stop
        }
    }
}
