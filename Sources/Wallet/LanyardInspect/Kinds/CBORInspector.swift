import LanyardCBOR
import LanyardCOSE
import WalletPorts

/// CBOR that is nothing better known, in diagnostic notation.
enum CBORInspector: KindInspector {
    static let summary = "any other CBOR, in diagnostic notation"

    static func recognises(_ input: InspectInput) -> Bool { input.cbor != nil }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        var inspection = Inspection("cbor", "CBOR")
        guard let candidate = input.cbor else { return inspection }
        var examination = Examination(detector.options)
        let item = examination.examine(rules) { _ throws(Finding) in
            try CBORItem(
                parsing: candidate.bytes, "cbor", .issuer, clause: "RFC 8949 §3, §5.3",
                remedy: "Send exactly one well-formed item.")
        }
        if let item { inspection.add("Diagnostic notation", notation(item)) }
        inspection.checks = examination.checks
        return inspection
    }

    /// A line each; long byte strings are cut.
    static func notation(_ item: CBORItem) -> [Inspection.Fact] {
        let lines = Secrets.notation(item, indent: 2, shownBytes: 32).split(separator: "\n")
        let shown = lines.prefix(most).map { Inspection.Fact("", String($0)) }
        return lines.count > most ? shown + [.init("…", "\(lines.count - most) more lines")] : shown
    }

    private static let most = 400

    private static let rules: [Rule<CBORItem>] = [
        Rule(
            "It is one well-formed item and nothing after it", clause: "RFC 8949 §3, §5.3", rows: [], codes: ["cbor."]
        ) { .passed("\($0.kind.rawValue), bytes: \($0.bytes.count)") }
    ]
}
