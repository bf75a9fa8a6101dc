import LanyardCertificates

/// The rules for certificates and the paths that they make.
enum CertificateRules {
    struct Path: Sendable {
        let certificates: [Certificate]
        let profile: PathProfile
        var trust: Verdict
    }

    static let form: [Rule<[Certificate]>] = [
        Rule(
            "Each certificate is strict DER", clause: "RFC 5280 §4.1", rows: ["TRUST-02"],
            codes: ["certificate.malformed", "certificate.tooLarge", "certificate.pem"]
        ) { .passed($0.count == 1 ? "it is" : "all \($0.count) are") }
    ]

    static let trust = "It leads to a trust anchor"

    static let path: [Rule<Path>] = [
        Rule(
            trust, clause: "RFC 5280 §6.1", rows: ["TRUST-02"],
            codes: ["certificate.path.noAnchor", "certificate.path.leafIsAnchor", "certificate.path.empty"]
        ) { $0.trust },
        Rule(
            "Each is signed by the next", clause: "RFC 5280 §6.1", rows: ["TRUST-02"],
            codes: [
                "certificate.path.outOfOrder", "certificate.path.issuerDiffers", "certificate.path.signature",
                "certificate.path.keyIdentifierDiffers", "certificate.path.tooLong",
            ]
        ) {
            $0.certificates.count > 1
                ? .passed("names, key identifiers and signatures fit") : .notApplicable("there is one certificate")
        },
        Rule(
            "They are valid at this time", clause: "RFC 5280 §6.1", rows: ["TRUST-02"],
            codes: ["certificate.path.expired", "certificate.path.notYetValid"]
        ) { path in
            let ends = path.certificates.map(\.notAfter).min()
            return .passed(ends.map { "the first to end does so at \(Dates.text($0))" } ?? "they are")
        },
        Rule(
            "Keys and algorithms are strong and known", clause: "RFC 5280 §4.1.1.2", rows: ["TRUST-02"],
            codes: ["certificate.path.algorithm", "certificate.path.algorithmsDiffer", "certificate.path.key"]
        ) { .passed($0.certificates.map(\.algorithm.description).joined(separator: ", ")) },
        Rule(
            "Authorities may sign certificates", clause: "RFC 5280 §4.2.1.9, §4.2.1.3", rows: ["TRUST-02"],
            codes: ["certificate.path.notAuthority", "certificate.path.pathLength"]
        ) {
            $0.certificates.count > 1
                ? .passed("basic constraints allow it") : .notApplicable("there is one certificate")
        },
        Rule(
            "The key usages allow what the keys did", clause: "RFC 5280 §4.2.1.3", rows: ["TRUST-02"],
            codes: ["certificate.path.keyUsage"]
        ) { .passed("as \($0.profile.name)") },
        Rule(
            "The first certificate is for this use", clause: "RFC 5280 §4.2.1.12, ISO/IEC 18013-5 Annex B.1",
            rows: ["TRUST-02"], codes: ["certificate.path.purpose", "certificate.path.leafIsAuthority"]
        ) { .passed("as \($0.profile.name)") },
        Rule(
            "The signer is not self-signed", clause: "OpenID4VC HAIP 1.0 §6.1.1", rows: ["VCI-SDJWT-08"],
            codes: ["certificate.path.leafIsSelfSigned"]
        ) {
            $0.certificates.first?.isSelfSigned == true
                ? .notApplicable("it is a root, or trusted by itself") : .passed("another key signed it")
        },
        Rule(
            "The anchor is not in the chain", clause: "OpenID4VC HAIP 1.0 §6.1.1", rows: ["VCI-SDJWT-08"],
            codes: ["certificate.path.anchorInChain"]
        ) {
            $0.certificates.count > 1
                ? .passed("no anchor that was given is") : .notApplicable("there is one certificate")
        },
        Rule(
            "Extensions are well formed, and critical ones known", clause: "RFC 5280 §4.2", rows: ["TRUST-02"],
            codes: [
                "certificate.path.criticalExtension", "certificate.path.nameConstraints",
                "certificate.path.malformedExtension",
            ]
        ) { .passed("extensions: \($0.certificates.reduce(0) { $0 + $1.extensions.count })") },
        Rule(
            "The formal rules for mdoc certificates", clause: "ISO/IEC 18013-5 Annex B.1", rows: ["MDOC-CERT-02"],
            codes: ["certificate.path.mdoc."]
        ) {
            $0.profile.name.hasPrefix("mdoc") ? .passed("they hold") : .notApplicable("it does not sign mdocs")
        },
    ]
}
