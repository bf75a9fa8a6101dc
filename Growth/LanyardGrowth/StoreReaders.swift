import Lanyard
import LanyardCrypto
import TestPeers
import WalletContracts
import WalletPorts

/// Whole operations of a wallet over memory: listing, the log, batches and offers of many.
enum StoreReaders {
    static let all = [
        Reader("store.list", 30) { size in
            let (wallet, _) = try await wallet(holding: size)
            return { guard try await wallet.credentials.list().count == size else { throw NotRefused() } }
        },
        Reader("store.get", 10) { size in
            let (wallet, ids) = try await wallet(holding: size)
            return { for id in ids { _ = try await wallet.credentials.get(id) } }
        },
        Reader("log.entries", 40) { size in
            let log = try await log(of: size)
            return { guard try await log.entries(limit: size).count == size else { throw NotRefused() } }
        },
        Reader("log.append", 40) { size in { _ = try await log(of: size) } },
        Reader("issuance.batch", 4) { size in
            let neighbourhood = try await Neighbourhood(batchSize: 4 * size)
            return { try await neighbourhood.receive(policy: CredentialPolicy(batchSize: size)) }
        },
    ]

    private static func log(of count: Int) async throws -> TransactionLog {
        let log = TransactionLog(storage: MemoryStorageDriver(), rng: SeededRng(), elsewhere: nil)
        for number in 0..<count {
            try await log.commit(
                StorageBatch(),
                logging: TransactionLogEntry(
                    id: "\(number)", at: CertificateReaders.now, kind: .issuance, outcome: .completed, party: "p",
                    partyName: "p", types: [], credentials: [], channel: "c"))
        }
        return log
    }

    /// A wallet with so many copies of one credential that was received.
    private static func wallet(holding count: Int) async throws -> (Wallet, [CredentialId]) {
        let neighbourhood = try await Neighbourhood(batchSize: nil)
        try await neighbourhood.receive()
        let storage = neighbourhood.storage
        let store = CredentialStore(
            storage: storage, log: TransactionLog(storage: storage, rng: SeededRng(), elsewhere: nil))
        guard var record = try await store.records().first?.record,
            var details = try await store.holding(record.id).details,
            var instance = try await store.holding(record.id).instances.first
        else { throw NotRefused() }
        var ids = [record.id]
        while ids.count < count {
            record.id = CredentialId("copy-\(ids.count)")
            details.credential = record.id
            instance.credential = record.id
            var batch = StorageBatch()
            batch.put(record.key, record.encoded())
            batch.put(details.key, details.encoded())
            batch.put(instance.key, instance.encoded())
            try await storage.commit(batch)
            ids.append(record.id)
        }
        return (neighbourhood.wallet, ids)
    }
}

/// A wallet over memory with an issuer of its own.
private struct Neighbourhood: Sendable {
    let storage = MemoryStorageDriver()
    let wallet: Wallet
    private let issuer: PeerIssuer

    init(batchSize: Int?) async throws {
        let clock = FixedClock(CertificateReaders.now)
        var options = PeerIssuer.Options()
        options.batchSize = batchSize
        issuer = try PeerIssuer(options, pki: PeerPKI(at: clock.now), clock: clock)
        wallet = try await Wallet.open(
            WalletEnvironment(
                storage: storage, secureAreas: [MemorySecureArea()], http: InProcessTransport(issuer),
                rng: SeededRng(), clock: clock))
    }

    func receive(policy: CredentialPolicy = CredentialPolicy()) async throws {
        let offer = try await wallet.issuance.resolveOffer(issuer.makeOffer(["pid"]).link)
        let result = try await wallet.issuance.start(.fromOffer(offer, policy: policy)).run { _ in
            throw CancellationError()
        }
        guard result.issued.count == 1 else { throw NotRefused() }
    }
}
