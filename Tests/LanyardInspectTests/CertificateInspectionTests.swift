import LanyardCertificates
import LanyardInspect
import LanyardJSON
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

@Suite struct CertificateInspectionTests {
    struct Chain: CustomTestStringConvertible, Sendable {
        let name: String
        let isAccepted: Bool
        let use: CertificateUse
        let chain: [String]
        let anchors: [String]
        var testDescription: String { name }

        static let uses: [String: CertificateUse] = [
            "mdoc-ds": .mdocSigner, "mdoc-reader": .mdocReader, "generic": .plain,
            "oid4vp-x509_san_dns": .requestSigner,
        ]

        static var all: [Chain] {
            let cases = (try? Samples.json("x509/profile-chains.json"))?.array ?? []
            return cases.compactMap { sample in
                guard let name = sample["name"]?.string, let use = uses[sample["profile"]?.string ?? ""],
                    let chain = sample["chain"]?.array?.compactMap(\.string),
                    let anchors = sample["anchors"]?.array?.compactMap(\.string)
                else { return nil }
                return Chain(
                    name: name, isAccepted: sample["expect"]?.string == "accept", use: use, chain: chain,
                    anchors: anchors)
            }
        }

        func detector(withAnchors: Bool = true) throws -> Detector {
            let anchors = withAnchors ? try anchors.flatMap { try Certificate.pem($0) } : []
            return Detector(InspectOptions(now: Instant(seconds: 1_780_272_000), anchors: anchors, use: use))
        }
    }

    @Test(.row("TRUST-02"), arguments: Chain.all.filter { $0.name != "revoked-by-crl" })
    func `TRUST-02 chains are judged for their use`(_ sample: Chain) throws {
        let inspection = try Samples.inspect(sample.chain.joined(separator: "\n"), try sample.detector())
        #expect(inspection.hasPassed == sample.isAccepted, "\(inspection.faults)")
        #expect(inspection.isExplained)
        #expect(inspection.faults.allSatisfy { $0.hasPrefix("certificate.path.") })
    }

    @Test func `the cases are there`() { #expect(Chain.all.count >= 15) }

    @Test func `without anchors everything but trust is judged`() throws {
        let good = try #require(Chain.all.first { $0.name == "valid-p256" })
        let inspection = try Samples.inspect(good.chain.joined(separator: "\n"), try good.detector(withAnchors: false))
        #expect(inspection.hasPassed)
        #expect(inspection.checks.first { $0.rule == "It leads to a trust anchor" }?.outcome == .notJudged)
        let old = try #require(Chain.all.first { $0.name == "expired" })
        let expired = try Samples.inspect(old.chain.joined(separator: "\n"), try old.detector(withAnchors: false))
        #expect(expired.faults == ["certificate.path.expired"])
    }

    @Test func `one certificate is the same in PEM, DER, base64 and x5c`() throws {
        let good = try #require(Chain.all.first { $0.name == "valid-p256" })
        let der = try #require(try Certificate.pem(good.chain[0]).first).der
        let base64 = Base64.encode(der)
        let wrapped = stride(from: 0, to: base64.count, by: 64).map { String(base64.dropFirst($0).prefix(64)) }
        let forms: [[UInt8]] = [
            Array(good.chain[0].utf8), der, Array(base64.utf8), Array(wrapped.joined(separator: "\n").utf8),
            Array(#"["\#(base64)"]"#.utf8), Array(#"{"x5c":["\#(base64)"]}"#.utf8),
        ]
        for form in forms {
            let inspection = try #require(Samples.detector.inspect(form))
            #expect(inspection.kind == "certificate")
            // As `openssl x509 -fingerprint -sha256` prints it.
            let fingerprint = "4808f4f97a3f543b72c1fcd8d7ef8e2819669e30ca48f0b928908f215570bd71"
            #expect(inspection.fact("SHA-256") == fingerprint)
            #expect(inspection.fact("subject")?.contains("Utopia DS 1") == true)
        }
    }

    @Test func `what is broken is told`() throws {
        #expect(try Samples.inspect("-----BEGIN CERTIFICATE-----\nAAAA").faults == ["certificate.pem"])
        #expect(try Samples.inspect(#"["MIIB"]"#).faults == ["certificate.malformed"])
        #expect(try Samples.inspect(#"["MII!"]"#).faults == ["certificate.malformed"])
    }

    @Test(arguments: [
        "-----BEGIN PRIVATE KEY-----\nU0VDUkVU\n-----END PRIVATE KEY-----", "-----BEGIN EC PRIVATE KEY\nU0VDUkVU",
        "-----BEGIN RSA PRIVATE KEYU0VDUkVU", "-----BEGIN U0VDUkVU-----\nx PRIVATE KEY-----",
    ])
    func `of a private key in PEM nothing is shown, whatever its marks look like`(_ text: String) throws {
        let inspection = try Samples.inspect(text)
        #expect(inspection.faults == ["pem.privateKey"])
        #expect(!inspection.json.encodedText().contains("U0VDUkVU"))
    }

    @Test func `a private key beside certificates is told`() throws {
        let good = try #require(Chain.all.first { $0.name == "valid-p256" })
        let key = "-----BEGIN PRIVATE KEY-----\nU0VDUkVU\n-----END PRIVATE KEY-----\n"
        let inspection = try Samples.inspect(key + good.chain.joined(separator: "\n"), try good.detector())
        #expect(inspection.kind.hasPrefix("certificate"))
        #expect(inspection.faults == ["pem.privateKey"])
    }

    @Test func `a label is shown only if it is one`() throws {
        func seen(_ text: String) throws -> String { try Samples.inspect(text).json.encodedText() }
        #expect(try seen("-----BEGIN PUBLIC KEY-----\nAAAA").contains("PUBLIC KEY"))
        #expect(try !seen("-----BEGIN SECRET\nAAAA").contains("SECRET"))
        #expect(try !seen("-----BEGIN \(String(repeating: "S", count: 41))-----").contains("SSS"))
    }

    @Test(.row("TRUST-02", "VCI-SDJWT-08"))
    func `VCI-SDJWT-08 a signer that signed itself is refused by HAIP; a root that stands alone is none`() throws {
        let sample = try #require(Chain.all.first { $0.name == "valid-p256" })
        let root = try #require(try Certificate.pem(sample.anchors[0]).first)
        #expect(root.isSelfSigned)
        let request = Samples.jwt(
            ["alg": "ES256", "typ": "oauth-authz-req+jwt", "x5c": [.string(Base64.encode(root.der))]], [:])
        func codes(_ text: String, _ profile: Profile) throws -> (failed: Set<String>, tolerated: Set<String>) {
            let options = InspectOptions(now: Instant(seconds: 1_780_272_000), profile: profile)
            let inspection = try Samples.inspect(text, Detector(options))
            return (inspection.codes(.failed), inspection.codes(.tolerated))
        }
        let code = "certificate.path.leafIsSelfSigned"
        #expect(try codes(request, .haip).failed.contains(code))
        #expect(try codes(request, .core).tolerated.contains(code))
        #expect(try !codes(sample.anchors[0], .haip).failed.contains(code))
    }
}
