import LanyardCOSE
import LanyardCertificates
import LanyardCrypto
import MDoc

/// The rules for mdocs straight from their issuer, ISO/IEC 18013-5 and OpenID4VCI 1.0 Appendix A.2.
enum MDocRules {
    /// Codes of structures that are CBOR and not what they should be.
    private static let shape = ["truncated", "malformed", "trailing", "encoding", "duplicateKey", "depth", "tooLarge"]

    static let form: [Rule<IssuerSigned>] = [
        Rule(
            "It is base64url without padding", clause: "OpenID4VCI 1.0 §A.2.4", rows: ["VCI-MDOC-01"],
            codes: ["mdoc.encoding."]
        ) { _ in .passed("it is, or it was given as bytes") },
        Rule(
            "It is well-formed CBOR with nothing after it", clause: "RFC 8949 §3, §5.3", rows: ["VCI-MDOC-02"],
            codes: shape.map { "mdoc.issuerSigned.\($0)" }
        ) { .passed("bytes: \($0.bytes.count)") },
        Rule(
            "Each element has digestID, 16 random bytes, a name and a value", clause: "ISO/IEC 18013-5 §9.1.2.4",
            rows: ["VCI-MDOC-02", "MDOC-DR-02"], codes: ["mdoc.issuerSigned.type", "mdoc.issuerSigned.missing"]
        ) { .passed("elements: \($0.nameSpaces.reduce(0) { $0 + $1.items.count })") },
        Rule(
            "issuerAuth is an untagged COSE_Sign1", clause: "ISO/IEC 18013-5 §9.1.2.4",
            rows: ["VCI-MDOC-03", "MDOC-MSO-01"], codes: ["cose.", "mdoc.issuerAuth."]
        ) { .passed($0.issuerAuth.header.algorithm?.description ?? "it is") },
        Rule(
            "The signer's certificates are in the unprotected header", clause: "ISO/IEC 18013-5 §9.1.2.4",
            rows: ["VCI-MDOC-03", "MDOC-MSO-01"], codes: ["mdoc.x5chain."]
        ) { _ in .passed("x5chain") },
    ]

    static let securityObject: [Rule<MobileSecurityObject>] = [
        Rule(
            "The security object is there, under tag 24", clause: "ISO/IEC 18013-5 §9.1.2.4",
            rows: ["VCI-MDOC-07", "MDOC-MSO-01"],
            codes: shape.map { "mdoc.mso.\($0)" } + ["mdoc.issuerAuth.detached"]
        ) { .passed($0.docType) },
        Rule(
            "Its members are of version 1.0", clause: "ISO/IEC 18013-5 §9.1.2.4", rows: ["VCI-MDOC-07", "MDOC-MSO-02"],
            codes: ["mdoc.mso.type", "mdoc.mso.missing"]
        ) { .passed("digests: \($0.valueDigests.values.reduce(0) { $0 + $1.count })") },
        Rule(
            "The digest algorithm is SHA-256, SHA-384 or SHA-512", clause: "ISO/IEC 18013-5 §9.1.2.5",
            rows: ["VCI-MDOC-07", "MDOC-MSO-02"], codes: ["mdoc.mso.digestAlgorithm"]
        ) { .passed($0.digestAlgorithm.rawValue) },
        Rule(
            "The device key is a sound key on a known curve", clause: "RFC 9053 §7.1", rows: ["VCI-MDOC-10"],
            codes: ["cose.key."]
        ) { .passed("whose it is, the wallet knows; for \($0.deviceKey.key.algorithms.map(\.rawValue).joined())") },
    ]

    static let digests: [Rule<MobileSecurityObject>] = [
        Rule(
            "Each element has a digest id and a name of its own", clause: "ISO/IEC 18013-5 §9.3.1",
            rows: ["VCI-MDOC-09", "MDOC-DR-08"], codes: ["mdoc.digestID.repeated", "mdoc.element.repeated"]
        ) { _ in .passed("each has") },
        Rule(
            "Each element has the digest that was signed", clause: "ISO/IEC 18013-5 §9.3.1",
            rows: ["VCI-MDOC-09", "MDOC-DR-08"], codes: ["mdoc.digest.missing", "mdoc.digest.mismatch"]
        ) { .passed("by \($0.digestAlgorithm.rawValue), over the bytes that arrived") },
    ]

    static let signature: [Rule<Certificate>] = [
        Rule(
            "The algorithm is an allowed one, in the protected header", clause: "RFC 9052 §3.1",
            rows: ["VCI-MDOC-04", "MDOC-MSO-01"], codes: ["cose.alg.", "cose.crit."]
        ) { _ in .passed("it is") },
        Rule(
            "The signature is that of the first certificate", clause: "RFC 9052 §4.4",
            rows: ["VCI-MDOC-04", "MDOC-MSO-01"],
            codes: ["cose.signature.", "cose.key.mismatch", "cose.payload.", "certificate.", "mdoc.issuerAuth."]
        ) { .passed($0.subject.description) },
    ]

    static let credential: [Rule<MDocCredential>] = [
        Rule(
            "validityInfo is in order and covers this time", clause: "ISO/IEC 18013-5 §9.3.1",
            rows: ["VCI-MDOC-11", "MDOC-MSO-03"],
            codes: [
                "mdoc.validity.order", "mdoc.validity.expired", "mdoc.validity.notYet", "mdoc.validity.signedInFuture",
                "mdoc.validity.type", "mdoc.validity.missing", "mdoc.validity.encoding",
            ]
        ) { .passed("\(Dates.text($0.validity.validFrom)) to \(Dates.text($0.validity.validUntil))") },
        Rule(
            "Times are written as YYYY-MM-DDThh:mm:ssZ", clause: "ISO/IEC 18013-5 §7.2.1", rows: ["MDOC-DR-07"],
            codes: ["mdoc.validity.form"]
        ) { _ in .passed("they are") },
        Rule(
            "It was signed while the signer's certificate was valid", clause: "ISO/IEC 18013-5 §9.3.1",
            rows: ["VCI-MDOC-11", "MDOC-CERT-03"], codes: ["mdoc.validity.signer"]
        ) { .passed(Dates.text($0.validity.signed)) },
        Rule(
            "status names a list and a place in it", clause: "ISO/IEC 18013-5 second edition §12.3.6",
            rows: ["MDOC-2E-06", "VCI-MDOC-12"], codes: ["mdoc.status."]
        ) {
            $0.status == nil
                ? .notApplicable("there is no status") : .passed("its state is in the list, which is not fetched")
        },
        Rule(
            "A licence names the country and state of its signer", clause: "ISO/IEC 18013-5 §9.3.1",
            rows: ["VCI-MDOC-12"], codes: ["mdoc.place.mismatch"]
        ) { _ in .passed("nothing speaks against it") },
        Rule(
            "Type and device key are those that were asked for", clause: "OpenID4VCI 1.0 §8.3, §A.2.2",
            rows: ["VCI-MDOC-08", "VCI-MDOC-10"], codes: ["mdoc.docType.mismatch", "mdoc.deviceKey.foreign"]
        ) { _ in .notJudged("only the wallet knows what it asked for") },
    ]
}
