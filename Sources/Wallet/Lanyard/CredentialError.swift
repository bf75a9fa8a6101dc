/// Why an operation on a stored credential failed.
///
/// Equal by code. Nothing secret is in it.
public struct CredentialError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// Makes a code of an extension's own.
        public init(_ name: String) { description = name }

        /// There is no such credential.
        public static let notFound = Code("notFound")
        /// The store failed.
        public static let storage = Code("storage")
        /// What is stored cannot be read.
        public static let unreadable = Code("unreadable")
        /// The credential is not issued yet, or no longer usable.
        public static let notUsable = Code("notUsable")
        /// All one-time instances were presented.
        public static let instancesExhausted = Code("instancesExhausted")
    }

    /// The kind of failure.
    public let code: Code
    /// What happened.
    public let reason: String
    /// Whose fault it is.
    public let party: Finding.Party
    /// What to do next.
    public let remedy: String
    /// The error behind it.
    public let underlying: (any Error)?

    /// Makes an error.
    public init(
        _ code: Code, _ reason: String, party: Finding.Party = .environment, remedy: String,
        underlying: (any Error)? = nil
    ) {
        self.code = code
        self.reason = reason
        self.party = party
        self.remedy = remedy
        self.underlying = underlying
    }

    /// Whether trying again may succeed.
    public var isRetryable: Bool { (underlying as? StorageError)?.isRetryable ?? false }

    /// One line for a person.
    public var description: String { "\(code): \(reason). \(remedy)" }

    /// Equal by code.
    public static func == (left: CredentialError, right: CredentialError) -> Bool { left.code == right.code }

    package init(_ error: StorageError) {
        self.init(
            .storage, "the store did not answer: \(error.code): \(error.reason)",
            remedy: error.remedy.isEmpty ? "Try again." : error.remedy, underlying: error)
    }

    /// A record that is there and does not open.
    package init(_ damaged: DamagedRecord) {
        guard damaged.error.code == .corrupt else {
            self.init(damaged.error)
            return
        }
        self.init(
            .unreadable, "the \(damaged.collection) record cannot be read: \(damaged.error.reason)",
            remedy: Self.repairing,
            underlying: damaged.error)
    }

    package static func unreadable(_ record: String, _ reason: String) -> CredentialError {
        CredentialError(
            .unreadable, "the \(record) record cannot be read: \(reason)", party: .wallet,
            remedy: Self.repairing)
    }

    private static let repairing =
        "Check the store: a repair makes whole what can be made whole. Else put a backup of the whole store back."
}
