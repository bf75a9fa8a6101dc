import Lanyard
import SystemAdapters
import TestPeers
import WalletPorts

/// Listing N stored credentials, beside reading their N index records from the same sealed store.
enum ListBenchmark {
    static func run(_ effort: Measurement.Effort) async throws -> [Measurement] {
        let folder = TemporaryFolder.fresh()
        defer { TemporaryFolder.remove(folder) }
        let clock = SystemClock()
        let issuer = try PeerIssuer(PeerIssuer.Options(), pki: PeerPKI(at: clock.now), clock: clock)
        var environment = try await WalletEnvironment.system(SystemConfiguration(folder: folder))
        environment.http = InProcessTransport(issuer)
        let storage = environment.storage
        let wallet = try await Wallet.open(environment)
        try await receive(issuer, wallet)
        let stored = try await storage.scan(CredentialRecord.collection, after: nil, limit: 1)
        let detailed = try await storage.scan(DetailsRecord.collection, after: nil, limit: 1)
        let indexed = try await storage.scan(MatchIndexRecord.collection, after: nil, limit: 1)
        guard let stored = stored.records.first, let detailed = detailed.records.first,
            let indexed = indexed.records.first
        else { throw CancellationError() }
        var record = try CredentialRecord(stored)
        var details = try DetailsRecord(detailed)
        var index = try MatchIndexRecord(indexed)
        var measurements: [Measurement] = []
        var count = 1
        for size in effort == .full ? [10, 1000, 10_000] : [10, 1000] {
            while count < size {
                var batch = StorageBatch()
                for _ in 0..<min(500, size - count) {
                    count += 1
                    record.id = CredentialId("copy-\(count)")
                    details.credential = record.id
                    index.credential = record.id
                    batch.put(record.key, record.encoded(), expect: .absent)
                    batch.put(details.key, details.encoded(), expect: .absent)
                    batch.put(index.key, index.encoded(), expect: .absent)
                }
                try await storage.commit(batch)
            }
            measurements.append(
                try await Measurement(
                    "list \(size) credentials", promise: 2, limit: 6, effort: effort,
                    operation: {
                        guard try await wallet.credentials.list().count == size else { throw CancellationError() }
                    },
                    floor: { guard try await read(storage) == size else { throw CancellationError() } }))
        }
        return measurements
    }

    private static func receive(_ issuer: PeerIssuer, _ wallet: Wallet) async throws {
        let offer = try await wallet.issuance.resolveOffer(issuer.makeOffer(["pid"]).link)
        let result = try await wallet.issuance.start(
            .fromOffer(offer, configurationIds: nil, policy: CredentialPolicy(batchSize: 1))
        ).run { _ in throw CancellationError() }
        guard result.issued.count == 1 else { throw CancellationError() }
    }

    /// Reads every index record, as many at a time as the list does.
    private static func read(_ storage: any StorageDriver) async throws -> Int {
        var count = 0
        var next: String?
        repeat {
            let page = try await storage.scan(MatchIndexRecord.collection, after: next, limit: 200)
            count += page.records.count
            next = page.next
        } while next != nil
        return count
    }
}
