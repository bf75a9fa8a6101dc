public import WalletPorts

/// What an authorization server answered instead of what was asked for: at the token endpoint or to a pushed request.
///
/// RFC 6749 §5.2, RFC 9126 §2.3, RFC 9449 §8, attestation-based client authentication §6.2.
public struct AuthorizationServerFailure: Sendable {
    /// What the wallet does about it.
    ///
    /// Each is done once for each cause, with fresh proofs; the counting is the caller's.
    public enum Step: Hashable, Sendable {
        /// Repeat with a DPoP proof that carries this nonce.
        case useDPoPNonce(String)
        /// Repeat with this attestation challenge.
        case useAttestationChallenge(String)
        /// Get a new attestation, then repeat.
        case useFreshAttestation
        /// Repeat with proofs that are dated by the server's clock, which says this.
        case correctClock(Instant)
        /// The server is busy, or not ready: repeat after so many seconds.
        case retryLater(seconds: Double)
        /// Nothing helps.
        case stop
    }

    /// The status code.
    public let status: Int
    /// The server's error, nil if neither the body nor a challenge holds one.
    public let error: OAuthError?
    /// What to do next.
    public let step: Step

    /// Reads a response whose status is no success, at the time it came.
    public init(response: HttpResponse, at now: Instant) {
        status = response.status
        error = OAuthError(response: response) ?? DPoPRefusal.error(in: response)
        step = Self.step(error?.code, response, now)
    }

    private static func step(_ code: String?, _ response: HttpResponse, _ now: Instant) -> Step {
        if let refusal = DPoPRefusal(code, response, at: now) {
            switch refusal {
            case .nonce(let nonce): return .useDPoPNonce(nonce)
            case .clock(let time): return .correctClock(time)
            case .final: return .stop
            }
        }
        switch code {
        case "use_attestation_challenge":
            return AttestationChallenge.rotated(in: response).map { .useAttestationChallenge($0) } ?? .stop
        case "use_fresh_attestation": return .useFreshAttestation
        case "authorization_pending", "slow_down", "temporarily_unavailable": return later(response)
        default: return response.status == 429 || response.status == 503 ? later(response) : .stop
        }
    }

    private static func later(_ response: HttpResponse) -> Step {
        .retryLater(seconds: response.retryAfter ?? UnexpectedStatus.defaultWait)
    }
}
