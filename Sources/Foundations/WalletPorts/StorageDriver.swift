/// Where records are kept: small values under names in collections, changed by atomic batches.
///
/// All or nothing holds across processes. No call takes a closure and no lock is held between calls.
public protocol StorageDriver: Sendable {
    /// What the driver found when it was opened.
    var condition: StorageCondition { get }

    /// Reads records, in the order of the keys and each by itself: one that is damaged hides no other.
    func readings(of keys: [StorageKey]) async throws(StorageError) -> [StorageReading]

    /// Reads a collection in a fixed order, a page at a time.
    ///
    /// `after` is `next` of the page before, nil for the first. The order is stable while the records stay, but is not the
    /// order of names where names are blinded.
    func scan(_ collection: String, after cursor: String?, limit: Int) async throws(StorageError) -> StoragePage

    /// Applies a batch, all of it or nothing, durably.
    ///
    /// Throws `.conflict` when an expectation does not hold; then nothing was changed.
    func commit(_ batch: StorageBatch) async throws(StorageError)

    /// Removes damaged records for good, all of them or none.
    ///
    /// Throws `.conflict` when one is no longer as it was found; then nothing was changed.
    func discard(_ damaged: [DamagedRecord]) async throws(StorageError)

    /// Looks over the medium beneath the records; throws `.corrupt` with what is wrong.
    func verify() async throws(StorageError)

    /// Says that the wallet has dealt with `.restored`, durably; until then each opening finds it again.
    func settleRestore() async throws(StorageError)
}

extension StorageDriver {
    /// Reads records that are all needed; one that is absent gives nil at its place, one that is damaged throws.
    public func read(_ keys: [StorageKey]) async throws(StorageError) -> [StoredRecord?] {
        var records: [StoredRecord?] = []
        records.reserveCapacity(keys.count)
        for reading in try await readings(of: keys) { records.append(try reading.record) }
        return records
    }

    /// Removes records by their places: for drivers whose places are names.
    public func discard(_ damaged: [DamagedRecord]) async throws(StorageError) {
        var batch = StorageBatch()
        for record in damaged {
            batch.delete(StorageKey(record.collection, record.place), expect: .version(record.version))
        }
        try await commit(batch)
    }

    /// Does nothing: for drivers whose medium cannot be damaged, or not be looked over.
    public func verify() async throws(StorageError) {}

    /// Does nothing: for drivers that do not detect a restored copy.
    public func settleRestore() async throws(StorageError) {}
}

/// What a driver found when it was opened.
public enum StorageCondition: Hashable, Sendable {
    /// The store is as it was left, or new.
    case normal
    /// An older copy of the store was put back: one-time instances may have been used since.
    case restored
}

/// Changes that are applied together or not at all.
public struct StorageBatch: Sendable {
    /// What must hold for a record before the batch is applied.
    public enum Expectation: Hashable, Sendable {
        /// It has this version.
        case version(UInt64)
        /// It is not there.
        case absent
    }

    /// Records to write.
    public private(set) var puts: [StorageKey: [UInt8]] = [:]
    /// Records to delete; one that is absent is no error.
    public private(set) var deletes: Set<StorageKey> = []
    /// What must hold before.
    public private(set) var expectations: [StorageKey: Expectation] = [:]

    /// Makes an empty batch.
    public init() {}

    /// Whether nothing would change and nothing is expected.
    public var isEmpty: Bool { puts.isEmpty && deletes.isEmpty && expectations.isEmpty }

    /// Writes a record, replacing an earlier change of the batch to it.
    public mutating func put(_ key: StorageKey, _ value: [UInt8], expect: Expectation? = nil) {
        deletes.remove(key)
        puts[key] = value
        if let expect { expectations[key] = expect }
    }

    /// Deletes a record, replacing an earlier change of the batch to it.
    public mutating func delete(_ key: StorageKey, expect: Expectation? = nil) {
        puts[key] = nil
        deletes.insert(key)
        if let expect { expectations[key] = expect }
    }

    /// Demands something of a record that the batch need not change.
    public mutating func expect(_ key: StorageKey, _ expectation: Expectation) {
        expectations[key] = expectation
    }
}
