import CSQLite
import WalletPorts

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// One open database: statements cached by their text, errors typed.
///
/// Not for sharing: `SQLiteStorageDriver` is the actor around it. `@unchecked Sendable` holds because that actor is its
/// only owner and passes it to nobody.
final class SQLiteConnection: @unchecked Sendable {
    private let handle: OpaquePointer
    private var statements: [String: SQLiteStatement] = [:]

    /// Opens or creates a file that only its owner may read.
    init(path: String, busyTimeout: Double, vfs: String?) throws(StorageError) {
        try SQLiteConnection.makePrivate(path)
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(path, &opened, flags, vfs)
        guard code == SQLITE_OK, let opened else {
            let error = SQLiteConnection.error(code, opened)
            sqlite3_close_v2(opened)
            throw error
        }
        handle = opened
        // A fair wait: with SQLite's own backoff one of two busy processes starves. The mean pause is 0.85 ms.
        let tries = UInt(min(max(busyTimeout, 0) / 0.000_85, 1e9)) + 1
        sqlite3_busy_handler(
            handle,
            { limit, tried in
                guard UInt(bitPattern: limit) > UInt(max(0, tried)) else { return 0 }
                usleep(.random(in: 200...1500))
                return 1
            }, UnsafeMutableRawPointer(bitPattern: tries))
    }

    deinit {
        for statement in statements.values { statement.finalize() }
        sqlite3_close_v2(handle)
    }

    /// Runs statements that give no rows.
    func execute(_ sql: String) throws(StorageError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteConnection.error(code, handle) }
    }

    /// A statement with nothing bound, prepared once for each text.
    func statement(_ sql: String) throws(StorageError) -> SQLiteStatement {
        if let statement = statements[sql] { return statement }
        var raw: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &raw, nil)
        guard code == SQLITE_OK, let raw else { throw SQLiteConnection.error(code, handle) }
        let statement = SQLiteStatement(raw, of: handle)
        statements[sql] = statement
        return statement
    }

    /// Runs a body in one transaction that holds the write lock from its start.
    func transaction<Result>(_ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
        try execute("BEGIN IMMEDIATE")
        do throws(StorageError) {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // Some errors have rolled back already.
            if sqlite3_get_autocommit(handle) == 0 { _ = sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
            throw error
        }
    }

    /// The integer that a query gives in its first row.
    func integer(_ sql: String) throws(StorageError) -> Int64 {
        let statement = try statement(sql)
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : 0
    }

    /// The typed error for a result code.
    static func error(_ code: CInt, _ handle: OpaquePointer?) -> StorageError {
        let text = handle.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
        let reason = "\(text) (SQLite \(code))"
        switch code & 0xFF {
        case SQLITE_FULL: return StorageError(.full, reason, remedy: "Free some space and try again.")
        case SQLITE_BUSY, SQLITE_LOCKED: return StorageError(.busy, reason, remedy: "Try again in a moment.")
        case SQLITE_CORRUPT, SQLITE_NOTADB:
            return StorageError(.corrupt, reason, remedy: "Put a backup back, or start anew.")
        case SQLITE_TOOBIG: return StorageError(.tooLarge, reason)
        case SQLITE_INTERRUPT: return StorageError(.cancelled, reason)
        default: return StorageError(.ioFailed, reason, remedy: "Check the disk and the permissions of the folder.")
        }
    }

    /// Creates the file with mode 0600 before SQLite would, so that its companions inherit the mode.
    private static func makePrivate(_ path: String) throws(StorageError) {
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StorageError(
                .ioFailed, "the store file cannot be opened: \(String(cString: strerror(errno)))",
                remedy: "Check that the folder exists and may be written.")
        }
        close(descriptor)
    }
}
