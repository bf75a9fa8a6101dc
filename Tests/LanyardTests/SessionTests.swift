import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

@Suite struct SessionTests {
    @Test func `sessions cancelled at any moment end once and leave nothing half done`() async throws {
        let harness = try await Harness()
        for delay in 0..<60 {
            let offer = try await harness.wallet.issuance.resolveOffer(harness.issuer.makeOffer(["pid"]).link)
            let session = harness.wallet.issuance.start(.fromOffer(offer))
            let canceller = Task {
                for _ in 0..<delay { await Task.yield() }
                session.cancel()
            }
            var terminals = 0
            for await state in session.states where state.isTerminal { terminals += 1 }
            await canceller.value
            #expect(terminals == 1)
        }
        let stored = try await harness.wallet.credentials.list().count
        #expect(harness.area.handles.count == stored)
        #expect(harness.leftovers.filter { $0.collection == "session" } == [])
        #expect(harness.leftovers.filter { $0.collection == "instance" }.count == stored)
    }

    @Test(.row("VCI-OFFER-18", "VCI-OFFER-19")) func `VCI-OFFER-18 the person is asked before anything is contacted`()
        async throws
    {
        let refusal = Refusal(fetching: true)
        let harness = try await Harness(adjust: { $0.approval = refusal })
        await #expect(throws: IssuanceError(.userCancelled, "", party: .person, remedy: "")) {
            try await harness.receive(byReference: true)
        }
        #expect(harness.http.requests.isEmpty)
    }

    @Test(.row("VCI-OFFER-19")) func `VCI-OFFER-19 a code is not sent to a host that the person refuses`() async throws
    {
        let harness = try await Harness(adjust: { $0.approval = Refusal(sending: true) })
        await #expect(throws: IssuanceError(.userCancelled, "", party: .person, remedy: "")) {
            try await harness.receive(txCode: .numeric("1234"), entering: "1234")
        }
        #expect(harness.issuer.log.requests(.token).isEmpty)
    }

    @Test(.row("EUDI-05")) func `EUDI-05 what the person does not want is not stored`() async throws {
        let harness = try await Harness(adjust: { $0.approval = Refusal(storing: true) })
        await #expect(throws: IssuanceError(.userCancelled, "", party: .person, remedy: "")) {
            try await harness.receive()
        }
        #expect(harness.leftovers == [])
        #expect(harness.area.handles.count == 0)
    }

    @Test func `what a later release brings answers not yet, at once`() async throws {
        let harness = try await Harness()
        let presentation = harness.wallet.presentation.start("openid4vp://x")
        await #expect(throws: PresentationError(.notYet, "", party: .wallet, remedy: "")) {
            try await presentation.request()
        }
    }

    @Test func `what is not there cannot be waited for or renewed`() async throws {
        let harness = try await Harness()
        for session in [
            harness.wallet.issuance.resumeDeferred(CredentialId("1")),
            harness.wallet.issuance.reissue(CredentialId("1")),
        ] {
            for await _ in session.states {}
            guard case .failed(let error) = session.currentState else { return #expect(Bool(false)) }
            #expect(error.code == .notFound)
        }
    }

    @Test(.row("VCI-CAUTH-04"), arguments: [Profile.haip, .eu])
    func `VCI-CAUTH-04 a profile that demands client attestation is refused without a provider`(
        profile: Profile
    ) async throws {
        let harness = try await Harness(config: WalletConfig(profile: profile))
        do {
            _ = try await harness.receive()
            Issue.record("received")
        } catch let error as IssuanceError {
            #expect(error.finding?.code.description == "as.clientAuthentication.none")
            #expect(error.finding?.requirements.contains("VCI-CAUTH-04") == true)
        }
        #expect(harness.issuer.log.requests(.token).isEmpty)
    }

    @Test(.row("VCI-CRES-05")) func `VCI-CRES-05 deleting a credential deletes its keys and is logged`() async throws {
        let harness = try await Harness()
        let result = try await harness.receive(policy: CredentialPolicy(batchSize: 3))
        #expect(harness.area.handles.count == 3)
        try await harness.wallet.credentials.delete(result.issued[0])
        #expect(harness.area.handles.count == 0)
        #expect(harness.leftovers == [])
        #expect(try await harness.wallet.credentials.get(result.issued[0]) == nil)
        #expect(try await harness.wallet.log.entries().map(\.kind) == [.deletion, .issuance])
        await #expect(throws: CredentialError(.notFound, remedy: "")) {
            try await harness.wallet.credentials.delete(result.issued[0])
        }
    }

    @Test func `changes are told to every listener`() async throws {
        let harness = try await Harness()
        var first = harness.wallet.credentials.changes().makeAsyncIterator()
        var second = harness.wallet.credentials.changes().makeAsyncIterator()
        let id = try await harness.receive().issued[0]
        #expect(await first.next() == .stored(id))
        #expect(await second.next() == .stored(id))
    }
}

/// Says no at one step.
struct Refusal: IssuanceApproval {
    var fetching = false
    var sending = false
    var storing = false

    func mayFetchOffer(from host: String) async -> Bool { !fetching }
    func maySendTxCode(to host: String) async -> Bool { !sending }
    func mayStore(_ received: ReceivedCredentialSummary) async -> Bool { !storing }
}

extension IssuanceState {
    var label: String {
        switch self {
        case .preparing: "preparing"
        case .authorizationRequired: "authorization"
        case .txCodeRequired: "txCode"
        case .processing: "processing"
        case .completed: "completed"
        case .failed: "failed"
        }
    }
}

extension CredentialError {
    init(_ code: Code, remedy: String) {
        self.init(code, "", remedy: remedy)
    }
}
