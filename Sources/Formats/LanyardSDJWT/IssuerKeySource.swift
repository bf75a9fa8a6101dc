public import LanyardCertificates
internal import LanyardJOSE
internal import LanyardJSON
internal import LanyardText
public import WalletPorts

/// Where the key of an SD-JWT VC's issuer comes from, as the credential itself names it.
///
/// Exactly one source is chosen, by what is there and what is permitted; when it fails, no other is tried
/// (SD-JWT VC §3.5). Which certificate authority or issuer is trusted is decided elsewhere.
public enum IssuerKeySource: Sendable {
    /// The certificates of `x5c`, leaf first, never empty; the leaf's key verifies the signature.
    case certificates([Certificate])
    /// JWT VC Issuer Metadata, to be fetched.
    case metadata(IssuerKeyQuery)

    /// A way to name an issuer's key.
    public enum Mechanism: Hashable, Sendable, CaseIterable {
        /// The header `x5c`.
        case x5c
        /// JWT VC Issuer Metadata under the https URL `iss`.
        case metadata
    }

    /// Chooses the source; throws `sdvc.x5c.*`, `sdvc.issuerKey.none` or `sdvc.iss.*`.
    ///
    /// High assurance permits `x5c` alone, with a leaf that is not self-signed and no trust anchor in it (HAIP §6.1.1).
    /// An https `iss` that the leaf does not name is a finding there and a warning otherwise.
    public init(
        of received: SDJWT, permitting mechanisms: Set<Mechanism> = Set(Mechanism.allCases),
        findings: inout Findings
    ) throws(Finding) {
        try self.init(of: received, permitting: mechanisms, knowing: KnownCertificates(), findings: &findings)
    }

    /// Chooses the source, and does not read again the certificates that are known.
    package init(
        of received: SDJWT, permitting mechanisms: Set<Mechanism> = Set(Mechanism.allCases),
        knowing known: KnownCertificates, findings: inout Findings
    ) throws(Finding) {
        let mechanisms = findings.isHighAssurance ? mechanisms.intersection([.x5c]) : mechanisms
        let issuer = try Self.issuer(of: received.payload)
        if let chain = received.issuerJWS.header.x5c, mechanisms.contains(.x5c) {
            let certificates = try Self.certificates(chain, known)
            try Self.examine(certificates, findings: &findings)
            if let issuer { try Self.compare(issuer, with: certificates, findings: &findings) }
            self = .certificates(certificates)
        } else if let issuer, mechanisms.contains(.metadata) {
            self = .metadata(try IssuerKeyQuery(issuer: issuer, keyID: received.issuerJWS.header.kid))
        } else {
            throw .sdvc(
                "issuerKey.none", clause: "SD-JWT VC §3.5", rows: ["SDVC-05", "VCI-SDJWT-08"],
                expected: mechanisms.contains(.metadata)
                    ? "the header x5c, or an https URL as iss" : "the header x5c",
                seen: received.issuerJWS.header.x5c == nil ? .absent : .value("x5c"))
        }
    }

    static func issuer(of payload: JSONObject) throws(Finding) -> String? {
        guard let member = payload["iss"] else { return nil }
        guard let issuer = member.string, !issuer.isEmpty else {
            throw .sdvc(
                "iss.type", clause: "SD-JWT VC §3.2.2.2", rows: ["SDVC-06"], at: "/iss", expected: "a non-empty string")
        }
        return issuer
    }

    private static func certificates(
        _ chain: [[UInt8]], _ known: KnownCertificates
    ) throws(Finding) -> [Certificate] {
        guard !chain.isEmpty, chain.count <= PathValidator.longestChain else {
            throw .sdvc(
                chain.isEmpty ? "x5c.empty" : "x5c.tooLong", clause: "RFC 7515 §4.1.6",
                rows: ["SDVC-05", "VCI-SDJWT-08"], at: "/x5c",
                expected: "one to \(PathValidator.longestChain) certificates",
                seen: .kind("array", length: chain.count))
        }
        var certificates: [Certificate] = []
        for (index, der) in chain.enumerated() {
            do {
                certificates.append(try known.certificate(der: der))
            } catch {
                var finding = error
                finding.location = "/x5c/\(index)" + error.location
                throw finding
            }
        }
        return certificates
    }

    private static func examine(_ chain: [Certificate], findings: inout Findings) throws(Finding) {
        for (index, certificate) in chain.enumerated() where certificate.isSelfSigned {
            try findings.tolerateUnlessHighAssurance(
                .sdvc(
                    index == 0 ? "x5c.selfSigned" : "x5c.anchorIncluded", clause: "HAIP 1.0 §6.1.1",
                    rows: ["VCI-SDJWT-08"], at: "/x5c/\(index)",
                    expected: index == 0
                        ? "a leaf that another authority signed" : "no trust anchor among the certificates",
                    seen: .text(certificate.subject.description),
                    remedy: "The issuer should send the certificates below the trust anchor only."))
        }
    }

    /// An https issuer should be named by its certificate: a DNS name that covers the host, or the URI itself.
    private static func compare(
        _ issuer: String, with chain: [Certificate], findings: inout Findings
    ) throws(Finding) {
        guard let uri = URI(issuer), uri.isHTTPS, let host = uri.host, let leaf = chain.first else { return }
        guard !leaf.uris.contains(issuer), !leaf.dnsNames.contains(where: { covers($0, host) }) else { return }
        try findings.tolerateUnlessHighAssurance(
            .sdvc(
                "iss.certificate", clause: "SD-JWT VC §3.5", rows: ["SDVC-06"], at: "/iss",
                expected: "a certificate whose alternative names cover the issuer's host", seen: .text(host),
                remedy: "The issuer should use a certificate that names the host of iss."))
    }

    /// Compares a DNS name with a host without case; `*` stands for one leftmost label.
    static func covers(_ name: String, _ host: String) -> Bool {
        let name = name.lowercased()
        let host = host.lowercased()
        guard name.hasPrefix("*.") else { return name == host }
        guard let dot = host.firstIndex(of: "."), dot != host.startIndex else { return false }
        return host[dot...] == name.dropFirst()
    }
}
