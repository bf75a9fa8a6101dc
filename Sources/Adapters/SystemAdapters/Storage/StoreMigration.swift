public import WalletPorts

/// One step forward of a store's records, from a schema to the next.
public struct StoreMigration: Sendable {
    /// The schema that it starts from; the next one is its goal.
    public let from: UInt8
    /// The collections whose records change.
    public let collections: [String]
    /// Gives the new value of a record.
    public let change: @Sendable (StoredRecord) throws(StorageError) -> [UInt8]

    /// Makes a step; `change` may be applied again after a crash, but never to a record that it has changed already.
    public init(
        from: UInt8, collections: [String], change: @escaping @Sendable (StoredRecord) throws(StorageError) -> [UInt8]
    ) {
        self.from = from
        self.collections = collections
        self.change = change
    }
}

/// Runs migrations under a lease, a page of records in a commit, so that a crash loses nothing and two processes do not meet.
struct StoreMigrator {
    private static let page = 100
    private static let leaseSeconds = 60.0

    let base: any StorageDriver
    let cipher: RecordCipher
    let clock: any WalletClock
    let newest: UInt8

    /// Runs every step from the store's schema to the newest.
    ///
    /// Throws `.busy` while another process migrates, `.conflict` when it took over.
    func run(_ steps: [StoreMigration]) async throws(StorageError) {
        var lease = try await takeLease()
        while true {
            guard let stored = try await base.read([cipher.blinded(StoreState.state)]).first ?? nil else {
                throw StorageError(.corrupt, "the store has no state record", remedy: StoreState.remedy)
            }
            var state = try StoreState(opening: stored, with: cipher, newest: newest)
            guard state.schema < newest else { break }
            guard let step = steps.first(where: { $0.from == state.schema }) else {
                throw StorageError(.corrupt, "there is no way from schema \(state.schema) to the next")
            }
            for collection in step.collections { try await run(step, over: collection, &lease) }
            state.schema += 1
            var batch = StorageBatch()
            try put(StoreState.state, state.bytes, after: stored.version, schema: state.schema, in: &batch)
            try await base.commit(batch)
        }
        var release = StorageBatch()
        release.delete(StoreState.lease, expect: .version(lease))
        try await base.commit(release)
    }

    /// Changes the records of a collection; a damaged one stays as it is.
    private func run(_ step: StoreMigration, over collection: String, _ lease: inout UInt64) async throws(StorageError)
    {
        var after: String?
        repeat {
            let page = try await base.scan(collection, after: after, limit: StoreMigrator.page)
            after = page.next
            var batch = StorageBatch()
            for stored in page.records {
                guard let opened = try openedIfWhole(stored), opened.schema <= step.from else { continue }
                let value = try step.change(opened.record)
                try put(opened.record.key, value, after: stored.version, schema: step.from + 1, in: &batch)
            }
            guard !batch.isEmpty else { continue }
            // The lease is renewed by the same commit: whoever lost it changes nothing.
            batch.put(StoreState.lease, leaseBytes(), expect: .version(lease))
            try await base.commit(batch)
            lease += 1
        } while after != nil
    }

    private func openedIfWhole(_ stored: StoredRecord) throws(StorageError) -> RecordCipher.Opened? {
        do throws(StorageError) {
            return try cipher.opened(stored, newest: newest)
        } catch {
            guard error.code == .corrupt else { throw error }
            return nil
        }
    }

    private func put(
        _ key: StorageKey, _ value: [UInt8], after version: UInt64, schema: UInt8, in batch: inout StorageBatch
    ) throws(StorageError) {
        let place = cipher.blinded(key)
        let sealed = try cipher.sealed(value, of: key, at: place, version: version + 1, schema: schema)
        batch.put(place, sealed, expect: .version(version))
    }

    private func takeLease() async throws(StorageError) -> UInt64 {
        let found = try await base.read([StoreState.lease]).first ?? nil
        if let found {
            let expiry = found.value.reduce(0) { $0 << 8 | UInt64($1) }
            let now = UInt64(clamping: clock.now.milliseconds)
            guard expiry <= now || expiry > now + UInt64(2000 * StoreMigrator.leaseSeconds) else {
                throw StorageError(.busy, "another process migrates the store", remedy: "Try again in a minute.")
            }
        }
        var batch = StorageBatch()
        batch.put(StoreState.lease, leaseBytes(), expect: found.map { .version($0.version) } ?? .absent)
        try await base.commit(batch)
        return (found?.version ?? 0) &+ 1
    }

    private func leaseBytes() -> [UInt8] {
        let expiry = UInt64(clamping: clock.now.advanced(by: StoreMigrator.leaseSeconds).milliseconds)
        return (0..<8).map { UInt8(truncatingIfNeeded: expiry >> (56 - 8 * UInt64($0))) }
    }
}
