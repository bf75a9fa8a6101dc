import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// The provider behind two JSON endpoints, against the peer that serves them.
@Suite struct WalletProviderTests {
    private static let base = "https://provider.example/wallet"

    private func harness(_ fault: PeerWalletProvider.Fault? = nil) async throws -> (Harness, PeerWalletProvider) {
        let clock = FixedClock()
        let provider = try PeerWalletProvider(clock: clock)
        if let fault { provider.options.faults = [fault] }
        let harness = try await Harness { options in
            options.clients = .init { $0.methods = [.attestation] }
            options.walletProviders = [provider.anchor]
            for place in options.configurations.indices where options.configurations[place].id == "pid" {
                options.configurations[place].keyAttestation = .init(keyStorage: ["iso_18045_high"])
            }
        } adjust: {
            $0.attestation = HttpWalletAttestationProvider(base: Self.base + "/", http: $0.http)
        }
        harness.http.add(WalletProviderPeer(provider), at: "https://provider.example")
        return (harness, provider)
    }

    @Test(.row("VCI-WATT-01", "VCI-KA-07"))
    func `VCI-KA-07 a provider over HTTP attests the client and its keys`() async throws {
        let (harness, _) = try await harness()
        let result = try await harness.receive(policy: CredentialPolicy(batchSize: 3))
        #expect(result.issued.count == 1)
        #expect(harness.issuer.log.failures == [])
        #expect(harness.http.requests.filter { $0.url == Self.base + "/client-attestation" }.count == 1)
        #expect(harness.http.requests.filter { $0.url == Self.base + "/key-attestation" }.count == 1)
    }

    @Test(.row("VCI-KA-07"), arguments: [PeerWalletProvider.Fault.unreachable, .refusing])
    func `VCI-KA-07 a provider that attests nothing ends the session without a key left`(
        fault: PeerWalletProvider.Fault
    ) async throws {
        let (harness, _) = try await harness(fault)
        do {
            _ = try await harness.receive()
            Issue.record("received")
        } catch let error as IssuanceError {
            #expect(error.code == .attestation)
            #expect(error.party == .walletProvider)
            #expect(error.isRetryable == (fault == .unreachable))
        }
        #expect(harness.area.handles.isEmpty)
        #expect(harness.leftovers.isEmpty)
    }
}
