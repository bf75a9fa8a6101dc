import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import WalletPorts

/// The rules for every JWT.
enum JWTRules {
    /// For a JWT of no known use.
    static let policy = JWSPolicy(algorithms: Set(SignatureAlgorithm.allCases), types: [], party: .issuer)

    static let form: [Rule<JWS>] = [
        Rule(
            "Three parts in base64url without padding", clause: "RFC 7515 §7.1", rows: ["VCI-GEN-02"],
            codes: ["jose.malformed"]
        ) { .passed("a header, a payload of \($0.payload.count) bytes, a signature of \($0.signature.count)") },
        Rule(
            "The header is JSON with unique names and well-formed members", clause: "RFC 7515 §4",
            rows: ["VCI-GEN-02"], codes: ["jose.header.", "jwk."]
        ) { .passed($0.header.json.keys.joined(separator: ", ")) },
    ]

    static let header: [Rule<JWS>] = [
        Rule(
            "The algorithm is an allowed asymmetric one", clause: "RFC 8725 §3.1", rows: ["VCI-GEN-02"],
            codes: ["jose.alg.notAllowed"]
        ) { .passed($0.header.alg) },
        Rule("The type is the one for this use", clause: "RFC 8725 §3.11", rows: ["VCI-GEN-02"], codes: ["jose.typ."]) {
            $0.header.typ.map { .passed($0) } ?? .notApplicable("no typ, and this use does not ask for one")
        },
        Rule(
            "No critical extension that a wallet does not know", clause: "RFC 7515 §4.1.11", rows: ["VCI-GEN-02"],
            codes: ["jose.crit.unsupported", "jose.b64.unsupported"]
        ) { _ in .passed("there is none") },
    ]

    /// The rule for the payload of a JWT; its subject is the claims.
    static let claims: [Rule<JSONObject>] = [
        Rule("The payload is one JSON object", clause: "RFC 7519 §7.2", rows: [], codes: ["jwt.claims."]) {
            .passed("claims: \($0.count)")
        }
    ]

    static let times: [Rule<JSONObject>] = [
        Rule("It is valid at this time", clause: "RFC 7519 §4.1", rows: [], codes: ["jwt.time."]) { claims in
            let names = ["nbf", "exp"].filter { claims[$0] != nil }
            return names.isEmpty ? .notApplicable("no nbf and no exp") : .passed(names.joined(separator: " and "))
        }
    ]

    /// What is wrong with the times of a JWT, with a skew of a minute.
    static func timeFaults(_ claims: JSONObject, _ profile: JWTProfile?, _ options: InspectOptions) -> [Finding] {
        JWTTimes(of: claims).faults(at: options.now, skew: 60).map { fault in
            Finding(
                "jwt.time.\(fault.code)", profile?.party ?? .issuer, clause: "RFC 7519 §4.1", at: "/\(fault.member)",
                expected: fault.expected,
                seen: fault.seen.map { .value(Dates.text($0)) }
                    ?? .kind(claims[fault.member]?.kind ?? "", length: nil),
                remedy: "Make a new one, and check the clocks.")
        }
    }
}
