import LanyardJSON
import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// Keys that the wallet's provider attests, in a `jwt` proof and alone.
@Suite struct KeyAttestationFlowTests {
    private func harness(
        _ proofType: String = "jwt", profile: Profile = .core, isAttested: Bool = true,
        demand: PeerConfiguration.KeyAttestationDemand = .init(keyStorage: ["iso_18045_high", "iso_18045_moderate"]),
        _ change: (inout PeerIssuer.Options) -> Void = { _ in }
    ) async throws -> Harness {
        try await Harness(config: WalletConfig(profile: profile), isAttested: isAttested) { options in
            var pid = PeerConfiguration.pid
            pid.proofTypes = [proofType]
            pid.keyAttestation = demand
            options.configurations = [pid]
            options.dpop = .init(.required)
            if profile != .core { options.clients.methods = [.attestation] }
            change(&options)
        }
    }

    private func keyRequests(_ harness: Harness) -> [PeerWalletProvider.Request] {
        harness.provider.requests.filter { if case .keys = $0 { true } else { false } }
    }

    @Test(
        .row("VCI-KA-01", "VCI-KA-03", "VCI-KA-04", "VCI-KA-06", "VCI-PROOF-10", "VCI-PROOF-11", "VCI-META-21"),
        arguments: ["jwt", "attestation"], [1, 5])
    func `VCI-PROOF-10 VCI-PROOF-11 VCI-KA-06 one attestation stands for all keys of a batch`(
        proofType: String, count: Int
    ) async throws {
        let harness = try await harness(proofType)
        let id = try #require(try await harness.receive(policy: CredentialPolicy(batchSize: count)).issued.first)
        #expect(harness.issuer.log.failures.isEmpty)
        guard case .keys(let attested, let nonce?, let storage, _)? = keyRequests(harness).first else {
            Issue.record("no nonce was given to the provider")
            return
        }
        #expect(keyRequests(harness).count == 1)
        #expect(attested == count)
        #expect(storage == ["iso_18045_high", "iso_18045_moderate"])
        let sent = try #require(harness.issuer.log.requests(.credential).first)
        let proofs = try JSON(parsing: sent.body)["proofs"]
        #expect(proofs?.object?.keys.map { $0 } == [proofType])
        #expect(proofs?[proofType]?.array?.count == 1)
        let proof = try SentJWT(proofs?[proofType]?.array?.first?.string)
        #expect(proof.claims["nonce"]?.string == nonce)
        let attestation =
            proofType == "jwt" ? try SentJWT(proof.header["key_attestation"]?.string) : proof
        #expect(attestation.claims["attested_keys"]?.array?.count == count)
        #expect(try await harness.wallet.credentials.get(id) != nil)
        // One key for each instance, and the one of the token.
        #expect(harness.area.handles.count == count)
    }

    @Test(.row("VCI-KA-03")) func `VCI-KA-03 a fresh nonce brings a fresh attestation of the same keys`() async throws {
        let harness = try await harness("attestation") { $0.nonceRefusals = 1 }
        #expect(try await harness.receive(policy: CredentialPolicy(batchSize: 2)).issued.count == 1)
        let nonces = Set(
            keyRequests(harness).compactMap { if case .keys(2, let nonce, _, _) = $0 { nonce } else { nil } })
        #expect(nonces.count == 2)
        #expect(harness.issuer.log.requests(.credential).count == 2)
    }

    @Test(.row("VCI-META-21")) func `VCI-META-21 an empty demand wants an attestation too`() async throws {
        let harness = try await harness(demand: .init())
        #expect(try await harness.receive().issued.count == 1)
        #expect(harness.issuer.log.failures.isEmpty)
        #expect(keyRequests(harness).count == 1)
    }

    static let faults: [(PeerWalletProvider.Fault, String)] = [
        (.expired, "VCI-KA-02"), (.otherKey, "VCI-KA-01"), (.wrongType, "VCI-KA-01"), (.noCertificates, "VCI-KA-04"),
        (.selfSignedSigner, "VCI-KA-04"), (.anchorInChain, "VCI-KA-04"), (.tamperedSignature, "VCI-KA-01"),
        (.wrongNonce, "VCI-KA-03"), (.missingNonce, "VCI-KA-03"), (.missingExpiry, "VCI-KA-02"),
        (.fewerKeys, "VCI-KA-06"),
    ]

    @Test(
        .row("VCI-KA-01", "VCI-KA-02", "VCI-KA-03", "VCI-KA-04", "VCI-KA-06", "VCI-KA-07"),
        arguments: faults.map(\.0), ["jwt", "attestation"])
    func `VCI-KA-01 VCI-KA-02 VCI-KA-03 VCI-KA-04 a faulty attestation is not sent, and leaves no key behind`(
        fault: PeerWalletProvider.Fault, proofType: String
    ) async throws {
        // Certificates are demanded by HAIP alone, an expiry by the jwt proof alone.
        guard fault != .missingExpiry || proofType == "jwt" else { return }
        let isAboutCertificates = [.noCertificates, .selfSignedSigner, .anchorInChain].contains(fault)
        let harness = try await harness(proofType, profile: isAboutCertificates ? .haip : .core)
        // The client itself is attested without fault.
        if isAboutCertificates {
            harness.issuer.log.watch { [provider = harness.provider] in
                if $0.endpoint == .token { provider.options.faults = [fault] }
            }
        } else {
            harness.provider.options.faults = [fault]
        }
        let error = try await harness.failure()
        let row = Self.faults.first { $0.0 == fault }?.1 ?? ""
        #expect(error.code == .attestation)
        #expect(error.finding?.requirements.contains(row) == true, "\(error.finding?.requirements ?? [])")
        #expect(error.finding?.party == .walletProvider)
        #expect(!harness.spending.contains(.credential))
        #expect(try await harness.wallet.credentials.list().isEmpty)
        // The client's own key stays, with its attestation.
        #expect(harness.area.handles.count == (isAboutCertificates ? 1 : 0))
    }

    @Test(.row("VCI-KA-02")) func `VCI-KA-02 an attestation alone needs no expiry`() async throws {
        let harness = try await harness("attestation")
        harness.provider.options.faults = [.missingExpiry]
        #expect(try await harness.receive().issued.count == 1)
        #expect(harness.issuer.log.failures.isEmpty)
    }

    @Test(.row("VCI-KA-07"), arguments: [PeerWalletProvider.Fault.unreachable, .refusing])
    func `VCI-KA-07 a provider that fails leaves no key behind`(fault: PeerWalletProvider.Fault) async throws {
        let harness = try await harness()
        harness.provider.options.faults = [fault]
        let error = try await harness.failure()
        #expect(error.code == .attestation)
        #expect(error.isRetryable == (fault == .unreachable))
        #expect(harness.leftovers.isEmpty)
        #expect(harness.area.handles.isEmpty)
    }

    @Test(.row("VCI-KA-05", "VCI-META-21"), arguments: ["jwt", "attestation"])
    func `VCI-KA-05 a level that the issuer does not take ends before the request`(proofType: String) async throws {
        let harness = try await harness(
            proofType, demand: .init(keyStorage: ["iso_18045_high"], userAuthentication: ["iso_18045_high"]))
        harness.provider.options.userAuthentication = ["iso_18045_basic"]
        let error = try await harness.failure()
        #expect(error.finding?.requirements.contains("VCI-KA-05") == true)
        #expect(!harness.spending.contains(.credential))
        #expect(harness.area.handles.isEmpty)
        harness.provider.options.userAuthentication = ["iso_18045_basic", "iso_18045_high"]
        #expect(try await harness.receive().issued.count == 1)
    }

    @Test(.row("VCI-META-21", "VCI-CREQ-07"), arguments: ["jwt", "attestation"])
    func `VCI-META-21 without a provider nothing is spent where keys must be attested`(
        proofType: String
    ) async throws {
        let harness = try await harness(proofType, isAttested: false)
        let error = try await harness.failure()
        #expect(error.code == .unsupportedConfiguration)
        #expect(error.finding?.requirements.contains("VCI-CREQ-07") == true)
        #expect(harness.spending.isEmpty)
        #expect(harness.area.handles.isEmpty)
    }
}
