import LanyardJSON
import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// A wallet that its provider attests, against the peer that checks each attestation and each proof.
@Suite struct AttestedClientTests {
    private func harness(
        config: WalletConfig = WalletConfig(), byCode: Bool = true,
        _ change: (inout PeerIssuer.Options) -> Void = { _ in }
    ) async throws -> Harness {
        try await Harness(config: config, isAttested: true) { options in
            if byCode { options.authorization = .init { $0.pushing = .required } }
            options.dpop = .init(.required)
            options.clients.methods = [.attestation]
            change(&options)
        }
    }

    private let byCode = IssuanceRequest.fromIssuer("https://issuer.example", configurationId: "pid")

    private func receive(_ harness: Harness, byCode: Bool = true) async throws -> IssuanceResult {
        byCode ? try await harness.run(self.byCode) : try await harness.receive()
    }

    @Test(
        .row("VCI-WATT-01", "VCI-WATT-04", "VCI-WATT-05", "VCI-WATT-06", "VCI-WATT-07", "VCI-CAUTH-02", "VCI-PAR-03"),
        arguments: [PeerIssuer.Options.Clients.Challenge.none, .endpoint, .header], [false, true])
    func `VCI-WATT-01 VCI-WATT-06 VCI-WATT-07 a client is attested in each request, over the server's challenges`(
        challenge: PeerIssuer.Options.Clients.Challenge, byCode: Bool
    ) async throws {
        for rotates in challenge == .none ? [false] : [false, true] {
            let harness = try await harness(byCode: byCode) {
                $0.clients.challenge = challenge
                $0.clients.rotatesChallenges = rotates
            }
            #expect(try await receive(harness, byCode: byCode).issued.count == 1)
            #expect(harness.issuer.log.failures.isEmpty)
            #expect(
                harness.issuer.log.rows.isSuperset(of: [
                    "VCI-WATT-01", "VCI-WATT-02", "VCI-WATT-03", "VCI-WATT-04", "VCI-WATT-05", "VCI-WATT-09",
                ]))
            // Asked for once where there is an endpoint; without one a refusal brings the first challenge.
            #expect(harness.issuer.log.requests(.attestationChallenge).count == (challenge == .endpoint ? 1 : 0))
            let first = harness.issuer.log.requests(byCode ? .pushedAuthorization : .token)
            #expect(first.count == (challenge == .header ? 2 : 1))
            let last = try #require(harness.issuer.log.requests(.token).last)
            #expect(try last.attestationProof.claims["challenge"] == nil ? challenge == .none : challenge != .none)
            #expect(try last.attestationProof.claims["aud"]?.string == "https://issuer.example")
        }
    }

    @Test(.row("VCI-WATT-08"), arguments: [false, true])
    func `VCI-WATT-08 a stale attestation is renewed once, for the same key`(byCode: Bool) async throws {
        let harness = try await harness(byCode: byCode) { $0.clients.staleAttestations = 1 }
        // The next attestation differs by its time.
        harness.issuer.log.watch { [clock = harness.clock] _ in clock.advance(by: 1) }
        #expect(try await receive(harness, byCode: byCode).issued.count == 1)
        #expect(harness.issuer.log.failures.isEmpty)
        #expect(harness.provider.requests.count == 2)
        #expect(Set(harness.provider.requests).count == 1)
    }

    @Test(.row("VCI-WATT-08")) func `VCI-WATT-08 a server that finds every attestation stale is left`() async throws {
        let harness = try await harness { $0.clients.staleAttestations = 10 }
        harness.issuer.log.watch { [clock = harness.clock] _ in clock.advance(by: 1) }
        #expect(try await harness.failure(of: byCode).serverError == "use_fresh_attestation")
        #expect(harness.issuer.log.requests(.pushedAuthorization).count == 2)
    }

    @Test(.row("VCI-WATT-08", "VCI-CAUTH-05"))
    func `VCI-WATT-08 VCI-CAUTH-05 a refused attestation is not sent again`() async throws {
        let harness = try await harness { $0.faults = [.attestationRefused] }
        let error = try await harness.failure(of: byCode)
        #expect(error.code == .refused)
        #expect(error.serverError == "invalid_client_attestation")
        #expect(harness.spending == [.pushedAuthorization])
        #expect(harness.issuer.log.failures.isEmpty)
    }

    @Test(
        .row("VCI-WATT-02", "VCI-WATT-03"),
        arguments: [
            (PeerWalletProvider.Fault.expired, "VCI-WATT-02"), (.otherKey, "VCI-WATT-02"),
            (.otherClient, "VCI-WATT-03"), (.wrongType, "VCI-WATT-02"), (.noCertificates, "VCI-WATT-02"),
            (.selfSignedSigner, "VCI-WATT-02"), (.anchorInChain, "VCI-WATT-02"), (.tamperedSignature, "VCI-WATT-02"),
        ])
    func `VCI-WATT-02 VCI-WATT-03 a faulty attestation is refused before anything is sent`(
        fault: PeerWalletProvider.Fault, row: String
    ) async throws {
        let harness = try await harness(config: WalletConfig(profile: .haip))
        harness.provider.options.faults = [fault]
        let error = try await harness.failure(of: byCode)
        #expect(error.code == .attestation)
        #expect(error.party == .walletProvider)
        #expect(error.finding?.requirements.contains(row) == true)
        #expect(harness.spending.isEmpty)
        #expect(harness.leftovers.isEmpty)
        #expect(harness.area.handles.isEmpty)
    }

    @Test(.row("VCI-KA-07"), arguments: [PeerWalletProvider.Fault.unreachable, .refusing])
    func `VCI-KA-07 a provider that attests nothing is told apart from a server`(
        fault: PeerWalletProvider.Fault
    ) async throws {
        let harness = try await harness()
        harness.provider.options.faults = [fault]
        let error = try await harness.failure(of: byCode)
        #expect(error.code == .attestation)
        #expect(error.isRetryable == (fault == .unreachable))
        #expect(harness.spending.isEmpty)
        #expect(harness.area.handles.isEmpty)
    }

    @Test(.row("VCI-WATT-09"))
    func `VCI-WATT-09 two sessions at one server share the attestation and no proof`() async throws {
        let harness = try await harness { $0.clients.challenge = .endpoint }
        for _ in 1...2 { _ = try await harness.run(byCode) }
        #expect(harness.issuer.log.failures.isEmpty)
        #expect(harness.provider.requests.count == 1)
        let sent = harness.http.requests.filter { $0.header("OAuth-Client-Attestation") != nil }
        #expect(sent.count == 4)
        #expect(Set(sent.compactMap { $0.header("OAuth-Client-Attestation") }).count == 1)
        #expect(Set(try sent.map { try $0.attestationProof.claims["jti"]?.string }).count == 4)
    }

    @Test(.row("VCI-WATT-10"))
    func `VCI-WATT-10 another server gets another key and another attestation`() async throws {
        let harness = try await harness()
        var options = harness.issuer.options
        options.identifier = "https://other.example"
        let other = try PeerIssuer(options, pki: harness.pki, clock: harness.clock)
        harness.http.add(other)
        _ = try await harness.run(byCode)
        _ = try await harness.run(.fromIssuer("https://other.example", configurationId: "pid"))
        let here = try #require(harness.issuer.log.requests(.token).first).attestation
        let there = try #require(other.log.requests(.token).first).attestation
        #expect(here.claims["cnf"] != there.claims["cnf"])
        // What all instances share may be equal; nothing else that is of this wallet is.
        #expect(here.claims["sub"] == there.claims["sub"])
        #expect(harness.issuer.log.failures.isEmpty && other.log.failures.isEmpty)
    }

    @Test(.row("VCI-WATT-11"))
    func `VCI-WATT-11 a refresh after the attestation's end renews it and keeps the key`() async throws {
        let harness = try await harness { $0.refreshTokens = .init() }
        let id = try #require(try await harness.run(byCode).issued.first)
        harness.clock.advance(by: 2 * 3600)
        #expect(try await harness.drive(harness.wallet.issuance.reissue(id)).issued == [id])
        #expect(harness.issuer.log.failures.isEmpty)
        #expect(harness.issuer.log.rows.contains("VCI-WATT-11"))
        let sent = try harness.issuer.log.requests(.token).map { try $0.attestation.claims }
        #expect(sent.count == 2)
        #expect(sent.first?["exp"] != sent.last?["exp"])
        #expect(sent.first?["cnf"] == sent.last?["cnf"])
    }
}
