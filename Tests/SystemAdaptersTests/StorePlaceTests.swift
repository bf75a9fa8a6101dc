import CSQLite
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

/// Where a store lies: files that are open to others, are no files, cannot be written or cost too much to open.
@Suite struct StorePlaceTests {
    private static let key = StorageKey("credential", "a")

    private static func configuration(_ folder: TemporaryFolder) -> SystemConfiguration {
        SystemConfiguration(folder: folder.file("home"))
    }

    /// A store with one record.
    private static func make(_ folder: TemporaryFolder) async throws -> SystemConfiguration {
        let configuration = configuration(folder)
        var batch = StorageBatch()
        batch.put(key, [7])
        try await configuration.openStore().commit(batch)
        return configuration
    }

    private static func value(_ store: any StorageDriver) async throws -> [UInt8]? {
        try await store.read([key]).first??.value
    }

    /// Whether an error says something that a person can do.
    private static func expectRemedy(
        _ code: StorageError.Code, _ place: String, _ body: () async throws -> Void
    ) async {
        do {
            try await body()
            Issue.record("\(place): opened")
        } catch let error as StorageError {
            #expect(error.code == code, "\(place): \(error)")
            #expect(!error.remedy.isEmpty, "\(place): \(error)")
        } catch {
            Issue.record("\(place): \(error)")
        }
    }

    @Test func `files and a folder that others may read are refused, until their mode is put right`() async throws {
        let folder = try TemporaryFolder()
        let configuration = try await Self.make(folder)
        let files = [(configuration.keyPath, 0o600), (configuration.storePath, 0o600), (configuration.folder, 0o700)]
        for (path, mode) in files {
            for open in [0o040, 0o004, 0o020, 0o002] {
                #expect(chmod(path, mode_t(mode | open)) == 0)
                await Self.expectRemedy(.exposed, path) { _ = try await configuration.openStore() }
                #expect(chmod(path, mode_t(mode)) == 0)
            }
        }
        #expect(try await Self.value(try await configuration.openStore()) == [7])
    }

    @Test func `a folder, a pipe, a device or a link in a file's place is refused at once`() async throws {
        let folder = try TemporaryFolder()
        let configuration = try await Self.make(folder)
        for path in [configuration.keyPath, configuration.storePath] {
            #expect(rename(path, "\(path).kept") == 0)
            let makers: [(String, () -> CInt)] = [
                ("folder", { mkdir(path, 0o700) }), ("pipe", { mkfifo(path, 0o600) }),
                ("link", { symlink("\(path).kept", path) }), ("device", { symlink("/dev/zero", path) }),
                ("loop", { symlink(path, path) }),
            ]
            for (name, make) in makers {
                #expect(make() == 0)
                await Self.expectRemedy(.corrupt, "\(name) as \(path)") { _ = try await configuration.openStore() }
                #expect(remove(path) == 0)
            }
            #expect(rename("\(path).kept", path) == 0)
        }
        #expect(try await Self.value(try await configuration.openStore()) == [7])
    }

    @Test func `what lies where the next key file is drafted is not followed`() async throws {
        let folder = try TemporaryFolder()
        let configuration = try await Self.make(folder)
        let draft = "\(configuration.keyPath).new"
        try folder.write(Array("precious".utf8), to: "precious")
        #expect(symlink(folder.file("precious"), draft) == 0)
        #expect(try await Self.value(try await configuration.openStore()) == [7])
        #expect(folder.bytes("precious") == Array("precious".utf8))
        #expect(mkdir(draft, 0o700) == 0)
        await Self.expectRemedy(.corrupt, draft) { _ = try await configuration.openStore() }
        #expect(rmdir(draft) == 0)
        #expect(try await Self.value(try await configuration.openStore()) == [7])
    }

    @Test func `a store that is only to be read is read, keeps its bytes and refuses changes`() async throws {
        let folder = try TemporaryFolder()
        let configuration = try await Self.make(folder)
        let database = folder.bytes("home/store.sqlite")
        let keyFile = folder.bytes("home/store.key")
        let reading = try await SealedStorageDriver.open(
            over: try SQLiteStorageDriver(path: configuration.storePath, readOnly: true),
            keyFile: StoreKeyFile(path: configuration.keyPath))
        #expect(reading.condition == .normal)
        #expect(try await Self.value(reading) == [7])
        #expect(try await reading.scan("credential", after: nil, limit: 10).records.map(\.value) == [[7]])
        try await reading.verify()
        var batch = StorageBatch()
        batch.put(Self.key, [8])
        await Self.expectRemedy(.readOnly, "commit") { try await reading.commit(batch) }
        #expect(folder.bytes("home/store.sqlite") == database)
        #expect(folder.bytes("home/store.key") == keyFile)
        // What another connection commits meanwhile is seen.
        try await configuration.openStore().commit(batch)
        #expect(try await Self.value(reading) == [8])
        await Self.expectRemedy(.readOnly, "no store") {
            _ = try SQLiteStorageDriver(path: folder.file("home/none"), readOnly: true)
        }
    }

    @Test func `a key file with absurd costs or lengths is refused before any work`() async throws {
        let folder = try TemporaryFolder()
        let file = StoreKeyFile(path: folder.file("store.key"))
        func text(_ kdf: String, id: String = "AAAAAAAAAAA", nonce: String = "AAAAAAAAAAAAAAAA") -> String {
            let sealed = String(repeating: "A", count: 64)
            return """
                {"format":1,"epoch":1,"keys":[{"id":"\(id)","kdf":{\(kdf),"salt":"AAAAAAAAAAAAAAAAAAAAAA"},
                "nonce":"\(nonce)","sealed":"\(sealed)"}]}
                """
        }
        try folder.writePrivately(text(#""name":"scrypt","n":65536,"r":8,"p":1"#), to: "store.key")
        #expect(try file.needsPassphrase() == true, "the usual costs are taken")
        let absurd = [
            #""name":"scrypt","n":1048576,"r":8,"p":16"#, #""name":"scrypt","n":1048576,"r":8,"p":1"#,
            #""name":"scrypt","n":9223372036854775807,"r":9223372036854775807,"p":9223372036854775807"#,
            #""name":"scrypt","n":-2,"r":8,"p":1"#, #""name":"scrypt","n":65537,"r":8,"p":1"#,
            #""name":"scrypt","n":65536,"r":0,"p":1"#, #""name":"scrypt","n":2,"r":1,"p":1073741823"#,
            #""name":"pbkdf2-hmac-sha256","rounds":1000000000"#, #""name":"pbkdf2-hmac-sha256","rounds":0"#,
            #""name":"argon9000""#,
        ].map { text($0) }
        let usual = #""name":"scrypt","n":65536,"r":8,"p":1"#
        for text in absurd + [text(usual, id: "AAAA"), text(usual, nonce: "AAAA"), text(usual, nonce: "")] {
            try folder.writePrivately(text, to: "store.key")
            await Self.expectRemedy(.corrupt, text) { _ = try file.needsPassphrase() }
        }
        try folder.writePrivately(String(repeating: " ", count: 70_000), to: "store.key")
        await Self.expectRemedy(.corrupt, "long") { _ = try file.needsPassphrase() }
    }

    @Test func `a folder that is no folder, and one that cannot be made, say what to do`() async throws {
        let folder = try TemporaryFolder()
        try folder.write([1], to: "home")
        await Self.expectRemedy(.ioFailed, "file") { _ = try await Self.configuration(folder).openStore() }
        await Self.expectRemedy(.ioFailed, "below a file") {
            _ = try await SystemConfiguration(folder: folder.file("home/deeper")).openStore()
        }
        await Self.expectRemedy(.ioFailed, "nowhere") { _ = try await SystemConfiguration(folder: "").openStore() }
    }

    @Test(arguments: ["key", "state"])
    func `a flipped byte in the store's own records is told apart from a wrong passphrase`(name: String) async throws {
        let folder = try TemporaryFolder()
        let memory = MemoryStorageDriver()
        let keyFile = StoreKeyFile(path: folder.file("store.key"))
        let store = try await SealedStorageDriver.open(over: memory, keyFile: keyFile)
        var batch = StorageBatch()
        batch.put(Self.key, [7])
        try await store.commit(batch)
        let records = try await memory.scan(StoreState.collection, after: nil, limit: 10).records
        let record = try #require(records.first { ($0.key == StoreState.dataKey) == (name == "key") })
        func put(_ value: [UInt8]) async throws {
            var batch = StorageBatch()
            batch.delete(record.key)
            try await memory.commit(batch)
            batch.put(record.key, value)
            for _ in 0..<record.version { try await memory.commit(batch) }
        }
        for index in record.value.indices {
            var value = record.value
            value[index] ^= 1
            try await put(value)
            do throws(StorageError) {
                _ = try await SealedStorageDriver.open(over: memory, keyFile: keyFile)
                Issue.record("byte \(index): opened")
            } catch {
                #expect([.corrupt, .locked, .newer].contains(error.code), "byte \(index): \(error)")
                #expect(!error.remedy.isEmpty && !error.reason.contains("passphrase"), "byte \(index): \(error)")
            }
        }
        try await put(record.value)
        let again = try await SealedStorageDriver.open(over: memory, keyFile: keyFile)
        #expect(try await Self.value(again) == [7])
    }

    @Test func `names that are no text are no list without end`() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStorageDriver(path: folder.file("s"))
        let connection = try SQLiteConnection(path: folder.file("s"), busyTimeout: 1, vfs: nil)
        for number in 1...9 {
            // Read as text these bytes are U+FFFD and more, which stands before them.
            let statement = try connection.statement(
                "INSERT INTO record(collection, name, version, value) VALUES('c', CAST(X'F80\(number)' AS TEXT), 1, X'00')"
            )
            _ = try statement.step()
            statement.reset()
        }
        var next: String?
        let error = await #expect(throws: StorageError.self) {
            for _ in 0..<10 {
                let page = try await store.scan("c", after: next, limit: 2)
                next = page.next
                if next == nil { return }
            }
        }
        #expect(error?.code == .corrupt)
    }

    @Test func `a log that was cut short loses no commit before the cut`() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStorageDriver(path: folder.file("s"))
        for value in 0..<20 as Range<UInt8> {
            var batch = StorageBatch()
            batch.put(StorageKey("c", "\(value)"), [value])
            try await store.commit(batch)
        }
        // As a crash leaves it: the log beside the file, no connection to tidy up.
        let log = folder.bytes("s-wal")
        #expect(log.count > 20 * 4096)
        var counts: [Int] = []
        for length in Array(stride(from: 0, to: log.count, by: 2500)) + [log.count] {
            try folder.writePrivately(folder.bytes("s"), to: "cut")
            try folder.writePrivately(Array(log.prefix(length)), to: "cut-wal")
            folder.remove("cut-shm")
            let cut = try SQLiteStorageDriver(path: folder.file("cut"))
            try await cut.verify()
            let there = try await cut.scan("c", after: nil, limit: 100).records.map(\.value[0]).sorted()
            #expect(there == Array(0..<UInt8(there.count)), "the commits are a beginning of all, at \(length)")
            counts.append(there.count)
        }
        #expect(counts == counts.sorted() && counts.last == 20)
    }
}
