public import LanyardOAuth
public import WalletPorts

/// What a token endpoint answered instead of a token, with what pre-authorized codes add to it, OpenID4VCI 1.0 §6.3.
public struct TokenFailure: Sendable {
    /// What the wallet does about it.
    public enum Step: Hashable, Sendable {
        /// The transaction code may be wrong: ask the person again and repeat with the same pre-authorized code.
        case askForTransactionCode
        /// What any request to the server would call for.
        case server(AuthorizationServerFailure.Step)
    }

    /// The failure as any client reads it.
    public let failure: AuthorizationServerFailure

    /// Reads a response whose status is no success, at the time it came.
    public init(response: HttpResponse, at now: Instant) {
        failure = AuthorizationServerFailure(response: response, at: now)
    }

    /// What to do next; `sentTransactionCode` when a code that a person typed was in the request.
    ///
    /// A wrong code is `invalid_grant` in 1.0, which may as well mean an expired offer, and `invalid_tx_code` later.
    public func step(sentTransactionCode: Bool) -> Step {
        switch failure.error?.code {
        case "invalid_grant" where sentTransactionCode, "invalid_tx_code" where sentTransactionCode:
            .askForTransactionCode
        default: .server(failure.step)
        }
    }
}
