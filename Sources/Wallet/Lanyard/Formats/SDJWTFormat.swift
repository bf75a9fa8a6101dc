internal import LanyardCertificates
internal import LanyardCrypto
internal import LanyardJOSE
internal import LanyardJSON
internal import LanyardSDJWT
internal import LanyardText

/// SD-JWT VC: RFC 9901 and draft-ietf-oauth-sd-jwt-vc-13.
package struct SDJWTFormat: CredentialFormatHandler {
    package let formats = ["dc+sd-jwt", "vc+sd-jwt"]

    /// Members of a payload that are shown in other places, or to nobody.
    private static let technical: Set<String> = [
        "iss", "iat", "nbf", "exp", "cnf", "vct", "vct#integrity", "status", "aka_vcts", "_sd_alg",
    ]

    package init() {}

    package func check(_ received: ReceivedCredential, fetching documents: any DocumentFetcher) async throws
        -> CheckedCredential
    {
        var findings = Findings(strictness: received.strictness, profile: received.profile)
        var passed: [PassedCheck] = []
        func pass(_ name: String, _ clause: String, _ rows: [String], _ detail: String = "") {
            passed.append(PassedCheck(name: name, clause: clause, requirements: rows, detail: detail))
        }
        let sdjwt = try SDJWT(compact: received.text)
        let source = try IssuerKeySource(of: sdjwt, knowing: received.certificates, findings: &findings)
        let (key, chain) = try await issuerKey(source, documents)
        let verified = try sdjwt.verified(by: key, policy: SDJWTVC.signaturePolicy)
        pass(
            "issuer signature", "RFC 9901 §7.1", ["VCI-SDJWT-03", "SDJWT-02"],
            "\(verified.header.alg), " + (chain.isEmpty ? "key by issuer metadata" : "key by x5c"))
        pass("digests of \(sdjwt.disclosures.count) disclosures", "RFC 9901 §7.1", ["VCI-SDJWT-04"])
        let expectation = SDJWTVC.Expectation(
            type: received.type, holderKeys: received.holderKeys.thumbprints,
            now: received.now, skew: received.skew)
        let credential = try SDJWTVC(checking: verified, for: expectation, findings: &findings)
        try Self.checkIssuer(credential.issuer, of: received, findings)
        pass("type", "OpenID4VCI 1.0 Appendix A.3.2", ["VCI-SDJWT-06"], credential.type)
        if credential.holderKeyIndex != nil {
            pass("holder key", "OpenID4VCI 1.0 §8.3", ["VCI-SDJWT-07"], "cnf is a key of this request")
        }
        let until = credential.validity.expires.map { "until \(UTCText.format($0))" } ?? "no end"
        pass("validity", "RFC 9901 §7.1", ["VCI-SDJWT-10"], until)
        let rules = try await received.types?.rules(of: credential, findings: &findings)
        if let rules {
            try rules.check(verified)
            pass("type metadata", "SD-JWT VC §6", ["SDVC-09", "SDVC-10", "SDVC-11"], credential.type)
        }
        var checked = CheckedCredential(
            format: .sdJwtVc(credential.type), holderKey: credential.holderKeyIndex,
            validity: Validity(from: credential.validity.notBefore, until: credential.validity.expires),
            issuer: credential.issuer, chain: chain, content: Self.content(verified.claims),
            findings: findings.list, passed: passed)
        if let rules { checked.appearance = CredentialAppearance(rules) }
        return checked
    }

    package func content(of text: String) throws(CredentialError) -> ClaimValue {
        do {
            return Self.content(try VerifiedSDJWT(reopening: text).claims)
        } catch {
            throw .unreadable("instance", error.description)
        }
    }

    /// The issuer that a credential names must be vouched for: by the certificate, or by being who was asked, over TLS.
    private static func checkIssuer(
        _ issuer: String?, of received: ReceivedCredential, _ findings: Findings
    ) throws(Finding) {
        guard let issuer, findings.list.contains(where: { $0.code == Finding.Code("sdvc.iss.certificate") }) else {
            return
        }
        let named = URI(issuer)
        let asked = URI(received.issuer)
        guard named?.host?.lowercased() != asked?.host?.lowercased() || named?.port != asked?.port else { return }
        throw Finding(
            "sdvc.iss.foreign", .issuer, clause: "SD-JWT VC §3.5, OpenID4VCI 1.0 §14.4",
            rows: ["SDVC-06", "VCI-CRES-09"],
            at: "/iss", expected: "an issuer that its certificate names, or the issuer that was asked",
            seen: .text(issuer), remedy: "Do not rely on the credential; tell the issuer.")
    }

    private static func content(_ claims: JSONObject) -> ClaimValue {
        .object(
            claims.members.filter { !technical.contains($0.name) }
                .map { ClaimValue.Member($0.name, ClaimValue($0.value)) })
    }

    private func issuerKey(_ source: IssuerKeySource, _ documents: any DocumentFetcher) async throws
        -> (key: PublicKey, chain: [[UInt8]])
    {
        switch source {
        case .certificates(let chain):
            guard let leaf = chain.first else { throw IssuerKeySource.noCertificate }
            return (try leaf.publicKey, chain.map(\.der))
        case .metadata(let query):
            switch try query.answer(from: try await documents.get(query.url)) {
            case .key(let key): return (key, [])
            case .keySet(let url): return (try query.key(from: try await documents.get(url)), [])
            }
        }
    }
}

extension IssuerKeySource {
    fileprivate static var noCertificate: Finding {
        Finding(
            "sdvc.x5c.empty", .issuer, clause: "RFC 7515 §4.1.6", rows: ["VCI-SDJWT-08"], at: "/x5c",
            expected: "one certificate at least", seen: .absent, remedy: "Ask the issuer for a new credential.")
    }
}
