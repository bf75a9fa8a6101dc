import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

@Suite struct TrustPolicyTests {
    private let clock = FixedClock()

    private func policy(_ profile: Profile, anchor: [UInt8]?) -> TrustPolicy {
        TrustPolicy(
            sources: anchor.map { [StaticTrust(certificate: $0)] } ?? [],
            enforcement: TrustConfig().resolved(for: profile), profile: profile, clock: clock)
    }

    @Test(.row("VCI-SDJWT-08")) func `VCI-SDJWT-08 HAIP refuses a chain that brings the anchor along`()
        async throws
    {
        let pki = try PeerPKI(at: clock.now)
        let chain = try pki.credentialSigner("https://issuer.example", host: "issuer.example").chain
        let whole = chain + [pki.issuerRoot.der]
        for (profile, certificates, isTrusted) in [
            (Profile.core, chain, true), (.core, whole, true), (.haip, chain, true), (.haip, whole, false),
            (.eu, whole, false),
        ] {
            let verdict = await policy(profile, anchor: pki.issuerRoot.der)
                .authority(of: certificates, as: .issuer, type: "urn:x")
            if case .trusted = verdict { #expect(isTrusted) } else { #expect(!isTrusted, "\(profile): \(verdict)") }
        }
    }

    @Test(.row("TRUST-10")) func `TRUST-10 no anchors is unknown, a foreign anchor is untrusted with reasons`()
        async throws
    {
        let pki = try PeerPKI(at: clock.now)
        let chain = try pki.credentialSigner("https://issuer.example", host: "issuer.example").chain
        #expect(await policy(.core, anchor: nil).authority(of: chain, as: .issuer, type: nil) == .unknown)
        let foreign = await policy(.core, anchor: pki.foreignRoot.der).authority(of: chain, as: .issuer, type: nil)
        guard case .untrusted(let reasons) = foreign else {
            Issue.record("\(foreign)")
            return
        }
        #expect(!reasons.isEmpty)
        #expect(
            await policy(.core, anchor: pki.issuerRoot.der).authority(of: [[0x30, 0x00]], as: .issuer, type: nil)
                != .unknown)
    }

    @Test func `a profile decides what happens to whom is not trusted, unless the app says otherwise`() {
        #expect(TrustConfig().resolved(for: .core)[.issuer] == .warn)
        #expect(TrustConfig().resolved(for: .haip)[.issuer] == .enforce)
        #expect(TrustConfig(enforcement: [.issuer: .warn]).resolved(for: .eu)[.issuer] == .warn)
    }
}
