package import LanyardJSON
internal import LanyardText

/// The wallet's log of what was received, presented and deleted.
///
/// Entries form a chain from the newest to the oldest, so that the newest are read without reading all of them, and an
/// entry is part of the commit that it tells of. In a log of the app's own an entry follows the commit.
public struct TransactionLog: Sendable {
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
    ///
    /// An entry that cannot be read is left out and told to the logger; it hides no other.
    public func entries(limit: Int = 100) async throws -> [TransactionLogEntry] {
        if let elsewhere { return try await elsewhere.entries(limit: limit) }
        guard let chained = try await chain(limit: limit) else { return Array(try await allEntries().prefix(limit)) }
        return chained
    }

    /// Follows the chain from its head; nil where a link cannot be read.
    private func chain(limit: Int) async throws(StorageError) -> [TransactionLogEntry]? {
        guard case .record(let head)? = try await storage.readings(of: [LogHead.key(LogHead.only)]).first,
            var next = try? LogHead(head).newest
        else { return nil }
        var entries: [TransactionLogEntry] = []
        while entries.count < limit {
            guard case .record(let stored)? = try await storage.readings(of: [LogRecord.key(next)]).first,
                let record = try? LogRecord(stored)
            else { return nil }
            entries.append(record.entry)
            guard let previous = record.previous else { break }
            next = previous
        }
        return entries
    }

    /// Every entry that can be read, the newest first.
    private func allEntries() async throws(StorageError) -> [TransactionLogEntry] {
        let (whole, unreadable) = try await storage.all(LogRecord.self)
        for item in unreadable { logger?.log(WalletLogEntry(.error, "store", item.error.description)) }
        return whole.map(\.record.entry).sorted { ($0.at, $0.id) > ($1.at, $1.id) }
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
            let head = try await head()
            var whole = batch
            let record = LogRecord(entry: entry, previous: head.newest)
            whole.put(record.key, record.encoded(), expect: .absent)
            let pointer = LogHead(newest: entry.id)
            whole.put(pointer.key, pointer.encoded(), expect: head.expectation)
            do {
                try await storage.commit(whole)
                return
            } catch  where error.code == .conflict {
                // Somebody else wrote the log: try again. Otherwise the batch's own expectation failed.
                guard try await self.head().expectation != head.expectation else { throw error }
            }
        }
        throw StorageError(.busy, "the log is written by others all the time", remedy: "Try again.")
    }

    package func newId() -> String { CredentialId(rng).value }

    /// The newest entry, and what the head's record must be when the next one is written.
    ///
    /// A head that is lost or cannot be read is found again from the entries.
    private func head() async throws(StorageError) -> (newest: String?, expectation: StorageBatch.Expectation) {
        let expectation: StorageBatch.Expectation
        switch try await storage.readings(of: [LogHead.key(LogHead.only)]).first {
        case .record(let stored)?:
            expectation = .version(stored.version)
            if let head = try? LogHead(stored) { return (head.newest, expectation) }
        case .damaged(let damaged)?: expectation = .version(damaged.version)
        case .absent?, nil: expectation = .absent
        }
        return (try await allEntries().first?.id, expectation)
    }
}

/// Names the newest entry of the log.
package struct LogHead: Record {
    package static let collection = "log-head"
    package static let only = "head"

    package let newest: String

    package var name: String { Self.only }

    package init(newest: String) {
        self.newest = newest
    }

    package var members: JSONObject { ["newest": .string(newest)] }

    package init(members: JSONField) throws(JSONError) {
        newest = try members["newest"].string()
    }
}

package struct LogRecord: Record {
    package static let collection = "log"

    package let entry: TransactionLogEntry
    package let previous: String?

    package var name: String { entry.id }

    package init(entry: TransactionLogEntry, previous: String?) {
        self.entry = entry
        self.previous = previous
    }

    package var members: JSONObject {
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

    package init(members: JSONField) throws(JSONError) {
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
