import LanyardJSON
import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// Two processes over one store do the same at once: it happens once, and nothing is left over.
@Suite struct SharedStoreTests {
    /// A clock that moves only when told to: a sleeper lets others run, and wakes.
    private struct PatientClock: WalletClock {
        let base: FixedClock

        var now: Instant { base.now }

        func sleep(until instant: Instant) async throws {
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    private func world(_ change: (inout PeerIssuer.Options) -> Void) throws -> IssuanceWorld {
        try IssuanceWorld { options in
            options.dpop = .init(.required)
            options.notifications = .init()
            options.refreshTokens = .init(areRotated: true)
            change(&options)
        }
    }

    private func wallet(_ world: IssuanceWorld, seed: UInt64) async throws -> Wallet {
        var environment = world.environment(seed: seed)
        environment.clock = PatientClock(base: world.clock)
        environment.http = SlowTransport(base: world.http)
        return try await Wallet.open(environment)
    }

    private func received(_ world: IssuanceWorld) async throws -> CredentialId {
        let wallet = try await world.wallet(seed: 9)
        let offer = try await wallet.issuance.resolveOffer(world.issuer.makeOffer(["pid"]).link)
        let result = try await world.drive(
            wallet.issuance.start(
                .fromOffer(offer, configurationIds: nil, policy: CredentialPolicy(batchSize: 3, use: .oneTime))))
        await wallet.issuance.settle()
        return try #require(result.issued.first ?? result.deferred.first)
    }

    /// Does something in several wallets over the world's store at once.
    private func atOnce<Value: Sendable>(
        _ world: IssuanceWorld, _ body: @escaping @Sendable (Wallet) async throws -> Value
    ) async throws -> [Value] {
        var wallets: [Wallet] = []
        for seed in 11...14 { wallets.append(try await wallet(world, seed: UInt64(seed))) }
        return try await withThrowingTaskGroup(of: Value.self) { group in
            for wallet in wallets { group.addTask { try await body(wallet) } }
            var values: [Value] = []
            for try await value in group { values.append(value) }
            return values
        }
    }

    @Test(.row("VCI-DEF-06")) func `VCI-DEF-06 a promise is fetched once, whoever asks`() async throws {
        let world = try world { $0.deferral = .init(polls: 0, interval: 100) }
        let id = try await received(world)
        world.clock.advance(by: 101)
        let until = world.clock.now.advanced(by: 3600)
        let reports = try await atOnce(world) { await $0.upkeep.run(until: until) }
        #expect(reports.flatMap(\.failures.values).isEmpty)
        #expect(reports.contains { $0.received == [id] })
        #expect(world.issuer.log.requests(.deferred).count == 1)
        #expect(world.issuer.log.failures == [])
        #expect(world.issuer.notifications.map(\.event.rawValue) == ["credential_accepted"])
        #expect(try await world.misfit() == nil)
        #expect(world.area.handles.count == 4)
    }

    @Test(.row("VCI-REF-02")) func `VCI-REF-02 tokens are refreshed once, whoever needs them`() async throws {
        let world = try world { _ in }
        let id = try await received(world)
        world.issuer.expireAccessTokens()
        let before = world.issuer.log.requests(.token).count
        let results = try await atOnce(world) { wallet in
            let session = wallet.issuance.reissue(id)
            for await _ in session.states {}
            await wallet.issuance.settle()
            return session.currentState
        }
        for state in results {
            guard case .completed(let result) = state else {
                Issue.record("\(state)")
                continue
            }
            #expect(result.issued == [id])
        }
        #expect(world.issuer.log.requests(.token).count == before + 1)
        #expect(world.issuer.log.failures == [])
        #expect(try await world.misfit() == nil)
        #expect(world.area.handles.count == 4)
        let wallet = try await world.wallet(seed: 20)
        #expect(try await wallet.credentials.list().map(\.id) == [id])
        world.issuer.expireAccessTokens()
        #expect(try await world.drive(wallet.issuance.reissue(id)).issued == [id])
    }

    @Test(.row("VCI-REF-04")) func `VCI-REF-04 a refused refresh token is sent by one of them`() async throws {
        let world = try world { _ in }
        let id = try await received(world)
        world.issuer.expireAccessTokens()
        world.issuer.revokeRefreshTokens()
        let before = world.issuer.log.requests(.token).count
        let codes = try await atOnce(world) { wallet -> IssuanceError.Code? in
            let session = wallet.issuance.refill(id)
            for await _ in session.states {}
            guard case .failed(let error) = session.currentState else { return nil }
            return error.code
        }
        #expect(codes.allSatisfy { $0 == .authorizationNeeded })
        #expect(world.issuer.log.requests(.token).count == before + 1)
        #expect(try await world.misfit() == nil)
    }

    @Test(.row("VCI-REF-05")) func `VCI-REF-05 what runs out is renewed once, whoever looks after it`() async throws {
        let world = try world { _ in }
        let id = try await received(world)
        let before = world.issuer.log.requests(.credential).count
        let due = try #require(try await world.wallet().upkeep.nextDue())
        world.clock.set(due.advanced(by: 1))
        let until = world.clock.now.advanced(by: 3600)
        let reports = try await atOnce(world) { await $0.upkeep.run(until: until) }
        #expect(reports.flatMap(\.received) == [id])
        #expect(reports.flatMap(\.failures.values).isEmpty)
        #expect(world.issuer.log.requests(.credential).count == before + 1)
        #expect(try await world.misfit() == nil)
        #expect(world.area.handles.count == 4)
    }

    @Test(.row("VCI-NOTIF-06")) func `VCI-NOTIF-06 an issuer is told once`() async throws {
        let world = try world { $0.notifications = .init(failures: 1) }
        _ = try await received(world)
        world.clock.advance(by: 3600)
        let until = world.clock.now.advanced(by: 3600)
        let reports = try await atOnce(world) { await $0.upkeep.run(until: until) }
        #expect(reports.map(\.notified).reduce(0, +) == 1)
        #expect(world.issuer.log.requests(.notification).count == 2)
        #expect(try await world.misfit() == nil)
    }

    @Test func `a redirect counts once, whoever takes it`() async throws {
        let world = try world { $0.authorization = .init() }
        let first = try await world.wallet(seed: 9)
        let session = first.issuance.start(.fromIssuer("https://issuer.example", configurationId: "pid"))
        var url = ""
        for await state in session.states {
            if case .authorizationRequired(let found) = state {
                url = found
                break
            }
        }
        let redirect = try await world.http.browser().visit(url)
        let issued = try await atOnce(world) { wallet -> Int in
            guard let session = try? await wallet.issuance.resume(redirect) else { return 0 }
            let result = try await world.drive(session)
            await wallet.issuance.settle()
            return result.issued.count
        }
        #expect(issued.reduce(0, +) == 1)
        #expect(world.issuer.log.requests(.token).count == 1)
        session.cancel()
        for await _ in session.states {}
        #expect(try await world.misfit() == nil)
        #expect(world.area.handles.count == 2)
    }

    /// Lets others run while a request is under way.
    private struct SlowTransport: HttpTransport {
        let base: InProcessTransport

        func send(_ request: HttpRequest) async throws(HttpError) -> HttpResponse {
            try? await Task.sleep(for: .milliseconds(2))
            return try await base.send(request)
        }
    }
}
