import LanyardJSON
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@Suite struct KeyProofTests {
    let clock = FixedClock()

    func run(
        _ style: ProofStyle, keys: Int = 3, _ change: (inout PeerIssuer.Options) -> Void = { _ in },
        provider faults: Set<PeerWalletProvider.Fault> = []
    ) async throws -> (PeerIssuer, [String]) {
        let provider = try PeerWalletProvider(clock: clock)
        provider.options.faults = faults
        var options = PeerIssuer.Options()
        options.walletProviders = [provider.anchor]
        options.configurations[0].bindingMethods = style == .keyID ? ["did:jwk"] : ["jwk"]
        if style == .attestedProof || style == .attestation {
            options.configurations[0].proofTypes = style == .attestation ? ["attestation"] : ["jwt", "attestation"]
            options.configurations[0].keyAttestation = .init(
                keyStorage: ["iso_18045_high", "iso_18045_moderate"], userAuthentication: ["iso_18045_high"])
        }
        change(&options)
        let issuer = try PeerIssuer(options, pki: PeerPKI(at: clock.now), clock: clock)
        var holder = ScriptedHolder(http: InProcessTransport(issuer), clock: clock, keyCount: keys)
        holder.provider = provider
        holder.proofStyle = style
        let texts = try? await holder.receive(issuer.makeOffer(["pid"]))
        return (issuer, texts ?? [])
    }

    @Test(arguments: ProofStyle.allCases)
    func `each way to prove keys gives a credential a key`(_ style: ProofStyle) async throws {
        let (issuer, texts) = try await run(style)
        #expect(texts.count == 3)
        #expect(issuer.log.failures.isEmpty)
    }

    @Test(arguments: [
        (PeerWalletProvider.Fault.expired, "VCI-KA-02"), (.missingExpiry, "VCI-KA-02"), (.wrongNonce, "VCI-KA-03"),
        (.missingNonce, "VCI-KA-03"), (.wrongType, "VCI-KA-01"), (.tamperedSignature, "VCI-KA-01"),
        (.noCertificates, "VCI-KA-04"), (.selfSignedSigner, "VCI-KA-04"), (.anchorInChain, "VCI-KA-04"),
        (.otherKey, "VCI-PROOF-10"),
    ])
    func `a key attestation with a fault fails the check of its row`(
        _ fault: PeerWalletProvider.Fault, row: String
    ) async throws {
        let (issuer, texts) = try await run(.attestedProof, provider: [fault])
        #expect(texts.isEmpty)
        #expect(Set(issuer.log.failures.map(\.row)) == [row])
    }

    @Test func `an attestation alone needs no expiry, and stands for as many keys as it has`() async throws {
        let (issuer, texts) = try await run(.attestation, provider: [.missingExpiry, .fewerKeys])
        #expect(texts.count == 2)
        #expect(issuer.log.failures.isEmpty)
    }

    @Test func `the forms of proof that were not asked for fail the checks of their rows`() async throws {
        func rows(
            _ style: ProofStyle, keys: Int = 3, _ change: (inout PeerIssuer.Options) -> Void
        ) async throws -> Set<String> {
            Set(try await run(style, keys: keys, change).0.log.failures.map(\.row))
        }
        #expect(try await rows(.jwk) { $0.configurations[0].keyAttestation = .init() } == ["VCI-META-21"])
        #expect(try await rows(.jwk) { $0.configurations[0].bindingMethods = ["did:jwk"] } == ["VCI-PROOF-02"])
        #expect(try await rows(.keyID) { $0.configurations[0].bindingMethods = ["jwk"] } == ["VCI-PROOF-02"])
        #expect(try await rows(.attestation) { $0.configurations[0].proofTypes = ["jwt"] } == ["VCI-CREQ-07"])
        #expect(try await rows(.attestation) { $0.batchSize = 2 } == ["VCI-META-15"])
        #expect(
            try await rows(.attestation) { $0.configurations[0].keyAttestation = .init(keyStorage: ["other"]) }
                == ["VCI-KA-05"])
    }
}
