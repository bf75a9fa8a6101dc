public import WalletPorts

/// Records in one SQLite file: write-ahead log, full sync, deleted bytes overwritten, mode 0600.
///
/// Values are kept as they are given; `SealedStorageDriver` above it encrypts them. Several processes may share the file.
/// The work runs on a thread of the driver's own, so that waiting for the disk or another process holds up nobody else.
public actor SQLiteStorageDriver: StorageDriver {
    /// The layout of the file, kept in `user_version`.
    static let layout: Int64 = 1
    /// Marks the file as ours in its header: "LNYD".
    static let applicationID: Int64 = 0x4C4E_5944

    /// Always normal: this driver keeps nothing beside the file to compare it with.
    public nonisolated var condition: StorageCondition { .normal }

    private let executor = SerialThread("lanyard.sqlite")
    private let connection: SQLiteConnection

    /// The thread on which the work is done.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens a store, or makes an empty one where the file is missing; its folder must exist.
    ///
    /// `busyTimeout` is how many seconds another process is waited for. With `readOnly`, or where the file or its folder cannot
    /// be written, reading works and a commit throws `.readOnly`. Throws `.newer`, `.corrupt`, `.exposed`, `.denied`, `.full`,
    /// `.busy`, `.ioFailed`.
    public init(path: String, busyTimeout: Double = 10, readOnly: Bool = false) throws(StorageError) {
        try self.init(path: path, busyTimeout: busyTimeout, vfs: nil, readOnly: readOnly)
    }

    /// Opens with another file layer of SQLite, for tests of failing disks.
    package init(path: String, busyTimeout: Double, vfs: String?, readOnly: Bool = false) throws(StorageError) {
        connection = try SQLiteConnection(path: path, busyTimeout: busyTimeout, vfs: vfs, readOnly: readOnly)
        try SQLiteStorageDriver.prepare(connection)
    }

    private static func prepare(_ connection: SQLiteConnection) throws(StorageError) {
        try connection.execute("PRAGMA trusted_schema=OFF")
        try connection.execute("PRAGMA secure_delete=ON")
        try connection.execute("PRAGMA synchronous=FULL")
        try connection.execute("PRAGMA cell_size_check=ON")
        let found = try connection.integer("PRAGMA user_version")
        guard found <= layout else {
            throw StorageError(
                .newer, "the store has layout \(found), this release knows \(layout)", remedy: "Update the app.")
        }
        if connection.isReadOnly {
            let tables = try connection.integer("SELECT count(*) FROM sqlite_schema")
            guard found == layout || tables > 0 else {
                throw StorageError(.readOnly, "there is no store to read", remedy: "Make the folder writable.")
            }
            return try checkOwner(connection)
        }
        try connection.execute("PRAGMA journal_mode=WAL")
        guard found < layout else { return try checkOwner(connection) }
        try connection.transaction { () throws(StorageError) in
            // Another process may have been quicker.
            guard try connection.integer("PRAGMA user_version") == 0 else { return }
            guard try connection.integer("SELECT count(*) FROM sqlite_schema") == 0 else { throw foreign }
            try connection.execute(
                """
                CREATE TABLE record(
                    id INTEGER PRIMARY KEY, collection TEXT NOT NULL, name TEXT NOT NULL,
                    version INTEGER NOT NULL, value BLOB NOT NULL, UNIQUE(collection, name)) STRICT;
                PRAGMA application_id=\(applicationID);
                PRAGMA user_version=\(layout)
                """)
        }
        try checkOwner(connection)
    }

    private static var foreign: StorageError {
        StorageError(.corrupt, "the file is a database of another program", remedy: "Choose another folder.")
    }

    private static func checkOwner(_ connection: SQLiteConnection) throws(StorageError) {
        guard try connection.integer("PRAGMA application_id") == applicationID else { throw foreign }
    }

    /// Reads records.
    public func readings(of keys: [StorageKey]) throws(StorageError) -> [StorageReading] {
        var readings: [StorageReading] = []
        readings.reserveCapacity(keys.count)
        let statement = try connection.statement("SELECT version, value FROM record WHERE collection=?1 AND name=?2")
        for key in keys {
            defer { statement.reset() }
            try statement.bind(1, key.collection)
            try statement.bind(2, key.name)
            guard try statement.step() else {
                readings.append(.absent)
                continue
            }
            readings.append(
                .record(StoredRecord(key: key, value: statement.bytes(1), version: version(statement.integer(0)))))
        }
        return readings
    }

    /// Reads a page of a collection, in the order of names as bytes.
    public func scan(_ collection: String, after cursor: String?, limit: Int) throws(StorageError) -> StoragePage {
        guard limit > 0 else { return StoragePage(records: [], next: nil) }
        let start = cursor == nil ? "" : " AND name>?3"
        let statement = try connection.statement(
            "SELECT name, version, value FROM record WHERE collection=?1\(start) ORDER BY name LIMIT ?2")
        defer { statement.reset() }
        try statement.bind(1, collection)
        try statement.bind(2, Int64(limit))
        if let cursor { try statement.bind(3, cursor) }
        var records: [StoredRecord] = []
        while try statement.step() {
            records.append(
                StoredRecord(
                    key: StorageKey(collection, statement.text(0)), value: statement.bytes(2),
                    version: version(statement.integer(1))))
        }
        let next = records.count == limit ? records.last?.key.name : nil
        // A name that is not UTF-8 is read as another one, and the same page would come again.
        if let next, let cursor, !cursor.utf8.lexicographicallyPrecedes(next.utf8) {
            throw StorageError(
                .corrupt, "the database holds names that no store writes",
                remedy: "Put a backup of the whole store back.")
        }
        return StoragePage(records: records, next: next)
    }

    /// Applies a batch in one durable transaction.
    public func commit(_ batch: StorageBatch) throws(StorageError) {
        guard !batch.isEmpty else { return }
        guard !connection.isReadOnly else {
            throw StorageError(
                .readOnly, "the store can only be read",
                remedy: "Make its folder and files writable, or copy the store to a folder that is.")
        }
        try connection.transaction { () throws(StorageError) in
            for (key, expectation) in batch.expectations { try check(key, expectation) }
            for key in batch.deletes { try run("DELETE FROM record WHERE collection=?1 AND name=?2", key, nil) }
            for (key, value) in batch.puts {
                try run(
                    """
                    INSERT INTO record(collection, name, version, value) VALUES(?1, ?2, 1, ?3)
                    ON CONFLICT(collection, name) DO UPDATE SET version=version+1, value=excluded.value
                    """, key, value)
            }
        }
    }

    /// Runs SQLite's own check of the file; throws `.corrupt` with its first complaint.
    public func verify() throws(StorageError) {
        let statement = try connection.statement("PRAGMA integrity_check(1)")
        defer { statement.reset() }
        guard try statement.step(), statement.text(0) != "ok" else { return }
        throw StorageError(
            .corrupt, "the database file is damaged: \(statement.text(0))",
            remedy: "Put a backup of the whole store back; export what can still be read first.")
    }

    private func check(_ key: StorageKey, _ expectation: StorageBatch.Expectation) throws(StorageError) {
        let statement = try connection.statement("SELECT version FROM record WHERE collection=?1 AND name=?2")
        defer { statement.reset() }
        try statement.bind(1, key.collection)
        try statement.bind(2, key.name)
        let found = try statement.step() ? version(statement.integer(0)) : nil
        switch expectation {
        case .absent where found == nil: return
        case .version(let wanted) where found == wanted: return
        default:
            throw StorageError(
                .conflict, "a record in \(key.collection) is not as expected", remedy: "Read again and decide again.")
        }
    }

    private func run(_ sql: String, _ key: StorageKey, _ value: [UInt8]?) throws(StorageError) {
        let statement = try connection.statement(sql)
        defer { statement.reset() }
        try statement.bind(1, key.collection)
        try statement.bind(2, key.name)
        if let value { try statement.bind(3, value) }
        _ = try statement.step()
    }

    // A version that was tampered with is no version of a sealed record: the layer above finds it.
    private func version(_ stored: Int64) -> UInt64 { UInt64(bitPattern: stored) }
}
