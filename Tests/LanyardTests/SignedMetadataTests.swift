import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// Issuer metadata that is signed, plain, asked for or not.
@Suite struct SignedMetadataTests {
    typealias Serving = PeerIssuer.Options.SignedMetadata

    private func harness(
        _ policy: SignedMetadataPolicy, _ serving: Serving, hasAnchors: Bool = true, profile: Profile = .core,
        _ faults: Set<PeerFault> = []
    ) async throws -> Harness {
        try await Harness(
            config: WalletConfig(profile: profile, issuance: IssuanceConfig(signedMetadata: policy)),
            isAttested: profile != .core
        ) {
            $0.signedMetadata = serving
            $0.faults = faults
            $0.authorization = .init { $0.pushing = .required }
            $0.dpop = .init(.required)
            if profile != .core { $0.clients.methods = [.attestation] }
        } adjust: { environment in
            guard !hasAnchors else { return }
            environment.trust = environment.trust.map(AllButMetadata.init)
        }
    }

    struct Case: Sendable {
        let policy: SignedMetadataPolicy
        let serving: Serving
        let hasAnchors: Bool
        /// Whether what is used was signed; nil where nothing is.
        let isSigned: Bool?

        init(_ policy: SignedMetadataPolicy, _ serving: Serving, anchors: Bool, isSigned: Bool?) {
            self.policy = policy
            self.serving = serving
            hasAnchors = anchors
            self.isSigned = isSigned
        }
    }

    static let cases: [Case] = [
        Case(.ignore, .none, anchors: true, isSigned: false), Case(.ignore, .offered, anchors: true, isSigned: false),
        // What comes is judged by what it is, whatever was asked for.
        Case(.ignore, .always, anchors: true, isSigned: true), Case(.ignore, .always, anchors: false, isSigned: nil),
        Case(.prefer, .none, anchors: true, isSigned: false), Case(.prefer, .offered, anchors: true, isSigned: true),
        Case(.prefer, .always, anchors: true, isSigned: true), Case(.prefer, .none, anchors: false, isSigned: false),
        Case(.prefer, .offered, anchors: false, isSigned: false),
        Case(.prefer, .always, anchors: false, isSigned: nil),
        Case(.require, .none, anchors: true, isSigned: nil), Case(.require, .offered, anchors: true, isSigned: true),
        Case(.require, .always, anchors: true, isSigned: true), Case(.require, .none, anchors: false, isSigned: nil),
        Case(.require, .offered, anchors: false, isSigned: nil),
        Case(.require, .always, anchors: false, isSigned: nil),
    ]

    @Test(.row("VCI-META-04", "VCI-META-06", "VCI-META-08", "VCI-META-09"), arguments: cases)
    func `VCI-META-04 VCI-META-06 signed metadata is asked for and used as policy and anchors say`(
        case: Case
    ) async throws {
        let harness = try await harness(`case`.policy, `case`.serving, hasAnchors: `case`.hasAnchors)
        let session = harness.wallet.issuance.start(
            .fromIssuer("https://issuer.example", configurationId: "pid"))
        if let isSigned = `case`.isSigned {
            #expect(try await harness.drive(session).issued.count == 1)
            #expect(harness.issuer.log.failures.isEmpty)
            let wasVerified = session.record.entries.contains {
                if case .check(let check) = $0 { check.name == "signed issuer metadata" } else { false }
            }
            #expect(wasVerified == isSigned)
        } else {
            let error = await #expect(throws: IssuanceError.self) { try await harness.drive(session) }
            #expect(error?.code == .invalidMetadata)
            let row = `case`.serving == .always ? "VCI-META-09" : "VCI-META-06"
            #expect(error?.finding?.requirements == [row])
            #expect(harness.spending.isEmpty)
        }
        let asked = try #require(harness.issuer.log.requests(.issuerMetadata).first?.header("Accept"))
        #expect(asked.contains("application/jwt") == (`case`.policy != .ignore && `case`.hasAnchors))
    }

    @Test(
        .row("VCI-META-08", "VCI-META-09"),
        arguments: [
            (PeerFault.metadataOfOther, "VCI-META-08"), (.metadataExpired, "VCI-META-08"),
            (.metadataWithoutTime, "VCI-META-08"), (.metadataWrongType, "VCI-META-08"),
            (.metadataUntrusted, "VCI-META-09"), (.metadataSelfSigned, "VCI-META-09"),
            (.metadataAnchorInChain, "VCI-META-09"), (.metadataTampered, "VCI-META-08"),
        ])
    func `VCI-META-08 VCI-META-09 signed metadata with a fault is refused whole`(
        fault: PeerFault, row: String
    ) async throws {
        for policy in [SignedMetadataPolicy.prefer, .require] {
            let harness = try await harness(policy, .offered, profile: .haip, [fault])
            let error = try await harness.failure(
                of:
                    .fromIssuer("https://issuer.example", configurationId: "pid"))
            #expect(error.code == .invalidMetadata)
            #expect(error.finding?.requirements.contains(row) == true, "\(error.finding?.requirements ?? [])")
            #expect(harness.spending.isEmpty)
        }
    }

    @Test(.row("VCI-META-09")) func `VCI-META-09 refused metadata is not kept`() async throws {
        let harness = try await harness(.prefer, .offered, profile: .core, [.metadataTampered])
        for _ in 1...2 {
            _ = try await harness.failure(of: .fromIssuer("https://issuer.example", configurationId: "pid"))
        }
        #expect(harness.issuer.log.requests(.issuerMetadata).count == 2)
    }
}

/// The anchors of a source for every role but signers of metadata.
private struct AllButMetadata: TrustSource {
    let source: any TrustSource

    init(_ source: any TrustSource) {
        self.source = source
    }

    func anchors(for role: TrustRole, type: String?) async -> [TrustAnchor] {
        role == .metadataSigner ? [] : await source.anchors(for: role, type: type)
    }
}
