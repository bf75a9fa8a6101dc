internal import LanyardJSON
internal import LanyardText

/// The wallet's log of what was received, presented and deleted.
///
/// Entries form a chain from the newest to the oldest, so that the newest are read without reading all of them, and an
/// entry is part of the commit that it tells of. In a log of the app's own an entry follows the commit.
public struct TransactionLog: Sendable {
    private static let head = StorageKey("log-head", "head")

    private let storage: any StorageDriver
    private let rng: any Rng
    private let elsewhere: (any TransactionLogStore)?
    private let logger: (any WalletLogger)?

    package init(
        storage: any StorageDriver, rng: any Rng, elsewhere: (any TransactionLogStore)?,
        logger: (any WalletLogger)? = nil
    ) {
        self.storage = storage
        self.rng = rng
        self.elsewhere = elsewhere
        self.logger = logger
    }

    /// The newest entries first; throws `StorageError`.
    public func entries(limit: Int = 100) async throws -> [TransactionLogEntry] {
        if let elsewhere { return try await elsewhere.entries(limit: limit) }
        var entries: [TransactionLogEntry] = []
        var next = try await headName()?.name
        while let name = next, entries.count < limit {
            guard let stored = try await storage.read([LogRecord.key(name)]).first ?? nil else { break }
            let record = try LogRecord(stored)
            entries.append(record.entry)
            next = record.previous
        }
        return entries
    }

    /// Adds entries to a batch and commits it; on a conflict over the log alone the batch is tried again.
    package func commit(_ batch: StorageBatch, logging entry: TransactionLogEntry) async throws(StorageError) {
        if let elsewhere {
            try await storage.commit(batch)
            do {
                try await elsewhere.append(entry)
            } catch {
                // What the entry tells of has happened: that the app's own log did not take it must not undo it.
                logger?.log(
                    WalletLogEntry(.error, "log", "the app's transaction log did not take an entry: \(error.code)"))
            }
            return
        }
        for _ in 0..<100 {
            let head = try await headName()
            var whole = batch
            let record = LogRecord(entry: entry, previous: head?.name)
            whole.put(record.key, record.encoded(), expect: .absent)
            let pointer = JSON.object(["newest": .string(entry.id)]).encoded()
            whole.put(Self.head, pointer, expect: head.map { .version($0.version) } ?? .absent)
            do {
                try await storage.commit(whole)
                return
            } catch  where error.code == .conflict {
                let now = try await headName()
                // Somebody else wrote the log: try again. Otherwise the batch's own expectation failed.
                guard now?.version != head?.version else { throw error }
            }
        }
        throw StorageError(.busy, "the log is written by others all the time", remedy: "Try again.")
    }

    package func newId() -> String { CredentialId(rng).value }

    private func headName() async throws(StorageError) -> (name: String, version: UInt64)? {
        guard let stored = try await storage.read([Self.head]).first ?? nil else { return nil }
        guard let json = try? JSON(parsing: stored.value), let name = json["newest"]?.string else {
            throw StorageError(.corrupt, "the log's head cannot be read", remedy: "Restore the store from a backup.")
        }
        return (name, stored.version)
    }
}

private struct LogRecord: Record {
    static let collection = "log"

    let entry: TransactionLogEntry
    let previous: String?

    var name: String { entry.id }

    init(entry: TransactionLogEntry, previous: String?) {
        self.entry = entry
        self.previous = previous
    }

    var members: JSONObject {
        func texts(_ values: [String]) -> JSON { .array(values.map(JSON.string)) }
        var object: JSONObject = [
            "id": .string(entry.id), "at": .number(JSONNumber(entry.at.milliseconds)),
            "kind": .string(entry.kind.rawValue), "outcome": .string(entry.outcome.rawValue),
            "party": .string(entry.party), "partyName": .string(entry.partyName), "types": texts(entry.types),
            "credentials": texts(entry.credentials), "disclosed": texts(entry.disclosed),
            "channel": .string(entry.channel),
        ]
        object["error"] = entry.error.map(JSON.string)
        object["previous"] = previous.map(JSON.string)
        return object
    }

    init(members: JSONField) throws(JSONError) {
        guard let kind = TransactionLogEntry.Kind(rawValue: try members["kind"].string()),
            let outcome = TransactionLogEntry.Outcome(rawValue: try members["outcome"].string())
        else { throw JSONError(.type, at: members.location, "unknown kind or outcome") }
        entry = TransactionLogEntry(
            id: try members["id"].string(), at: Instant(milliseconds: try members["at"].int64()), kind: kind,
            outcome: outcome, party: try members["party"].string(), partyName: try members["partyName"].string(),
            types: try members["types"].strings(), credentials: try members["credentials"].strings(),
            disclosed: try members["disclosed"].strings(),
            channel: try members["channel"].string(), error: try members["error"].optionalString())
        previous = try members["previous"].optionalString()
    }
}
