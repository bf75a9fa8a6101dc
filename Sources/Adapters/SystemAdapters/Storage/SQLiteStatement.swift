import CSQLite
import WalletPorts

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A prepared statement: bind from 1, step, read columns from 0, reset.
struct SQLiteStatement {
    // SQLite's mark for "copy what I bind": the destructor with the value -1, a macro that is not imported.
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    private let raw: OpaquePointer
    private let connection: OpaquePointer

    init(_ raw: OpaquePointer, of connection: OpaquePointer) {
        self.raw = raw
        self.connection = connection
    }

    func bind(_ index: CInt, _ text: String) throws(StorageError) {
        var text = text
        let code = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                sqlite3_bind_text64(
                    raw, index, $0.baseAddress, UInt64($0.count), SQLiteStatement.transient, UInt8(SQLITE_UTF8))
            }
        }
        try check(code)
    }

    func bind(_ index: CInt, _ bytes: [UInt8]) throws(StorageError) {
        let code = bytes.withUnsafeBytes { bytes in
            bytes.isEmpty
                ? sqlite3_bind_zeroblob(raw, index, 0)
                : sqlite3_bind_blob64(raw, index, bytes.baseAddress, UInt64(bytes.count), SQLiteStatement.transient)
        }
        try check(code)
    }

    func bind(_ index: CInt, _ integer: Int64) throws(StorageError) {
        try check(sqlite3_bind_int64(raw, index, integer))
    }

    /// Goes on; true when there is a row.
    func step() throws(StorageError) -> Bool {
        errno = 0
        switch sqlite3_step(raw) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw SQLiteConnection.error(code, connection, errno)
        }
    }

    func integer(_ column: CInt) -> Int64 { sqlite3_column_int64(raw, column) }

    func text(_ column: CInt) -> String {
        guard let text = sqlite3_column_text(raw, column) else { return "" }
        let count = Int(sqlite3_column_bytes(raw, column))
        return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    func bytes(_ column: CInt) -> [UInt8] {
        guard let start = sqlite3_column_blob(raw, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(raw, column))))
    }

    /// Makes it ready for the next use and forgets what was bound.
    func reset() {
        sqlite3_reset(raw)
        sqlite3_clear_bindings(raw)
    }

    func finalize() { sqlite3_finalize(raw) }

    private func check(_ code: CInt) throws(StorageError) {
        guard code == SQLITE_OK else { throw SQLiteConnection.error(code, connection) }
    }
}
