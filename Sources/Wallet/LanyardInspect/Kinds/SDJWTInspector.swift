import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardSDJWT
import WalletPorts

/// An SD-JWT, or an SD-JWT VC, with its Disclosures put in their places.
enum SDJWTInspector: KindInspector {
    static let summary = "SD-JWT and SD-JWT VC: Disclosures resolved, claims, issuer's key, key binding"

    static func recognises(_ input: InspectInput) -> Bool {
        guard let form = input.compact, form.parts == 3 else { return false }
        return input.hasTilde || ["dc+sd-jwt", "vc+sd-jwt"].contains(form.typ)
    }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        var examination = Examination(detector.options)
        let read = examination.examine(
            SDJWTRules.form, reading: NumberedParts(input.text ?? ""), mending: { $0.without(&$1) }
        ) { parts, _ throws(Finding) in
            try SDJWT(compact: parts.text)
        }
        guard let read else { return unread(input, examination) }
        return inspect(read, examination, detector)
    }

    /// The header and payload of one that could not be read, as far as they can be shown.
    private static func unread(_ input: InspectInput, _ examination: Examination) -> Inspection {
        var inspection = Inspection("sd-jwt", "SD-JWT")
        if let header = input.compact?.header { inspection.add("Header", OutsideFacts.list(header)) }
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
                // Their values stand among the claims: whether one is secret, its place tells.
                verified.received.disclosures.map {
                    .init($0.name ?? "an array element", "\($0.value.kind), \($0.value.encodedText().utf8.count) bytes")
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

/// An SD-JWT whose Disclosures keep the numbers that they came with when one is left out.
struct NumberedParts {
    let text: String
    /// The first numbers of the Disclosures; nil while none was left out.
    private let numbers: [Int]?

    init(_ text: String) { self.init(text, numbers: nil) }

    private init(_ text: String, numbers: [Int]?) {
        (self.text, self.numbers) = (text, numbers)
    }

    /// Leaves out the Disclosure that a finding is about, and gives the finding its first number back.
    func without(_ finding: inout Finding) -> NumberedParts? {
        guard finding.location.hasPrefix("disclosure "), let index = Int(finding.location.dropFirst(11)) else {
            return nil
        }
        // The issuer's part is the first, the key binding or nothing the last.
        var parts = text.utf8.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
        guard index >= 0, index + 1 < parts.count - 1 else { return nil }
        var numbers = numbers ?? Array(0..<(parts.count - 2))
        finding.location = "disclosure \(numbers.remove(at: index))"
        parts.remove(at: index + 1)
        return NumberedParts(parts.map { String(Substring($0)) }.joined(separator: "~"), numbers: numbers)
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
