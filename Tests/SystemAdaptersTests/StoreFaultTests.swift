import CSQLite
import LanyardLock
import LanyardTestSupport
import Testing
import WalletContracts
import WalletPorts

@testable import SystemAdapters

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Each trouble of a disk: a typed error, and a store that is intact afterwards.
@Suite(.serialized) struct StoreFaultTests {
    private static let key = StorageKey("c", "a")

    private static func put(_ store: any StorageDriver, _ value: [UInt8]) async throws(StorageError) {
        var batch = StorageBatch()
        batch.put(key, value)
        try await store.commit(batch)
    }

    @Test func `a full disk, a failing or short write and a failing sync change nothing`() async throws {
        #expect(FaultyDisk.isRegistered)
        let folder = try TemporaryFolder()
        let store = try SQLiteStorageDriver(path: folder.file("s"), busyTimeout: 1, vfs: FaultyDisk.name)
        try await Self.put(store, [1])
        let faults: [(FaultyDisk.Fault, StorageError.Code)] = [
            (.write(code: SQLITE_FULL), .full), (.write(code: FaultyDisk.writeFailed), .ioFailed),
            (.shortWrite, .ioFailed), (.sync(code: FaultyDisk.syncFailed), .ioFailed),
            (.refusal(number: ENOSPC), .full), (.refusal(number: EDQUOT), .full), (.refusal(number: EROFS), .readOnly),
        ]
        for (fault, code) in faults {
            FaultyDisk.fault.withLock { $0 = fault }
            await #expect(throws: StorageError(code, ""), "\(fault)") {
                try await Self.put(store, [UInt8](repeating: 2, count: 20_000))
            }
            FaultyDisk.fault.withLock { $0 = nil }
            #expect(try await store.read([Self.key]).first??.value == [1], "\(fault)")
            let reopened = try SQLiteStorageDriver(path: folder.file("s"))
            #expect(try await reopened.read([Self.key]).first??.version == 1, "\(fault)")
        }
        try await Self.put(store, [3])
        #expect(try await store.read([Self.key]).first??.value == [3])
    }

    @Test func `a failing read is an error, not an empty store`() async throws {
        #expect(FaultyDisk.isRegistered)
        let folder = try TemporaryFolder()
        try await Self.put(try SQLiteStorageDriver(path: folder.file("s")), [UInt8](repeating: 1, count: 9000))
        let store = try SQLiteStorageDriver(path: folder.file("s"), busyTimeout: 1, vfs: FaultyDisk.name)
        FaultyDisk.fault.withLock { $0 = .read(code: FaultyDisk.readFailed) }
        defer { FaultyDisk.fault.withLock { $0 = nil } }
        await #expect(throws: StorageError(.ioFailed, "")) { try await store.read([Self.key]) }
    }

    @Test func `while another connection writes the store is busy, and then goes on`() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStorageDriver(path: folder.file("s"), busyTimeout: 0.1)
        try await Self.put(store, [1])
        let other = try SQLiteConnection(path: folder.file("s"), busyTimeout: 1, vfs: nil)
        try other.execute("BEGIN IMMEDIATE")
        await #expect(throws: StorageError(.busy, "")) { try await Self.put(store, [2]) }
        #expect(try await store.read([Self.key]).first??.value == [1], "readers do not wait")
        try other.execute("COMMIT")
        try await Self.put(store, [2])
    }

    @Test func `a newer layout, another program's database and a file of something else are told apart`() async throws {
        let folder = try TemporaryFolder()
        _ = try SQLiteStorageDriver(path: folder.file("newer"))
        try SQLiteConnection(path: folder.file("newer"), busyTimeout: 1, vfs: nil).execute("PRAGMA user_version=2")
        #expect(throws: StorageError(.newer, "")) { try SQLiteStorageDriver(path: folder.file("newer")) }
        try SQLiteConnection(path: folder.file("foreign"), busyTimeout: 1, vfs: nil).execute("CREATE TABLE t(x)")
        #expect(throws: StorageError(.corrupt, "")) { try SQLiteStorageDriver(path: folder.file("foreign")) }
        try folder.writePrivately([UInt8](repeating: 0x41, count: 5000), to: "text")
        #expect(throws: StorageError(.corrupt, "")) { try SQLiteStorageDriver(path: folder.file("text")) }
        #expect(throws: StorageError(.ioFailed, "")) { try SQLiteStorageDriver(path: folder.file("no/such/folder")) }
    }

    @Test func `a file that was cut short or has a broken page is corrupt, or its records are`() async throws {
        let folder = try TemporaryFolder()
        let keyFile = StoreKeyFile(path: folder.file("key"))
        let sealed = try await SealedStorageDriver.open(
            over: try SQLiteStorageDriver(path: folder.file("s")), keyFile: keyFile)
        for index in 0..<40 as Range<UInt8> {
            var batch = StorageBatch()
            batch.put(StorageKey("c", "r\(index)"), [UInt8](repeating: index, count: 2000))
            try await sealed.commit(batch)
        }
        try SQLiteConnection(path: folder.file("s"), busyTimeout: 1, vfs: nil)
            .execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let whole = folder.bytes("s")
        #expect(whole.count > 60_000)
        var damaged = [Array(whole.prefix(whole.count / 2)), Array(whole.prefix(700))]
        for page in stride(from: 4096, to: whole.count, by: 4096) {
            var bytes = whole
            for index in page..<min(page + 4096, whole.count) { bytes[index] ^= 0x5A }
            damaged.append(bytes)
        }
        for (index, bytes) in damaged.enumerated() {
            try folder.writePrivately(bytes, to: "d\(index)")
            do throws(StorageError) {
                let store = try await SealedStorageDriver.open(
                    over: try SQLiteStorageDriver(path: folder.file("d\(index)")), keyFile: keyFile)
                // What can still be read is right.
                for record in 0..<40 as Range<UInt8> {
                    let found = try await store.read([StorageKey("c", "r\(record)")]).first ?? nil
                    if let found { #expect(found.value == [UInt8](repeating: record, count: 2000)) }
                }
            } catch {
                #expect([.corrupt, .ioFailed, .locked].contains(error.code), "\(index): \(error)")
            }
        }
    }

    @Test func `two connections that take one-time rows never take one twice`() async throws {
        let folder = try TemporaryFolder()
        let keyFile = StoreKeyFile(path: folder.file("key"))
        let first = try await SealedStorageDriver.open(
            over: try SQLiteStorageDriver(path: folder.file("s")), keyFile: keyFile)
        var batch = StorageBatch()
        for index in 0..<100 { batch.put(StorageKey("instance", "\(index)"), [0]) }
        try await first.commit(batch)
        var stores: [SealedStorageDriver] = []
        for _ in 0..<4 {
            stores.append(
                try await SealedStorageDriver.open(
                    over: try SQLiteStorageDriver(path: folder.file("s")), keyFile: keyFile))
        }
        #expect(stores.allSatisfy { $0.condition == .normal })
        let taken = try await withThrowingTaskGroup(of: [Int].self) { group -> [Int] in
            for store in stores { group.addTask { try await Self.takeRows(of: store) } }
            var all: [Int] = []
            for try await rows in group { all += rows }
            return all
        }
        #expect(taken.sorted() == Array(0..<100))
    }

    private static func takeRows(of store: any StorageDriver) async throws -> [Int] {
        var taken: [Int] = []
        for index in 0..<100 {
            var take = StorageBatch()
            take.put(StorageKey("instance", "\(index)"), [1], expect: .version(1))
            do throws(StorageError) {
                try await store.commit(take)
                taken.append(index)
            } catch {
                guard error.code == .conflict else { throw error }
            }
        }
        return taken
    }
}
