/// The stored credentials: each change is one commit, logged in the same commit.
package struct CredentialStore: Sendable {
    private let storage: any StorageDriver
    private let log: TransactionLog

    package init(storage: any StorageDriver, log: TransactionLog) {
        self.storage = storage
        self.log = log
    }

    /// Adds a credential with its instances and match index to a batch, into an empty place or over what was found there.
    func put(_ accepted: AcceptedCredential, over holding: CredentialHolding?, in batch: inout StorageBatch) {
        if let holding {
            for (key, version) in holding.versions { batch.delete(key, expect: .version(version)) }
        }
        func put(_ record: any Record) {
            let expectation = holding?.versions[record.key].map { StorageBatch.Expectation.version($0) } ?? .absent
            batch.put(record.key, record.encoded(), expect: expectation)
        }
        put(accepted.record)
        put(accepted.details)
        put(accepted.index)
        for instance in accepted.instances { put(instance) }
    }

    /// What is stored at one key.
    package func reading(of key: StorageKey) async throws(CredentialError) -> StorageReading? {
        try await readings(of: [key]).first
    }

    /// Every credential record, oldest first; one that cannot be read is left out and reported.
    package func records(unreadable: (CredentialError) -> Void = { _ in }) async throws(StorageError)
        -> [(record: CredentialRecord, version: UInt64)]
    {
        var (whole, damaged) = try await storage.all(CredentialRecord.self)
        for item in damaged { unreadable(item.error) }
        whole.sort { left, right in
            left.record.receivedAt == right.record.receivedAt
                ? left.record.id.value < right.record.id.value : left.record.receivedAt < right.record.receivedAt
        }
        return whole
    }

    package func record(_ id: CredentialId) async throws(CredentialError) -> (
        record: CredentialRecord, version: UInt64
    )? {
        switch try await readings(of: [CredentialRecord.key(id.value)]).first {
        case .record(let stored)?: (try CredentialRecord(stored), stored.version)
        case .damaged(let damaged)?: throw CredentialError(damaged)
        case .absent?, nil: nil
        }
    }

    /// The details of a credential that is there.
    package func details(of id: CredentialId) async throws(CredentialError) -> DetailsRecord {
        switch try await readings(of: [DetailsRecord.key(id.value)]).first {
        case .record(let stored)?: return try DetailsRecord(stored)
        case .damaged(let damaged)?: throw CredentialError(damaged)
        case .absent?, nil: throw .unreadable(DetailsRecord.collection, "it is missing")
        }
    }

    /// The text of the first instance that can be read; the others hold the same data.
    package func text(of record: CredentialRecord) async throws(CredentialError) -> String {
        var failure: CredentialError?
        for number in 0..<record.instanceLimit {
            let key = InstanceRecord.key(InstanceRecord.name(record.id, number))
            do throws(CredentialError) {
                switch try await readings(of: [key]).first {
                case .record(let stored)?: return try InstanceRecord(stored).text
                case .damaged(let damaged)?: throw CredentialError(damaged)
                case .absent?, nil: throw .unreadable(InstanceRecord.collection, "it is missing")
                }
            } catch {
                guard error.code == .unreadable else { throw error }
                failure = failure ?? error
            }
        }
        throw failure ?? .unreadable(InstanceRecord.collection, "there is none")
    }

    /// Everything that is stored under an id, readable or not.
    package func holding(_ id: CredentialId) async throws(CredentialError) -> CredentialHolding {
        var holding = CredentialHolding(id: id)
        try await take(CredentialHolding.keys(id), into: &holding)
        // The number of instances is the record's to say; where it is gone, they are looked for until none comes.
        let limit = holding.record?.instanceLimit ?? CredentialRecord.mostInstances
        var number = 0
        while number < limit {
            let numbers = number..<min(number + 200, limit)
            let before = holding.versions.count
            try await take(numbers.map { InstanceRecord.key(InstanceRecord.name(id, $0)) }, into: &holding)
            if holding.record == nil, holding.versions.count == before { break }
            number = numbers.upperBound
        }
        return holding
    }

    private func take(_ keys: [StorageKey], into holding: inout CredentialHolding) async throws(CredentialError) {
        for (key, reading) in zip(keys, try await readings(of: keys)) { holding.take(reading, at: key) }
    }

    /// Applies a change to what a holding found, if nobody else changed it since.
    package func commit(_ batch: StorageBatch, logging entry: TransactionLogEntry) async throws(StorageError) {
        try await log.commit(batch, logging: entry)
    }

    /// Replaces records that were read before, if nobody else changed them.
    package func replace(_ records: [(record: any Record, version: UInt64)]) async throws(StorageError) {
        var batch = StorageBatch()
        for (record, version) in records { batch.put(record.key, record.encoded(), expect: .version(version)) }
        try await storage.commit(batch)
    }

    private func readings(of keys: [StorageKey]) async throws(CredentialError) -> [StorageReading] {
        do {
            return try await storage.readings(of: keys)
        } catch {
            throw CredentialError(error)
        }
    }
}
