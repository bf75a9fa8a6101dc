/// Something in the store that is not as it should be.
public struct StoreDamage: Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Trouble: String, Hashable, Sendable {
        /// The record is there and cannot be read.
        case unreadable
        /// The record should be there and is not.
        case missing
    }

    /// What the record holds: `credential`, `details`, `instance`, `index`, `context`, `deferral`, `outbox`, `authorization`,
    /// `session`, `client`, `registration`, `document`, `log` or `log-head`.
    public let record: String
    /// What is wrong.
    public let trouble: Trouble
    /// The credential that it belongs to, where that is known.
    public let credential: CredentialId?
    /// What was found, for a developer; nothing secret.
    public let reason: String
    /// What `StoreService.repair` does about it.
    public let repair: String

    /// One line for a person.
    public var description: String {
        "\(record)" + (credential.map { " of \($0.value)" } ?? "") + " is \(trouble.rawValue): \(reason). \(repair)"
    }

    /// Where it is, for the repair; nil for what belongs to a known credential.
    package let place: UnreadableRecord.Place?

    /// Something wrong with a known credential.
    package init(_ record: String, _ trouble: Trouble, of credential: CredentialId, reason: String, repair: String) {
        self.record = record
        self.trouble = trouble
        self.credential = credential
        self.reason = reason
        self.repair = repair
        place = nil
    }

    /// A record by itself.
    package init(_ unreadable: UnreadableRecord) {
        record =
            switch unreadable.place {
            case .damaged(let damaged): damaged.collection
            case .malformed(let key, _): key.collection
            }
        trouble = .unreadable
        credential = nil
        reason = unreadable.error.reason
        place = unreadable.place
        repair =
            switch record {
            case CredentialRecord.collection, DetailsRecord.collection, InstanceRecord.collection,
                MatchIndexRecord.collection:
                "A repair removes it; which credential it belongs to is not known."
            case PendingKeysRecord.collection:
                "A repair removes it; keys of a session that died may stay in their secure area."
            case IssuanceContextRecord.collection:
                "A repair removes it; its credentials stay and cannot be renewed without a person."
            case DeferralRecord.collection: "A repair removes it; the promised credential does not come."
            case DocumentRecord.collection: "A repair removes it; the document is fetched again when it is needed."
            default: "A repair removes it."
            }
    }
}
