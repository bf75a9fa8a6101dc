import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import WalletPorts

/// The rules for a JWK.
private enum KeyRules {
    static let key: [Rule<JWK>] = [
        Rule(
            "The members of its type are there, full length", clause: "RFC 7518 §6", rows: ["VCI-PROOF-03"],
            codes: ["jwk.missing", "jwk.type", "jwk.coordinate.length"]
        ) { .passed($0.key.title) },
        Rule(
            "It is a key: a point on its curve, a sound modulus", clause: "RFC 7518 §6", rows: [],
            codes: ["jwk.invalid"]
        ) {
            _ in .passed("it is")
        },
        Rule(
            "Its type and curve are supported", clause: "RFC 7518 §6", rows: [],
            codes: ["jwk.kty.unsupported", "jwk.crv.unsupported"]
        ) { .passed("for \($0.key.algorithms.map(\.rawValue).joined(separator: ", "))") },
        Rule("It is public", clause: "RFC 7517 §4", rows: ["VCI-PROOF-03"], codes: ["jwk.private"]) { _ in
            .passed("no private member")
        },
    ]

    static func facts(_ key: JWK) -> [Inspection.Fact] {
        [.init("type", key.key.title), .init("thumbprint", key.thumbprint())]
    }
}

/// A JWK.
enum JWKInspector: KindInspector {
    static let summary = "JWKs and JWK sets, with their thumbprints; private members are never shown"

    static func recognises(_ input: InspectInput) -> Bool { input.hasMember("kty") }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        inspect(input.object ?? [:], at: "", detector)
    }

    static func inspect(_ object: JSONObject, at location: String, _ detector: Detector) -> Inspection {
        var inspection = Inspection("jwk", "JSON Web Key")
        var examination = Examination(detector.options)
        let key = examination.examine(KeyRules.key, reading: object, mending: withoutPrivateMembers) {
            object, _ throws(Finding) in
            try JWK(json: .object(object), at: location, refusingPrivate: true)
        }
        inspection.add("", OutsideFacts.list(object) + (key.map(KeyRules.facts) ?? []))
        inspection.checks = examination.checks
        return inspection
    }

    private static func withoutPrivateMembers(_ object: JSONObject, _ finding: inout Finding) -> JSONObject? {
        guard finding.code.description == "jwk.private" else { return nil }
        var mended = object
        for name in JWK.privateMembers { mended[name] = nil }
        return mended
    }
}

/// A JWK set.
enum JWKSetInspector: KindInspector {
    static let summary = ""

    static func recognises(_ input: InspectInput) -> Bool { input.json?["keys"]?.array != nil }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        var inspection = Inspection("jwk-set", "JSON Web Key set")
        let keys = input.json?["keys"]?.array ?? []
        inspection.add("", [.init("keys", "\(keys.count)")])
        let isEmpty = Finding(
            "jwks.empty", .issuer, clause: "RFC 7517 §5.1", at: "/keys", expected: "at least one key",
            seen: .kind("array", length: 0), remedy: "Publish a key.")
        inspection.checks = [
            keys.isEmpty
                ? RuleCheck(isEmpty)
                : RuleCheck("There is a key", clause: "RFC 7517 §5.1", rows: [], .passed, why: "\(keys.count)")
        ]
        inspection.noteRest(of: keys.count, looked: 50, "keys")
        for (index, key) in keys.prefix(50).enumerated() {
            inspection.parts.append(JWKInspector.inspect(key.object ?? [:], at: "/keys/\(index)", detector))
        }
        return inspection
    }
}
