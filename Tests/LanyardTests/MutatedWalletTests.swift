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
