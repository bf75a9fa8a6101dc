import CSQLite
import LanyardText
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
    /// Whether the file or its folder cannot be written; then nothing is.
    let isReadOnly: Bool
    private let handle: OpaquePointer
    private var statements: [String: SQLiteStatement] = [:]

    /// Opens or creates a file that only its owner may read.
    init(path: String, busyTimeout: Double, vfs: String?, readOnly: Bool = false) throws(StorageError) {
        isReadOnly = try SQLiteConnection.prepare(path, readOnly: readOnly)
        handle =
            try isReadOnly
            ? SQLiteConnection.openForReading(path, vfs: vfs)
            : SQLiteConnection.open(path, SQLITE_OPEN_READWRITE, vfs: vfs)
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
        errno = 0
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteConnection.error(code, handle, errno) }
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

    /// The typed error for a result code; `number` is what the call left in `errno`, having found 0 there.
    static func error(_ code: CInt, _ handle: OpaquePointer?, _ number: CInt = 0) -> StorageError {
        let text = handle.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
        let reason = "\(text) (SQLite \(code))"
        switch code & 0xFF {
        case SQLITE_FULL: return StorageError(.full, reason, remedy: "Free some space and try again.")
        case SQLITE_BUSY, SQLITE_LOCKED: return StorageError(.busy, reason, remedy: "Try again in a moment.")
        case SQLITE_CORRUPT, SQLITE_NOTADB:
            return StorageError(.corrupt, reason, remedy: "Put a backup of the whole store back, or start anew.")
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
            return StorageError(
                .readOnly, reason, remedy: "Make the folder and its files writable, or copy the store to one that is.")
        case SQLITE_TOOBIG: return StorageError(.tooLarge, reason, remedy: "Keep smaller values.")
        case SQLITE_INTERRUPT: return StorageError(.cancelled, reason, remedy: "Start again if that was not meant.")
        case SQLITE_IOERR, SQLITE_CANTOPEN:
            // SQLite calls a full disk so where it does something else than write pages: synchronize, make its log's index
            // or a new file. It remembers the reason for some of its errors, and not for those of a commit.
            let remembered = handle.map { sqlite3_system_errno($0) } ?? 0
            let cause = remembered == 0 ? number : remembered
            guard cause == 0 else { return FileFailure(cause).error(reason) }
            fallthrough
        default: return StorageError(.ioFailed, reason, remedy: "Check the disk and the permissions of the folder.")
        }
    }

    private static func open(_ name: String, _ flags: CInt, vfs: String?) throws(StorageError) -> OpaquePointer {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, vfs)
        guard code == SQLITE_OK, let opened else {
            let error = SQLiteConnection.error(code, opened)
            sqlite3_close_v2(opened)
            throw error
        }
        return opened
    }

    /// Opens without writing a byte.
    ///
    /// While another process has the store open, or may, its log is read too. A folder in which no log can be made, and has
    /// none, holds a file that nobody changes.
    private static func openForReading(_ path: String, vfs: String?) throws(StorageError) -> OpaquePointer {
        let steps = path.split(separator: "/", omittingEmptySubsequences: false)
        let name =
            (path.hasPrefix("/") ? "file://" : "file:")
            + steps.map { PercentEncoding.encode(String($0)) }.joined(separator: "/")
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
        let handle = try open(name, flags, vfs: vfs)
        let code = sqlite3_exec(handle, "SELECT count(*) FROM sqlite_schema", nil, nil, nil)
        guard code & 0xFF == SQLITE_CANTOPEN || code & 0xFF == SQLITE_READONLY else { return handle }
        sqlite3_close_v2(handle)
        guard try !PrivateFile(path: "\(path)-wal", name: "the store's log").isThere() else {
            throw StorageError(
                .readOnly, "the store was not closed in good order, and its folder cannot be written to mend it",
                remedy: "Make the folder writable, or copy all of it to one that is.")
        }
        return try open(name + "?immutable=1", flags, vfs: vfs)
    }

    /// Makes the file where it is missing, before SQLite would, so that its companions inherit its mode; says whether it can
    /// only be read.
    private static func prepare(_ path: String, readOnly: Bool) throws(StorageError) -> Bool {
        let file = PrivateFile(path: path, name: "the store file")
        var isReadOnly = readOnly || access(PrivateFile.folder(of: path), W_OK) != 0
        if try file.isThere() {
            isReadOnly = isReadOnly || access(path, W_OK) != 0
        } else {
            guard !readOnly else {
                throw StorageError(.readOnly, "there is no store to read", remedy: "Open it for writing once.")
            }
            try file.makeEmpty()
        }
        for companion in ["-wal", "-shm"] {
            _ = try PrivateFile(path: path + companion, name: "the store's log").isThere()
        }
        return isReadOnly
    }
}
