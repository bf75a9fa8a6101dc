import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// The process dies at a named point: before or after each commit, request, signature and key creation.
///
/// A new process over the same store and keys then finds each credential whole or not at all, and after the time of
/// abandoned sessions no key without its credential.
@Suite struct CrashTests {
    /// One way to receive.
    private struct Flow {
        var configurations = ["pid", "diploma"]
        var batch = 3
        var omitted = 0
        var nonceRefusals = 0
        var hasTxCode = false
        var byReference = false
    }

    private struct World {
        let clock = FixedClock()
        let storage = MemoryStorageDriver()
        let area = MemorySecureArea()
        let plan = FaultPlan()
        let issuer: PeerIssuer
        let flow: Flow

        init(_ flow: Flow = Flow()) throws {
            self.flow = flow
            var options = PeerIssuer.Options()
            options.nonceRefusals = flow.nonceRefusals
            options.omittedCredentials = flow.omitted
            issuer = try PeerIssuer(options, pki: try PeerPKI(at: clock.now), clock: clock)
        }

        func environment(dying: Bool) -> WalletEnvironment {
            let http = InProcessTransport(issuer)
            return WalletEnvironment(
                storage: dying ? FaultyStorageDriver(storage, plan: plan) : storage,
                secureAreas: [dying ? FaultySecureArea(area, plan: plan) : area],
                http: dying ? FaultyHttpTransport(http, plan: plan) : http,
                rng: SeededRng(seed: dying ? 1 : 2), clock: clock)
        }

        /// Runs an issuance that dies where the plan says.
        func run() async {
            do {
                let wallet = try await Wallet.open(environment(dying: true))
                let made = issuer.makeOffer(
                    flow.configurations, transactionCode: flow.hasTxCode ? .numeric("4711") : nil)
                let offer = try await wallet.issuance.resolveOffer(flow.byReference ? made.referenceLink : made.link)
                let session = wallet.issuance.start(
                    .fromOffer(
                        offer, configurationIds: nil, txCode: "4711", policy: CredentialPolicy(batchSize: flow.batch)))
                for await _ in session.states {}
            } catch {
                // The death is the point of the test.
            }
        }

        /// What a new process finds, compared with what must hold.
        func examine() async throws -> String? {
            let wallet = try await Wallet.open(environment(dying: false))
            let context = WalletContext(environment: environment(dying: false), config: WalletConfig())
            var keys = 0
            for (record, _) in try await context.store.records() {
                let instances = try await context.store.holding(record.id).instances
                guard instances.count == record.instances else { return "half a credential" }
                guard try await wallet.credentials.get(record.id)?.claims.isEmpty == false else { return "no claims" }
                let handles = instances.compactMap(\.holderKey)
                let expected = flow.batch - flow.omitted
                guard handles.count == expected, try await area.publicKeys(of: handles).count == expected else {
                    return "a lost key"
                }
                keys += handles.count
            }
            clock.advance(by: 3600)
            _ = await wallet.upkeep.run(until: clock.now.advanced(by: 20))
            guard area.handles.count == keys else { return "\(area.handles.count - keys) orphan keys" }
            guard storage.everything.allSatisfy({ $0.key.collection != "session" }) else { return "a session record" }
            return nil
        }
    }

    @Test func `no credential is lost or half there, and no key is orphaned, wherever the process dies`() async throws {
        let whole = try World()
        await whole.run()
        let points = whole.plan.reached
        #expect(points.contains("commit.after") && points.contains("sign.before") && points.contains("request.after"))
        #expect(try await whole.examine() == nil)
        var failures: [String] = []
        for index in points.indices {
            let world = try World()
            world.plan.crash(at: index)
            await world.run()
            #expect(world.plan.hasCrashed)
            if let failure = try await world.examine() { failures.append("\(index) \(points[index]): \(failure)") }
        }
        #expect(failures == [])
    }

    @Test func `nor in a hundred random flows that die at random points`() async throws {
        // Seeded, so that a failure can be repeated.
        let random = SeededRng(seed: 20_261_130)
        func below(_ limit: Int) -> Int { Int(random.bytes(2).reduce(0) { $0 << 8 | UInt16($1) }) % max(1, limit) }
        var failures: [String] = []
        var deaths = 0
        for round in 0..<100 {
            let batch = 1 + below(4)
            let flow = Flow(
                configurations: [["pid"], ["diploma", "pid"], ["pid", "diploma"]][below(3)], batch: batch,
                omitted: below(batch), nonceRefusals: below(2), hasTxCode: below(2) == 1, byReference: below(2) == 1)
            let whole = try World(flow)
            await whole.run()
            let index = below(whole.plan.reached.count)
            let world = try World(flow)
            world.plan.crash(at: index)
            await world.run()
            if world.plan.hasCrashed { deaths += 1 }
            if let failure = try await world.examine() {
                failures.append("round \(round), \(whole.plan.reached[index]) (\(index)): \(failure)")
            }
        }
        #expect(failures == [])
        #expect(deaths == 100)
    }

    @Test(arguments: [StorageError.Code.full, .busy, .ioFailed, .corrupt])
    func `a store that refuses gives a typed error and stays intact`(code: StorageError.Code) async throws {
        let plan = FaultPlan()
        let harness = try await Harness(adjust: { $0.storage = FaultyStorageDriver($0.storage, plan: plan) })
        let offer = try await harness.wallet.issuance.resolveOffer(harness.issuer.makeOffer(["pid"]).link)
        // The commits of a session: its pending keys, the server metadata it caches, the credential.
        for nth in 1...3 { plan.fail(at: "commit.before", nth: nth, with: StorageError(code, "the test says so")) }
        let session = harness.wallet.issuance.start(.fromOffer(offer))
        var last: IssuanceState?
        for await state in session.states { last = state }
        guard case .failed(let error) = last else { return #expect(Bool(false), "\(String(describing: last))") }
        #expect(error.code == .storage)
        #expect(error.underlying as? StorageError == StorageError(code, ""))
        #expect(harness.area.handles.count == 0)
        #expect(try await harness.wallet.credentials.list().isEmpty)
        let again = try await harness.receive()
        #expect(again.issued.count == 1)
    }
}
