import LanyardCertificates
import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardTestSupport
import Testing
import WalletPorts

@testable import LanyardSDJWT

/// SD-JWT VCs as issuers in the field sent them; the persons are fictional.
@Suite struct RealCredentialTests {
    /// What refuses those that keep a rule only nearly.
    private static let refused = [
        "swiss-sd-jwt-no-digests.json": "sdjwt.format.tildeMissing",
        "waltid-issuer-demo.json": "sdjwt.format.tildeMissing",
        "swiss-trust-statement-without-kid-sample.json": "sdjwt.format.tildeMissing",
    ]

    @Test(.row("SDJWT-02", "SDJWT-04", "SDJWT-12"), arguments: Samples.folder("real-credentials/sd-jwt"))
    func `SDJWT-04 credentials from the field give the claims that Python finds in them`(_ sample: Sample) throws {
        let text = try sample.text("compact")
        if let expected = Self.refused[sample.name] {
            #expect(code { _ = try SDJWT(compact: text) } == expected)
            return
        }
        let expected = try #require(sample["expected"])
        let verified = try VerifiedSDJWT(reopening: text)
        #expect(areSame(.object(verified.claims), try found(expected["processedClaims"])))
        #expect(verified.received.disclosures.count == expected["disclosures"]?.array?.count)
        #expect((verified.received.keyBinding == nil) == expected["endsWithTilde"]?.bool)
        #expect(verified.presentation(of: verified.received.disclosures) + (verified.received.keyBinding ?? "") == text)
    }

    @Test(
        .row("SDVC-06", "VCI-SDJWT-08"),
        arguments: Samples.folder("real-credentials/sd-jwt").filter {
            $0["expected"]?["x5cCount"]?.int64 != 0 && $0["expected"]?["issuerSignature"]?.string == "verifies"
        })
    func `SDVC-06 the leaf of x5c verifies credentials from the field`(_ sample: Sample) throws {
        let received = try SDJWT(compact: try sample.text("compact"))
        var findings = Findings()
        guard case .certificates(let chain) = try IssuerKeySource(of: received, findings: &findings) else {
            Issue.record("no certificates")
            return
        }
        #expect(Int64(chain.count) == sample["expected"]?["x5cCount"]?.int64)
        let key = try #require(chain.first).publicKey
        _ = try received.verified(by: key, policy: SDJWTVC.signaturePolicy)

        // One changed character of the signature, and one of the payload.
        for part in [1, 2] {
            var parts = received.issuerText.split(separator: ".").map(String.init)
            var bytes = Array(parts[part].utf8)
            let middle = bytes.count / 2
            bytes[middle] = bytes[middle] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            parts[part] = String(decoding: bytes, as: UTF8.self)
            let altered = parts.joined(separator: ".") + received.text.dropFirst(received.issuerText.count)
            #expect(
                code { _ = try SDJWT(compact: altered).verified(by: key, policy: SDJWTVC.signaturePolicy) } != nil)
        }
    }

    @Test(.row("SDVC-03", "SDJWT-15"))
    func `SDVC-03 a PID that came with its holder key is checked and presented`() throws {
        let sample = try #require(
            Samples.folder("real-credentials/sd-jwt").first { $0.name == "eudi-kt-pid-with-holder-key.json" })
        let received = try SDJWT(compact: try sample.text("compact"))
        var findings = Findings()
        guard case .certificates(let chain) = try IssuerKeySource(of: received, findings: &findings) else { return }
        let verified = try received.verified(
            by: try #require(chain.first).publicKey, policy: SDJWTVC.signaturePolicy)
        let holder = try JWK(json: try #require(sample["holderPrivateJwk"]), at: "")
        let checked = try SDJWTVC(
            checking: verified,
            for: .init(
                type: "urn:eudi:pid:1", holderKeys: [holder.thumbprint()], now: Instant(seconds: 1_783_000_000)),
            findings: &findings)
        #expect(checked.holderKeyIndex == 0)
        #expect(checked.status?.index == 4216)
        #expect(verified.closure(of: ["/family_name"]).map(\.name) == ["family_name"])
        // Its certificate names another host than iss.
        #expect(findings.list.map(\.code.description) == ["sdvc.iss.certificate"])
    }

    @Test(.row("SDVC-02", "VCI-SDJWT-05"))
    func `SDVC-02 a credential without vct is refused`() throws {
        let sample = try #require(
            Samples.folder("real-credentials/sd-jwt").first { $0.name == "swiss-vc-sd-jwt-no-vct.json" })
        let credential = try VerifiedSDJWT(reopening: try sample.text("compact"))
        var findings = Findings()
        let refused = code {
            _ = try SDJWTVC(
                checking: credential, for: .init(type: nil, holderKeys: [], now: Instant(seconds: 1_740_000_000)),
                findings: &findings)
        }
        #expect(refused == "sdvc.vct.missing")
    }
}
