/// The issuances that wait for a browser.
package struct PausedAuthorizations: Sendable {
    private let context: WalletContext

    package init(_ context: WalletContext) {
        self.context = context
    }

    /// Stores one before its browser is opened, in place of an earlier request of the same session.
    package func pause(
        _ record: AuthorizationRecord, inPlaceOf earlier: AuthorizationRecord?, releasing pending: [StorageKey]
    ) async throws(StorageError) {
        var batch = StorageBatch()
        if let earlier { batch.delete(earlier.key) }
        batch.put(record.key, record.encoded(), expect: .absent)
        for key in pending { batch.delete(key) }
        try await context.environment.storage.commit(batch)
    }

    /// Takes the one that a `state` names, so that nobody else can; nil where there is none, or no more.
    package func take(state: String) async throws(StorageError) -> AuthorizationRecord? {
        let key = AuthorizationRecord.key(AuthorizationRecord.name(state: state))
        guard case .record(let stored)? = try await context.environment.storage.readings(of: [key]).first,
            let record = try? AuthorizationRecord(stored)
        else { return nil }
        guard let taken = try await take(record, stored.version) else { return nil }
        guard context.environment.clock.now < record.expires else {
            await release(taken)
            return nil
        }
        return taken
    }

    /// Takes one over, nil where somebody else did: its key is the taker's from the same commit on.
    private func take(
        _ record: AuthorizationRecord, _ version: UInt64
    ) async throws(StorageError) -> AuthorizationRecord? {
        var taken = record
        var batch = StorageBatch()
        batch.delete(record.key, expect: .version(version))
        if let key = record.dpopKey {
            taken.released = PendingKeys(context).release([key.handle], for: PendingKeys.lease, in: &batch)
        }
        do {
            try await context.environment.storage.commit(batch)
        } catch {
            guard error.code == .conflict else { throw error }
            return nil
        }
        return taken
    }

    private func release(_ taken: AuthorizationRecord) async {
        guard let key = taken.dpopKey else { return }
        await PendingKeys(context).delete([key.handle], released: taken.released)
    }

    /// Drops one that is not waited for any more, with its key.
    package func drop(_ record: AuthorizationRecord) async throws(StorageError) {
        if let taken = try await take(state: record.state) { await release(taken) }
    }

    /// Drops those whose time is over, and says how many.
    package func dropOver() async throws(StorageError) -> Int {
        var dropped = 0
        for (record, version) in try await all() where record.expires <= context.environment.clock.now {
            guard let taken = try await take(record, version) else { continue }
            await release(taken)
            dropped += 1
        }
        return dropped
    }

    package func nextExpiry() async throws(StorageError) -> Instant? {
        try await all().map(\.record.expires).min()
    }

    private func all() async throws(StorageError) -> [(record: AuthorizationRecord, version: UInt64)] {
        let (whole, unreadable) = try await context.environment.storage.all(AuthorizationRecord.self)
        for item in unreadable {
            context.environment.logger?.log(WalletLogEntry(.error, "store", item.error.description))
        }
        return whole
    }
}
