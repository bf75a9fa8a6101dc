import LanyardJSON
import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// What comes after the token: promises, notifications, renewals.
@Suite struct FollowUpTests {
    private func promising(
        polls: Int = 2, interval: JSON = 5, ending: PeerIssuer.Options.Deferral.Ending = .issued,
        config: WalletConfig = WalletConfig(), _ change: (inout PeerIssuer.Options) -> Void = { _ in }
    ) async throws -> Harness {
        try await Harness(config: config) { options in
            options.deferral = .init(polls: polls, interval: interval, ending: ending)
            options.dpop = .init(.required)
            options.notifications = .init()
            change(&options)
        }
    }

    @Test(.row("VCI-DEF-02", "VCI-DEF-03", "VCI-DEF-04", "VCI-DEF-08", "VCI-NOTIF-01"))
    func `VCI-DEF-04 a promise that is soon kept is waited for, at the issuer's pace`() async throws {
        let harness = try await promising()
        let start = harness.clock.now
        let result = try await harness.receive()
        #expect(result.issued.count == 1)
        #expect(result.deferred.isEmpty)
        #expect(start.distance(to: harness.clock.now) >= 10)
        #expect(harness.issuer.log.failures.isEmpty)
        #expect(harness.issuer.notifications.map(\.event.rawValue) == ["credential_accepted"])
        #expect(
            harness.leftovers.allSatisfy { ["credential", "details", "index", "instance"].contains($0.collection) })
        #expect(harness.area.handles.count == 1)
    }

    @Test(.row("VCI-DEF-03", "VCI-DEF-06", "VCI-DPOP-10"))
    func `VCI-DEF-06 a promise outlives the process, keeps its id and is fetched when it is due`() async throws {
        let harness = try await promising(polls: 1, interval: 100)
        let result = try await harness.receive()
        #expect(result.issued.isEmpty)
        let id = try #require(result.deferred.first)
        let listed = try await harness.wallet.credentials.list()
        #expect(listed.map(\.id) == [id])
        guard case .deferred(let next)? = listed.first?.lifecycle else {
            Issue.record("not listed as deferred")
            return
        }
        #expect(next == harness.clock.now.advanced(by: 100))
        #expect(try await harness.wallet.credentials.get(id)?.claims.isEmpty == true)

        let other = try await Wallet.open(harness.environment)
        #expect(try await other.upkeep.nextDue() == next)
        // Asking early asks nobody.
        let polls = harness.issuer.log.requests(.deferred).count
        let early = try await harness.drive(other.issuance.resumeDeferred(id))
        #expect(early.deferred == [id])
        #expect(harness.issuer.log.requests(.deferred).count == polls)

        harness.clock.advance(by: 101)
        let first = await other.upkeep.run(until: harness.clock.now.advanced(by: 60))
        #expect(first.received.isEmpty && first.failures.isEmpty)
        harness.clock.advance(by: 101)
        let second = await other.upkeep.run(until: harness.clock.now.advanced(by: 60))
        #expect(second.received == [id])
        #expect(harness.issuer.log.failures.isEmpty)
        guard case .issued? = try await other.credentials.get(id)?.lifecycle else {
            Issue.record("not issued")
            return
        }
        #expect(try await other.credentials.get(id)?.claims.isEmpty == false)
    }

    @Test(
        .row("VCI-DEF-07", "VCI-CERR-07"),
        arguments: [PeerIssuer.Options.Deferral.Ending.denied, .forgotten])
    func `VCI-DEF-07 a promise that is broken ends, with its keys`(
        ending: PeerIssuer.Options.Deferral.Ending
    ) async throws {
        let harness = try await promising(ending: ending)
        do {
            _ = try await harness.receive()
            Issue.record("received")
        } catch let error as IssuanceError {
            #expect(
                error.serverError == (ending == .denied ? "credential_request_denied" : "invalid_transaction_id"))
        }
        let polls = harness.issuer.log.requests(.deferred).count
        harness.clock.advance(by: 3600)
        _ = await harness.wallet.upkeep.run(until: harness.clock.now.advanced(by: 60))
        #expect(harness.issuer.log.requests(.deferred).count == polls)
        #expect(harness.leftovers.isEmpty)
        #expect(harness.area.handles.isEmpty)
    }

    @Test(.row("VCI-DEF-01")) func `VCI-DEF-01 a promise without an endpoint is an error`() async throws {
        let harness = try await promising { $0.deferral?.hasEndpoint = false }
        do {
            _ = try await harness.receive()
            Issue.record("received")
        } catch let error as IssuanceError {
            #expect(error.finding?.requirements == ["VCI-DEF-01"])
        }
        #expect(harness.leftovers.isEmpty)
    }

    @Test(.row("VCI-DEF-04")) func `VCI-DEF-04 another transaction in the answer is an error`() async throws {
        let harness = try await promising { $0.faults = [.otherTransaction] }
        let result = try await harness.receive()
        #expect(result.deferred.count == 1)
        #expect(result.failures.first?.error.finding?.requirements.contains("VCI-DEF-04") == true)
    }

    @Test(.row("VCI-DEF-05")) func `VCI-DEF-05 a token that is over is refreshed before the poll`() async throws {
        let harness = try await promising(polls: 1, interval: 600) { $0.refreshTokens = .init() }
        let id = try #require(try await harness.receive().deferred.first)
        harness.issuer.expireAccessTokens()
        harness.clock.advance(by: 601)
        _ = await harness.wallet.upkeep.run(until: harness.clock.now.advanced(by: 60))
        harness.clock.advance(by: 601)
        let report = await harness.wallet.upkeep.run(until: harness.clock.now.advanced(by: 60))
        #expect(report.received == [id])
        #expect(harness.issuer.log.failures.isEmpty)
    }

    @Test(.row("VCI-DEF-05")) func `VCI-DEF-05 without a refresh token the person is needed`() async throws {
        let harness = try await promising(polls: 1, interval: 600)
        let id = try #require(try await harness.receive().deferred.first)
        harness.issuer.expireAccessTokens()
        harness.clock.advance(by: 601)
        let report = await harness.wallet.upkeep.run(until: harness.clock.now.advanced(by: 60))
        #expect(report.needsPerson == [id])
    }

    @Test(.row("VCI-DPOP-08", "VCI-DPOP-10"))
    func `VCI-DPOP-08 the newest nonces go with polls, notifications and renewals, whoever sends them`() async throws {
        let harness = try await promising {
            $0.dpop.serverNonces = true
            $0.dpop.issuerNonces = true
            $0.dpop.rotatesNonces = true
            $0.refreshTokens = .init(areRotated: true)
        }
        let id = try #require(try await harness.receive().issued.first)
        let renewed = try await harness.drive(harness.wallet.issuance.reissue(id))
        #expect(renewed.issued == [id])
        #expect(harness.issuer.notifications.count == 2)
        #expect(harness.issuer.log.failures == [])
    }

    @Test(.row("VCI-NOTIF-03"), arguments: [true, false])
    func `VCI-NOTIF-03 the issuer is told what failed and who did not want it`(refuses: Bool) async throws {
        let harness = try await Harness {
            $0.notifications = .init()
            if !refuses { $0.faults = [.tamperedSignature] }
        } adjust: {
            if refuses { $0.approval = RefusingApproval() }
        }
        await #expect(throws: IssuanceError.self) { try await harness.receive() }
        await harness.wallet.issuance.settle()
        #expect(
            harness.issuer.notifications.map(\.event.rawValue) == [
                refuses ? "credential_deleted" : "credential_failure"
            ])
        #expect(harness.leftovers.isEmpty)
        #expect(harness.area.handles.isEmpty)
    }

    @Test(.row("VCI-NOTIF-06"))
    func `VCI-NOTIF-06 a notification that fails waits in the outbox and never undoes an issuance`() async throws {
        let harness = try await Harness { $0.notifications = .init(failures: 1) }
        #expect(try await harness.receive().issued.count == 1)
        #expect(harness.issuer.log.requests(.notification).count == 1)
        #expect(harness.leftovers.contains { $0.collection == "outbox" })
        harness.clock.advance(by: 3600)
        let report = await harness.wallet.upkeep.run(until: harness.clock.now.advanced(by: 60))
        #expect(report.notified == 1)
        #expect(harness.issuer.log.requests(.notification).count == 2)
        #expect(!harness.leftovers.contains { ["outbox", "context"].contains($0.collection) })
    }

    @Test(.row("VCI-REF-01", "VCI-REF-03"))
    func `VCI-REF-03 a credential is received anew under its id, the old one serving until then`() async throws {
        let harness = try await Harness {
            $0.refreshTokens = .init(areRotated: true)
            $0.dpop = .init(.required)
            $0.notifications = .init()
        }
        let id = try #require(try await harness.receive(policy: CredentialPolicy(batchSize: 3)).issued.first)
        let old = try await harness.wallet.credentials.export(id)
        let keys = Set(harness.area.handles)
        harness.issuer.expireAccessTokens()

        harness.http.isOffline = true
        let failed = harness.wallet.issuance.reissue(id)
        for await _ in failed.states {}
        #expect(try await harness.wallet.credentials.export(id) == old)
        harness.http.isOffline = false

        let result = try await harness.drive(harness.wallet.issuance.reissue(id))
        #expect(result.issued == [id])
        #expect(try await harness.wallet.credentials.export(id) != old)
        #expect(try await harness.wallet.credentials.list().count == 1)
        #expect(harness.issuer.log.failures.isEmpty)
        // Three instances and the DPoP key; none of the old instances' keys is left.
        #expect(harness.area.handles.count == 4)
        #expect(keys.intersection(harness.area.handles).count == 1)
        #expect(harness.issuer.notifications.map(\.event.rawValue) == ["credential_accepted", "credential_accepted"])
    }

    @Test(.row("VCI-REF-04"))
    func `VCI-REF-04 a refused refresh token is never sent again, and the person is needed`() async throws {
        let harness = try await Harness { $0.refreshTokens = .init() }
        let id = try #require(try await harness.receive().issued.first)
        harness.issuer.revokeRefreshTokens()
        for _ in 1...2 {
            let session = harness.wallet.issuance.refill(id)
            for await _ in session.states {}
            guard case .failed(let error) = session.currentState else {
                Issue.record("renewed")
                return
            }
            #expect(error.code == .authorizationNeeded)
        }
        #expect(harness.issuer.log.requests(.token).count == 2)
    }

    @Test(.row("VCI-REF-05", "EUDI-02"))
    func `VCI-REF-05 upkeep renews what runs out, and leaves it alone after a failure`() async throws {
        let harness = try await Harness { $0.refreshTokens = .init() }
        let id = try #require(try await harness.receive().issued.first)
        let credential = try #require(try await harness.wallet.credentials.get(id))
        guard case .issued(_, let validity?, _) = credential.lifecycle, let until = validity.until else {
            Issue.record("the peer's credential does not end")
            return
        }
        #expect(await harness.wallet.upkeep.run(until: harness.clock.now.advanced(by: 60)).received.isEmpty)
        let due = try #require(try await harness.wallet.upkeep.nextDue())
        #expect(due < until)
        harness.clock.set(due.advanced(by: 1))
        harness.http.isOffline = true
        let failed = await harness.wallet.upkeep.run(until: harness.clock.now.advanced(by: 60))
        #expect(failed.failures[id]?.code == .network)
        harness.http.isOffline = false
        #expect(await harness.wallet.upkeep.run(until: harness.clock.now.advanced(by: 60)).received.isEmpty)
        harness.clock.advance(by: 3601)
        #expect(await harness.wallet.upkeep.run(until: harness.clock.now.advanced(by: 60)).received == [id])
    }

    @Test func `deleting a promised or renewable credential leaves nothing behind`() async throws {
        let promised = try await promising(polls: 1, interval: 600)
        try await promised.wallet.credentials.delete(try #require(try await promised.receive().deferred.first))
        #expect(promised.leftovers.isEmpty)
        #expect(promised.area.handles.isEmpty)

        let renewable = try await Harness {
            $0.refreshTokens = .init()
            $0.dpop = .init(.required)
        }
        try await renewable.wallet.credentials.delete(try #require(try await renewable.receive().issued.first))
        #expect(renewable.leftovers.isEmpty)
        #expect(renewable.area.handles.isEmpty)
    }
}

private struct RefusingApproval: IssuanceApproval {
    func mayStore(_ received: ReceivedCredentialSummary) async -> Bool { false }
}
