import LanyardJSON
import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// The issuer's checks are real: a wallet that breaks a row is told so by the check of that row.
@Suite struct MutatedWalletTests {
    @Test(arguments: RequestMutation.table) func `a wallet mutated in a row fails the issuer's check of that row`(
        mutation: RequestMutation
    ) async throws {
        // Proofs name the address that they are for: a request that is sent elsewhere would break that rule too.
        let harness = try await Harness(config: WalletConfig(issuance: IssuanceConfig(dpop: .off))) {
            $0.identifier = "https://issuer.example/tenant"
            mutation.situation(&$0)
        }
        harness.http.mutate(mutation)
        let offer = harness.issuer.makeOffer(["pid"], transactionCode: .numeric("4711"))
        do {
            let resolved = try await harness.wallet.issuance.resolveOffer(offer.referenceLink)
            let session = harness.wallet.issuance.start(
                .fromOffer(resolved, configurationIds: nil, txCode: "4711", policy: CredentialPolicy(batchSize: 3)))
            for await state in session.states { if case .txCodeRequired = state { session.cancel() } }
        } catch is IssuanceError {
            // Refused already at the offer or the metadata.
        }
        #expect(harness.issuer.log.failures.map(\.row).contains(mutation.row))
    }

    @Test(arguments: RequestMutation.authorizationTable + RequestMutation.dpopTable)
    func `a wallet mutated on its way through the browser fails the check of that row`(
        mutation: RequestMutation
    ) async throws {
        let isAboutProofs = RequestMutation.dpopTable.contains { $0.row == mutation.row && $0.name == mutation.name }
        let config = WalletConfig(issuance: IssuanceConfig(dpop: isAboutProofs ? .on : .off))
        let harness = try await Harness(config: config) {
            $0.identifier = "https://issuer.example/tenant"
            $0.authorization = .init()
            if isAboutProofs {
                $0.authorization?.pushing = .offered
                $0.dpop = .init(.required)
                $0.dpop.serverNonces = true
                $0.dpop.issuerNonces = true
            }
            mutation.situation(&$0)
        }
        harness.http.mutate(mutation)
        _ = try? await harness.receive(harness.issuer.makeOffer(["pid"], grants: [.authorizationCode]).link)
        #expect(harness.issuer.log.failures.map(\.row).contains(mutation.row))
    }

    @Test(arguments: RequestMutation.refreshTable + RequestMutation.followUpTable)
    func `a wallet mutated in what follows fails the check of that row`(mutation: RequestMutation) async throws {
        let harness = try await Harness {
            $0.identifier = "https://issuer.example/tenant"
            $0.dpop = .init(.required)
            $0.refreshTokens = .init()
            $0.deferral = .init(polls: 1, interval: 5)
            $0.notifications = .init()
            mutation.situation(&$0)
        }
        harness.http.mutate(mutation)
        let id = try? await harness.receive().issued.first
        await harness.wallet.issuance.settle()
        if let id {
            harness.issuer.expireAccessTokens()
            _ = try? await harness.drive(harness.wallet.issuance.reissue(id))
        }
        #expect(harness.issuer.log.failures.map(\.row).contains(mutation.row))
    }

    @Test(arguments: RequestMutation.attestationTable)
    func `a wallet mutated in its attestation fails the check of that row`(mutation: RequestMutation) async throws {
        let harness = try await Harness(isAttested: true) {
            $0.authorization = .init { $0.pushing = .required }
            $0.clients = .init {
                $0.methods = [.attestation]
                $0.challenge = .endpoint
                $0.rotatesChallenges = true
            }
            mutation.situation(&$0)
        }
        harness.http.mutate(mutation)
        _ = try? await harness.run(.fromIssuer("https://issuer.example", configurationId: "pid"))
        #expect(harness.issuer.log.failures.map(\.row).contains(mutation.row))
    }

    @Test(arguments: RequestMutation.assertionTable)
    func `a wallet mutated in what it signs as a client fails the check of that row`(
        mutation: RequestMutation
    ) async throws {
        let harness = try await KnownClient().harness { mutation.situation(&$0) }
        harness.http.mutate(mutation)
        _ = try? await harness.run(.fromIssuer("https://issuer.example", configurationId: "pid"))
        #expect(harness.issuer.log.failures.map(\.row).contains(mutation.row))
    }

    @Test(arguments: RequestMutation.encryptionTable)
    func `a wallet mutated in what it encrypts fails the check of that row`(mutation: RequestMutation) async throws {
        let harness = try await Harness {
            $0.encryption = .init(requests: .required, responses: .required)
            $0.deferral = .init(polls: 1, interval: 5)
            $0.tokenLifetime = 86_400
            mutation.situation(&$0)
            // Plain answers keep a wallet going that takes them; this one does not, and asks again.
            $0.faults.remove(.plainAnswer)
        }
        harness.http.mutate(mutation)
        _ = try? await harness.receive()
        // A poll whose answer cannot be used is made again.
        for _ in 1...2 {
            harness.clock.advance(by: 3600)
            _ = await harness.wallet.upkeep.run(until: harness.clock.now.advanced(by: 60))
        }
        #expect(harness.issuer.log.failures.map(\.row).contains(mutation.row))
    }

    @Test func `an honest wallet passes every check, and the checks are many`() async throws {
        let harness = try await Harness()
        let offer = harness.issuer.makeOffer(["pid"], transactionCode: .numeric("4711"))
        let resolved = try await harness.wallet.issuance.resolveOffer(offer.referenceLink)
        let session = harness.wallet.issuance.start(
            .fromOffer(resolved, configurationIds: nil, txCode: "4711", policy: CredentialPolicy(batchSize: 3)))
        for await _ in session.states {}
        #expect(harness.issuer.log.failures == [])
        #expect(harness.issuer.log.rows.count > 30)
    }
}
