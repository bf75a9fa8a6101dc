import LanyardJSON
import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

@Suite struct SessionFailureTests {
    @Test(.row("API-01"), arguments: FieldCase.modes)
    func `FIELD-R17 FIELD-R37 every subscriber sees the states in order, late ones the current state first`(
        mode: Strictness
    ) async throws {
        let harness = try await Harness(mode)
        let offer = try await harness.wallet.issuance.resolveOffer(
            harness.issuer.makeOffer(["pid"], transactionCode: .numeric("1234")).link)
        let session = harness.wallet.issuance.start(.fromOffer(offer))
        let watchers = (0..<8).map { _ in
            Task { await session.states.reduce(into: [String]()) { $0.append($1.label) } }
        }
        for await state in session.states {
            if case .txCodeRequired = state { session.submitTxCode("1234") }
        }
        for watcher in watchers {
            let seen = await watcher.value
            #expect(["preparing", "txCode", "processing", "completed"].suffix(seen.count) == seen[...])
            #expect(seen.last == "completed")
        }
        let late = await session.states.reduce(into: [String]()) { $0.append($1.label) }
        #expect(late == ["completed"])
    }

    @Test(.row("API-01", "VCI-OFFER-19"), arguments: FieldCase.modes)
    func `FIELD-R36 cancelling while a session waits for a person ends it and releases all`(mode: Strictness)
        async throws
    {
        let harness = try await Harness(mode)
        let offer = try await harness.wallet.issuance.resolveOffer(
            harness.issuer.makeOffer(["pid"], transactionCode: .numeric("1234")).link)
        let session = harness.wallet.issuance.start(.fromOffer(offer))
        var seen: [String] = []
        for await state in session.states {
            seen.append(state.label)
            if case .txCodeRequired = state { session.cancel() }
        }
        #expect(seen.last == "failed")
        guard case .failed(let error) = session.currentState else { return #expect(Bool(false)) }
        #expect(error.code == .userCancelled)
        #expect(harness.issuer.log.requests(.token).isEmpty)
        #expect(harness.isClean)
        session.submitTxCode("1234")
        #expect(session.record.findings.map(\.code.description) == ["session.call.misplaced"])
    }

    @Test(arguments: FieldCase.modes)
    func `FIELD-R10 a server that echoes secrets gets them into no error and no record`(mode: Strictness) async throws {
        let harness = try await Harness(mode)
        let offer = harness.issuer.makeOffer(["pid"], transactionCode: .numeric("83920174"))
        let echo = "code \(offer.preAuthorizedCode) tx 83920174"
        harness.http.add(
            HostileIssuer(
                harness.issuer,
                [
                    Tampering(
                        "echo", at: .token,
                        .replaced(
                            .json(["error": "invalid_grant", "error_description": .string(echo)], status: 400)))
                ]))
        let resolved = try await harness.wallet.issuance.resolveOffer(offer.link)
        let session = harness.wallet.issuance.start(.fromOffer(resolved, configurationIds: nil, txCode: "83920174"))
        for await state in session.states {
            if case .txCodeRequired = state { session.cancel() }
        }
        for text in [
            session.record.json(), "\(session.currentState)", String(describing: session.record.entries),
        ] {
            #expect(!text.contains("83920174"))
            #expect(!text.contains(offer.preAuthorizedCode))
        }
    }
}
