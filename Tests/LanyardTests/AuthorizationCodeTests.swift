import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// The authorization code grant against the strict peer, whose log judges every request.
@Suite struct AuthorizationCodeTests {
    private func harness(
        config: WalletConfig = WalletConfig(), _ change: (inout PeerIssuer.Options.Authorization) -> Void = { _ in },
        options: (inout PeerIssuer.Options) -> Void = { _ in }
    ) async throws -> Harness {
        try await Harness(config: config) { all in
            all.identifier = "https://issuer.example/tenant"
            var authorization = PeerIssuer.Options.Authorization()
            change(&authorization)
            all.authorization = authorization
            options(&all)
        }
    }

    @Test(.row("VCI-AUTHZ-01"), .row("VCI-OFFER-11"), .row("VCI-ARESP-06"), arguments: [false, true])
    func `VCI-AUTHZ-01 VCI-OFFER-11 an offer by code goes through the browser and hands back its state`(
        byReference: Bool
    ) async throws {
        let harness = try await harness({ $0.demandsOffer = true })
        let offer = harness.issuer.makeOffer(["pid"], grants: [.authorizationCode])
        let result = try await harness.receive(byReference ? offer.referenceLink : offer.link)
        #expect(result.issued.count == 1)
        #expect(harness.issuer.log.failures.isEmpty)
        #expect(try await harness.wallet.credentials.list().count == 1)
        #expect(harness.storage.everything.allSatisfy { $0.key.collection != "authorization" })
    }

    @Test(.row("VCI-OFFER-20"), .row("VCI-AUTHZ-10"))
    func `VCI-OFFER-20 an issuer is asked without any offer`() async throws {
        let harness = try await harness()
        let result = try await harness.run(
            .fromIssuer("https://issuer.example/tenant", configurationIds: ["pid", "diploma"]))
        #expect(result.issued.count == 2)
        #expect(harness.issuer.log.failures.isEmpty)
    }

    @Test(
        .row("VCI-PAR-01"), .row("VCI-PAR-05"),
        arguments: [PeerIssuer.Options.Authorization.Pushing.none, .offered, .required])
    func `VCI-PAR-01 requests are pushed whenever the server offers that`(
        pushing: PeerIssuer.Options.Authorization.Pushing
    ) async throws {
        let harness = try await harness({ $0.pushing = pushing })
        let result = try await harness.run(.fromIssuer("https://issuer.example/tenant", configurationId: "pid"))
        #expect(result.issued.count == 1)
        #expect(harness.issuer.log.failures.isEmpty)
        #expect(harness.issuer.log.requests(.pushedAuthorization).count == (pushing == .none ? 0 : 1))
    }

    @Test(.row("VCI-PAR-04")) func `VCI-PAR-04 a pushed request that is over is pushed again`() async throws {
        let harness = try await harness({ $0.pushing = .required })
        let session = harness.wallet.issuance.start(
            .fromIssuer("https://issuer.example/tenant", configurationId: "pid"))
        for await state in session.states {
            if case .authorizationRequired = state { break }
        }
        let first = try #require(try await session.authorizationURL())
        #expect(try await session.authorizationURL() == first)
        harness.clock.advance(by: 3000)
        let second = try #require(try await session.authorizationURL())
        #expect(second != first)
        session.completeAuthorization(try await harness.http.browser().visit(second))
        for await _ in session.states {}
        guard case .completed = session.currentState else {
            Issue.record("not completed: \(session.currentState)")
            return
        }
        #expect(harness.issuer.log.failures.isEmpty)
    }

    @Test(
        .row("VCI-ARESP-01"), .row("VCI-ARESP-02"), .row("VCI-ARESP-03"), .row("VCI-ARESP-04"),
        arguments: [
            PeerBrowser.Tampering.wrongState, .missingState, .duplicateState, .wrongIssuer, .missingIssuer,
            .duplicateCode, .missingCode, .implicit, .elsewhere, .errorFromElsewhere,
        ])
    func `VCI-ARESP-01 a redirect that is not the answer to the question ends the session before any token`(
        tampering: PeerBrowser.Tampering
    ) async throws {
        let harness = try await harness({ $0.announcesIssuer = true })
        await #expect(throws: IssuanceError(.authorizationRefused, "", party: .issuer, remedy: "")) {
            try await harness.run(
                .fromIssuer("https://issuer.example/tenant", configurationId: "pid"),
                browser: harness.http.browser(tampering: tampering))
        }
        #expect(harness.issuer.log.requests(.token).isEmpty)
        #expect(harness.leftovers.isEmpty)
        #expect(harness.area.handles.isEmpty)
    }

    @Test(.row("VCI-ARESP-01")) func `VCI-ARESP-01 a redirect counts once, whoever brings it`() async throws {
        let harness = try await harness()
        let session = harness.wallet.issuance.start(
            .fromIssuer("https://issuer.example/tenant", configurationId: "pid"))
        var redirect = ""
        for await state in session.states {
            if case .authorizationRequired(let url) = state {
                redirect = try await harness.http.browser().visit(url)
                session.completeAuthorization(redirect)
            }
        }
        let again = redirect
        await #expect(throws: IssuanceError(.authorizationRefused, "", party: .person, remedy: "")) {
            try await harness.wallet.issuance.resume(again)
        }
        #expect(harness.issuer.log.requests(.token).count == 1)
    }

    @Test(.row("VCI-ARESP-05"), arguments: ["access_denied", "server_error", "invalid_scope", "urn:x:unknown"])
    func `VCI-ARESP-05 the server's error is told, whatever it is`(code: String) async throws {
        let harness = try await harness({ $0.refusal = code })
        do {
            _ = try await harness.run(.fromIssuer("https://issuer.example/tenant", configurationId: "pid"))
            Issue.record("it was received")
        } catch let error as IssuanceError {
            #expect(error.serverError == code)
            #expect(error.code == (code == "access_denied" ? .userCancelled : .authorizationRefused))
            #expect(error.isRetryable == (code == "server_error"))
        }
    }

    @Test(.row("VCI-DEF-06")) func `a session that waits for the browser goes on in another process`() async throws {
        let harness = try await harness()
        let session = harness.wallet.issuance.start(
            .fromIssuer("https://issuer.example/tenant", configurationId: "pid"))
        var url = ""
        for await state in session.states {
            if case .authorizationRequired(let found) = state {
                url = found
                break
            }
        }
        // The first process ends here: nothing of it is used any more.
        let other = try await Wallet.open(harness.environment)
        let redirect = try await harness.http.browser().visit(url)
        let resumed = try await other.issuance.resume(redirect)
        let result = try await harness.drive(resumed)
        #expect(result.issued.count == 1)
        #expect(harness.issuer.log.failures.isEmpty)
        session.completeAuthorization(redirect)
        for await _ in session.states {}
        guard case .failed(let error) = session.currentState else {
            Issue.record("the redirect counted twice")
            return
        }
        #expect(error.code == .authorizationRefused)
        #expect(try await other.credentials.list().count == 1)
    }

    @Test func `a paused session whose time is over is dropped with its keys`() async throws {
        let harness = try await harness()
        let session = harness.wallet.issuance.start(
            .fromIssuer("https://issuer.example/tenant", configurationId: "pid"))
        for await state in session.states {
            if case .authorizationRequired = state { break }
        }
        #expect(!harness.area.handles.isEmpty)
        harness.clock.advance(by: 3601)
        let other = try await Wallet.open(harness.environment)
        #expect(harness.leftovers.isEmpty)
        #expect(harness.area.handles.isEmpty)
        #expect(try await other.upkeep.nextDue() == nil)
    }
}
