import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// One thing wrong with a credential: refused with the rule's own code, and nothing is left (R02, R16).
@Suite struct IntakeFaultTests {
    @Test(
        .row(
            "VCI-CRES-09", "VCI-SDJWT-03", "VCI-SDJWT-04", "VCI-SDJWT-05", "VCI-SDJWT-06", "VCI-SDJWT-07",
            "VCI-SDJWT-10"),
        arguments: [
            (PeerFault.wrongHolderKey, "cnf.foreignKey"), (.missingHolderKey, "cnf.missing"),
            (.badDigest, "disclosure"), (.duplicateDigest, "digest.repeated"), (.unlinkedDisclosure, "disclosure"),
            (.unknownHashAlgorithm, "sdAlg"), (.disclosedExpiry, "claim.disclosable"), (.expired, "time.expired"),
            (.notYetValid, "time.notYet"), (.wrongType, "vct.mismatch"), (.missingType, "vct.missing"),
            (.tamperedSignature, "signature"), (.foreignSignature, "signature"), (.algorithmNone, "alg"),
            (.wrongMediaType, "typ"), (.wrongIssuer, "iss"), (.keyBindingAppended, "keyBinding"),
            (.missingTilde, "sdjwt"),
        ] as [(PeerFault, String)])
    func `VCI-CRES-09 a credential with one thing wrong is refused and nothing is kept`(fault: PeerFault, code: String)
        async throws
    {
        let harness = try await Harness { $0.faults = [fault] }
        do {
            _ = try await harness.receive()
            Issue.record("accepted with \(fault)")
        } catch let error as IssuanceError {
            #expect(error.code == .invalidCredential)
            #expect(error.party == .issuer)
            let seen = error.finding?.code.description ?? "no finding"
            #expect(seen.contains(code), "\(fault): \(seen)")
        }
        #expect(harness.leftovers == [])
        #expect(harness.area.handles.count == 0)
        #expect(try await harness.wallet.credentials.list().isEmpty)
        #expect(try await harness.wallet.log.entries().map(\.outcome) == [.failed])
    }

    @Test(.row("VCI-CRES-04")) func `VCI-CRES-04 two credentials bound to one key are not both kept`() async throws {
        let harness = try await Harness { $0.faults = [.sameKeyTwice] }
        let result = try await harness.receive(policy: CredentialPolicy(batchSize: 3))
        #expect(result.issued.count == 1)
        #expect(
            result.failures.map { $0.error.finding?.code.description } == ["batch.key.repeated", "batch.key.repeated"])
    }

    @Test(.row("VCI-CRES-03")) func `VCI-CRES-03 more credentials than keys are refused`() async throws {
        let harness = try await Harness { $0.faults = [.moreThanKeys] }
        await #expect(throws: IssuanceError(.invalidResponse, "", party: .issuer, remedy: "")) {
            try await harness.receive(policy: CredentialPolicy(batchSize: 3))
        }
        #expect(harness.leftovers == [])
        #expect(harness.area.handles.count == 0)
    }

    @Test(.row("VCI-CRES-10")) func `VCI-CRES-10 a batch whose data differ is flagged`() async throws {
        let harness = try await Harness { $0.faults = [.differingData] }
        let result = try await harness.receive(policy: CredentialPolicy(batchSize: 3))
        let credential = try #require(try await harness.wallet.credentials.get(result.issued[0]))
        #expect(credential.findings.map(\.code.description).contains("batch.differs"))
    }

    @Test(.row("VCI-SDJWT-08", "TRUST-01"))
    func `VCI-SDJWT-08 a foreign chain warns, or is refused where trust is enforced`()
        async throws
    {
        let warning = try await Harness { $0.faults = [.badChain] }
        let result = try await warning.receive()
        let credential = try #require(try await warning.wallet.credentials.get(result.issued[0]))
        guard case .untrusted = credential.authority else { return #expect(Bool(false), "\(credential.authority)") }

        let config = WalletConfig(trust: TrustConfig(enforcement: [.issuer: .enforce]))
        let enforcing = try await Harness(config: config) { $0.faults = [.badChain] }
        await #expect(throws: IssuanceError(.untrustedIssuer, "", party: .issuer, remedy: "")) {
            try await enforcing.receive()
        }
        #expect(enforcing.leftovers == [])
        #expect(enforcing.area.handles.count == 0)
    }

    @Test(.row("TRUST-10")) func `TRUST-10 without anchors authority is unknown`() async throws {
        let harness = try await Harness(isTrusted: false)
        _ = try await harness.receive()
        #expect(try await harness.wallet.credentials.list().map(\.authority) == [.unknown])
    }
}
