import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardSDJWT
import WalletPorts

/// An SD-JWT, or an SD-JWT VC, with its Disclosures put in their places.
enum SDJWTInspector: KindInspector {
    static let summary = "SD-JWT and SD-JWT VC: Disclosures resolved, claims, issuer's key, key binding"

    static func recognises(_ input: InspectInput) -> Bool {
        guard let text = input.text else { return false }
        if let tilde = text.firstIndex(of: "~") { return CompactForm(text[..<tilde])?.parts == 3 }
        return CompactForm(text).map { $0.parts == 3 && ["dc+sd-jwt", "vc+sd-jwt"].contains($0.typ) } ?? false
    }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        var examination = Examination(detector.options)
        let read = examination.examine(
            SDJWTRules.form, reading: NumberedParts(input.text ?? ""), mending: { $0.without(&$1) }
        ) { parts, _ throws(Finding) in
            try SDJWT(compact: parts.text)
        }
        guard let read else { return unread(input.text ?? "", examination) }
        return inspect(read, examination, detector)
    }

    /// The header and payload of one that could not be read, as far as they can be shown.
    private static func unread(_ text: String, _ examination: Examination) -> Inspection {
        var inspection = Inspection("sd-jwt", "SD-JWT")
        if let header = CompactForm(text.prefix { $0 != "~" })?.header {
            inspection.add("Header", OutsideFacts.list(header))
        }
        inspection.checks = examination.checks
        return inspection
    }

    static func inspect(_ read: SDJWT, _ examination: Examination, _ detector: Detector) -> Inspection {
        var examination = examination
        let header = read.issuerJWS.header
        let isCredential = isCredential(read)
        var inspection = Inspection(
            isCredential ? "sd-jwt-vc" : "sd-jwt",
            isCredential ? "Credential: SD-JWT VC" : "SD-JWT")
        inspection.add("Header", OutsideFacts.list(header.json))

        let verified = examination.examine(
            SDJWTRules.digests, reading: NumberedParts(read.text), mending: { $0.without(&$1) }
        ) { parts, _ throws(Finding) in
            try VerifiedSDJWT(reopening: parts.text)
        }
        if let verified {
            inspection.add(
                isCredential ? "Claims" : "Processed payload",
                OutsideFacts.list(verified.claims) + Dates.facts(verified.claims))
            inspection.add(
                "Disclosures",
                verified.received.disclosures.map { disclosure in
                    .init(disclosure.name ?? "an array element", OutsideFacts.leaf(disclosure.value))
                })
        }

        let policy = isCredential ? SDJWTVC.signaturePolicy : JWTRules.policy
        examination.conclude(JWTRules.header, policy.faults(of: header), read.issuerJWS)
        let chain = CertificateChain(header.x5c, from: .issuer)
        SignatureJudgement(of: read.issuerJWS, policy: policy, chain: chain, options: detector.options)
            .conclude(in: &examination)
        if isCredential { judge(read, verified, in: &examination) }
        inspection.checks = examination.checks
        if let chain { inspection.parts.append(chain.inspection(.init(nil), detector.options)) }
        if let text = read.keyBinding {
            inspection.parts.append(KeyBindingReport.inspection(text, of: read, verified, detector))
        }
        return inspection
    }

    private static func judge(_ read: SDJWT, _ verified: VerifiedSDJWT?, in examination: inout Examination) {
        if let verified {
            var findings = examination.options.newFindings
            let expectation = SDJWTVC.Expectation(type: nil, holderKeys: [], now: examination.options.now)
            let faults = SDJWTVC.faults(
                of: verified, for: expectation, isPresented: read.keyBinding != nil, findings: &findings)
            // A wrong typ is told before, by the policy for the signature, as a session tells it.
            let told = findings.list + faults.filter { $0.code.description != "sdvc.typ" }
            examination.conclude(SDJWTRules.credential, told, verified)
        } else {
            examination.skip(SDJWTRules.credential, "the Disclosures cannot be resolved")
        }
        _ = examination.examine(SDJWTRules.issuerKey) { findings throws(Finding) in
            try IssuerKeySource(of: read, findings: &findings)
        }
    }

    /// A credential says so by its type, or has the claim that every one must have.
    private static func isCredential(_ read: SDJWT) -> Bool {
        let typ = read.issuerJWS.header.typ.map(JWTProfile.name)
        return ["dc+sd-jwt", "vc+sd-jwt"].contains(typ)
            || (try? read.issuerJWS.unverifiedClaims(from: .issuer))?["vct"] != nil
    }
}

/// The parts of an SD-JWT with the numbers that they came with, so that one can be left out and the rest keep theirs.
struct NumberedParts {
    private let issuer: Substring
    private let disclosures: [(number: Int, text: Substring)]
    private let binding: Substring

    init(_ text: String) {
        var parts = text.split(separator: "~", omittingEmptySubsequences: false)
        binding = parts.count > 1 ? parts.removeLast() : ""
        issuer = parts.first ?? ""
        hasTilde = text.utf8.contains(UInt8(ascii: "~"))
        disclosures = parts.dropFirst().enumerated().map { ($0.offset, $0.element) }
    }

    private init(_ issuer: Substring, _ disclosures: [(number: Int, text: Substring)], _ binding: Substring) {
        self.issuer = issuer
        self.disclosures = disclosures
        self.binding = binding
        hasTilde = true
    }

    private let hasTilde: Bool

    var text: String {
        guard hasTilde else { return String(issuer) }
        return ([issuer] + disclosures.map(\.text) + [binding]).joined(separator: "~")
    }

    /// Leaves out the Disclosure that a finding is about, and gives the finding its first number back.
    func without(_ finding: inout Finding) -> NumberedParts? {
        guard finding.location.hasPrefix("disclosure "), let index = Int(finding.location.dropFirst(11)),
            disclosures.indices.contains(index)
        else { return nil }
        finding.location = "disclosure \(disclosures[index].number)"
        var left = disclosures
        left.remove(at: index)
        return NumberedParts(issuer, left, binding)
    }
}

/// An SD-JWT in the JSON form, RFC 9901 §8.
enum SDJWTJSONInspector: KindInspector {
    static let summary = ""

    static func recognises(_ input: InspectInput) -> Bool {
        guard let object = input.object, object["payload"]?.string != nil else { return false }
        let header = object["header"] ?? object["signatures"]?[0]?["header"]
        return header?["disclosures"] != nil || header?["kb_jwt"] != nil
    }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        var examination = Examination(detector.options)
        let read = examination.examine(SDJWTRules.form) { _ throws(Finding) in
            try SDJWT(json: input.json ?? .null)
        }
        guard let read else {
            var inspection = Inspection("sd-jwt", "SD-JWT in JSON")
            inspection.checks = examination.checks
            return inspection
        }
        return SDJWTInspector.inspect(read, examination, detector)
    }
}
