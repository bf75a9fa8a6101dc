import LanyardJOSE
import LanyardJSON
import WalletPorts

/// Any signed JWT or JWS in the compact form; of a known `typ` with the rules for that use.
enum JWTInspector: KindInspector {
    static let summary = "JWTs: key proofs, key and client attestations, DPoP, key binding, request objects, any other"

    static func recognises(_ input: InspectInput) -> Bool { !input.hasTilde && input.compact?.parts == 3 }

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
        let profile = profile ?? self.profile(of: jws)
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
            inspection.parts.append(IssuerMetadataInspector.inspect(claims, "it is inside a JWT", detector))
        }
        return inspection
    }

    /// The profile of a JWT that its claims tell, whatever its typ says.
    private static func profile(of jws: JWS) -> JWTProfile? {
        let claims = try? jws.unverifiedClaims(from: .issuer)
        return claims?["credential_configurations_supported"] == nil ? nil : .signedIssuerMetadata
    }
}
