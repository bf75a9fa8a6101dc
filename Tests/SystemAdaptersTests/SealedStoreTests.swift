import LanyardTestSupport
import Testing
import WalletContracts
import WalletPorts

@testable import SystemAdapters

@Suite struct SealedStoreTests {
    private static func open(
        _ folder: TemporaryFolder, store: String = "store.sqlite", passphrase: String? = nil
    ) async throws -> SealedStorageDriver {
        try await SealedStorageDriver.open(
            over: try SQLiteStorageDriver(path: folder.file(store)),
            keyFile: StoreKeyFile(path: folder.file("store.key")), passphrase: passphrase.map(Secret.init))
    }

    private static func put(_ store: any StorageDriver, _ name: String, _ value: [UInt8]) async throws {
        var batch = StorageBatch()
        batch.put(StorageKey("credential", name), value)
        try await store.commit(batch)
    }

    private static func get(_ store: any StorageDriver, _ name: String) async throws -> [UInt8]? {
        try await store.read([StorageKey("credential", name)]).first??.value
    }

    @Test func `a sealed store keeps the storage contract, over SQLite and in memory`() async throws {
        let folder = try TemporaryFolder()
        let names = SeededRng()
        let onDisk = StorageContract {
            let name = "\(names.bytes(8))"
            return try await SealedStorageDriver.open(
                over: try SQLiteStorageDriver(path: folder.file(name)),
                keyFile: StoreKeyFile(path: folder.file("\(name).key")))
        }
        #expect(await onDisk.failures() == [])
        let inMemory = StorageContract {
            try await SealedStorageDriver.open(
                over: MemoryStorageDriver(), keyFile: StoreKeyFile(path: folder.file("\(names.bytes(8)).key")))
        }
        #expect(await inMemory.failures() == [])
    }

    @Test func `no file of the store holds a claim, a token, a key or a name in the clear`()
        async throws
    {
        let folder = try TemporaryFolder()
        let store = try await Self.open(folder)
        let area = try SoftwareSecureArea(wrappingKey: try store.wrappingKey())
        let key = try #require(
            try await area.createKeys(1, policy: KeyPolicy(), attestationNonce: nil, group: "test").first)
        try await Self.put(store, "the-name-of-the-record", Array("family_name Mustermann token eyJhbGci".utf8))
        try await Self.put(store, "the-name-of-the-record", Array("family_name Musterfrau".utf8) + key.handle.bytes)
        let database = ["store.sqlite", "store.sqlite-wal"].flatMap { folder.bytes($0) }
        #expect(database.count > 8192)
        let needles = ["family_name", "Mustermann", "Musterfrau", "eyJhbGci", "the-name-of-the-record"]
        for needle in needles { #expect(!database.contains(Array(needle.utf8)), "\(needle)") }
        #expect(!database.contains(Array(key.publicKey.bytes.dropFirst())))
        #expect(!database.contains(Array(key.handle.bytes.prefix(40))))
        #expect(database.contains(Array("credential".utf8)), "names of collections stay readable")
        for file in ["store.sqlite", "store.sqlite-wal", "store.sqlite-shm", "store.key"] {
            #expect(try folder.mode(file) == 0o600, "\(file)")
        }
    }

    @Test func `records survive reopening, and the epoch counts`() async throws {
        let folder = try TemporaryFolder()
        for round in 0..<3 as Range<UInt8> {
            let store = try await Self.open(folder)
            #expect(store.condition == .normal)
            if round > 0 { #expect(try await Self.get(store, "a") == [round - 1]) }
            try await Self.put(store, "a", [round])
            #expect(try StoreKeyFile(path: folder.file("store.key")).load()?.epoch == UInt64(round) + 1)
        }
    }

    @Test func `an older copy of the database is found, until the wallet has dealt with it`() async throws {
        let folder = try TemporaryFolder()
        try await Self.put(try await Self.open(folder), "instance", [0])
        try folder.copy("store.sqlite", to: "copy")
        try await Self.put(try await Self.open(folder), "instance", [1])
        for name in ["store.sqlite-wal", "store.sqlite-shm"] { folder.remove(name) }
        try folder.copy("copy", to: "store.sqlite")
        let restored = try await Self.open(folder)
        #expect(restored.condition == .restored)
        #expect(try await Self.open(folder).condition == .restored)
        try await restored.settleRestore()
        #expect(try await Self.open(folder).condition == .normal)
    }

    @Test func `a database that is gone while its key file stayed is a restored one`() async throws {
        let folder = try TemporaryFolder()
        try await Self.put(try await Self.open(folder), "a", [0])
        for name in ["store.sqlite", "store.sqlite-wal", "store.sqlite-shm"] { folder.remove(name) }
        let store = try await Self.open(folder)
        #expect(store.condition == .restored)
        #expect(try await Self.get(store, "a") == nil)
    }

    @Test func `a crash anywhere in opening is never taken for a restored copy`() async throws {
        let folder = try TemporaryFolder()
        let memory = MemoryStorageDriver()
        let keyFile = StoreKeyFile(path: folder.file("store.key"))
        for index in 0..<12 {
            let plan = FaultPlan()
            plan.crash(at: index)
            let crashing = FaultyStorageDriver(memory, plan: plan)
            _ = try? await SealedStorageDriver.open(over: crashing, keyFile: keyFile)
            let store = try await SealedStorageDriver.open(over: memory, keyFile: keyFile)
            #expect(store.condition == .normal, "after a crash at \(plan.reached.last ?? "nothing")")
        }
    }

    @Test func `without its key file, or with another one, a store is locked and unharmed`() async throws {
        let folder = try TemporaryFolder()
        try await Self.put(try await Self.open(folder), "a", [7])
        try folder.copy("store.key", to: "kept.key")
        folder.remove("store.key")
        await #expect(throws: StorageError(.locked, "")) { try await Self.open(folder) }
        #expect(try folder.mode("kept.key") != nil)
        _ = try await SealedStorageDriver.open(
            over: MemoryStorageDriver(), keyFile: StoreKeyFile(path: folder.file("store.key")))
        await #expect(throws: StorageError(.locked, "")) { try await Self.open(folder) }
        try folder.writePrivately("{", to: "store.key")
        await #expect(throws: StorageError(.corrupt, "")) { try await Self.open(folder) }
        try folder.copy("kept.key", to: "store.key")
        #expect(try await Self.get(try await Self.open(folder), "a") == [7])
    }

    @Test func `a passphrase locks, another one replaces it, and none unlocks`() async throws {
        let folder = try TemporaryFolder()
        let keyFile = StoreKeyFile(path: folder.file("store.key"))
        let store = try await Self.open(folder)
        try await Self.put(store, "a", [7])
        let area = try SoftwareSecureArea(wrappingKey: try store.wrappingKey())
        let handles = try await area.createKeys(1, policy: KeyPolicy(), attestationNonce: nil, group: "test").map(
            \.handle)
        try folder.copy("store.key", to: "plain.key")
        try await store.changeKey(passphrase: Secret("correct horse"))
        #expect(try keyFile.needsPassphrase() == true)
        await #expect(throws: StorageError(.locked, "")) { try await Self.open(folder) }
        await #expect(throws: StorageError(.locked, "")) { try await Self.open(folder, passphrase: "wrong") }
        let locked = try await Self.open(folder, passphrase: "correct horse")
        #expect(try await Self.get(locked, "a") == [7])
        // A key keeps working: it hangs on the data key, which stays.
        let sameArea = try SoftwareSecureArea(wrappingKey: try locked.wrappingKey())
        #expect(try await sameArea.publicKeys(of: handles).count == 1)
        // The plain key file of before opens nothing any more.
        try folder.copy("store.key", to: "locked.key")
        try folder.copy("plain.key", to: "store.key")
        await #expect(throws: StorageError(.locked, "")) { try await Self.open(folder) }
        try folder.copy("locked.key", to: "store.key")
        try await locked.changeKey(passphrase: nil)
        #expect(try keyFile.needsPassphrase() == false)
        #expect(try await Self.get(try await Self.open(folder), "a") == [7])
    }

    @Test func `a crash while the key changes leaves a store that opens`() async throws {
        let folder = try TemporaryFolder()
        let keyFile = StoreKeyFile(path: folder.file("store.key"))
        let memory = MemoryStorageDriver()
        for point in ["commit.before", "commit.after"] {
            let plan = FaultPlan()
            let store = try await SealedStorageDriver.open(
                over: FaultyStorageDriver(memory, plan: plan), keyFile: keyFile)
            try await Self.put(store, "a", [7])
            plan.fail(at: point, with: StorageError(.ioFailed, "crash"))
            await #expect(throws: StorageError(.ioFailed, "")) { try await store.changeKey(passphrase: nil) }
            let again = try await SealedStorageDriver.open(over: memory, keyFile: keyFile)
            #expect(try await Self.get(again, "a") == [7])
            try await again.changeKey(passphrase: nil)
            #expect(try keyFile.load()?.keys.count == 1)
        }
    }

    @Test func `a record that is changed, moved or put back from earlier is corrupt`() async throws {
        let folder = try TemporaryFolder()
        let memory = MemoryStorageDriver()
        let store = try await SealedStorageDriver.open(
            over: memory, keyFile: StoreKeyFile(path: folder.file("store.key")))
        try await Self.put(store, "a", [1])
        try await Self.put(store, "b", [2])
        // Both layers give a page in the same order.
        let stored = try await memory.scan("credential", after: nil, limit: 10).records
        let opened = try await store.scan("credential", after: nil, limit: 10).records
        let a = try #require(zip(stored, opened).first { $0.1.value == [1] }?.0)
        let b = try #require(zip(stored, opened).first { $0.1.value == [2] }?.0)
        for index in a.value.indices {
            var batch = StorageBatch()
            var value = a.value
            value[index] ^= 0x80
            batch.delete(a.key)
            try await memory.commit(batch)
            batch = StorageBatch()
            batch.put(a.key, value)
            try await memory.commit(batch)
            await #expect(throws: StorageError(.corrupt, ""), "byte \(index)") { try await Self.get(store, "a") }
            let page = try await store.scan("credential", after: nil, limit: 10)
            #expect(page.records.map(\.value) == [[2]] && page.damaged.map(\.place) == [a.key.name], "byte \(index)")
        }
        var moved = StorageBatch()
        moved.delete(a.key)
        try await memory.commit(moved)
        moved = StorageBatch()
        moved.put(a.key, b.value)
        try await memory.commit(moved)
        await #expect(throws: StorageError(.corrupt, "")) { try await Self.get(store, "a") }
        var rewound = StorageBatch()
        rewound.put(a.key, a.value)
        try await memory.commit(rewound)
        await #expect(throws: StorageError(.corrupt, "")) { try await Self.get(store, "a") }
        #expect(try await Self.get(store, "b") == [2])
    }

    @Test func `migrations run once, go on after a crash, and an older release refuses the result`() async throws {
        let folder = try TemporaryFolder()
        let keyFile = StoreKeyFile(path: folder.file("store.key"))
        let memory = MemoryStorageDriver()
        let clock = FixedClock()
        let first = try await SealedStorageDriver.open(over: memory, keyFile: keyFile)
        for index in 0..<250 { try await Self.put(first, "r\(index)", [0]) }
        let step = StoreMigration(from: 1, collections: ["credential"]) { record in record.value.map { $0 + 1 } }
        for index in 4..<9 {
            let plan = FaultPlan()
            plan.crash(at: index)
            _ = try? await SealedStorageDriver.open(
                over: FaultyStorageDriver(memory, plan: plan), keyFile: keyFile, passphrase: nil, clock: clock,
                migrations: [step], newest: 2)
            clock.advance(by: 120)
        }
        let second = try await SealedStorageDriver.open(
            over: memory, keyFile: keyFile, passphrase: nil, clock: clock, migrations: [step], newest: 2)
        for index in 0..<250 { #expect(try await Self.get(second, "r\(index)") == [1]) }
        await #expect(throws: StorageError(.newer, "")) {
            try await SealedStorageDriver.open(over: memory, keyFile: keyFile)
        }
        await #expect(throws: StorageError(.newer, "")) { try await Self.get(first, "r0") }
    }

    @Test func `while one process migrates another one is told to wait`() async throws {
        let folder = try TemporaryFolder()
        let keyFile = StoreKeyFile(path: folder.file("store.key"))
        let memory = MemoryStorageDriver()
        let clock = FixedClock()
        try await Self.put(try await SealedStorageDriver.open(over: memory, keyFile: keyFile), "a", [0])
        let step = StoreMigration(from: 1, collections: ["credential"]) { record in record.value }
        let plan = FaultPlan()
        plan.fail(at: "scan.before", with: StorageError(.ioFailed, "stopped with the lease in hand"))
        _ = try? await SealedStorageDriver.open(
            over: FaultyStorageDriver(memory, plan: plan), keyFile: keyFile, passphrase: nil, clock: clock,
            migrations: [step], newest: 2)
        await #expect(throws: StorageError(.busy, "")) {
            try await SealedStorageDriver.open(
                over: memory, keyFile: keyFile, passphrase: nil, clock: clock, migrations: [step], newest: 2)
        }
    }
}

extension [UInt8] {
    /// Whether the bytes are in here, next to each other.
    func contains(_ needle: [UInt8]) -> Bool {
        guard let first = needle.first, count >= needle.count else { return false }
        return indices.dropLast(needle.count - 1).contains { start in
            self[start] == first && self[start..<(start + needle.count)].elementsEqual(needle)
        }
    }
}
