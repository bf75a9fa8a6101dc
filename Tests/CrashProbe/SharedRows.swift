import SystemAdapters
import WalletPorts

/// Records that several processes change at once.
struct SharedRows {
    let folder: String

    private func open() async throws -> SealedStorageDriver {
        try await SystemConfiguration(folder: folder).openStore()
    }

    func put(_ count: Int) async throws {
        var batch = StorageBatch()
        for row in 0..<count { batch.put(StorageKey("row", "\(row)"), [0]) }
        batch.put(StorageKey("counter", "all"), [0, 0])
        try await open().commit(batch)
    }

    /// Takes each row that nobody took, once.
    func take(_ count: Int, _ taken: @Sendable (Int) -> Void) async throws {
        let store = try await open()
        for row in 0..<count {
            var batch = StorageBatch()
            batch.put(StorageKey("row", "\(row)"), [1], expect: .version(1))
            do throws(StorageError) {
                try await store.commit(batch)
                taken(row)
            } catch {
                guard error.code == .conflict else { throw error }
            }
        }
    }

    /// Reads, adds one and writes, again after each conflict; gives the last value seen.
    func count(_ times: Int) async throws -> Int {
        try await count(times, in: try await open())
    }

    private func count(_ times: Int, in store: any StorageDriver) async throws -> Int {
        let key = StorageKey("counter", "all")
        var left = times
        while true {
            guard let found = try await store.read([key]).first ?? nil else { return 0 }
            let value = found.value.reduce(0) { $0 << 8 | Int($1) }
            guard left > 0 else { return value }
            var batch = StorageBatch()
            batch.put(
                key, [UInt8(truncatingIfNeeded: (value + 1) >> 8), UInt8(truncatingIfNeeded: value + 1)],
                expect: .version(found.version))
            do throws(StorageError) {
                try await store.commit(batch)
                left -= 1
            } catch {
                guard error.code == .conflict else { throw error }
            }
        }
    }

    /// Counts once, long after another connection of this process was opened and closed, and keeps the store open.
    func hold(_ wait: @Sendable (String) -> Void) async throws {
        let store = try await open()
        do {
            _ = try await open()
        }
        wait("held")
        wait("\(try await count(1, in: store))")
        withExtendedLifetime(store) {}
    }
}
