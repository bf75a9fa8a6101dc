import LanyardCertificates
import LanyardJOSE
import LanyardJSON
import LanyardStatusList
import WalletPorts

/// A status list token in the form of a JWT.
enum StatusTokenInspector: KindInspector {
    static let summary = "status list tokens (JWT): claims, the list inflated, how often each status occurs"

    static func recognises(_ input: InspectInput) -> Bool {
        guard JWTInspector.recognises(input) else { return false }
        if input.compact?.typ == "statuslist+jwt" { return true }
        // One with another typ is one that breaks a rule.
        let claims = try? JWS(compact: input.text ?? "").unverifiedClaims(from: .issuer)
        return claims?["status_list"]?["lst"] != nil
    }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        var inspection = Inspection("status-list-token", "Status list token")
        let text = input.text ?? ""
        var examination = Examination(detector.options)
        guard let jws = examination.examine(JWTRules.form, { _ throws(Finding) in try JWS(compact: text) }) else {
            inspection.checks = examination.checks
            return inspection
        }
        let policy = StatusListToken.signaturePolicy
        inspection.add("Header", OutsideFacts.list(jws.header.json))
        examination.conclude(JWTRules.header, policy.faults(of: jws.header), jws)
        let chain = CertificateChain(jws.header.x5c, from: .issuer)
        SignatureJudgement(of: jws, policy: policy, chain: chain, options: detector.options).conclude(in: &examination)

        let claims = examination.examine(JWTRules.claims) { _ throws(Finding) in
            try jws.unverifiedClaims(from: .issuer)
        }
        if let claims {
            inspection.add("Claims", OutsideFacts.list(claims) + Dates.facts(claims))
            let now = detector.options.now
            let token = examination.examine(rules, reading: claims, mending: { mending($0, $1) }) {
                claims, _ throws(Finding) in
                try StatusListToken(reading: claims, now: now)
            }
            if let token, !examination.refused.contains("status_list") { inspection.add("List", facts(token.list)) }
        }
        inspection.conclude(examination)
        if let chain {
            inspection.parts.append(chain.inspection(.init(.statusSigner, rows: ["TSL-07"]), detector.options))
        }
        return inspection
    }

    /// The list of one entry in place of one that was refused, and times of another day.
    private static let mending = Mending(standIns: [
        "sub": "https://list.invalid", "iat": 0, "status_list": ["bits": 1, "lst": "eNpjAAAAAQAB"],
    ])

    private static func facts(_ list: StatusList) -> [Inspection.Fact] {
        let names: [UInt8: String] = [0: "valid", 1: "invalid", 2: "suspended"]
        let tally = list.tally.sorted { $0.key < $1.key }.prefix(16).map { status, count in
            Inspection.Fact(names[status] ?? "status \(status)", "\(count)")
        }
        return [.init("entries", "\(list.count) of \(list.bits) bits")] + tally
    }

    private static let rules: [Rule<StatusListToken>] = [
        Rule(
            "sub names the list", clause: "Token Status List §5.1", rows: ["TSL-04", "TSL-06"],
            codes: ["status.subject"]
        ) {
            .passed("\($0.subject); a credential must name it to the letter")
        },
        Rule(
            "iat tells when it was made", clause: "Token Status List §5.1", rows: ["TSL-04"], codes: ["status.issuedAt"]
        ) {
            .passed(Dates.text($0.issuedAt))
        },
        Rule(
            "It may be used at this time", clause: "Token Status List §8.3", rows: ["TSL-08"],
            codes: ["status.expires", "status.expired", "status.issuedInFuture"], about: ["iat", "exp"]
        ) { .passed($0.expires.map { "until \(Dates.text($0))" } ?? "it has no end") },
        Rule(
            "ttl is a positive number of seconds", clause: "Token Status List §5.1", rows: ["TSL-13"],
            codes: ["status.timeToLive"]
        ) {
            $0.timeToLive == nil ? .notApplicable("there is none") : .passed("it is")
        },
        Rule(
            "Entries have 1, 2, 4 or 8 bits", clause: "Token Status List §4.2", rows: ["TSL-09"],
            codes: ["status.list.bits", "status.list.type"], about: ["status_list"]
        ) { .passed("\($0.list.bits)") },
        Rule(
            "The list is base64url of one ZLIB stream", clause: "Token Status List §4.1, §11.1",
            rows: ["TSL-09", "TSL-11"], codes: ["status.list.encoding", "status.list.inflate"],
            about: ["status_list"]
        ) { .passed("\($0.list.bytes.count) bytes, inflated") },
    ]
}
