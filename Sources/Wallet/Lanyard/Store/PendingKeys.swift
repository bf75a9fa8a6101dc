package import LanyardJSON
internal import LanyardText

/// Sessions that are about to make keys and have no result yet, recorded before the first key is made.
///
/// A wrapped key lives in its handle and needs none of this. A key that an area holds would be an orphan if the process
/// died before its credential is stored. The record goes in the commit that stores the credential; one that is still
/// there when the session's time is over tells which group of keys belongs to nobody.
package struct PendingKeys: Sendable {
    /// No session lives longer than this many seconds after its keys were made: its active time and its last requests.
    private static let lease: Double = 1800

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
                for area in context.environment.secureAreas { try await area.deleteKeys(ofGroup: record.name) }
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

    init(name: String, expires: Instant) {
        self.name = name
        self.expires = expires
    }

    package var members: JSONObject {
        ["name": .string(name), "expires": .number(JSONNumber(expires.milliseconds))]
    }

    package init(members: JSONField) throws(JSONError) {
        name = try members["name"].string()
        expires = Instant(milliseconds: try members["expires"].int64())
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
