import LanyardTestSupport
import Testing
import WalletContracts
import WalletPorts

@testable import SystemAdapters

@Suite struct SystemEnvironmentTests {
    @Test func `the system's environment makes a private folder and opens again with what it holds`() async throws {
        let folder = try TemporaryFolder()
        let configuration = SystemConfiguration(folder: folder.file("deep/home"))
        let first = try await WalletEnvironment.system(configuration)
        let area = try #require(first.secureAreas.first)
        let handles = try await area.createKeys(1, policy: KeyPolicy(), attestationNonce: nil, group: "test").map(
            \.handle)
        var batch = StorageBatch()
        batch.put(StorageKey("instance", "a"), handles[0].bytes)
        try await first.storage.commit(batch)
        let second = try await WalletEnvironment.system(configuration)
        #expect(second.storage.condition == .normal)
        #expect(try await second.secureAreas.first?.publicKeys(of: handles).count == 1)
        #expect(try await second.storage.read([StorageKey("instance", "a")]).first??.value == handles[0].bytes)
        #expect(try folder.mode("deep/home") == 0o700)
        #expect(second.rng.bytes(32) != second.rng.bytes(32))
        #expect(abs(second.clock.now.distance(to: SystemClock().now)) < 5)
    }

    @Test func `a passphrase given for a new store locks it`() async throws {
        let folder = try TemporaryFolder()
        _ = try await WalletEnvironment.system(.init(folder: folder.path, passphrase: Secret("open sesame")))
        await #expect(throws: StorageError(.locked, "")) {
            try await WalletEnvironment.system(.init(folder: folder.path))
        }
        _ = try await WalletEnvironment.system(.init(folder: folder.path, passphrase: Secret("open sesame")))
    }

    @Test func `a store of schema 1 opens with its records and its key`() async throws {
        let folder = try TemporaryFolder()
        let fixture = "\(Vector.checkout)/Tests/SystemAdaptersTests/Fixtures/schema-1"
        for file in ["store.sqlite", "store.key"] {
            try folder.copyIn("\(fixture)/\(file)", as: file)
            try folder.writePrivately(folder.bytes(file), to: file)
        }
        let environment = try await WalletEnvironment.system(.init(folder: folder.path))
        #expect(environment.storage.condition == .normal)
        let keys = [StorageKey("credential", "pid"), StorageKey("instance", "pid 0"), StorageKey("credential", "none")]
        let records = try await environment.storage.read(keys)
        #expect(records[0]?.value == Array("{\"vct\":\"urn:eudi:pid:1\"}".utf8))
        #expect(records[0]?.version == 2)
        #expect(records[2] == nil)
        let handle = KeyHandle(area: "software", bytes: try #require(records[1]?.value))
        let key = try #require(try await environment.secureAreas.first?.publicKeys(of: [handle]).first)
        #expect(key.algorithm == .es256)
        let page = try await environment.storage.scan("credential", after: nil, limit: 10)
        #expect(page.records.map(\.key.name) == ["pid"])
    }

    @Test func `anchors come from PEM and DER files, for their roles and types`() async throws {
        let folder = try TemporaryFolder()
        let der = [0x30, 0x81, 0x80] + [UInt8](repeating: 7, count: 128)
        try folder.write(der, to: "a.der")
        let block = "-----BEGIN CERTIFICATE-----\r\nMIGAAQID\r\n-----END CERTIFICATE-----\r\n"
        try folder.write(Array("subject=x\n\(block)\n\(block)".utf8), to: "b.pem")
        let source = try FileTrustSource([
            .init(folder.file("a.der"), roles: [.issuer], types: ["urn:eudi:pid:1"]), .init(folder.file("b.pem")),
        ])
        let forPID = await source.anchors(for: .issuer, type: "urn:eudi:pid:1")
        #expect(forPID.map(\.source) == ["a.der", "b.pem", "b.pem"])
        #expect(forPID.first?.certificate == der)
        #expect(forPID.last?.certificate == [0x30, 0x81, 0x80, 1, 2, 3])
        #expect(await source.anchors(for: .issuer, type: "other").count == 2)
        #expect(await source.anchors(for: .verifier, type: nil).count == 2)
        try folder.write(Array("-----BEGIN CERTIFICATE-----\n????\n-----END CERTIFICATE-----".utf8), to: "bad.pem")
        for name in ["bad.pem", "missing"] {
            #expect(throws: FileTrustSource.FileError.self) { try FileTrustSource([.init(folder.file(name))]) }
        }
    }

    @Test func `locale names become language tags`() {
        #expect(SystemConfiguration.languages(fromLocales: ["de_DE.UTF-8"]) == ["de-DE", "en"])
        #expect(SystemConfiguration.languages(fromLocales: ["ko:en_GB", "C.UTF-8", "ko"]) == ["ko", "en-GB"])
        #expect(SystemConfiguration.languages(fromLocales: ["C", "sr_RS@latin"]) == ["sr-RS", "en"])
    }

    @Test func `a clock that jumps and one that waits`() async throws {
        let jumping = FixedClock(Instant(seconds: 0))
        try await jumping.sleep(until: Instant(seconds: 50))
        #expect(jumping.now == Instant(seconds: 50))
        let waiting = FixedClock(Instant(seconds: 0), sleeping: .waits)
        let sleeper = Task { try await waiting.sleep(until: Instant(seconds: 10)) }
        while waiting.sleepers == 0 { await Task.yield() }
        waiting.advance(by: 9)
        #expect(waiting.sleepers == 1)
        waiting.advance(by: 1)
        try await sleeper.value
        let cancelled = Task { try await waiting.sleep(until: Instant(seconds: 99)) }
        while waiting.sleepers == 0 { await Task.yield() }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
    }
}
