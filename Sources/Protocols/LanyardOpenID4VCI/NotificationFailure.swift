public import LanyardOAuth
public import WalletPorts

/// What a notification endpoint answered instead of a 2xx status, OpenID4VCI 1.0 §11.3; it never undoes an issuance.
public struct NotificationFailure: Sendable {
    /// What the wallet does about it.
    public enum Step: Hashable, Sendable {
        /// Mend the access, then repeat the same body.
        case access(ProtectedResourceFailure.Step)
        /// Repeat the same body after so many seconds.
        case retryLater(seconds: Double)
        /// Give up: the issuer will not take it.
        case drop
    }

    /// The status code.
    public let status: Int
    /// The server's error.
    public let error: OAuthError?
    /// What to do next.
    public let step: Step

    /// Reads a response whose status is no success, at the time it came.
    public init(response: HttpResponse, at now: Instant) {
        let failure = ProtectedResourceFailure(response: response, at: now)
        status = failure.status
        error = failure.error
        if let access = failure.step {
            step = .access(access)
        } else if UnexpectedStatus(response).isTemporary {
            step = .retryLater(seconds: failure.retryAfter ?? UnexpectedStatus.defaultWait)
        } else {
            step = .drop
        }
    }
}
