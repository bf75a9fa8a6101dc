/// Where an issuance session stands; exactly one terminal state ends it.
public enum IssuanceState: Sendable {
    /// Metadata is read and the first step prepared.
    case preparing
    /// The person authorizes in a browser: open this URL, then call `completeAuthorization` with the redirect.
    ///
    /// The session is stored: if the process ends meanwhile, `IssuanceService.resume` goes on with the redirect.
    case authorizationRequired(String)
    /// The person enters the transaction code: call `submitTxCode`.
    case txCodeRequired(TxCodePrompt)
    /// Tokens and credentials are requested.
    case processing
    /// Something was issued or deferred.
    case completed(IssuanceResult)
    /// Nothing was issued or deferred.
    case failed(IssuanceError)

    /// Whether nothing follows.
    public var isTerminal: Bool {
        switch self {
        case .completed, .failed: true
        case .preparing, .authorizationRequired, .txCodeRequired, .processing: false
        }
    }
}

/// What to ask the person for.
public struct TxCodePrompt: Hashable, Sendable {
    /// What the code is made of.
    public enum InputMode: String, Hashable, Sendable {
        /// Digits.
        case numeric
        /// Any text.
        case text
    }

    /// What the code is made of.
    public let inputMode: InputMode
    /// How long the code is, as a hint for the field; a longer one is not refused.
    public let length: Int?
    /// The issuer's text about the code: untrusted, cleaned, at most 300 characters.
    public let description: String?
    /// The host that will receive the code.
    public let host: String
    /// Why the code before was refused; nil for the first.
    public let rejection: IssuanceError?
    /// How many more codes may be tried, this one included.
    public let attemptsLeft: Int

    /// Whether the code before was refused.
    public var previousRejected: Bool { rejection != nil }
}

/// What a session stored and what it did not.
public struct IssuanceResult: Hashable, Sendable {
    /// Stored credentials, in the order of the offer.
    public let issued: [CredentialId]
    /// Credentials that the issuer will hand out later.
    public let deferred: [CredentialId]
    /// What was asked for and not received.
    public let failures: [IssuanceFailure]
}

/// A configuration that was asked for and not received.
public struct IssuanceFailure: Hashable, Sendable {
    /// The configuration.
    public let configurationId: String
    /// The credential identifier, where the authorization server gave identifiers.
    public let identifier: String?
    /// Why.
    public let error: IssuanceError
}

extension IssuanceError: Hashable {
    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

/// What `run` needs from the person or the app.
public enum IssuanceStep: Sendable {
    /// A transaction code.
    case txCode(TxCodePrompt)
    /// A browser at this URL, until it comes back to the redirect URI.
    case browser(String)
}

/// What the person or the app gives back.
public enum IssuanceAnswer: Sendable {
    /// The transaction code.
    case txCode(String)
    /// The whole redirect.
    case redirect(String)
}
