import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// Tokens that are bound to a key, against the peer that checks every proof.
@Suite struct DPoPFlowTests {
    private func harness(
        config: WalletConfig = WalletConfig(), _ dpop: PeerIssuer.Options.DPoP, byCode: Bool = false,
        options: (inout PeerIssuer.Options) -> Void = { _ in }
    ) async throws -> Harness {
        try await Harness(config: config) { all in
            all.dpop = dpop
            if byCode { all.authorization = .init { $0.pushing = .required } }
            options(&all)
        }
    }

    private func receive(_ harness: Harness, byCode: Bool) async throws -> IssuanceResult {
        byCode
            ? try await harness.run(.fromIssuer("https://issuer.example", configurationId: "pid"))
            : try await harness.receive()
    }

    @Test(
        .row("VCI-DPOP-03", "VCI-DPOP-04", "VCI-DPOP-06", "VCI-DPOP-07", "VCI-DPOP-08", "VCI-DPOP-09", "VCI-PAR-07"),
        arguments: [false, true], [false, true])
    func `VCI-DPOP-06 VCI-DPOP-07 nonces of both servers are kept apart, and each costs one retry at most`(
        byCode: Bool, rotates: Bool
    ) async throws {
        let harness = try await harness(
            .init {
                $0 = .init(.required)
                $0.serverNonces = true
                $0.issuerNonces = true
                $0.rotatesNonces = rotates
            }, byCode: byCode)
        #expect(try await receive(harness, byCode: byCode).issued.count == 1)
        #expect(harness.issuer.log.failures.isEmpty)
        // A nonce is asked for once at each server; the nonce endpoint spares the credential endpoint its refusal.
        #expect(harness.issuer.log.requests(.credential).count == 1)
        #expect(harness.issuer.log.requests(.token).count == (byCode ? 1 : 2))
    }

    @Test(.row("VCI-DPOP-05")) func `VCI-DPOP-05 a bearer token for a proof is used with a finding`() async throws {
        let harness = try await harness(.init(.accepted)) { $0.faults = [.bearerForProof] }
        let offer = try await harness.wallet.issuance.resolveOffer(harness.issuer.makeOffer(["pid"]).link)
        let session = harness.wallet.issuance.start(.fromOffer(offer, configurationIds: nil))
        _ = try await session.run { _ in throw CancellationError() }
        let finding = try #require(session.record.findings.first { $0.requirements.contains("VCI-DPOP-05") })
        #expect(finding.severity == .warning)
        let sent = try #require(harness.issuer.log.requests(.credential).first)
        #expect(sent.header("Authorization")?.hasPrefix("Bearer ") == true)
        #expect(sent.header("DPoP") == nil)
    }

    @Test(.row("VCI-DPOP-12")) func `VCI-DPOP-12 no proof is sent when DPoP is off`() async throws {
        let harness = try await harness(
            config: WalletConfig(issuance: IssuanceConfig(dpop: .off)), .init(.accepted))
        #expect(try await harness.receive().issued.count == 1)
        #expect(harness.http.requests.allSatisfy { $0.header("DPoP") == nil })
    }

    @Test(.row("VCI-DPOP-06"), arguments: [PeerFault.endlessNonceChallenge, .challengeWithoutNonce])
    func `VCI-DPOP-06 a server that never stops asking for nonces is left`(fault: PeerFault) async throws {
        let harness = try await harness(
            .init {
                $0 = .init(.required)
                $0.serverNonces = true
            }
        ) { $0.faults = [fault] }
        do {
            _ = try await harness.receive()
            Issue.record("received")
        } catch let error as IssuanceError {
            #expect(error.serverError == "use_dpop_nonce")
        }
        #expect(harness.issuer.log.requests(.token).count <= 2)
        #expect(harness.area.handles.isEmpty)
    }

    @Test(.row("VCI-DPOP-11")) func `VCI-DPOP-11 a clock that is off is corrected once`() async throws {
        let harness = try await harness(
            .init {
                $0 = .init(.required)
                $0.clockOffset = 600
            })
        #expect(try await harness.receive().issued.count == 1)
        #expect(harness.issuer.log.requests(.token).count == 2)
    }

    @Test(.row("VCI-AS-08")) func `VCI-AS-08 another algorithm is taken where the server wants one`() async throws {
        let harness = try await harness(
            .init {
                $0 = .init(.required)
                $0.algorithms = ["ES384"]
            })
        #expect(try await harness.receive().issued.count == 1)
        #expect(harness.issuer.log.failures.isEmpty)
    }
}
