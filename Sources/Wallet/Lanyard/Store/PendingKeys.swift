package import LanyardJSON
internal import LanyardText

/// Sessions that are about to make keys and have no result yet, recorded before the first key is made.
///
/// A wrapped key lives in its handle and needs none of this. A key that an area holds would be an orphan if the process
/// died before its credential is stored. The record goes in the commit that stores the credential; one that is still
/// there when the session's time is over tells which group of keys belongs to nobody.
package struct PendingKeys: Sendable {
    /// No session lives longer than this many seconds after its keys were made: its active time and its last requests.
    package static let lease: Double = 1800

    private let context: WalletContext

    package init(_ context: WalletContext) {
        self.context = context
    }

    /// Records that keys of a group are about to be made.
    package func announce(group: String) async throws(StorageError) -> StorageKey {
        let record = PendingKeysRecord(
            name: group, expires: context.environment.clock.now.advanced(by: Self.lease))
        var batch = StorageBatch()
        batch.put(record.key, record.encoded(), expect: .absent)
        try await context.environment.storage.commit(batch)
        return record.key
    }

    /// Adds to a batch that keys are nobody's, or a session's only, once it is committed: nil where none live in an area.
    ///
    /// Should the process die before it deletes or stores them, they are deleted when the lease is over.
    package func release(_ keys: [KeyHandle], for lease: Double = 0, in batch: inout StorageBatch) -> StorageKey? {
        let living = keys.filter { context.secureArea($0.area)?.capabilities.keysLiveInHandles == false }
        guard !living.isEmpty else { return nil }
        let record = PendingKeysRecord(
            name: "released/\(CredentialId(context.environment.rng).value)",
            expires: context.environment.clock.now.advanced(by: lease), keys: living)
        batch.put(record.key, record.encoded(), expect: .absent)
        return record.key
    }

    /// Deletes keys that a committed batch released, and the record of them.
    package func delete(_ keys: [KeyHandle], released record: StorageKey?) async {
        guard await context.delete(keys), let record else { return }
        do {
            try await forget(record)
        } catch {
            // Upkeep finds it; deleting keys that are gone already is no error then.
            context.environment.logger?.log(
                WalletLogEntry(.warning, "keys", "a record of deleted keys stays until upkeep: \(error.code)"))
        }
    }

    /// Deletes a record whose keys were stored or deleted.
    package func forget(_ key: StorageKey) async throws(StorageError) {
        var batch = StorageBatch()
        batch.delete(key)
        try await context.environment.storage.commit(batch)
    }

    /// Deletes the keys of sessions whose process died, and says how many sessions there were.
    ///
    /// A record whose keys cannot be deleted now stays for the next time.
    @discardableResult
    package func releaseAbandoned() async throws(StorageError) -> Int {
        let now = context.environment.clock.now
        var released = 0
        for record in try await all() where record.expires <= now {
            do {
                for area in context.environment.secureAreas {
                    let named = record.keys.filter { $0.area == area.id }
                    if record.keys.isEmpty {
                        try await area.deleteKeys(ofGroup: record.name)
                    } else if !named.isEmpty {
                        try await area.delete(named)
                    }
                }
            } catch {
                context.environment.logger?.log(
                    WalletLogEntry(.warning, "keys", "abandoned keys were not deleted yet: \(error.code)"))
                continue
            }
            try await forget(record.key)
            released += 1
        }
        return released
    }

    package func nextExpiry() async throws(StorageError) -> Instant? {
        try await all().map(\.expires).min()
    }

    /// One that cannot be read tells nothing of its keys: it waits for the person (`StoreService`).
    private func all() async throws(StorageError) -> [PendingKeysRecord] {
        let (whole, unreadable) = try await context.environment.storage.all(PendingKeysRecord.self)
        for item in unreadable {
            context.environment.logger?.log(WalletLogEntry(.error, "store", item.error.description))
        }
        return whole.map(\.record)
    }
}

package struct PendingKeysRecord: Record {
    package static let collection = "session"

    package let name: String
    package let expires: Instant
    /// The keys; empty where they are those of the group that has the record's name.
    package let keys: [KeyHandle]

    init(name: String, expires: Instant, keys: [KeyHandle] = []) {
        self.name = name
        self.expires = expires
        self.keys = keys
    }

    package var members: JSONObject {
        var object: JSONObject = [
            "name": .string(name), "expires": .number(JSONNumber(expires.milliseconds)),
        ]
        if !keys.isEmpty { object["keys"] = .array(keys.map(\.json)) }
        return object
    }

    package init(members: JSONField) throws(JSONError) {
        name = try members["name"].string()
        expires = Instant(milliseconds: try members["expires"].int64())
        var keys: [KeyHandle] = []
        if members["keys"].value != nil {
            for field in try members["keys"].array() { keys.append(try KeyHandle(field: field)) }
        }
        self.keys = keys
    }
}

extension KeyHandle {
    package var json: JSON { ["area": .string(area), "bytes": .string(Base64URL.encode(bytes))] }

    package init(field: JSONField) throws(JSONError) {
        let text = try field["bytes"].string()
        guard let bytes = Base64URL.decode(text) else {
            throw JSONError(.type, at: field["bytes"].location, "not base64url")
        }
        self.init(area: try field["area"].string(), bytes: bytes)
    }
}
