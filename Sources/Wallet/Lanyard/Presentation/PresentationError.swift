/// Why a presentation failed.
///
/// Equal by code. Nothing secret is in it.
public struct PresentationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// Makes a code of an extension's own.
        public init(_ name: String) { description = name }

        /// The person or the app cancelled.
        public static let userCancelled = Code("userCancelled")
        /// The call answers only through a consent prompt or with the consent value of its request.
        public static let consentRequired = Code("consentRequired")
        /// This release does not do that yet.
        public static let notYet = Code("notYet")
    }

    /// The kind of failure.
    public let code: Code
    /// What happened.
    public let reason: String
    /// Whose fault it is.
    public let party: Finding.Party
    /// What to do next.
    public let remedy: String
    /// The finding behind it.
    public let finding: Finding?
    /// Whether trying again may succeed.
    public let isRetryable: Bool

    /// Makes an error.
    public init(
        _ code: Code, _ reason: String, party: Finding.Party, remedy: String, finding: Finding? = nil,
        isRetryable: Bool = false
    ) {
        self.code = code
        self.reason = reason
        self.party = party
        self.remedy = remedy
        self.finding = finding
        self.isRetryable = isRetryable
    }

    /// One line for a person.
    public var description: String { "\(code): \(reason). \(remedy)" }

    /// Equal by code.
    public static func == (left: PresentationError, right: PresentationError) -> Bool { left.code == right.code }

    package static let notYet = PresentationError(
        .notYet, "presenting is not part of this release", party: .wallet, remedy: "Use a later release.")
}
