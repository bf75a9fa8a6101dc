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

    /// Times of a JWT with a skew of a minute, RFC 7519 §4.1.4 to §4.1.6.
    static func timeFaults(_ claims: JSONObject, _ profile: JWTProfile?, _ options: InspectOptions) -> [Finding] {
        let skew = 60.0
        var faults: [Finding] = []
        func time(_ name: String) -> Instant? {
            guard let value = claims[name] else { return nil }
            guard let seconds = value.double, abs(seconds) < 253_402_300_800 else {
                faults.append(
                    fault("malformed", name, "a number of seconds since 1970", .kind(value.kind, length: nil)))
                return nil
            }
            return Instant(milliseconds: Int64(seconds * 1000))
        }
        func fault(_ code: String, _ name: String, _ expected: String, _ seen: Described) -> Finding {
            Finding(
                "jwt.time.\(code)", profile?.party ?? .issuer, clause: "RFC 7519 §4.1", at: "/\(name)",
                expected: expected, seen: seen, remedy: "Make a new one, and check the clocks.")
        }
        func seen(_ instant: Instant) -> Described { .value(Dates.text(instant)) }
        if let exp = time("exp"), options.now.advanced(by: -skew) >= exp {
            faults.append(fault("expired", "exp", "a time to come", seen(exp)))
        }
        if let nbf = time("nbf"), options.now.advanced(by: skew) < nbf {
            faults.append(fault("notYet", "nbf", "a time past", seen(nbf)))
        }
        if let iat = time("iat"), options.now.advanced(by: skew) < iat {
            faults.append(fault("issuedInFuture", "iat", "a time past", seen(iat)))
        }
        return faults
    }
}
