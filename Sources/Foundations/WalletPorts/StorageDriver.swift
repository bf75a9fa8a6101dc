/// Where records are kept: small values under names in collections, changed by atomic batches.
///
/// All or nothing holds across processes. No call takes a closure and no lock is held between calls.
public protocol StorageDriver: Sendable {
    /// What the driver found when it was opened.
    var condition: StorageCondition { get }

    /// Reads records; one that is absent gives nil at its place.
    func read(_ keys: [StorageKey]) async throws(StorageError) -> [StoredRecord?]

    /// Reads a collection in a fixed order, a page at a time.
    ///
    /// `after` is the name of the last record of the page before, nil for the first. The order is stable while the
    /// records stay, but is not the order of names where names are blinded.
    func scan(_ collection: String, after name: String?, limit: Int) async throws(StorageError) -> [StoredRecord]

    /// Applies a batch, all of it or nothing, durably.
    ///
    /// Throws `.conflict` when an expectation does not hold; then nothing was changed.
    func commit(_ batch: StorageBatch) async throws(StorageError)

    /// Says that the wallet has dealt with `.restored`, durably; until then each opening finds it again.
    func settleRestore() async throws(StorageError)
}

extension StorageDriver {
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

/// Why the store did not do what was asked; it is intact and unchanged.
public struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// Makes a code of an adapter's own.
        public init(_ name: String) { description = name }

        /// An expectation did not hold: read again and decide again.
        public static let conflict = Code("conflict")
        /// Another process holds the store for too long; try again.
        public static let busy = Code("busy")
        /// The disk is full.
        public static let full = Code("full")
        /// Reading or writing failed.
        public static let ioFailed = Code("ioFailed")
        /// A record or the file is damaged or was tampered with.
        public static let corrupt = Code("corrupt")
        /// The store was written by a newer release; update the app.
        public static let newer = Code("newer")
        /// The store is locked: its key is missing, wrong or needs a passphrase.
        public static let locked = Code("locked")
        /// A limit was exceeded.
        public static let tooLarge = Code("tooLarge")
        /// The work was cancelled before anything changed.
        public static let cancelled = Code("cancelled")
    }

    /// The kind of failure.
    public let code: Code
    /// What happened, for a developer; nothing secret.
    public let reason: String
    /// What to do next.
    public let remedy: String

    /// Makes an error.
    public init(_ code: Code, _ reason: String, remedy: String = "") {
        self.code = code
        self.reason = reason
        self.remedy = remedy
    }

    /// Whether the same call may succeed later.
    public var isRetryable: Bool { code == .busy || code == .conflict || code == .full || code == .ioFailed }

    /// The code, the reason and the remedy.
    public var description: String { "\(code): \(reason)" + (remedy.isEmpty ? "" : ". \(remedy)") }

    /// Equal by code.
    public static func == (left: StorageError, right: StorageError) -> Bool { left.code == right.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
