import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// The High Assurance Interoperability Profile: an issuer that keeps it is served, one that breaks a row of it is refused.
@Suite struct HaipTests {
    /// An issuer that keeps the profile, but for what `change` says.
    private func harness(
        config: IssuanceConfig = IssuanceConfig(), isAttested: Bool = true,
        _ change: (inout PeerIssuer.Options) -> Void = { _ in }
    ) async throws -> Harness {
        try await Harness(config: WalletConfig(profile: .haip, issuance: config), isAttested: isAttested) { options in
            options.authorization = .init {
                $0.pushing = .required
                $0.demandsScope = true
                $0.detailsTypes = nil
            }
            options.dpop = .init {
                $0 = .init(.required)
                $0.serverNonces = true
                $0.issuerNonces = true
                $0.rotatesNonces = true
            }
            options.clients = .init {
                $0.methods = [.attestation]
                $0.challenge = .endpoint
                $0.rotatesChallenges = true
            }
            options.refreshTokens = .init()
            options.signedMetadata = .offered
            change(&options)
        }
    }

    private let byCode = IssuanceRequest.fromIssuer("https://issuer.example", configurationIds: ["pid", "mdl"])

    @Test(
        .row("VCI-AUTHZ-01", "VCI-AUTHZ-02", "VCI-AUTHZ-08", "VCI-PAR-01", "VCI-PAR-03", "VCI-ARESP-02"),
        .row("VCI-DPOP-06", "VCI-DPOP-12", "VCI-CAUTH-04", "VCI-META-09", "VCI-NONCE-04", "VCI-OFFER-20"),
        arguments: ["", "openid-credential-offer://", "haip-vci://"])
    func `an issuer that keeps HAIP is served, by an offer of either scheme and without one`(
        scheme: String
    ) async throws {
        let harness = try await harness()
        let result: IssuanceResult
        if scheme.isEmpty {
            result = try await harness.run(byCode)
        } else {
            let link = harness.issuer.makeOffer(["pid", "mdl"], grants: [.authorizationCode]).link
            result = try await harness.receive(link.replacing("openid-credential-offer://", with: scheme))
        }
        #expect(result.issued.count == 2)
        #expect(harness.issuer.log.failures.isEmpty)
        for id in result.issued {
            #expect(try await harness.drive(harness.wallet.issuance.reissue(id)).issued == [id])
        }
        #expect(harness.issuer.log.failures.isEmpty)
    }

    @Test(.row("VCI-CREQ-08", "VCI-KA-04", "VCI-PROOF-10", "VCI-PROOF-11"), arguments: ["jwt", "attestation"])
    func `VCI-KA-04 VCI-CREQ-08 a batch is received with one attestation`(proofType: String) async throws {
        let harness = try await harness { options in
            var pid = PeerConfiguration.pid
            pid.proofTypes = [proofType]
            pid.keyAttestation = .init()
            options.configurations = [pid]
        }
        let result = try await harness.run(
            .fromIssuer("https://issuer.example", configurationId: "pid", policy: CredentialPolicy(batchSize: 5)))
        #expect(result.issued.count == 1)
        #expect(harness.issuer.log.failures.isEmpty)
        #expect(harness.issuer.log.requests(.credential).count == 1)
    }

    struct Breach: Sendable, CustomTestStringConvertible {
        let row: String
        let testDescription: String
        let change: @Sendable (inout PeerIssuer.Options) -> Void

        init(_ row: String, _ name: String, _ change: @escaping @Sendable (inout PeerIssuer.Options) -> Void) {
            self.row = row
            testDescription = "\(row): \(name)"
            self.change = change
        }
    }

    /// What is seen in metadata: nothing is asked of the issuer.
    static let declared: [Breach] = [
        Breach("VCI-PAR-01", "no endpoint for pushed requests") { $0.authorization?.pushing = .none },
        Breach("VCI-AUTHZ-02", "a configuration without scope") { options in
            options.authorization?.demandsScope = false
            options.configurations[0].scope = nil
        },
        Breach("VCI-AS-07", "another challenge method") { $0.authorization?.challengeMethods = ["plain"] },
        Breach("VCI-NONCE-04", "no nonce endpoint") { $0.hasNonceEndpoint = false },
        Breach("VCI-CAUTH-04", "public clients") { $0.clients.methods = [.none] },
        Breach("VCI-META-09", "the anchor in the x5c of the metadata") { $0.faults = [.metadataAnchorInChain] },
        Breach("VCI-META-09", "metadata that signed itself") { $0.faults = [.metadataSelfSigned] },
        Breach("VCI-AS-08", "no common algorithm for proofs") { $0.dpop.algorithms = ["RS256"] },
    ]

    @Test(
        .row("VCI-PAR-01", "VCI-AUTHZ-02", "VCI-AS-07", "VCI-AS-08", "VCI-NONCE-04", "VCI-CAUTH-04", "VCI-META-09"),
        arguments: declared)
    func `an issuer whose metadata break HAIP is refused before anything is asked of it`(
        breach: Breach
    ) async throws {
        let harness = try await harness { breach.change(&$0) }
        let error = try await harness.failure(of: byCode)
        #expect(error.finding?.requirements.contains(breach.row) == true, "\(error)")
        #expect(harness.spending.isEmpty)
        #expect(harness.leftovers.isEmpty)
        #expect(harness.area.handles.isEmpty)
    }

    /// What is seen in answers.
    static let shown: [Breach] = [
        Breach("VCI-DPOP-05", "a bearer token") { $0.faults = [.bearerForProof] },
        Breach("VCI-DPOP-05", "no DPoP at all") { $0.dpop = .init(.off) },
        Breach("VCI-ARESP-03", "no iss in the redirect") {
            $0.authorization?.announcesIssuer = false
            $0.authorization?.sendsIssuer = false
        },
        Breach("VCI-SDJWT-08", "the anchor in the x5c of a credential") { $0.faults = [.anchorInChain] },
        Breach("VCI-SDJWT-08", "a credential by a signer that signed itself") { $0.faults = [.selfSignedSigner] },
        Breach("VCI-SDJWT-08", "keys of the issuer from its metadata") { $0.keySource = .metadata },
        Breach("VCI-SDJWT-07", "a holder's key by reference") { $0.faults = [.keyByReference] },
        Breach("VCI-SDJWT-07", "no key of the holder") { $0.faults = [.missingHolderKey] },
    ]

    @Test(.row("VCI-DPOP-05", "VCI-ARESP-03", "VCI-SDJWT-07", "VCI-SDJWT-08"), arguments: shown)
    func `an issuer whose answers break HAIP is refused, and nothing is kept`(breach: Breach) async throws {
        let harness = try await harness { breach.change(&$0) }
        let error = try await harness.failure(of: .fromIssuer("https://issuer.example", configurationId: "pid"))
        #expect(error.finding?.requirements.contains(breach.row) == true, "\(error)")
        #expect(try await harness.wallet.credentials.list().isEmpty)
        // The attested key stays for the next session at this server.
        #expect(Set(harness.leftovers.map(\.collection)).isSubset(of: ["client"]))
        #expect(harness.area.handles.count == 1)
    }

    @Test(.row("VCI-DPOP-12")) func `VCI-DPOP-12 a wallet without DPoP is told so`() async throws {
        let harness = try await harness(config: IssuanceConfig(dpop: .off))
        let error = try await harness.failure(of: byCode)
        #expect(error.finding?.requirements == ["VCI-DPOP-12"])
        #expect(error.finding?.party == .wallet)
        #expect(harness.spending.isEmpty)
    }

    @Test(.row("VCI-CAUTH-04")) func `VCI-CAUTH-04 a wallet without attestations is told so`() async throws {
        let harness = try await harness(isAttested: false)
        let error = try await harness.failure(of: byCode)
        #expect(error.finding?.requirements.contains("VCI-CAUTH-04") == true)
        #expect(harness.spending.isEmpty)
    }

    @Test(.row("VCI-CAUTH-02", "VCI-CAUTH-04"))
    func `VCI-CAUTH-02 a pre-authorized code is redeemed by an attested client too`() async throws {
        let harness = try await harness {
            $0.authorization = nil
            $0.allowsAnonymousAccess = true
        }
        #expect(try await harness.receive().issued.count == 1)
        #expect(harness.issuer.log.failures.isEmpty)
        #expect(harness.issuer.log.requests(.token).allSatisfy { $0.header("OAuth-Client-Attestation") != nil })
    }

    @Test(.row("VCI-AUTHZ-02")) func `VCI-AUTHZ-02 scopes are asked for even where details are preferred`() async throws
    {
        let harness = try await harness(config: IssuanceConfig(prefersAuthorizationDetails: true)) {
            $0.authorization?.detailsTypes = ["openid_credential"]
        }
        #expect(try await harness.run(byCode).issued.count == 2)
        #expect(harness.issuer.log.failures.isEmpty)
    }
}
