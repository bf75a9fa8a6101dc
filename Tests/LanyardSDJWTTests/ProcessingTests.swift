import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

@testable import LanyardSDJWT

@Suite struct ProcessingTests {
    /// Which finding refuses which vector; nil where the vector is to be accepted.
    private static let codes: [String: String] = [
        "dup-digest-across-levels": "sdjwt.digest.repeated",
        "dup-digest-in-array": "sdjwt.digest.repeated",
        "unreferenced-disclosure": "sdjwt.disclosure.unreferenced",
        "unreferenced-no-sd": "sdjwt.disclosure.unreferenced",
        "claim-collision": "sdjwt.disclosure.nameCollision",
        "claim-collision-two-disclosures": "sdjwt.disclosure.nameCollision",
        "claim-name-dots": "sdjwt.disclosure.reservedName",
        "array-disclosure-in-object": "sdjwt.disclosure.elementInObject",
        "disclosure-4-elements": "sdjwt.disclosure.length",
        "disclosure-not-array": "sdjwt.disclosure.notArray",
        "disclosure-nonstring-name": "sdjwt.disclosure.name",
        "sd-not-array": "sdjwt.digests.notArray",
        "recursive-child-without-parent": "sdjwt.disclosure.unreferenced",
        "bad-issuer-signature": "jose.signature.invalid",
        "alg-none": "jose.alg.notAllowed",
        "missing-vct": "sdvc.vct.missing",
        "expired": "sdvc.time.expired",
        "not-yet-valid": "sdvc.time.notYet",
        "empty-disclosure": "sdjwt.disclosure.empty",
        "kb-wrong-aud": "sdjwt.keyBinding.audience",
        "kb-wrong-typ": "jose.typ.wrong",
        "kb-missing-sd_hash": "sdjwt.keyBinding.hash",
        "kb-missing-iat": "sdjwt.keyBinding.iat",
        "kb-stale-iat": "sdjwt.keyBinding.stale",
        "kb-signed-by-other-key": "jose.signature.invalid",
        "kb-missing-when-required": "sdjwt.keyBinding.missing",
        "kb-disclosure-removed-after-signing": "sdjwt.keyBinding.hash",
    ]

    @Test(
        .row(
            "SDJWT-02", "SDJWT-05", "SDJWT-06", "SDJWT-07", "SDJWT-08", "SDJWT-09", "SDJWT-10", "SDJWT-16",
            "VCI-SDJWT-04"),
        arguments: Samples.vectors("sd-jwt/negative-and-edge.json"))
    func `VCI-SDJWT-04 each vector with one rule broken is refused for that rule`(_ sample: Sample) throws {
        let expected = Self.codes[sample.name]
        #expect((expected == nil) == (try sample.text("expect") == "accept"))
        let seen = code {
            let verified = try SDJWT(compact: try sample.text("compact"))
                .verified(by: try Samples.issuerKey(), policy: SDJWTVC.signaturePolicy)
            if sample.name.hasPrefix("kb-") {
                _ = try verified.verifiedKeyBinding(
                    for: KeyBindingExpectation(
                        audience: "https://verifier.example.org", nonce: "1234567890", now: Samples.now,
                        maximumAge: 3600))
            } else {
                try check(verified)
            }
        }
        #expect(seen == expected)
    }

    @Test(
        .row(
            "SDJWT-03", "SDJWT-04", "SDJWT-05", "SDJWT-06", "SDJWT-07", "SDJWT-08", "SDJWT-09", "SDJWT-10", "SDJWT-11",
            "SDJWT-12", "SDJWT-13", "SDVC-01", "SDVC-02", "SDVC-03", "VCI-SDJWT-02", "VCI-SDJWT-03", "VCI-SDJWT-05",
            "VCI-SDJWT-06", "VCI-SDJWT-07", "VCI-SDJWT-10"),
        arguments: Samples.vectors("sd-jwt/crafted.json"))
    func `SDJWT-11 each crafted SD-JWT VC is accepted or refused for its one rule`(_ sample: Sample) throws {
        let expect = try sample.text("expect")
        var findings = Findings()
        var claims: JSONObject?
        let seen = code {
            let received = try SDJWT(compact: try sample.text("compact"))
            let verified = try received.verified(by: try Samples.issuerKey(), policy: SDJWTVC.signaturePolicy)
            try check(verified, &findings)
            claims = verified.claims
        }
        switch try sample.text("stage") {
        case "warn":
            #expect(seen == nil)
            #expect(findings.list.map(\.code.description) == [expect])
        case "signature":
            #expect(seen == (sample.name == "typ-missing" ? "jose.typ.missing" : "jose.typ.wrong"))
        default:
            #expect(seen == (expect == "accept" ? nil : expect))
            if let wanted = sample["claims"] { #expect(areSame(.object(try found(claims)), wanted)) }
        }
    }

    @Test(.row("SDJWT-01", "VCI-SDJWT-01"))
    func `SDJWT-01 tildes decide what is an SD-JWT and what carries a key binding`() throws {
        let vectors = Samples.vectors("sd-jwt/negative-and-edge.json")
        let plain = try #require(vectors.first { $0.name == "valid-baseline" }).text("compact")
        let bound = try #require(vectors.first { $0.name == "kb-valid" }).text("compact")
        let jwt = String(plain.prefix { $0 != "~" })

        #expect(try SDJWT(compact: plain).keyBinding == nil)
        #expect(try SDJWT(compact: bound).keyBinding == bound.split(separator: "~").last.map(String.init))
        #expect(try SDJWT(compact: jwt + "~").disclosures.isEmpty)
        for broken in [jwt, String(plain.dropLast())] {
            #expect(code { _ = try SDJWT(compact: broken) } == "sdjwt.format.tildeMissing")
        }
        #expect(code { _ = try SDJWT(compact: plain + "~") } == "sdjwt.disclosure.empty")
        #expect(code { _ = try SDJWT(compact: "") } == "sdjwt.format.tildeMissing")
        #expect(code { _ = try SDJWT(compact: "~") } != nil)

        let verified = try SDJWT(compact: bound).verified(
            by: try Samples.issuerKey(), policy: SDJWTVC.signaturePolicy)
        #expect(code { try check(verified) } == "sdvc.keyBinding.present")
    }

    @Test(.row("SDJWT-10"))
    func `SDJWT-10 twenty thousand chained Disclosures are refused before they are read`() throws {
        let jwt = try #require(Samples.vectors("sd-jwt/crafted.json").first).text("compact").prefix { $0 != "~" }
        let text = jwt + String(repeating: "~WyJzIiwiYSIsMV0", count: 20_000) + "~"
        #expect(code { _ = try SDJWT(compact: String(text)) } == "sdjwt.disclosures.tooMany")
    }

    @Test(.row("SDJWT-10"))
    func `SDJWT-10 ten thousand Disclosures are read`() throws {
        var builder = SDJWTBuilder()
        var members = JSONObject()
        for number in 0..<10_000 { members["claim\(number)"] = .number(JSONNumber(Int64(number))) }
        let payload = builder.object(members, hiding: Set(members.keys))
        let text = try Issuer.sign(&builder, payload)
        let verified = try SDJWT(compact: text).verified(by: Issuer.publicKey(), policy: Samples.anyType)
        #expect(verified.claims.count == 10_000)
        #expect(verified.closure(of: ["/claim77"]).map(\.name) == ["claim77"])
        #expect(verified.claims.keys.first == "claim0")
    }

    @Test(.row("SDJWT-06"))
    func `SDJWT-06 a hidden container collides as a hidden value does, and the finding says which Disclosure`() throws {
        for value: JSON in ["x", ["street": "x"], ["x"]] {
            var builder = SDJWTBuilder()
            let other = builder.digest(hiding: "other", value)
            let address = builder.digest(hiding: "address", value)
            let payload: JSONObject = ["_sd": [.string(other), .string(address)], "address": ["open": true]]
            let text = try Issuer.sign(&builder, payload)
            let error = #expect(throws: Finding.self) {
                try SDJWT(compact: text).verified(by: Issuer.publicKey(), policy: Samples.anyType)
            }
            #expect(error?.code == Finding.Code("sdjwt.disclosure.nameCollision"))
            #expect(error?.location == "disclosure 1")
        }
    }

    @Test(.row("SDJWT-10"), arguments: [false, true])
    func `SDJWT-10 a claim name may have a kilobyte`(isHidden: Bool) throws {
        for (length, expected) in [(1024, nil), (1025, "sdjwt.name.tooLong")] as [(Int, String?)] {
            let name = String(repeating: "é", count: length / 2) + String(repeating: "a", count: length % 2)
            var builder = SDJWTBuilder()
            let payload = builder.object([name: true], hiding: isHidden ? [name] : [])
            let text = try Issuer.sign(&builder, payload)
            let found = code {
                _ = try SDJWT(compact: text).verified(by: Issuer.publicKey(), policy: Samples.anyType)
            }
            #expect(found == expected)
        }
    }

    private func check(_ verified: VerifiedSDJWT) throws {
        var findings = Findings()
        try check(verified, &findings)
    }

    private func check(_ verified: VerifiedSDJWT, _ findings: inout Findings) throws {
        _ = try SDJWTVC(
            checking: verified,
            for: .init(type: Samples.type, holderKeys: [try Samples.holderThumbprint()], now: Samples.now),
            findings: &findings)
    }
}
