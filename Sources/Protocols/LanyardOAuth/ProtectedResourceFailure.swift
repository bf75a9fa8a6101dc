public import WalletPorts

/// What a protected endpoint answered instead of what was asked for, RFC 6750 §3 and RFC 9449 §7.1.
///
/// The one reading for the credential, deferred and notification endpoints of what concerns the token and its proof.
public struct ProtectedResourceFailure: Sendable {
    /// What mends the access; each is done once for each cause.
    public enum Step: Hashable, Sendable {
        /// Refresh the access token, or authorize again.
        case refreshToken
        /// Repeat with a DPoP proof that carries this nonce.
        case useDPoPNonce(String)
        /// Repeat with a proof that is dated by the server's clock, which says this.
        case correctClock(Instant)
    }

    /// The status code.
    public let status: Int
    /// The server's error; from the body, else from a challenge.
    public let error: OAuthError?
    /// Seconds to wait, if the server says.
    public let retryAfter: Double?
    /// What mends the access; nil when nothing does, or the answer is about something else.
    public let step: Step?

    /// Reads a response whose status is no success, at the time it came.
    public init(response: HttpResponse, at now: Instant) {
        let challenges = AuthenticationChallenge.all(in: response)
        let named = challenges.lazy.compactMap { challenge in
            challenge["error"].map { OAuthError($0, description: challenge["error_description"]) }
        }.first
        status = response.status
        error = OAuthError(response: response) ?? named
        retryAfter = response.retryAfter
        let codes = challenges.compactMap { $0["error"] } + [error?.code].compactMap { $0 }
        step = Self.step(codes, response, now)
    }

    /// The `DPoP` challenge alone decides about its proof, whatever else the field holds.
    private static func step(_ codes: [String], _ response: HttpResponse, _ now: Instant) -> Step? {
        switch DPoPRefusal(DPoPRefusal.error(in: response)?.code, response, at: now) {
        case .nonce(let nonce): .useDPoPNonce(nonce)
        case .clock(let time): .correctClock(time)
        case .final: nil
        case nil: codes.contains("invalid_token") ? .refreshToken : nil
        }
    }
}
