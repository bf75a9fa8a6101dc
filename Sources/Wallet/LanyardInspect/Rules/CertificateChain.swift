import LanyardCertificates
import LanyardCrypto
import LanyardDER
import LanyardText
import WalletPorts

/// A chain as it stands in a header or a file: each certificate as far as it can be read, and the path that they make.
struct CertificateChain {
    /// What the chain is for.
    struct Use {
        let profile: PathProfile
        let rows: [String]
        /// Whether it stands by itself, so that a certificate that signed itself may be a root rather than a signer.
        private(set) var standsAlone = false

        /// The use of a JWT's `x5c`.
        init(_ jwt: JWTProfile?) {
            switch jwt?.kind {
            case "request-object": (profile, rows) = (.requestSigner, ["VP-REQ-03", "TRUST-02"])
            case "signed-issuer-metadata": (profile, rows) = (.jwtIssuer, ["VCI-META-09", "TRUST-02"])
            default: (profile, rows) = (.jwtIssuer, ["TRUST-02"])
            }
        }

        init(_ profile: PathProfile, rows: [String]) {
            self.profile = profile
            self.rows = rows
        }

        /// The use of a chain that stands alone: the one that is asked for, else what its first certificate says.
        init(of leaf: Certificate?, _ options: InspectOptions) {
            rows = ["TRUST-02"]
            standsAlone = true
            if let use = options.use {
                profile = use.profile
                return
            }
            let purposes = leaf?.extendedKeyUsage?.map(\.description) ?? []
            if purposes.contains("1.0.18013.5.1.2") {
                profile = .mdocDocumentSigner
            } else if purposes.contains("1.0.18013.5.1.6") {
                profile = .mdocReader
            } else {
                profile = .plain
            }
        }
    }

    private let certificates: [Certificate]
    private let faults: [Finding]
    private let count: Int

    /// Reads the certificates of an `x5c`; nil without one.
    init?(_ x5c: [[UInt8]]?, from party: Finding.Party) {
        guard let x5c else { return nil }
        self.init(der: x5c, from: party)
    }

    init(der: [[UInt8]], from party: Finding.Party) {
        var certificates: [Certificate] = []
        var faults: [Finding] = []
        for (index, der) in der.prefix(Self.most).enumerated() {
            do throws(Finding) {
                certificates.append(try Certificate(der: der, from: party))
            } catch {
                var fault = error
                fault.location = "certificate \(index)"
                faults.append(fault)
            }
        }
        self.certificates = certificates
        self.faults = faults
        count = der.count
    }

    init(_ certificates: [Certificate]) {
        self.certificates = certificates
        faults = []
        count = certificates.count
    }

    /// More than a path can have are not even read.
    private static let most = 20

    /// The first certificate, whose key signs.
    var leaf: Certificate? { faults.isEmpty ? certificates.first : nil }

    func inspection(_ use: Use, _ options: InspectOptions) -> Inspection {
        var inspection = Inspection(
            count == 1 ? "certificate" : "certificate-chain",
            count == 1 ? "Certificate" : "Certificate chain of \(count), the signer's first")
        for (index, certificate) in certificates.enumerated() {
            inspection.add(count == 1 ? "" : "Certificate \(index)", CertificateFacts.list(certificate))
        }
        var examination = Examination(options)
        examination.conclude(CertificateRules.form, faults, faults.isEmpty ? certificates : nil)
        if faults.isEmpty {
            judge(use, in: &examination)
        } else {
            examination.skip(CertificateRules.path, "a certificate cannot be read")
        }
        inspection.checks = examination.checks
        return inspection
    }

    private func judge(_ use: Use, in examination: inout Examination) {
        let options = examination.options
        var profile = options.isHighAssurance ? use.profile.highAssurance : use.profile
        if options.strictness == .strict { profile = profile.strict }
        let result = PathValidator(anchors: options.anchors, profile: profile, at: options.now).validate(certificates)
        let isRoot = use.standsAlone && certificates.count == 1 && certificates.first?.isSelfSigned == true
        var findings: [Finding] = []
        var verdict = CertificateRules.Path(certificates: certificates, profile: profile, trust: .notJudged(""))
        switch result {
        case .valid(let path, let anchor, let notes):
            verdict.trust = .passed("\(anchor.subject), certificates below it: \(path.count)")
            findings = notes.map { $0.finding(party: profile.party, rows: use.rows, severity: .warning) }
        case .invalid(let reasons):
            for reason in reasons {
                if options.anchors.isEmpty, case .noAnchor = reason { continue }
                if isRoot, case .leafIsSelfSigned = reason { continue }
                findings.append(
                    reason.finding(party: profile.party, rows: use.rows, severity: severity(of: reason, options)))
            }
            verdict.trust =
                options.anchors.isEmpty
                ? .notJudged(
                    isRoot ? "a root: whoever trusts it configures it" : "no trust anchors were given: --trust")
                : .notJudged("the chain has other faults")
        }
        examination.conclude(CertificateRules.path, findings, verdict)
    }

    /// Without anchors a self-signed signer is what HAIP alone forbids.
    private func severity(of reason: PathReason, _ options: InspectOptions) -> Finding.Severity {
        if case .leafIsSelfSigned = reason, options.anchors.isEmpty, !options.isHighAssurance { return .warning }
        return .error
    }
}
