import LanyardCrypto
import LanyardInspect
import LanyardJOSE
import LanyardJSON
import LanyardSDJWT
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

@Suite struct SDJWTInspectionTests {
    /// A case of a vector file: a name, what it must give, the text, the issuer's key and the time.
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let expected: String
        let text: String
        let key: JSON
        let time: Int64
        var testDescription: String { name }

        var detector: Detector {
            get throws {
                Detector(
                    InspectOptions(now: Instant(seconds: time), keys: [try JWK(json: key, at: "")]))
            }
        }

        static func all(_ path: String) -> [Case] {
            guard let file = try? Samples.json(path), let key = file["issuerKey"] else { return [] }
            let time = file["time"]?.int64 ?? file["verification"]?["time"]?.int64 ?? 0
            return (file["vectors"]?.array ?? []).compactMap { vector in
                guard let name = vector["name"]?.string, let text = vector["compact"]?.string else { return nil }
                return Case(
                    name: name, expected: vector["expect"]?.string ?? "", text: text, key: vector["issuerKey"] ?? key,
                    time: vector["time"]?.int64 ?? time)
            }
        }
    }

    @Test func `the vectors are there`() {
        #expect(Case.all("sd-jwt/crafted.json").count > 10)
        #expect(Case.all("sd-jwt/negative-and-edge.json").count > 10)
    }

    @Test(.row("SDJWT-06", "SDJWT-07", "SDJWT-08"), arguments: Case.all("sd-jwt/crafted.json"))
    func `SDJWT-07 each crafted fault is named by its code`(_ sample: Case) throws {
        let inspection = try Samples.inspect(sample.text, try sample.detector)
        #expect(inspection.isExplained)
        let told = inspection.faults.union(inspection.codes(.tolerated))
        switch sample.expected {
        // Without iss and x5c the key that is given here is the only one; a session has none.
        case "accept" where sample.name == "iss-missing": #expect(told == ["sdvc.issuerKey.none"])
        case "accept": #expect(inspection.hasPassed, "\(told)")
        case "verify": #expect(inspection.faults.contains { $0.hasPrefix("jose.") }, "\(told)")
        case let code where Self.neededOnlyByTheWallet.contains(code): break
        case let code: #expect(told.contains(code), "\(told)")
        }
    }

    /// What only the wallet that asked can find.
    private static let neededOnlyByTheWallet: Set<String> = [
        "sdvc.vct.mismatch", "sdvc.cnf.foreignKey", "sdvc.cnf.missing", "sdvc.cnf.noJWK", "sdvc.keyBinding.present",
    ]

    @Test(
        .row("SDJWT-02"),
        arguments: Case.all("sd-jwt/negative-and-edge.json").filter { !neededOnlyByTheVerifier.contains($0.name) })
    func `SDJWT-02 published good and bad ones are told apart`(_ sample: Case) throws {
        let inspection = try Samples.inspect(sample.text, try sample.detector)
        #expect(inspection.isExplained)
        #expect(inspection.hasPassed == (sample.expected == "accept"), "\(inspection.faults) \(sample.expected)")
    }

    /// What only the verifier that asked can find.
    private static let neededOnlyByTheVerifier: Set<String> = [
        "kb-wrong-aud", "kb-stale-iat", "kb-missing-when-required",
    ]

    @Test(.row("SDJWT-04"), arguments: try Vector.files(in: "real-credentials/sd-jwt").filter { $0.hasSuffix(".json") })
    func `SDJWT-04 credentials from the field show the claims that Python finds`(_ file: String) throws {
        let sample = try Samples.json("real-credentials/sd-jwt/\(file)")
        let inspection = try Samples.inspect(try #require(sample["compact"]?.string))
        #expect(inspection.isExplained)
        guard let vct = sample["expected"]?["processedClaims"]?["vct"]?.string, inspection.kind == "sd-jwt-vc" else {
            return
        }
        #expect(inspection.fact("vct") == vct)
    }

    @Test func `broken Disclosures are told together, each by its own number`() throws {
        let base = try #require(Case.all("sd-jwt/negative-and-edge.json").first { $0.name == "valid-baseline" })
        var parts = base.text.split(separator: "~", omittingEmptySubsequences: false).map(String.init)
        parts.insert("!!", at: 1)
        parts.insert("WyJhIl0", at: 3)
        parts.insert("WyJzYWx0IiwiX3NkIiwxXQ", at: 4)
        let inspection = try Samples.inspect(parts.joined(separator: "~"), try base.detector)
        #expect(
            inspection.faults
                == ["sdjwt.disclosure.encoding", "sdjwt.disclosure.length", "sdjwt.disclosure.reservedName"])
        let places = inspection.allChecks.flatMap(\.findings).map(\.location)
        #expect(places == ["disclosure 0", "disclosure 2", "disclosure 3"])
        // What is left is sound, so everything else is judged.
        #expect(inspection.outcome("SDJWT-07") == .passed)
        #expect(inspection.fact("given_name") == "John")
    }

    @Test func `a Disclosure that holds a key or a code shows neither`() throws {
        let secret = "SECRETSECRETSECRET"
        // Each is named by its digest, the last as an element of an array of tokens.
        let disclosures: [JSON] = [
            ["salt1", "code", .string(secret)], ["salt2", "jwk", ["crv": "P-256", "d": .string(secret)]],
            ["salt3", "d", .string(secret)], ["salt4", .string(secret)],
        ]
        let texts = disclosures.map { Base64URL.encode($0.encoded()) }
        let digests = texts.map { JSON.string(Base64URL.encode(Hash.sha256($0.utf8))) }
        let claims: JSON = [
            "vct": "urn:x", "_sd": .array(Array(digests[..<3])), "refresh_token": [["...": digests[3]]],
        ]
        let jwt = Samples.jwt(["alg": "ES256", "typ": "dc+sd-jwt"], claims)
        let inspection = try Samples.inspect(([jwt] + texts).joined(separator: "~") + "~")
        #expect(inspection.outcome("SDJWT-05") == .passed)
        #expect(inspection.sections.first { $0.title == "Disclosures" }?.facts.count == 4)
        #expect(!inspection.json.encodedText().contains(secret))
    }

    @Test func `without its key a signature is not judged`() throws {
        let base = try #require(Case.all("sd-jwt/negative-and-edge.json").first { $0.name == "valid-baseline" })
        let inspection = try Samples.inspect(base.text)
        #expect(inspection.hasPassed)
        #expect(inspection.checks.first { $0.rule.hasPrefix("The signature") }?.outcome == .notJudged)
        let other = try JWK(
            json: try #require(try Samples.json("jose/rfc9449-dpop.json")["jwk"]), at: "")
        let wrong = Detector(InspectOptions(now: Samples.now, keys: [other]))
        #expect(try Samples.inspect(base.text, wrong).faults == ["jose.signature.invalid"])
    }

    @Test(.row("SDJWT-15", "SDJWT-16"))
    func `SDJWT-16 a key binding is checked as far as one can without its verifier`() throws {
        let cases = Case.all("sd-jwt/negative-and-edge.json").filter { $0.text.last != "~" && $0.expected == "accept" }
        let sample = try #require(cases.first)
        let inspection = try Samples.inspect(sample.text, try sample.detector)
        let part = try #require(inspection.parts.first { $0.kind == "key-binding" })
        #expect(part.hasPassed, "\(part.faults)")
        #expect(part.checks.contains { $0.rule.hasPrefix("The holder's key") && $0.outcome == .passed })
        #expect(part.checks.contains { $0.rule.hasPrefix("Audience") && $0.outcome == .notJudged })

        // One Disclosure less: the hash is over something else.
        var parts = sample.text.split(separator: "~", omittingEmptySubsequences: false)
        parts.remove(at: 1)
        let cut = try Samples.inspect(parts.joined(separator: "~"), try sample.detector)
        #expect(cut.faults == ["sdjwt.keyBinding.hash"])
    }

    @Test(.row("VCI-SDJWT-08")) func `VCI-SDJWT-08 HAIP asks for x5c`() throws {
        let base = try #require(Case.all("sd-jwt/negative-and-edge.json").first { $0.name == "valid-baseline" })
        let haip = Detector(InspectOptions(now: Instant(seconds: base.time), profile: .haip))
        let faults = try Samples.inspect(base.text, haip).faults
        #expect(faults == ["sdvc.x5c.missing", "sdvc.issuerKey.none"])
    }
}
