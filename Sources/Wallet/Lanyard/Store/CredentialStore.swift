/// The stored credentials: each change is one commit, logged in the same commit.
package struct CredentialStore: Sendable {
    private let storage: any StorageDriver
    private let log: TransactionLog

    package init(storage: any StorageDriver, log: TransactionLog) {
        self.storage = storage
        self.log = log
    }

    /// Stores a credential with its instances and match index, and drops the record of its pending keys, all at once.
    package func insert(
        _ record: CredentialRecord, instances: [InstanceRecord], index: MatchIndexRecord,
        releasing pending: StorageKey?,
        logging entry: TransactionLogEntry
    ) async throws(StorageError) {
        var batch = StorageBatch()
        batch.put(record.key, record.encoded(), expect: .absent)
        batch.put(index.key, index.encoded(), expect: .absent)
        for instance in instances { batch.put(instance.key, instance.encoded(), expect: .absent) }
        if let pending { batch.delete(pending) }
        try await log.commit(batch, logging: entry)
    }

    /// Every credential record, oldest first; one that cannot be read is left out and reported.
    package func records(unreadable: (CredentialError) -> Void = { _ in }) async throws(StorageError)
        -> [(record: CredentialRecord, version: UInt64)]
    {
        var records: [(record: CredentialRecord, version: UInt64)] = []
        var last: String?
        while true {
            let page = try await storage.scan(CredentialRecord.collection, after: last, limit: 200)
            for stored in page {
                do {
                    records.append((try CredentialRecord(stored), stored.version))
                } catch {
                    unreadable(error)
                }
            }
            guard page.count == 200, let next = page.last?.key.name else { break }
            last = next
        }
        return records.sorted { left, right in
            (left.record.receivedAt, left.record.name) < (right.record.receivedAt, right.record.name)
        }
    }

    package func record(_ id: CredentialId) async throws(CredentialError) -> (
        record: CredentialRecord, version: UInt64
    )? {
        guard let stored = try await read([CredentialRecord.key(id.value)]).first ?? nil else { return nil }
        return (try CredentialRecord(stored), stored.version)
    }

    /// The instances of a credential, in the order in which they were stored.
    package func instances(of record: CredentialRecord) async throws(CredentialError) -> [(
        record: InstanceRecord, version: UInt64
    )] {
        let keys = (0..<max(0, min(record.instances, 10_000))).map {
            InstanceRecord.key(InstanceRecord.name(record.id, $0))
        }
        var instances: [(record: InstanceRecord, version: UInt64)] = []
        for stored in try await read(keys) {
            guard let stored else { continue }
            instances.append((try InstanceRecord(stored), stored.version))
        }
        return instances
    }

    /// Deletes a credential with all that belongs to it.
    package func delete(_ record: CredentialRecord, version: UInt64, logging entry: TransactionLogEntry)
        async throws(StorageError)
    {
        var batch = StorageBatch()
        batch.delete(record.key, expect: .version(version))
        batch.delete(MatchIndexRecord.key(record.name))
        for number in 0..<max(0, min(record.instances, 10_000)) {
            batch.delete(InstanceRecord.key(InstanceRecord.name(record.id, number)))
        }
        try await log.commit(batch, logging: entry)
    }

    /// Replaces records that were read before, if nobody else changed them.
    package func replace(_ records: [(record: any Record, version: UInt64)]) async throws(StorageError) {
        var batch = StorageBatch()
        for (record, version) in records { batch.put(record.key, record.encoded(), expect: .version(version)) }
        try await storage.commit(batch)
    }

    private func read(_ keys: [StorageKey]) async throws(CredentialError) -> [StoredRecord?] {
        do {
            return try await storage.read(keys)
        } catch {
            throw CredentialError(error)
        }
    }
}
