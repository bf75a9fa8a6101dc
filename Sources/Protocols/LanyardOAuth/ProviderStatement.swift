package import LanyardCertificates
import LanyardCrypto
package import LanyardJOSE
import LanyardJSON
package import WalletPorts

/// A JWT of a wallet provider that the wallet passes on, checked as far as a wallet can.
///
/// Its signature is checked where the header brings the certificate of the signer: whether that signer is trusted is for those to
/// whom it is passed on.
package struct ProviderStatement: Sendable {
    /// The JWT to the letter.
    package let text: String
    /// The protected header.
    package let header: JOSEHeader
    /// The certificates of `x5c`, the signer's first.
    package let chain: [Certificate]
    /// The claims, with their places.
    package let claims: OutsideMember

    /// What a kind of statement must look like.
    package struct Kind: Sendable {
        /// The value of `typ`.
        package let type: String
        /// An older spelling that is tolerated.
        package let oldType: String?
        /// Where its rules are written, and how its codes begin.
        package let document: OutsideDocument
        /// The rows of the rules on certificates.
        package let certificateRows: [String]

        package init(
            type: String, oldType: String? = nil, document: OutsideDocument, certificateRows: [String]
        ) {
            self.type = type
            self.oldType = oldType
            self.document = document
            self.certificateRows = certificateRows
        }
    }

    /// Reads a statement; `algorithms` are those that its recipient takes, nil for any that is asymmetric.
    ///
    /// Under a High Assurance profile it must bring its certificates, the leaf not self-signed and no anchor among them.
    package init(
        _ text: String, _ kind: Kind, algorithms: [String]?, findings: inout Findings
    ) throws(Finding) {
        let document = kind.document
        let jws = try document.concerned { () throws(Finding) in try JWS(compact: text, from: .walletProvider) }
        self.text = text
        header = jws.header
        try Self.checkType(jws.header.typ, kind, findings: &findings)
        guard jws.header.alg != "none", !jws.header.alg.hasPrefix("HS"),
            algorithms?.contains(jws.header.alg) ?? true
        else {
            throw document.finding(
                "alg", at: "/alg",
                expected: algorithms.map { "one of \($0.joined(separator: ", "))" } ?? "an asymmetric algorithm",
                seen: .text(jws.header.alg), remedy: "Sign with an algorithm that the recipient takes.")
        }
        guard jws.header.crit == nil else {
            throw document.finding(
                "crit", clause: "RFC 7515 §4.1.11", at: "/crit", expected: "no critical header members",
                seen: .text(jws.header.crit?.joined(separator: " ") ?? ""), remedy: "Leave `crit` out.")
        }
        let claims = try jws.unverifiedClaims(from: .walletProvider)
        self.claims = document.root(.object(claims))
        var chain: [Certificate] = []
        let certificates = jws.header.x5c ?? []
        guard certificates.count <= Self.longestChain else {
            throw document.finding(
                "x5c.tooLong", rows: kind.certificateRows, at: "/x5c",
                expected: "at most \(Self.longestChain) certificates",
                seen: .kind("certificates", length: certificates.count), remedy: "Send the chain of the signer alone.")
        }
        for der in certificates { chain.append(try Certificate(der: der, from: .walletProvider)) }
        self.chain = chain
        try Self.checkCertificates(chain, kind, findings: &findings)
        guard let leaf = chain.first, let algorithm = SignatureAlgorithm(rawValue: jws.header.alg) else { return }
        let policy = JWSPolicy(algorithms: [algorithm], types: [], party: .walletProvider)
        try document.concerned { () throws(Finding) in
            _ = try jws.verified(by: try leaf.publicKey, policy: policy)
        }
    }

    private static func checkType(_ type: String?, _ kind: Kind, findings: inout Findings) throws(Finding) {
        let name = type?.lowercased()
        guard name != kind.type, name != "application/\(kind.type)" else { return }
        let finding = kind.document.finding(
            "typ", at: "/typ", expected: kind.type, seen: type.map { .text($0) } ?? .absent,
            remedy: "Name the type in the header.")
        guard let oldType = kind.oldType, name == oldType else { throw finding }
        try findings.tolerate(finding)
    }

    private static func checkCertificates(
        _ chain: [Certificate], _ kind: Kind, findings: inout Findings
    ) throws(Finding) {
        func finding(_ code: String, _ expected: String, _ seen: Described) -> Finding {
            kind.document.finding(
                code, rows: kind.certificateRows, clause: "HAIP 1.0 §4", at: "/x5c", expected: expected, seen: seen,
                remedy: "Send the chain of the signer, without its trust anchor.")
        }
        guard let leaf = chain.first else {
            guard findings.isHighAssurance else { return }
            throw finding("x5c.missing", "the certificates of the signer", .absent)
        }
        if leaf.isSelfSigned {
            try findings.tolerateUnlessHighAssurance(
                finding("x5c.selfSigned", "a leaf that another certificate signed", .text(leaf.subject.description)))
        } else if let anchor = chain.first(where: \.isSelfSigned) {
            try findings.tolerateUnlessHighAssurance(
                finding("x5c.anchor", "no trust anchor in the chain", .text(anchor.subject.description)))
        }
    }
}

extension ProviderStatement {
    /// Checks `exp` and `nbf` where they stand; gives the expiry, nil where there is none.
    package func expiry(now: Instant, rows: [String] = []) throws(Finding) -> Instant? {
        let expires = try claims["exp"].optionalDate(rows: rows)
        if let expires, expires <= now {
            throw claims["exp"].finding(
                "expired", rows: rows, expected: "a time after \(now.seconds)", seen: .text("\(expires.seconds)"),
                remedy: "Attest anew.")
        }
        if let begins = try claims["nbf"].optionalDate(rows: rows), begins > now.advanced(by: Self.skew) {
            throw claims["nbf"].finding(
                "notYetValid", rows: rows, expected: "a time before \(now.seconds)", seen: .text("\(begins.seconds)"),
                remedy: "Attest from now on, and set the clocks.")
        }
        return expires
    }

    private static let longestChain = 6

    /// Seconds by which clocks may differ.
    private static let skew: Double = 60
}
