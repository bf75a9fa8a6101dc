import LanyardCertificates
import LanyardJSON
import LanyardText
import WalletPorts

/// Certificates in PEM.
enum PEMInspector: KindInspector {
    static let summary = "certificates and chains: PEM, DER, base64 of DER, x5c arrays; with --trust the path is judged"

    static func recognises(_ input: InspectInput) -> Bool {
        input.json == nil && input.jsonError == nil && input.text != nil && input.bytes.holds(mark)
    }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        let isPrivate = input.bytes.holds("PRIVATE KEY")
        guard input.bytes.holds("-----BEGIN CERTIFICATE-----") else {
            var inspection = Inspection("pem", "PEM block")
            inspection.checks = [isPrivate ? privateKey : RuleCheck(otherLabel(input.bytes))]
            return inspection
        }
        var examination = Examination(detector.options)
        let read = examination.examine(CertificateRules.form) { _ throws(Finding) in
            try Certificate.pem(input.text ?? "")
        }
        var inspection: Inspection
        if let read {
            inspection = CertificateChain(read).inspection(.init(of: read.first, detector.options), detector.options)
        } else {
            inspection = Inspection("certificate", "Certificate")
            inspection.checks = examination.checks
        }
        if isPrivate { inspection.checks.append(privateKey) }
        return inspection
    }

    private static let mark = "-----BEGIN "

    private static var privateKey: RuleCheck {
        RuleCheck(
            Finding(
                "pem.privateKey", .person, clause: "RFC 7468 §5", expected: "CERTIFICATE blocks alone",
                seen: .text("a private key"),
                remedy: "A private key is for nobody else's eyes; it was not looked at."))
    }

    /// What stands in the place of a label may be the content: shown is what RFC 7468 §3 would call one.
    private static func otherLabel(_ bytes: [UInt8]) -> Finding {
        let start = bytes.indices.first { bytes[$0...].starts(with: mark.utf8) } ?? 0
        let rest = bytes[start...].dropFirst(mark.utf8.count)
        let label = rest.prefix(40).prefix { $0 == 0x20 || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        let isLabel = rest.dropFirst(label.count).starts(with: "-----".utf8)
        return Finding(
            "pem.label", .person, clause: "RFC 7468 §5", expected: "a CERTIFICATE block",
            seen: .text(isLabel ? String(decoding: label, as: UTF8.self) : "no label"), remedy: "Give a certificate.")
    }
}

/// A list of certificates as `x5c` writes it: a JSON array of base64, or an object that holds one.
enum CertificateListInspector: KindInspector {
    static let summary = ""

    static func recognises(_ input: InspectInput) -> Bool { list(input) != nil }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        let texts = list(input) ?? []
        // What is not base64 is handed on as it is, so that the certificate's reader refuses it.
        let chain = CertificateChain(der: texts.map { Base64.decode($0) ?? Array($0.utf8) }, from: .issuer)
        return chain.inspection(.init(of: chain.leaf, detector.options), detector.options)
    }

    private static func list(_ input: InspectInput) -> [String]? {
        let array = input.json?.array ?? (input.object?.count == 1 ? input.json?["x5c"]?.array : nil)
        guard let array, let first = array.first?.string, first.hasPrefix("MI") else { return nil }
        return array.map { $0.string ?? "" }
    }
}

/// One certificate in DER, or the base64 of it.
enum CertificateInspector: KindInspector {
    static let summary = ""

    static func recognises(_ input: InspectInput) -> Bool { der(input) != nil }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        let chain = CertificateChain(der: der(input).map { [$0] } ?? [], from: .issuer)
        return chain.inspection(.init(of: chain.leaf, detector.options), detector.options)
    }

    /// A SEQUENCE whose length takes two bytes or three, as that of every certificate does.
    private static func der(_ input: InspectInput) -> [UInt8]? {
        if input.bytes.first == 0x30, let length = input.bytes.dropFirst().first, length == 0x82 || length == 0x83 {
            return input.bytes
        }
        guard let text = input.text, text.hasPrefix("MI"), text.utf8.count < 100_000 else { return nil }
        let joined = text.filter { !$0.isWhitespace }
        return Base64.decode(joined) ?? Base64URL.decode(joined)
    }
}
