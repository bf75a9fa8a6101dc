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
        let harness = try await Harness {
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
