import CSQLite
import LanyardLock

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file layer of SQLite that fails when a test says so; everything else goes to the system's own.
///
/// One for the process, so the tests that use it run one after the other. `nonisolated(unsafe)` holds because what SQLite reads
/// is written by one test at a time, before SQLite sees it.
enum FaultyDisk {
    enum Fault: Sendable {
        case write(code: CInt)
        case shortWrite
        case sync(code: CInt)
        /// The log's sync fails with an error number of the system.
        case refusal(number: CInt)
        case read(code: CInt)
    }

    // SQLite's extended codes are macros that are not imported.
    static let readFailed: CInt = 266
    static let writeFailed: CInt = 778
    static let syncFailed: CInt = 1034

    static let name = "faulty"
    static let fault = Mutex<Fault?>(nil)

    private nonisolated(unsafe) static let layer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    private nonisolated(unsafe) static var system: UnsafeMutablePointer<sqlite3_vfs>?
    private nonisolated(unsafe) static var original: UnsafePointer<sqlite3_io_methods>?
    // SQLite has one table for databases and another for logs; each gets its faulty twin. Only locking differs.
    private nonisolated(unsafe) static var twins:
        [UnsafePointer<sqlite3_io_methods>: UnsafePointer<sqlite3_io_methods>] = [:]
    private nonisolated(unsafe) static let cName: UnsafePointer<CChar> = {
        let bytes = name.utf8CString
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        for (index, byte) in bytes.enumerated() { (copy + index).initialize(to: byte) }
        return UnsafePointer(copy)
    }()

    /// Registers the layer, once.
    static let isRegistered: Bool = {
        guard let base = sqlite3_vfs_find(nil) else { return false }
        system = base
        layer.initialize(to: base.pointee)
        layer.pointee.zName = cName
        layer.pointee.pNext = nil
        layer.pointee.xOpen = { _, path, file, flags, out in
            guard let system, let open = system.pointee.xOpen, let file else { return SQLITE_IOERR }
            let code = open(system, path, file, flags, out)
            if code == SQLITE_OK { wrap(file) }
            return code
        }
        return sqlite3_vfs_register(layer, 0) == SQLITE_OK
    }()

    private static func wrap(_ file: UnsafeMutablePointer<sqlite3_file>) {
        guard let table = file.pointee.pMethods else { return }
        if let twin = twins[table] {
            file.pointee.pMethods = twin
            return
        }
        if original == nil { original = table }
        let twin = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        twin.initialize(to: table.pointee)
        makeFaulty(&twin.pointee)
        twins[table] = UnsafePointer(twin)
        file.pointee.pMethods = UnsafePointer(twin)
    }

    private static func makeFaulty(_ methods: inout sqlite3_io_methods) {
        methods.xWrite = { file, bytes, count, offset in
            guard let write = FaultyDisk.original?.pointee.xWrite else { return SQLITE_IOERR }
            switch FaultyDisk.fault.withLock({ $0 }) {
            case .write(let code): return code
            case .shortWrite:
                _ = write(file, bytes, count / 2, offset)
                return FaultyDisk.writeFailed
            default: return write(file, bytes, count, offset)
            }
        }
        methods.xSync = { file, flags in
            switch FaultyDisk.fault.withLock({ $0 }) {
            case .sync(let code): return code
            case .refusal(let number):
                errno = number
                return FaultyDisk.syncFailed
            default: break
            }
            return FaultyDisk.original?.pointee.xSync?(file, flags) ?? SQLITE_IOERR
        }
        methods.xRead = { file, bytes, count, offset in
            if case .read(let code) = FaultyDisk.fault.withLock({ $0 }) { return code }
            return FaultyDisk.original?.pointee.xRead?(file, bytes, count, offset) ?? SQLITE_IOERR
        }
    }
}
