import LanyardCertificates
import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import MDoc
import TestPeers
import Testing
import WalletContracts
import WalletPorts

/// The peer writes mdocs and the wallet's format reads them; neither knows the other's code.
@Suite struct PressedMDocTests {
    let clock = FixedClock()

    /// What the format's checks say: the code that stopped them, else the codes that were noted, else "ok".
    func verdict(on id: String, _ docType: String, _ faults: Set<PeerFault>) async throws -> [String] {
        var options = PeerIssuer.Options()
        options.faults = faults
        let issuer = try PeerIssuer(options, pki: PeerPKI(at: clock.now), clock: clock)
        let texts = try await ScriptedHolder(http: InProcessTransport(issuer), clock: clock)
            .receive(issuer.makeOffer([id]))
        let request = try #require(issuer.log.requests(.credential).last)
        let keys = try (JSON(parsing: request.body)["proofs"]?["jwt"]?.array ?? []).map {
            try #require(JWS(compact: $0.string ?? "").header.jwk?.key)
        }
        var findings = Findings()
        do throws(Finding) {
            let mdoc = try IssuerSigned(base64url: texts[0], findings: &findings)
            let chain = try mdoc.certificates()
            guard let signer = chain.first else { return ["no certificate"] }
            let verified = try mdoc.verified(by: try signer.publicKey)
            let expectation = MDocCredential.Expectation(
                docType: docType, deviceKeys: keys, signer: signer, now: clock.now)
            _ = try MDocCredential(checking: verified, for: expectation, findings: &findings)
            let anchors = try Certificate.pem(issuer.anchorPEM)
            let profile = PathProfile.mdocDocumentSigner(docType: docType).highAssurance.strict
            let path = PathValidator(anchors: anchors, profile: profile, at: clock.now).validate(chain)
            guard path.isValid else { return ["path"] }
        } catch {
            return [error.code.description]
        }
        return findings.list.isEmpty ? ["ok"] : findings.list.map(\.code.description)
    }

    @Test(arguments: [("mdl", "org.iso.18013.5.1.mDL"), ("pid-mdoc", "eu.europa.ec.eudi.pid.1")])
    func `an honest mdoc passes every rule of Annex B`(_ id: String, _ docType: String) async throws {
        #expect(try await verdict(on: id, docType, []) == ["ok"])
    }

    @Test(arguments: PeerFault.allCases.filter { [.anyCredential, .msoMdoc].contains($0.place) })
    func `an mdoc with one thing wrong does not pass`(_ fault: PeerFault) async throws {
        #expect(try await verdict(on: "mdl", "org.iso.18013.5.1.mDL", [fault]) != ["ok"])
    }
}
