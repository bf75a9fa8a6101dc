internal import LanyardCertificates
internal import MDoc

/// ISO/IEC 18013-5 mdoc as OpenID4VCI 1.0 Appendix A.2 issues it: the only place of its issuance rules.
package struct MDocFormat: CredentialFormatHandler {
    package let formats = ["mso_mdoc"]
    package let signerRules = SignerRules.documentSigner
    /// Name space and element.
    package let claimDepth = 2

    package init() {}

    package func check(_ received: ReceivedCredential, fetching documents: any DocumentFetcher) async throws
        -> CheckedCredential
    {
        var findings = Findings(strictness: received.strictness, profile: received.profile)
        var passed: [PassedCheck] = []
        func pass(_ name: String, _ clause: String, _ rows: [String], _ detail: String = "") {
            passed.append(PassedCheck(name: name, clause: clause, requirements: rows, detail: detail))
        }
        guard !received.holderKeys.keys.isEmpty else { throw Self.unbound }
        let mdoc = try IssuerSigned(base64url: received.text, findings: &findings)
        pass("encoding", "OpenID4VCI 1.0 Appendix A.2.4", ["VCI-MDOC-01", "VCI-MDOC-02"])
        let chain = try mdoc.certificates(knowing: received.certificates)
        guard let signer = chain.first else { throw Self.noCertificate }
        let verified = try mdoc.verified(by: try signer.publicKey)
        pass("issuer signature", "ISO/IEC 18013-5 §9.3.1", ["VCI-MDOC-03", "VCI-MDOC-04"], "key by x5chain")
        let elements = mdoc.nameSpaces.reduce(0) { $0 + $1.items.count }
        pass("digests of \(elements) elements", "ISO/IEC 18013-5 §9.3.1", ["VCI-MDOC-07", "VCI-MDOC-09"])
        let expectation = MDocCredential.Expectation(
            docType: received.type, deviceKeys: received.holderKeys.publicKeys, signer: signer, now: received.now,
            skew: received.skew)
        let credential = try MDocCredential(checking: verified, for: expectation, findings: &findings)
        let validity = credential.validity
        pass("type", "OpenID4VCI 1.0 Appendix A.2.2", ["VCI-MDOC-08"], verified.securityObject.docType)
        pass("holder key", "OpenID4VCI 1.0 §8.3", ["VCI-MDOC-10"], "deviceKey is a key of this request")
        pass(
            "validity", "ISO/IEC 18013-5 §9.3.1", ["VCI-MDOC-11"], "until \(UTCText.format(validity.validUntil))")
        return CheckedCredential(
            format: .msoMdoc(verified.securityObject.docType), holderKey: credential.deviceKeyIndex,
            validity: Validity(from: validity.validFrom, until: validity.validUntil), issuer: nil,
            chain: chain.map(\.der), content: Self.content(of: verified), findings: findings.list, passed: passed)
    }

    package func content(of text: String) throws(CredentialError) -> ClaimValue {
        do {
            return Self.content(of: try VerifiedIssuerSigned(reopening: text))
        } catch {
            throw .unreadable("instance", error.description)
        }
    }

    private static func content(of mdoc: VerifiedIssuerSigned) -> ClaimValue {
        .object(
            mdoc.received.nameSpaces.map { space in
                ClaimValue.Member(
                    space.name,
                    .object(space.items.map { ClaimValue.Member($0.elementIdentifier, ClaimValue($0.value)) }))
            })
    }

    private static let unbound = Finding(
        "mdoc.deviceKey.unasked", .issuer, clause: "OpenID4VCI 1.0 §8.3", rows: ["VCI-MDOC-10"],
        at: "issuer metadata: /proof_types_supported", expected: "a configuration that takes key proofs", seen: .absent,
        remedy: "List proof types: an mdoc is bound to a key of the wallet, which it has to be told.")

    private static let noCertificate = Finding(
        "mdoc.x5chain.empty", .issuer, clause: "RFC 9360 §2", rows: ["VCI-MDOC-03"], at: "/issuerAuth/x5chain",
        expected: "one certificate at least", seen: .absent, remedy: "Put the signer's certificate into x5chain.")
}

extension ClaimValue {
    /// Takes over an element's value; what is of no kind that is known is text in diagnostic notation.
    fileprivate init(_ value: ElementValue) {
        // Nesting was bounded when the mdoc was read.
        switch value {
        case .text(let text), .other(let text): self = .text(text)
        case .integer(let number): self = .integer(number)
        case .number(let number): self = .decimal(String(number))
        case .bool(let flag): self = .boolean(flag)
        case .bytes(let bytes, let mediaType): self = .bytes(bytes, mediaType: mediaType)
        case .fullDate(let text): self = CalendarDate(text).map(ClaimValue.date) ?? .text(text)
        case .dateTime(let instant, _): self = .instant(instant)
        case .list(let values): self = .array(values.map { ClaimValue($0) })
        case .map(let entries): self = .object(entries.map { Member($0.name, ClaimValue($0.value)) })
        case .null: self = .null
        }
    }
}
