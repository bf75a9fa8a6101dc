#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a list shows of a credential, without opening it.
public struct CredentialSummary: Hashable, Sendable {
    /// Its id.
    public let id: CredentialId
    /// Its format and type.
    public let format: CredentialFormat
    /// Where it stands.
    public let lifecycle: CredentialLifecycle
    /// Who issued it.
    public let issuer: CredentialIssuer
    /// How it is shown, in the person's language.
    public let display: CredentialDisplay
    /// The id of its configuration in the issuer's metadata.
    public let configurationId: String
    /// How instances are used.
    public let policy: CredentialPolicy
    /// Whether its issuer is trusted, as judged now.
    public let authority: Authority
}

/// A stored credential with its claims.
@dynamicMemberLookup
public struct StoredCredential: Hashable, Sendable {
    /// What a list shows of it; its members are members of the credential too.
    public let summary: CredentialSummary
    /// Its claims in the issuer's order, labelled in the person's language.
    public let claims: [Claim]
    /// What was noted when it was received and read.
    public let findings: [Finding]

    /// A member of the summary.
    public subscript<Member>(dynamicMember path: KeyPath<CredentialSummary, Member>) -> Member {
        summary[keyPath: path]
    }
}

/// Where a credential stands.
public enum CredentialLifecycle: Hashable, Sendable {
    /// It is here.
    case issued(at: Instant, validity: Validity?, instances: InstanceCounts)
    /// The issuer prepares it; the wallet asks again at this time.
    case deferred(nextPoll: Instant)
    /// It can no longer be presented.
    case unusable(UnusableReason)
}

/// Why a credential can no longer be presented.
public enum UnusableReason: String, Hashable, Sendable {
    /// Its keys are gone: receive it again.
    case keyLost
}

/// When a credential is valid, from its own dates.
public struct Validity: Hashable, Sendable {
    /// Not before.
    public let from: Instant?
    /// Not after.
    public let until: Instant?

    /// Makes a validity.
    public init(from: Instant?, until: Instant?) {
        self.from = from
        self.until = until
    }

    /// Not before, as a date.
    public var validFrom: Date? { from.map { Date(timeIntervalSince1970: Double($0.milliseconds) / 1000) } }

    /// Not after, as a date.
    public var validUntil: Date? { until.map { Date(timeIntervalSince1970: Double($0.milliseconds) / 1000) } }

    /// Whether an instant is inside.
    public func contains(_ instant: Instant) -> Bool {
        (from.map { $0 <= instant } ?? true) && (until.map { instant < $0 } ?? true)
    }
}

/// How many instances there are.
public struct InstanceCounts: Hashable, Sendable {
    /// All of them.
    public let total: Int
    /// Those that were never presented.
    public let unused: Int

    /// Makes counts.
    public init(total: Int, unused: Int) {
        self.total = total
        self.unused = unused
    }
}

/// Who issued a credential.
public struct CredentialIssuer: Hashable, Sendable, CustomStringConvertible {
    /// The credential issuer identifier.
    public let id: String
    /// The name as shown; without one the host of the identifier.
    public let name: String
    /// Where the logo is: an https or data URL.
    public let logo: String?

    /// The name.
    public var description: String { name }
}

/// How a credential is shown.
public struct CredentialDisplay: Hashable, Sendable, CustomStringConvertible {
    /// The name.
    public let name: String
    /// A longer description.
    public let details: String?
    /// Where the logo is: an https or data URL.
    public let logo: String?
    /// The background colour, as CSS writes it.
    public let backgroundColor: String?
    /// Where the background image is.
    public let backgroundImage: String?
    /// The text colour, as CSS writes it.
    public let textColor: String?

    /// The name.
    public var description: String { name }
}
