import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// The signer of an mdoc: judged by Annex B of ISO/IEC 18013-5, apart from integrity.
@Suite struct MDocTrustTests {
    private func verdict(
        on fault: PeerFault?, _ configuration: String = "mdl", _ strictness: Strictness = .tolerant
    ) async throws -> (Authority, notes: [String]) {
        let harness = try await Harness(config: WalletConfig(strictness: strictness)) {
            if let fault { $0.faults = [fault] }
        }
        let offer = try await harness.wallet.issuance.resolveOffer(harness.issuer.makeOffer([configuration]).link)
        let session = harness.wallet.issuance.start(
            .fromOffer(offer, configurationIds: nil, policy: CredentialPolicy()))
        let id = try await session.run { _ in throw CancellationError() }.issued[0]
        let listed = try await harness.wallet.credentials.list()
        #expect(try await harness.wallet.credentials.get(id)?.authority == listed[0].authority)
        let notes = session.record.findings.filter { $0.severity == .warning && $0.party != .authorizationServer }
            .map(\.code.description)
        return (listed[0].authority, notes)
    }

    private func isTrusted(_ authority: Authority) -> Bool { if case .trusted = authority { true } else { false } }

    @Test(.row("VCI-MDOC-05", "TRUST-01"), arguments: [Strictness.tolerant, .strict])
    func `VCI-MDOC-05 a signer below the issuing authority is trusted`(strictness: Strictness) async throws {
        for configuration in ["mdl", "pid-mdoc"] {
            let (authority, notes) = try await verdict(on: nil, configuration, strictness)
            #expect(authority == .trusted(anchor: "CN=Utopia Issuing Authority,C=UT", source: "the test"))
            #expect(notes == [])
        }
    }

    @Test(
        .row("VCI-MDOC-05", "VCI-MDOC-06"),
        arguments: [
            PeerFault.badChain, .selfSignedSigner, .expiredSigner, .signerElsewhere, .signerWithUnknownExtension,
            .signerWithoutPurpose,
        ])
    func `VCI-MDOC-05 a signer without a path warns, or is refused where trust is enforced`(fault: PeerFault)
        async throws
    {
        let (authority, notes) = try await verdict(on: fault)
        guard case .untrusted(let reasons) = authority else { return #expect(Bool(false), "\(authority)") }
        #expect(!reasons.isEmpty)
        #expect(notes.contains("issuer.notTrusted"))
        let enforcing = try await Harness(config: WalletConfig(trust: TrustConfig(enforcement: [.issuer: .enforce]))) {
            $0.faults = [fault]
        }
        await #expect(throws: IssuanceError(.untrustedIssuer, "", party: .issuer, remedy: "")) {
            try await enforcing.receive(["mdl"])
        }
        #expect(enforcing.leftovers == [])
        #expect(enforcing.area.handles.count == 0)
    }

    @Test(.row("VCI-MDOC-05")) func `VCI-MDOC-05 a root that comes along is never the anchor`() async throws {
        let (authority, _) = try await verdict(on: .anchorInChain)
        #expect(isTrusted(authority))
        let foreign = try await Harness { $0.faults = [.anchorInChain, .badChain] }
        _ = try await foreign.receive(["mdl"])
        #expect(try await foreign.wallet.credentials.list().allSatisfy { !isTrusted($0.authority) })
        let none = try await Harness(isTrusted: false) { $0.faults = [.anchorInChain] }
        _ = try await none.receive(["mdl"])
        #expect(try await none.wallet.credentials.list().map(\.authority) == [.unknown])
    }

    @Test(.row("VCI-MDOC-06"))
    func `VCI-MDOC-06 a formal rule of Annex B is a note when tolerant and decides when strict`() async throws {
        let (tolerated, notes) = try await verdict(on: .signerValidTooLong)
        #expect(isTrusted(tolerated))
        #expect(notes == ["certificate.path.mdoc.validityLength"])
        #expect(!isTrusted(try await verdict(on: .signerValidTooLong, "mdl", .strict).0))
    }

    @Test(.row("VCI-MDOC-06"))
    func `VCI-MDOC-06 another purpose is only noted for other types than the driving licence`() async throws {
        let (licence, _) = try await verdict(on: .signerWithoutPurpose)
        #expect(!isTrusted(licence))
        let (pid, notes) = try await verdict(on: .signerWithoutPurpose, "pid-mdoc")
        #expect(isTrusted(pid))
        #expect(notes.contains("certificate.path.purpose"))
        #expect(!isTrusted(try await verdict(on: .signerWithoutPurpose, "pid-mdoc", .strict).0))
    }
}
