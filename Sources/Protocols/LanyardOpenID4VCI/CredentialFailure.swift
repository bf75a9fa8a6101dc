import LanyardJSON
import LanyardOAuth
public import WalletPorts

/// What a credential endpoint answered instead of credentials, OpenID4VCI 1.0 §8.3.1; never encrypted.
public struct CredentialFailure: Sendable {
    /// What the wallet does about it.
    ///
    /// Each is done once for each cause; the counting is the caller's.
    public enum Step: Hashable, Sendable {
        /// Refresh the access token, or authorize again.
        case refreshToken
        /// Repeat with a DPoP proof that carries this nonce.
        case useDPoPNonce(String)
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
    private let challenges: [AuthenticationChallenge]
    private let dpopNonce: String?
    private let pollInterval: Double?

    /// Reads a response whose status is no success.
    public init(response: HttpResponse) {
        status = response.status
        challenges = AuthenticationChallenge.all(in: response)
        let error = OAuthError(response: response)
        code = error?.code ?? challenges.lazy.compactMap { $0["error"] }.first
        description = error?.description ?? challenges.lazy.compactMap { $0["error_description"] }.first
        legacyNonce = error?.more["c_nonce"]?.string
        pollInterval = error?.more["interval"]?.double.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
        retryAfter = response.retryAfter
        dpopNonce = response.header("DPoP-Nonce")
    }

    /// What to do next.
    ///
    /// `sentNonce`: whether the proofs carried a nonce; `hasNonceEndpoint`: whether the issuer hands them out.
    public func step(sentNonce: Bool, hasNonceEndpoint: Bool) -> Step {
        switch status {
        case 401, 403: return authorizationStep
        case 429, 503: return .retryLater(seconds: retryAfter ?? CredentialResponse.defaultInterval)
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
        case "issuance_pending": return .askLater(seconds: pollInterval ?? CredentialResponse.defaultInterval)
        case "invalid_token": return .refreshToken
        default: return .stop
        }
    }

    /// The `DPoP` challenge alone decides about its nonce, whatever else the field holds, RFC 9449 §7.1.
    private var authorizationStep: Step {
        if challenges.contains(where: { $0.scheme == "dpop" && $0["error"] == "use_dpop_nonce" }) {
            return dpopNonce.map { .useDPoPNonce($0) } ?? .stop
        }
        let codes = challenges.compactMap { $0["error"] } + [code].compactMap { $0 }
        return codes.contains("invalid_token") ? .refreshToken : .stop
    }
}
