import Lanyard
import LanyardCrypto
import LanyardLock
import SystemAdapters
import TestPeers
import WalletPorts

/// Receiving a batch, beside N × (key generation, signature, verification), one durable commit and the peer's own time.
enum IssuanceBenchmark {
    static func run(_ effort: Measurement.Effort) async throws -> [Measurement] {
        var measurements: [Measurement] = []
        for size in effort == .full ? [10, 50, 200] : [10] {
            var best: Measurement?
            for _ in 0..<5 {
                let measurement = try await once(size)
                if best.map({ measurement.ratio < $0.ratio }) ?? true { best = measurement }
            }
            if let best { measurements.append(best) }
        }
        return measurements
    }

    private static func once(_ size: Int) async throws -> Measurement {
        let folder = TemporaryFolder.fresh()
        defer { TemporaryFolder.remove(folder) }
        let clock = SystemClock()
        var options = PeerIssuer.Options()
        options.batchSize = size
        let issuer = try PeerIssuer(options, pki: PeerPKI(at: clock.now), clock: clock)
        let peer = TimedTransport(InProcessTransport(issuer))
        var environment = try await WalletEnvironment.system(SystemConfiguration(folder: folder))
        environment.http = peer
        let wallet = try await Wallet.open(environment)
        let link = issuer.makeOffer(["pid"]).link
        let operation = try await ContinuousClock().measure {
            let offer = try await wallet.issuance.resolveOffer(link)
            let result = try await wallet.issuance.start(
                .fromOffer(offer, configurationIds: nil, policy: CredentialPolicy(batchSize: size))
            ).run { _ in throw CancellationError() }
            guard result.issued.count == 1 else { throw CancellationError() }
        }
        let floor = try await floor(size, storage: environment.storage) + peer.spent
        return Measurement("receive a batch of \(size)", promise: 1.3, limit: 2.4, operation: operation, floor: floor)
    }

    private static func floor(_ size: Int, storage: any StorageDriver) async throws -> Duration {
        let message = RandomBytes.make(400)
        let record = RandomBytes.make(3000)
        return try await ContinuousClock().measure {
            for _ in 0..<size {
                let key = try ECPrivateKey.generate(.p256)
                let signature = try key.signature(for: message, hash: .sha256)
                guard key.publicKey.isValidSignature(signature, for: message, hash: .sha256) else {
                    throw CancellationError()
                }
            }
            var batch = StorageBatch()
            for number in 0..<size { batch.put(StorageKey("benchmark", "\(number)"), record) }
            try await storage.commit(batch)
        }
    }
}

/// A transport that adds up the time that its peer takes.
private final class TimedTransport: HttpTransport {
    private let peer: InProcessTransport
    private let total = Mutex(Duration.zero)

    init(_ peer: InProcessTransport) {
        self.peer = peer
    }

    var spent: Duration { total.withLock { $0 } }

    func send(_ request: HttpRequest) async throws(HttpError) -> HttpResponse {
        let clock = ContinuousClock()
        let start = clock.now
        let response = try await peer.send(request)
        let spent = clock.now - start
        total.withLock { $0 += spent }
        return response
    }
}
