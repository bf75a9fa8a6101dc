import LanyardLock
public import WalletPorts

/// A store in memory, for tests: the same rules as a durable one, and gone with the process.
///
/// Two drivers never share records. `condition` is what it was made with.
public final class MemoryStorageDriver: StorageDriver {
    private struct Shelf {
        var records: [String: StoredRecord] = [:]
        var names: [String] = []

        /// Where a name is, or would be, among the sorted names.
        func place(of name: String) -> Int {
            var low = 0
            var high = names.count
            while low < high {
                let middle = low + (high - low) / 2
                if names[middle] < name { low = middle + 1 } else { high = middle }
            }
            return low
        }

        mutating func put(_ key: StorageKey, _ value: [UInt8]) {
            let version = records[key.name]?.version
            if version == nil { names.insert(key.name, at: place(of: key.name)) }
            records[key.name] = StoredRecord(key: key, value: value, version: (version ?? 0) + 1)
        }

        mutating func delete(_ name: String) {
            guard records.removeValue(forKey: name) != nil else { return }
            names.remove(at: place(of: name))
        }
    }

    /// What the driver says it found.
    public let condition: StorageCondition
    private let shelves = Mutex<[String: Shelf]>([:])

    /// Makes an empty store.
    public init(condition: StorageCondition = .normal) {
        self.condition = condition
    }

    /// Reads records.
    public func readings(of keys: [StorageKey]) async throws(StorageError) -> [StorageReading] {
        shelves.withLock { shelves in
            keys.map { shelves[$0.collection]?.records[$0.name].map(StorageReading.record) ?? .absent }
        }
    }

    /// Reads a page of a collection, in the order of names.
    public func scan(_ collection: String, after cursor: String?, limit: Int) async throws(StorageError) -> StoragePage
    {
        shelves.withLock { shelves in
            guard let shelf = shelves[collection], limit > 0 else { return StoragePage(records: [], next: nil) }
            var start = 0
            if let cursor {
                start = shelf.place(of: cursor)
                if start < shelf.names.count, shelf.names[start] == cursor { start += 1 }
            }
            let names = shelf.names[start...].prefix(limit)
            return StoragePage(
                records: names.compactMap { shelf.records[$0] }, next: names.count == limit ? names.last : nil)
        }
    }

    /// Applies a batch.
    public func commit(_ batch: StorageBatch) async throws(StorageError) {
        let missed = shelves.withLock { shelves -> StorageKey? in
            for (key, expectation) in batch.expectations {
                let version = shelves[key.collection]?.records[key.name]?.version
                switch expectation {
                case .absent: if version != nil { return key }
                case .version(let wanted): if version != wanted { return key }
                }
            }
            for key in batch.deletes { shelves[key.collection]?.delete(key.name) }
            for (key, value) in batch.puts { shelves[key.collection, default: Shelf()].put(key, value) }
            return nil
        }
        if let missed {
            throw StorageError(.conflict, "a record in \(missed.collection) is not as expected", remedy: "Read again.")
        }
    }

    /// Every record, by collection and name, for a test to look at.
    public var everything: [StoredRecord] {
        shelves.withLock { shelves in
            shelves.keys.sorted().flatMap { collection in
                shelves[collection].map { shelf in shelf.names.compactMap { shelf.records[$0] } } ?? []
            }
        }
    }
}
