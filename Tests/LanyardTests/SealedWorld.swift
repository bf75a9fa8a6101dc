import LanyardTestSupport
import SystemAdapters
import WalletContracts
import WalletPorts

@testable import Lanyard

/// A wallet over a sealed store whose bytes a test can damage.
struct SealedWorld {
    /// What can happen to a sealed record.
    enum Harm: String, CaseIterable {
        case flippedByte
        case foreignKey
        case truncated
        case emptied

        func apply(to bytes: [UInt8]) -> [UInt8] {
            var bytes = bytes
            switch self {
            case .flippedByte: bytes[bytes.count / 2] ^= 1
            case .foreignKey: bytes[2] ^= 0xFF
            case .truncated: bytes.removeLast(bytes.count / 2)
            case .emptied: bytes = []
            }
            return bytes
        }
    }

    let base = MemoryStorageDriver()
    let logger = RememberingLogger()
    let harness: Harness
    private let folder: TemporaryFolder
    private let sealed: SealedStorageDriver

    var wallet: Wallet { harness.wallet }

    init() async throws {
        folder = try TemporaryFolder()
        let sealed = try await SealedStorageDriver.open(
            over: base, keyFile: StoreKeyFile(path: folder.file("store.key")))
        let logger = logger
        harness = try await Harness(adjust: {
            $0.storage = sealed
            $0.logger = logger
        })
        self.sealed = sealed
    }

    /// Another wallet over the same store, as a new process would open it.
    func reopened() async throws -> Wallet {
        var environment = harness.environment
        environment.storage = try await SealedStorageDriver.open(
            over: base, keyFile: StoreKeyFile(path: folder.file("store.key")))
        return try await Wallet.open(environment)
    }

    /// The records of a collection beside the sealed ones that hold them; those that are damaged are left out.
    func pairs(_ collection: String) async throws -> [(open: StoredRecord, sealed: StoredRecord)] {
        var pairs: [(open: StoredRecord, sealed: StoredRecord)] = []
        var next: String?
        // Both layers scan in the same order; one at a time, they stay side by side.
        repeat {
            let stored = try await base.scan(collection, after: next, limit: 1)
            let opened = try await sealed.scan(collection, after: next, limit: 1)
            if let open = opened.records.first, let sealed = stored.records.first { pairs.append((open, sealed)) }
            next = stored.next
        } while next != nil
        return pairs
    }

    /// Damages the records of a collection whose names begin so; nil takes them away.
    func harm(_ collection: String, _ beginning: String, _ harm: Harm?) async throws {
        for pair in try await pairs(collection) where pair.open.key.name.hasPrefix(beginning) {
            try await replace(pair.sealed, with: harm?.apply(to: pair.sealed.value))
        }
    }

    /// Puts other bytes in the place of a sealed record, at the same version.
    func replace(_ record: StoredRecord, with bytes: [UInt8]?) async throws {
        var batch = StorageBatch()
        batch.delete(record.key)
        try await base.commit(batch)
        guard let bytes else { return }
        batch.put(record.key, bytes)
        for _ in 0..<record.version { try await base.commit(batch) }
    }

    /// The names of what belongs to a credential, in every collection.
    func remains(of id: CredentialId) async throws -> [String] {
        var names: [String] = []
        for collection in ["credential", "details", "index", "instance"] {
            names += try await pairs(collection).map(\.open.key.name).filter { $0.hasPrefix(id.value) }
        }
        return names
    }
}
