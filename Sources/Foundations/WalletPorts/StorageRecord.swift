/// Names a record.
public struct StorageKey: Hashable, Sendable, Codable {
    /// The collection, such as `credential`.
    public let collection: String
    /// The name in the collection, unique there.
    public let name: String

    /// Names a record.
    public init(_ collection: String, _ name: String) {
        self.collection = collection
        self.name = name
    }
}

/// A record as read.
public struct StoredRecord: Hashable, Sendable {
    /// Its name.
    public let key: StorageKey
    /// Its value.
    public let value: [UInt8]
    /// How often it was written: 1 at first, one more with each write.
    public let version: UInt64

    /// Makes a record; for drivers.
    public init(key: StorageKey, value: [UInt8], version: UInt64) {
        self.key = key
        self.value = value
        self.version = version
    }
}

/// What is at the place of a key.
public enum StorageReading: Hashable, Sendable {
    /// There is no such record.
    case absent
    /// The record.
    case record(StoredRecord)
    /// A record that cannot be read.
    case damaged(DamagedRecord)

    /// The record, nil when it is absent; throws the error of one that is damaged.
    public var record: StoredRecord? {
        get throws(StorageError) {
            switch self {
            case .absent: nil
            case .record(let record): record
            case .damaged(let damaged): throw damaged.error
            }
        }
    }
}

/// A page of a collection.
public struct StoragePage: Hashable, Sendable {
    /// The records, in order.
    public let records: [StoredRecord]
    /// What is there besides and cannot be read.
    public let damaged: [DamagedRecord]
    /// Where the next page begins; nil when this is the last.
    public let next: String?

    /// Makes a page; for drivers.
    public init(records: [StoredRecord], damaged: [DamagedRecord] = [], next: String?) {
        self.records = records
        self.damaged = damaged
        self.next = next
    }
}

/// A record that is there and cannot be read: damaged, moved, or put back from another time.
public struct DamagedRecord: Hashable, Sendable {
    /// The collection that it is in.
    public let collection: String
    /// Its name, where it was asked for by name; a blinded name tells no other.
    public let name: String?
    /// The driver's word for where it is; means nothing to others.
    public let place: String
    /// Its version, as it is stored.
    public let version: UInt64
    /// What is wrong with it.
    public let error: StorageError

    /// Makes a report; for drivers.
    public init(collection: String, name: String?, place: String, version: UInt64, error: StorageError) {
        self.collection = collection
        self.name = name
        self.place = place
        self.version = version
        self.error = error
    }

    /// The same record under another name, for drivers above another.
    public func named(_ name: String?) -> DamagedRecord {
        DamagedRecord(collection: collection, name: name, place: place, version: version, error: error)
    }
}
