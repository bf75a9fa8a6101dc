import LanyardJOSE
import LanyardJSON
import WalletPorts

/// A JSON string that holds something: what logs and clipboards make of a credential.
enum QuotedTextInspector: KindInspector {
    static let summary = ""

    static func recognises(_ input: InspectInput) -> Bool {
        guard let text = input.json?.string, !text.hasPrefix("\"") else { return false }
        let inner = InspectInput(text)
        return Detector.inspectors.contains { $0 != Self.self && $0.recognises(inner) }
    }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        detector.inspect(inside: input.json?.string ?? "", "text")
    }
}

/// A JWS in the JSON form, RFC 7515 §7.2.
enum JWSJSONInspector: KindInspector {
    static let summary = ""

    static func recognises(_ input: InspectInput) -> Bool {
        input.json?["payload"]?.string != nil && input.hasMember("signature", "signatures")
    }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        var inspection = Inspection("jws-json", "JWS in JSON")
        var examination = Examination(detector.options)
        let read = examination.examine(rules) { _ throws(Finding) in try JWSJSON(json: input.json ?? .null) }
        inspection.checks = examination.checks
        let signatures = read?.signatures ?? []
        inspection.noteRest(of: signatures.count, looked: 10, "signatures")
        for jws in signatures.prefix(10) {
            let profile = JWTProfile.of(typ: jws.header.typ)
            inspection.parts.append(JWTInspector.inspect(jws, as: profile, Examination(detector.options), detector))
        }
        return inspection
    }

    private static let rules: [Rule<JWSJSON>] = [
        Rule(
            "Payload, protected headers and signatures are in their places", clause: "RFC 7515 §7.2",
            rows: ["VCI-GEN-02"], codes: ["jose.json.", "jose.malformed", "jose.header.", "jwk."]
        ) { .passed("signatures: \($0.signatures.count)") }
    ]
}

/// Text that begins like JSON and is none.
enum BrokenJSONInspector: KindInspector {
    static let summary = ""

    static func recognises(_ input: InspectInput) -> Bool { input.jsonError != nil && input.text?.first != "\"" }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        var inspection = Inspection("json", "JSON that cannot be read")
        guard let error = input.jsonError else { return inspection }
        let finding = Finding(
            "json.\(error.code.rawValue)", .issuer, clause: "RFC 8259", at: error.location,
            expected: "JSON with unique names, at most 64 levels deep", seen: .text(error.description),
            remedy: "Send what a strict JSON reader accepts.")
        inspection.checks = [RuleCheck(finding)]
        return inspection
    }
}
