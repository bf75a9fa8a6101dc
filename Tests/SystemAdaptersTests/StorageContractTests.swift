import LanyardTestSupport
import Testing
import WalletContracts
import WalletPorts

@testable import SystemAdapters

@Suite struct StorageContractTests {
    @Test func `the memory store keeps the storage contract`() async {
        #expect(await StorageContract { MemoryStorageDriver() }.failures() == [])
    }

    @Test func `the SQLite store keeps the storage contract`() async throws {
        let folder = try TemporaryFolder()
        let names = SeededRng()
        let contract = StorageContract {
            try SQLiteStorageDriver(path: folder.file("\(names.bytes(8))"))
        }
        #expect(await contract.failures() == [])
    }

    @Test func `the contract finds a store that forgets expectations`() async {
        struct Careless: StorageDriver {
            let base = MemoryStorageDriver()
            var condition: StorageCondition { .normal }
            func readings(of keys: [StorageKey]) async throws(StorageError) -> [StorageReading] {
                try await base.readings(of: keys)
            }
            func scan(_ collection: String, after cursor: String?, limit: Int) async throws(StorageError) -> StoragePage
            { try await base.scan(collection, after: cursor, limit: limit) }
            func commit(_ batch: StorageBatch) async throws(StorageError) {
                var careless = StorageBatch()
                for (key, value) in batch.puts { careless.put(key, value) }
                for key in batch.deletes { careless.delete(key) }
                try await base.commit(careless)
            }
        }
        #expect(await StorageContract { Careless() }.failures().count >= 2)
    }
}
