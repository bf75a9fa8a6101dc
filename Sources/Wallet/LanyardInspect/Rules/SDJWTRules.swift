import LanyardJOSE
import LanyardJSON
import LanyardSDJWT

/// The rules for SD-JWTs, RFC 9901, and for SD-JWT VCs.
enum SDJWTRules {
    static let form: [Rule<SDJWT>] = [
        Rule(
            "A JWT, Disclosures, each with a tilde after it", clause: "RFC 9901 §4",
            rows: ["SDJWT-01", "VCI-SDJWT-01"],
            codes: ["sdjwt.format.", "sdjwt.disclosures.tooMany", "sdjwt.disclosure.empty", "sdjwt.jsonForm"]
        ) {
            let binding = $0.keyBinding == nil ? "no key binding" : "a key binding JWT"
            return .passed("Disclosures: \($0.disclosures.count), \(binding)")
        },
        Rule(
            "The issuer's part is a JWT", clause: "RFC 7515 §7.1", rows: ["SDJWT-02"],
            codes: ["jose.malformed", "jose.header.", "jwk."]
        ) { .passed($0.issuerJWS.header.json.keys.joined(separator: ", ")) },
        Rule("Its payload is one JSON object", clause: "RFC 9901 §7.1", rows: ["SDJWT-02"], codes: ["sdjwt.payload."]) {
            _ in
            .passed("it is")
        },
        Rule(
            "Each Disclosure is [salt, name, value] or [salt, value] in base64url", clause: "RFC 9901 §4.2",
            rows: ["SDJWT-04", "SDJWT-05", "VCI-SDJWT-04"],
            codes: [
                "sdjwt.disclosure.encoding", "sdjwt.disclosure.json", "sdjwt.disclosure.notArray",
                "sdjwt.disclosure.length", "sdjwt.disclosure.salt", "sdjwt.disclosure.name",
            ]
        ) { counted($0) },
        Rule(
            "No Disclosure is named _sd, _sd_alg or ...", clause: "RFC 9901 §4.2.1",
            rows: ["SDJWT-06", "VCI-SDJWT-04"],
            codes: ["sdjwt.disclosure.reservedName"]
        ) { counted($0) },
    ]

    private static func counted(_ sdjwt: SDJWT) -> Verdict {
        let count = sdjwt.disclosures.count
        return count == 0
            ? .notApplicable("there are no Disclosures") : .passed(count == 1 ? "it is so" : "all \(count)")
    }

    static let digests: [Rule<VerifiedSDJWT>] = [
        Rule(
            "_sd_alg is a known hash, at the top alone", clause: "RFC 9901 §4.1.1", rows: ["SDJWT-03", "VCI-SDJWT-03"],
            codes: ["sdjwt.sdAlg."]
        ) { .passed($0.hash.rawValue) },
        Rule(
            "Digests stand in arrays of strings and in placeholders", clause: "RFC 9901 §4.2.4",
            rows: ["SDJWT-04", "SDJWT-11"],
            codes: ["sdjwt.digests.", "sdjwt.placeholder."]
        ) { _ in .passed("they do") },
        Rule(
            "No digest occurs twice", clause: "RFC 9901 §7.1", rows: ["SDJWT-07", "VCI-SDJWT-04"],
            codes: ["sdjwt.digest.repeated"]
        ) { _ in .passed("each is there once") },
        Rule(
            "Each Disclosure is referred to by one digest, in the place of its kind", clause: "RFC 9901 §7.1",
            rows: ["SDJWT-05", "SDJWT-08", "VCI-SDJWT-04"],
            codes: [
                "sdjwt.disclosure.unreferenced", "sdjwt.disclosure.repeated", "sdjwt.disclosure.elementInObject",
                "sdjwt.disclosure.memberInArray",
            ]
        ) { counted($0.received) },
        Rule(
            "No Disclosure takes a name that is there", clause: "RFC 9901 §7.1", rows: ["SDJWT-06", "VCI-SDJWT-04"],
            codes: ["sdjwt.disclosure.nameCollision"]
        ) { counted($0.received) },
        Rule("It is not nested too deeply", clause: "RFC 9901 §10", rows: ["SDJWT-10"], codes: ["sdjwt.depth"]) { _ in
            .passed("it is not")
        },
    ]

    static let credential: [Rule<VerifiedSDJWT>] = [
        Rule(
            "From an issuer it comes without a key binding", clause: "RFC 9901 §7.2", rows: ["VCI-SDJWT-01"],
            codes: ["sdvc.keyBinding.present"]
        ) {
            $0.received.keyBinding == nil
                ? .passed("there is none") : .notApplicable("it has one, so it is taken for a presentation")
        },
        Rule(
            "typ is not the former vc+sd-jwt", clause: "SD-JWT VC §3.2.1", rows: ["SDVC-01", "VCI-SDJWT-02"],
            codes: ["sdvc.typ.former"]
        ) { _ in .passed("it is not") },
        Rule(
            "vct names the type", clause: "SD-JWT VC §3.2.2.1", rows: ["SDVC-02", "VCI-SDJWT-05"],
            codes: ["sdvc.vct.missing", "sdvc.vct.type"]
        ) { .passed($0.claims["vct"]?.string ?? "") },
        Rule(
            "iss, nbf, exp, cnf, vct, status are not disclosable", clause: "SD-JWT VC §3.2.2.2",
            rows: ["SDVC-02", "VCI-SDJWT-05"], codes: ["sdvc.claim.disclosable"]
        ) { _ in .passed("all of them that are there stand in the payload") },
        Rule(
            "It is valid at this time", clause: "RFC 9901 §7.1, RFC 7519 §4.1", rows: ["SDJWT-13", "VCI-SDJWT-10"],
            codes: ["sdvc.time."]
        ) { $0.claims["exp"] == nil ? .passed("it has no end") : .passed("within nbf and exp") },
        Rule(
            "cnf.jwk holds the holder's key", clause: "SD-JWT VC §3.2.2.2", rows: ["SDVC-03", "VCI-SDJWT-07"],
            codes: ["sdvc.cnf.", "jwk."]
        ) {
            if $0.claims["cnf"]?["jwk"] != nil { return .passed("a sound key; whose it is, the wallet knows") }
            return $0.claims["cnf"] == nil
                ? .notApplicable("it is bound to no key") : .notJudged("cnf has no jwk, which key-bound issuance needs")
        },
        Rule("iss is a string", clause: "SD-JWT VC §3.2.2.2", rows: ["SDVC-06"], codes: ["sdvc.iss.type"]) {
            $0.claims["iss"]?.string.map { .passed($0) } ?? .notApplicable("there is none")
        },
        Rule(
            "status names a list and an index", clause: "SD-JWT VC §3.2.2.2, Token Status List §6",
            rows: ["SDVC-04", "VCI-SDJWT-10"], codes: ["sdvc.status."]
        ) {
            $0.claims["status"] == nil
                ? .notApplicable("there is no status") : .passed("its state is in the list, which is not fetched")
        },
        Rule(
            "The header has x5c (HAIP)", clause: "HAIP 1.0 §6.1.1", rows: ["VCI-SDJWT-08"], codes: ["sdvc.x5c.missing"]
        ) {
            $0.header.x5c == nil ? .notApplicable("the core profile does not ask for it") : .passed("it has")
        },
    ]

    static let issuerKey: [Rule<IssuerKeySource>] = [
        Rule(
            "The issuer's key can be found in one permitted way", clause: "SD-JWT VC §3.5",
            rows: ["SDVC-05", "VCI-SDJWT-08"],
            codes: [
                "sdvc.issuerKey.none", "sdvc.x5c.empty", "sdvc.x5c.tooLong", "certificate.malformed",
                "certificate.tooLarge", "sdvc.iss.type",
            ]
        ) {
            switch $0 {
            case .certificates(let chain): .passed("x5c, certificates: \(chain.count)")
            case .metadata(let query): .passed("JWT VC Issuer Metadata at \(query.url)")
            }
        },
        Rule(
            "Without x5c, iss is an https URL", clause: "SD-JWT VC §5", rows: ["SDVC-07", "VCI-SDJWT-09"],
            codes: ["sdvc.iss.notHTTPS"]
        ) {
            if case .metadata(let query) = $0 { .passed(query.issuer) } else { .notApplicable("there is x5c") }
        },
        Rule(
            "The certificate names the issuer's host", clause: "SD-JWT VC §3.5", rows: ["SDVC-06"],
            codes: ["sdvc.iss.certificate"]
        ) {
            if case .certificates = $0 {
                .passed("it does, or iss is no https URL")
            } else {
                .notApplicable("there is no certificate")
            }
        },
        Rule(
            "No self-signed certificate in x5c", clause: "HAIP 1.0 §6.1.1", rows: ["VCI-SDJWT-08"],
            codes: ["sdvc.x5c.selfSigned", "sdvc.x5c.anchorIncluded"]
        ) {
            if case .certificates = $0 { .passed("there is none") } else { .notApplicable("there is no certificate") }
        },
    ]
}
