import LanyardCertificates
import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardSDJWT
import TestPeers
import Testing
import WalletContracts
import WalletPorts

/// The peer writes credentials and the wallet's formats read them; neither knows the other's code.
@Suite struct PressedCredentialTests {
    let clock = FixedClock()

    /// What the wallet's checks say: the code that stopped them, else the codes that were tolerated, else "ok".
    func verdict(_ text: String, _ holderKeys: [String], _ issuer: PeerIssuer, type: String) async throws -> [String] {
        var findings = Findings()
        do throws(Finding) {
            let received = try SDJWT(compact: text)
            let key: PublicKey
            switch try IssuerKeySource(of: received, findings: &findings) {
            case .certificates(let chain):
                let anchors = try Certificate.pem(issuer.anchorPEM)
                let path = PathValidator(anchors: anchors, profile: .jwtIssuer, at: clock.now).validate(chain)
                guard path.isValid else { return ["path"] }
                guard let leaf = chain.first else { return ["empty"] }
                key = try leaf.publicKey
            case .metadata(let query):
                let response = await issuer.reply(to: HttpRequest("GET", query.url)).response
                guard case .key(let found) = try query.answer(from: response) else { return ["elsewhere"] }
                key = found
            }
            let verified = try received.verified(by: key, policy: SDJWTVC.signaturePolicy)
            let expectation = SDJWTVC.Expectation(type: type, holderKeys: holderKeys, now: clock.now)
            _ = try SDJWTVC(checking: verified, for: expectation, findings: &findings)
        } catch {
            return [error.code.description]
        }
        return findings.list.isEmpty ? ["ok"] : findings.list.map(\.code.description)
    }

    func receive(
        _ id: String = "pid", _ change: (inout PeerIssuer.Options) -> Void
    ) async throws -> (PeerIssuer, [String], keys: [String]) {
        var options = PeerIssuer.Options()
        change(&options)
        let issuer = try PeerIssuer(options, pki: PeerPKI(at: clock.now), clock: clock)
        let texts = try await ScriptedHolder(http: InProcessTransport(issuer), clock: clock)
            .receive(issuer.makeOffer([id]))
        let request = try #require(issuer.log.requests(.credential).last)
        let proofs = try JSON(parsing: request.body)["proofs"]?["jwt"]?.array ?? []
        let keys = try proofs.map { try #require(JWS(compact: $0.string ?? "").header.jwk?.thumbprint()) }
        return (issuer, texts, keys)
    }

    @Test(arguments: [
        ("pid", "urn:eudi:pid:1"), ("diploma", "urn:example:diploma:1"), ("library-card", "urn:example:library-card:1"),
    ])
    func `an honest credential passes`(_ id: String, _ type: String) async throws {
        for source in [PeerIssuer.Options.KeySource.certificates, .metadata] {
            let (issuer, texts, keys) = try await receive(id) { $0.keySource = source }
            for text in texts {
                let verdict = try await verdict(text, keys, issuer, type: type)
                #expect(verdict == ["ok"], "\(source)")
            }
        }
    }

    @Test func `the claims come out as they were put in`() async throws {
        let (issuer, texts, _) = try await receive { _ in }
        let received = try SDJWT(compact: texts[0])
        let leaf = try Certificate(der: try #require(received.issuerJWS.header.x5c?.first))
        let claims = try received.verified(by: try leaf.publicKey, policy: SDJWTVC.signaturePolicy).claims
        for (name, value) in try #require(issuer.options.configurations.first).data.members {
            #expect(claims[name] == value)
        }
    }

    static let codes: [PeerFault: String] = [
        .wrongHolderKey: "sdvc.cnf.foreignKey", .missingHolderKey: "sdvc.cnf.missing",
        .keyByReference: "sdvc.cnf.noJWK", .expired: "sdvc.time.expired", .notYetValid: "sdvc.time.notYet",
        .wrongType: "sdvc.vct.mismatch", .missingType: "sdvc.vct.missing", .wrongIssuer: "sdvc.iss.certificate",
        .disclosedExpiry: "sdvc.claim.disclosable", .badChain: "path", .selfSignedSigner: "path",
        .expiredSigner: "path", .noIssuerKey: "sdvc.issuerKey.none", .anchorInChain: "sdvc.x5c.anchorIncluded",
    ]

    @Test(arguments: PeerFault.allCases.filter { [.anyCredential, .sdJwtVc].contains($0.place) })
    func `a credential with one thing wrong does not pass`(_ fault: PeerFault) async throws {
        let (issuer, texts, keys) = try await receive { $0.faults = [fault] }
        let verdict = try await verdict(texts[0], keys, issuer, type: "urn:eudi:pid:1")
        #expect(verdict != ["ok"])
        if let code = Self.codes[fault] { #expect(verdict.contains(code)) }
    }
}
