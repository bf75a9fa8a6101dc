import LanyardJOSE
import LanyardJSON
import LanyardText
import WalletPorts

/// Any signed JWT or JWS in the compact form; of a known `typ` with the rules for that use.
enum JWTInspector: KindInspector {
    static let summary = "JWTs: key proofs, key and client attestations, DPoP, key binding, request objects, any other"

    static func recognises(_ input: InspectInput) -> Bool {
        guard let text = input.text else { return false }
        return CompactForm(text)?.parts == 3
    }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        inspect(input.text ?? "", detector)
    }

    /// Inspects a JWT; `as` names the profile when the place where it stands tells it.
    static func inspect(_ text: String, as place: JWTProfile? = nil, _ detector: Detector) -> Inspection {
        let header = CompactForm(text)?.header
        let profile = place ?? JWTProfile.of(typ: header?["typ"]?.string)
        var examination = Examination(detector.options)
        let party = profile?.party ?? .issuer
        let jws = examination.examine(JWTRules.form) { _ throws(Finding) in try JWS(compact: text, from: party) }
        guard let jws else {
            var inspection = Inspection(profile?.kind ?? "jwt", profile?.title ?? "JWT")
            if let header { inspection.add("Header", OutsideFacts.list(header)) }
            inspection.checks = examination.checks
            return inspection
        }
        return inspect(jws, as: profile, examination, detector)
    }

    static func inspect(
        _ jws: JWS, as profile: JWTProfile?, _ examination: Examination, _ detector: Detector
    ) -> Inspection {
        var examination = examination
        let party = profile?.party ?? .issuer
        let claims: JSONObject? =
            profile == nil && (try? jws.unverifiedClaims(from: party)) == nil
            // Of a JWS of no known use nobody says that its payload is JSON.
            ? nil
            : examination.examine(JWTRules.claims) { _ throws(Finding) in try jws.unverifiedClaims(from: party) }
        let isCredential = profile == nil && claims?["vc"] != nil
        var inspection = Inspection(
            isCredential ? "jwt-vc" : profile?.kind ?? (claims == nil ? "jws" : "jwt"),
            isCredential ? "W3C credential as a JWT (jwt_vc_json)" : profile?.title ?? (claims == nil ? "JWS" : "JWT"))
        inspection.add("Header", OutsideFacts.list(jws.header.json))
        if let claims {
            inspection.add("Claims", OutsideFacts.list(claims) + Dates.facts(claims))
        } else {
            inspection.add("Payload", [.init("payload", "\(jws.payload.count) bytes")])
        }
        let policy = profile?.policy ?? JWTRules.policy
        examination.conclude(JWTRules.header, policy.faults(of: jws.header), jws)
        if let profile, let claims {
            for check in profile.checks(of: jws, claims: claims) { examination.add(check) }
        }
        if let claims {
            examination.conclude(JWTRules.times, JWTRules.timeFaults(claims, profile, detector.options), claims)
        }
        let chain = CertificateChain(jws.header.x5c, from: policy.party)
        SignatureJudgement(of: jws, policy: policy, chain: chain, options: detector.options).conclude(in: &examination)
        inspection.checks = examination.checks
        if let chain { inspection.parts.append(chain.inspection(.init(profile), detector.options)) }
        if profile?.kind == "signed-issuer-metadata", let claims {
            inspection.parts.append(IssuerMetadataInspector.inspect(claims, place: .signed, detector))
        }
        return inspection
    }
}

/// The dots of a compact JOSE object, looked at before it is read.
struct CompactForm {
    /// How many parts there are.
    let parts: Int
    /// The header, if its part can be read.
    let header: JSONObject?

    /// Looks at a text; nil unless it consists of base64url parts joined by dots, the first one like a JSON object.
    init?(_ text: some StringProtocol) {
        var dots = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "."): dots += 1
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "="),
                UInt8(ascii: "+"), UInt8(ascii: "/"):
                continue
            default: return nil
            }
        }
        parts = dots + 1
        guard dots > 0, text.utf8.starts(with: "ey".utf8) else { return nil }
        let first = text.utf8.prefix { $0 != UInt8(ascii: ".") }
        let json = Base64URL.decode(utf8: Array(first)).flatMap { try? JSON(parsing: $0) }
        header = json?.object
    }

    /// The `typ`, lower case and without `application/`.
    var typ: String? {
        header?["typ"]?.string.map { JWTProfile.name(of: $0) }
    }
}
