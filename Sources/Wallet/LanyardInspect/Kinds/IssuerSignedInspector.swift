import LanyardCBOR
import LanyardCOSE
import LanyardCertificates
import LanyardCrypto
import MDoc
import WalletPorts

/// An mdoc as its issuer sends it: IssuerSigned, in base64url as OpenID4VCI does, or as bytes.
enum IssuerSignedInspector: KindInspector {
    static let summary = "mdocs (IssuerSigned, DeviceResponse, security object) and mdoc requests (DeviceRequest)"

    static func recognises(_ input: InspectInput) -> Bool {
        guard let candidate = input.cbor, !candidate.has("version"), !candidate.has("docRequests") else { return false }
        return candidate.has("issuerAuth") || candidate.has("nameSpaces")
    }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        guard let candidate = input.cbor else { return Inspection("mdoc", "mdoc") }
        return inspect(candidate.bytes, base64: candidate.base64, detector)
    }

    /// Inspects the bytes; `base64` is the text that they came in, whose form has a rule of its own.
    static func inspect(_ bytes: [UInt8], base64: String?, _ detector: Detector) -> Inspection {
        var inspection = Inspection("mdoc", "Credential: mdoc (IssuerSigned)")
        var examination = Examination(detector.options)
        let read = examination.examine(MDocRules.form) { findings throws(Finding) in
            if let base64 { return try IssuerSigned(base64url: base64, findings: &findings) }
            return try IssuerSigned(parsing: bytes, findings: &findings)
        }
        guard let read else {
            inspection.checks = examination.checks
            return inspection
        }
        let object = SecurityObjectInspector.examine(read.issuerAuth.payload, in: &examination)
        if let object { inspection.add("", SecurityObjectInspector.facts(object)) }
        for space in read.nameSpaces {
            inspection.add(
                space.name,
                space.items.prefix(200).map {
                    .init($0.elementIdentifier, Secrets.notation($0.elementValue, shownBytes: 16))
                })
        }
        let chain = try? read.certificates()
        judge(read, object, chain?.first, in: &examination)
        inspection.checks = examination.checks
        let use = CertificateChain.Use(
            .mdocDocumentSigner(docType: object?.docType ?? ""), rows: ["MDOC-CERT-02", "TRUST-02"])
        let ders = (try? read.issuerAuth.header.certificates()) ?? []
        if !ders.isEmpty {
            inspection.parts.append(CertificateChain(der: ders, from: .issuer).inspection(use, detector.options))
        }
        return inspection
    }

    private static func judge(
        _ read: IssuerSigned, _ object: MobileSecurityObject?, _ signer: Certificate?, in examination: inout Examination
    ) {
        let isSigned = examination.examine(MDocRules.signature) { _ throws(Finding) in
            guard let leaf = try read.certificates().first else { throw noSigner }
            let policy = COSEPolicy(
                algorithms: COSEAlgorithm.signatures, party: .issuer, rows: ["VCI-MDOC-04"], at: "/issuerAuth")
            _ = try read.issuerAuth.verified(by: try leaf.publicKey, policy: policy)
            return leaf
        }
        guard let object else {
            examination.skip(MDocRules.digests, "the security object cannot be read")
            examination.skip(MDocRules.credential, "the security object cannot be read")
            return
        }
        let faults = VerifiedIssuerSigned.faults(of: read, by: object, atMost: 100)
        examination.conclude(MDocRules.digests, faults, object)
        guard faults.isEmpty else {
            return examination.skip(MDocRules.credential, "some digest is wrong")
        }
        let expectation = MDocCredential.Expectation(
            docType: nil, deviceKeys: [], signer: isSigned ?? signer, now: examination.options.now)
        _ = examination.examine(
            MDocRules.credential, reading: expectation, mending: { without($1, $0, object) }
        ) { expectation, findings throws(Finding) in
            try MDocCredential(
                checking: VerifiedIssuerSigned(reopening: read.bytes.array), for: expectation, findings: &findings)
        }
    }

    /// What is expected apart from the time or the signer that a finding is about, so that the other rules are judged.
    private static func without(
        _ finding: Finding, _ expectation: MDocCredential.Expectation, _ object: MobileSecurityObject
    ) -> MDocCredential.Expectation? {
        var findings = Findings()
        var less = expectation
        switch finding.code.description {
        case "mdoc.validity.expired", "mdoc.validity.notYet", "mdoc.validity.signedInFuture":
            guard let validity = try? ValidityInfo(of: object, findings: &findings),
                less.now != validity.validFrom
            else { return nil }
            less.now = validity.validFrom
        case "mdoc.validity.signer" where less.signer != nil: less.signer = nil
        default: return nil
        }
        return less
    }

    private static var noSigner: Finding {
        Finding(
            "mdoc.x5chain.missing", .issuer, clause: "ISO/IEC 18013-5 §9.1.2.4", rows: ["VCI-MDOC-03"],
            at: "/issuerAuth/x5chain", expected: "the signer's certificate", seen: .absent,
            remedy: "The issuer must send its certificate.")
    }
}

/// A mobile security object by itself, with or without tag 24 around it.
enum SecurityObjectInspector: KindInspector {
    static let summary = ""

    static func recognises(_ input: InspectInput) -> Bool { payload(input) != nil }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        var inspection = Inspection("mdoc-security-object", "Mobile security object")
        var examination = Examination(detector.options)
        if let object = examine(payload(input).map { ByteView($0) }, in: &examination) {
            inspection.add("", facts(object))
        }
        inspection.checks = examination.checks
        return inspection
    }

    /// Reads the payload of `issuerAuth`.
    static func examine(_ payload: ByteView?, in examination: inout Examination) -> MobileSecurityObject? {
        examination.examine(MDocRules.securityObject) { _ throws(Finding) in
            guard let payload else {
                throw Finding(
                    "mdoc.issuerAuth.detached", .issuer, clause: "ISO/IEC 18013-5 §9.1.2.4", rows: ["MDOC-MSO-01"],
                    at: "/issuerAuth", expected: "the security object as payload", seen: .absent,
                    remedy: "The issuer must sign the security object.")
            }
            return try MobileSecurityObject(payload: payload)
        }
    }

    static func facts(_ object: MobileSecurityObject) -> [Inspection.Fact] {
        var facts: [Inspection.Fact] = [
            .init("type", object.docType), .init("digests", object.digestAlgorithm.rawValue),
        ]
        for (space, digests) in object.valueDigests.sorted(by: { $0.key < $1.key }) {
            facts.append(.init("  in \(space)", "\(digests.count)"))
        }
        if let times = object.item["validityInfo"] { facts.append(.init("validity", Secrets.notation(times))) }
        if let status = object.item["status"] {
            facts.append(.init("status", Secrets.notation(status, shownBytes: 16)))
        }
        return facts
    }

    /// The object under tag 24.
    private static func payload(_ input: InspectInput) -> [UInt8]? {
        guard let candidate = input.cbor, let item = candidate.item else { return nil }
        if candidate.has("digestAlgorithm"), candidate.has("valueDigests") {
            return CBORWriter.bytes { $0.embedded(candidate.bytes) }
        }
        guard let inner = item.content(of: 24)?.byteString, let object = try? CBORItem(parsing: inner),
            object["digestAlgorithm"] != nil, object["valueDigests"] != nil
        else { return nil }
        return candidate.bytes
    }
}
