import LanyardTestSupport
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

@Suite struct TransactionLogTests {
    private func entry(_ number: Int) -> TransactionLogEntry {
        TransactionLogEntry(
            id: "entry-\(number)", at: Instant(seconds: Int64(number)), kind: .issuance, outcome: .completed,
            party: "https://issuer.example", partyName: "Issuer", types: ["urn:x"], credentials: ["\(number)"],
            channel: "openid4vci")
    }

    @Test func `entries come back newest first and unchanged`() async throws {
        let log = TransactionLog(storage: MemoryStorageDriver(), rng: SeededRng(seed: 1), elsewhere: nil)
        for number in 1...5 { try await log.commit(StorageBatch(), logging: entry(number)) }
        #expect(try await log.entries() == [5, 4, 3, 2, 1].map(entry))
        #expect(try await log.entries(limit: 2) == [5, 4].map(entry))
    }

    @Test func `concurrent writers lose no entry`() async throws {
        let storage = MemoryStorageDriver()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                let entry = entry(number)
                group.addTask {
                    let log = TransactionLog(storage: storage, rng: SeededRng(seed: UInt64(number)), elsewhere: nil)
                    try? await log.commit(StorageBatch(), logging: entry)
                }
            }
        }
        let log = TransactionLog(storage: storage, rng: SeededRng(seed: 1), elsewhere: nil)
        #expect(Set(try await log.entries().map(\.id)) == Set((0..<40).map { "entry-\($0)" }))
    }

    @Test func `a batch whose own expectation fails is not logged`() async throws {
        let storage = MemoryStorageDriver()
        let log = TransactionLog(storage: storage, rng: SeededRng(seed: 1), elsewhere: nil)
        var batch = StorageBatch()
        batch.put(StorageKey("c", "n"), [1], expect: .version(7))
        await #expect(throws: StorageError(.conflict, "")) { try await log.commit(batch, logging: entry(1)) }
        #expect(try await log.entries().isEmpty)
    }
}
