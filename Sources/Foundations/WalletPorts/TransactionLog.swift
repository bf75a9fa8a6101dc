/// What the wallet did with credentials: who, what type, which claim paths, by which channel, when and how it ended.
///
/// No claim values are in it.
public protocol TransactionLogStore: Sendable {
    /// Keeps one entry, after what it tells of was committed; an error is told to the logger and undoes nothing.
    func append(_ entry: TransactionLogEntry) async throws(StorageError)

    /// Reads entries, newest first.
    func entries(limit: Int) async throws(StorageError) -> [TransactionLogEntry]
}

/// One transaction.
public struct TransactionLogEntry: Hashable, Sendable, Codable {
    /// What was done.
    public enum Kind: String, Hashable, Sendable, Codable {
        /// A credential was received.
        case issuance
        /// A credential was presented.
        case presentation
        /// A credential was deleted.
        case deletion
    }

    /// How it ended.
    public enum Outcome: String, Hashable, Sendable, Codable {
        /// As wanted.
        case completed
        /// The person declined.
        case declined
        /// It failed.
        case failed
    }

    /// Unique name of the entry.
    public let id: String
    /// When it ended.
    public let at: Instant
    /// What was done.
    public let kind: Kind
    /// How it ended.
    public let outcome: Outcome
    /// The other party's identifier: the issuer or the verifier.
    public let party: String
    /// The other party's name as shown.
    public let partyName: String
    /// The `vct` or doctype of each credential concerned.
    public let types: [String]
    /// The ids of the stored credentials concerned.
    public let credentials: [String]
    /// The claim paths disclosed, as JSON pointers; empty for issuance and deletion.
    public let disclosed: [String]
    /// By which channel, such as `openid4vci`.
    public let channel: String
    /// The code of the error, if it failed.
    public let error: String?

    /// Makes an entry.
    public init(
        id: String, at: Instant, kind: Kind, outcome: Outcome, party: String, partyName: String, types: [String],
        credentials: [String], disclosed: [String] = [], channel: String, error: String? = nil
    ) {
        self.id = id
        self.at = at
        self.kind = kind
        self.outcome = outcome
        self.party = party
        self.partyName = partyName
        self.types = types
        self.credentials = credentials
        self.disclosed = disclosed
        self.channel = channel
        self.error = error
    }
}
