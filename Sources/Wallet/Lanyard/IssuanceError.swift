/// Why issuance failed: what happened, whose fault it is and what to do next.
///
/// Equal by code. Nothing secret is in it; `serverDescription` is the server's text, for a developer and not for a person.
public struct IssuanceError: Error, Sendable {
    /// The kind of failure.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// Makes a code of an extension's own.
        public init(_ name: String) { description = name }

        /// The offer cannot be read or breaks a rule.
        public static let invalidOffer = Code("invalidOffer")
        /// No grant of the offer can be used.
        public static let noSupportedGrant = Code("noSupportedGrant")
        /// The issuer's or authorization server's metadata cannot be used.
        public static let invalidMetadata = Code("invalidMetadata")
        /// The configuration is unknown, malformed or needs what this wallet does not have.
        public static let unsupportedConfiguration = Code("unsupportedConfiguration")
        /// The network failed.
        public static let network = Code("network")
        /// A server's answer breaks a rule.
        public static let invalidResponse = Code("invalidResponse")
        /// A server refused with an error of its own.
        public static let refused = Code("refused")
        /// The transaction code was wrong too often, or the pre-authorized code is no longer valid.
        public static let txCodeRejected = Code("txCodeRejected")
        /// The credential does not pass its checks; nothing was stored.
        public static let invalidCredential = Code("invalidCredential")
        /// The issuer is not trusted and the policy enforces trust.
        public static let untrustedIssuer = Code("untrustedIssuer")
        /// The authorization was refused, or its answer cannot be used.
        public static let authorizationRefused = Code("authorizationRefused")
        /// The person must authorize again: no token that is kept suffices.
        public static let authorizationNeeded = Code("authorizationNeeded")
        /// The wallet's provider gave no attestation, or one that cannot be used.
        public static let attestation = Code("attestation")
        /// Keys could not be made or used.
        public static let keys = Code("keys")
        /// Storing failed.
        public static let storage = Code("storage")
        /// The person or the app cancelled.
        public static let userCancelled = Code("userCancelled")
        /// The session used up its time.
        public static let timedOut = Code("timedOut")
        /// No such credential, or it has nothing to renew with.
        public static let notFound = Code("notFound")
    }

    /// The kind of failure.
    public let code: Code
    /// What happened.
    public let reason: String
    /// Whose fault it is.
    public let party: Finding.Party
    /// What to do next.
    public let remedy: String
    /// The server's `error` member, if it sent one.
    public let serverError: String?
    /// The server's `error_description`: developer text, cleaned and capped.
    public let serverDescription: String?
    /// The endpoint that was called, without its query.
    public let endpoint: String?
    /// The finding behind it.
    public let finding: Finding?
    /// The error behind it.
    public let underlying: (any Error)?
    /// Whether trying again may succeed.
    public let isRetryable: Bool
    /// Seconds that the server asks to wait before that, if it says.
    public let retryAfter: Double?

    /// Makes an error.
    public init(
        _ code: Code, _ reason: String, party: Finding.Party, remedy: String, serverError: String? = nil,
        serverDescription: String? = nil, endpoint: String? = nil, finding: Finding? = nil,
        underlying: (any Error)? = nil, isRetryable: Bool = false,
        retryAfter: Double? = nil
    ) {
        self.code = code
        self.reason = reason
        self.party = party
        self.remedy = remedy
        self.serverError = serverError
        self.serverDescription = serverDescription
        self.endpoint = endpoint
        self.finding = finding
        self.underlying = underlying
        self.isRetryable = isRetryable
        self.retryAfter = retryAfter
    }
}

extension IssuanceError: Equatable, CustomStringConvertible {
    /// Equal by code.
    public static func == (left: IssuanceError, right: IssuanceError) -> Bool { left.code == right.code }

    /// One line for a person.
    public var description: String {
        let server = serverError.map { " [\($0)]" } ?? ""
        return "\(code)\(server): \(reason). \(remedy)"
    }
}

extension IssuanceError {
    /// What a broken rule means at the step where it was found.
    package init(_ finding: Finding, as code: Code, endpoint: String? = nil) {
        let place = finding.location.isEmpty ? "" : " at \(finding.location)"
        let sight = finding.seen == .nothing ? "" : ", saw \(finding.seen)"
        self.init(
            code, "expected \(finding.expected)\(place)\(sight) (\(finding.code); \(finding.clause))",
            party: finding.party, remedy: finding.remedy, endpoint: endpoint, finding: finding)
    }

    package init(_ error: StorageError) {
        self.init(
            .storage, "the store did not take it: \(error.code): \(error.reason)", party: .environment,
            remedy: error.remedy.isEmpty ? "Free space or unlock the store, then try again." : error.remedy,
            underlying: error, isRetryable: error.isRetryable)
    }

    package init(_ error: CredentialError) {
        if let storage = error.underlying as? StorageError {
            self.init(storage)
        } else {
            self.init(
                error.code == .notFound ? .notFound : .storage, error.reason, party: error.party, remedy: error.remedy,
                underlying: error)
        }
    }

    package init(_ error: SecureAreaError) {
        self.init(
            error.code == .cancelled ? .userCancelled : .keys, "the keys could not be used: \(error)",
            party: .environment, remedy: "Unlock the device or choose another key policy, then try again.",
            underlying: error, isRetryable: error.code == .unavailable)
    }

    package static var cancelled: IssuanceError {
        IssuanceError(
            .userCancelled, "the session was cancelled", party: .person, remedy: "Start again if that was not meant.")
    }
}
