internal import LanyardCBOR
internal import LanyardCOSE
public import LanyardCertificates
public import LanyardCrypto
public import WalletPorts

/// An mdoc that keeps the rules for a credential straight from its issuer.
///
/// Signature and digests were verified before, as ``VerifiedIssuerSigned`` says; here come type, device key and time.
/// Whether the issuer is trusted is decided elsewhere, from the certificates.
public struct MDocCredential: Sendable {
    /// What was asked for, and when it is judged.
    public struct Expectation: Sendable {
        /// The document type of the requested configuration, or nil when any will do.
        public var docType: String?
        /// The public keys in the request, in order; empty when any key will do.
        public var deviceKeys: [PublicKey]
        /// The certificate whose key signed.
        public var signer: Certificate?
        /// The time of judgement.
        public var now: Instant
        /// Seconds by which the issuer's clock may differ.
        public var skew: Double

        /// Expects a type and keys at a time.
        public init(
            docType: String?, deviceKeys: [PublicKey], signer: Certificate?, now: Instant, skew: Double = 60
        ) {
            self.docType = docType
            self.deviceKeys = deviceKeys
            self.signer = signer
            self.now = now
            self.skew = skew
        }
    }

    /// The mdoc and its elements.
    public let credential: VerifiedIssuerSigned
    /// When it is valid.
    public let validity: ValidityInfo
    /// Which of the expected keys is its device key; nil when none was expected.
    public let deviceKeyIndex: Int?
    /// Where its status can be asked, if it says so in a way that can be read.
    public let status: MSOStatus?

    /// Checks a verified mdoc; throws the finding of the first rule that is broken, `mdoc.*`.
    ///
    /// Rules: ISO/IEC 18013-5 §9.3.1 without the certification path, OpenID4VCI 1.0 §8.3 and Appendix A.2.
    public init(
        checking credential: VerifiedIssuerSigned, for expectation: Expectation, findings: inout Findings
    ) throws(Finding) {
        self.credential = credential
        let object = credential.securityObject
        if let wanted = expectation.docType, !wanted.utf8.elementsEqual(object.docType.utf8) {
            throw .mdoc(
                "docType.mismatch", clause: "OpenID4VCI 1.0 Appendix A.2.2", rows: ["VCI-MDOC-08", "MDOC-MSO-04"],
                at: "/issuerAuth/mso/docType", expected: "the requested type \(wanted)", seen: .text(object.docType))
        }
        if expectation.deviceKeys.isEmpty {
            deviceKeyIndex = nil
        } else {
            guard let index = expectation.deviceKeys.firstIndex(of: object.deviceKey.key) else {
                throw .mdoc(
                    "deviceKey.foreign", clause: "OpenID4VCI 1.0 §8.3", rows: ["VCI-MDOC-10", "MDOC-MSO-04"],
                    at: "/issuerAuth/mso/deviceKeyInfo/deviceKey",
                    expected: "one of the keys that were sent as proofs", seen: .value("another key"))
            }
            deviceKeyIndex = index
        }
        validity = try ValidityInfo(of: object, findings: &findings)
        try validity.check(at: expectation.now, skew: expectation.skew)
        status = try MSOStatus(of: object, findings: &findings)
        if let signer = expectation.signer {
            try Self.check(validity, within: signer)
            Self.comparePlaces(credential, signer, findings: &findings)
        }
    }

    /// What was signed outside the life of the certificate was not signed by its holder.
    private static func check(_ validity: ValidityInfo, within signer: Certificate) throws(Finding) {
        guard validity.signed.seconds >= signer.notBefore.seconds, validity.signed.seconds <= signer.notAfter.seconds
        else {
            throw .mdoc(
                "validity.signer", clause: "ISO/IEC 18013-5 §9.3.1",
                rows: ["VCI-MDOC-11", "MDOC-MSO-03", "MDOC-CERT-03"], at: "/issuerAuth/mso/validityInfo/signed",
                expected: "a time at which the signer's certificate was valid",
                seen: .value(String(validity.signed.seconds)))
        }
    }

    /// A driving licence names the country and the state of its signer (§7.2, §9.3.1).
    private static func comparePlaces(
        _ credential: VerifiedIssuerSigned, _ signer: Certificate, findings: inout Findings
    ) {
        let space = "org.iso.18013.5.1"
        for (name, place) in [
            ("issuing_country", signer.subject.country), ("issuing_jurisdiction", signer.subject.state),
        ] {
            guard let stated = credential.item(name, in: space)?.elementValue.text, let place, stated != place else {
                continue
            }
            findings.note(
                .mdoc(
                    "place.mismatch", clause: "ISO/IEC 18013-5 §9.3.1", rows: ["VCI-MDOC-12"],
                    at: "/nameSpaces/\(space)/\(name)", expected: "the place of the signer's certificate, \(place)",
                    remedy: "The issuer should name the place in which its certificate was issued."
                ).weighing(.warning))
        }
    }
}

extension Finding {
    fileprivate func weighing(_ severity: Severity) -> Finding {
        var finding = self
        finding.severity = severity
        return finding
    }
}
