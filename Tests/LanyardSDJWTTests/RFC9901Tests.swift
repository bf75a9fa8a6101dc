import LanyardJOSE
import LanyardJSON
import LanyardTestSupport
import Testing
import WalletPorts

@testable import LanyardSDJWT

@Suite struct RFC9901Tests {
    @Test(.row("SDJWT-02", "SDJWT-04", "SDJWT-12"), arguments: Samples.vectors("sd-jwt/rfc9901-examples.json"))
    func `SDJWT-04 the examples of RFC 9901 verify and give the claims that are printed there`(_ sample: Sample) throws
    {
        let received = try SDJWT(compact: try sample.text("compact"))
        let verified = try received.verified(by: try Samples.issuerKey(), policy: Samples.anyType)
        #expect(areSame(.object(verified.claims), try found(sample["processedClaims"])))
        let expected = try #require(sample["disclosures"]?.array)
        #expect(received.disclosures.count == expected.count)
        for (disclosure, parts) in zip(received.disclosures, expected) {
            let parts = try #require(parts.array)
            #expect(disclosure.salt == parts.first?.string)
            #expect(disclosure.name == (parts.count == 3 ? parts.dropFirst().first?.string : nil))
            #expect(areSame(disclosure.value, try found(parts.last)))
        }
        #expect(isClean(.object(verified.claims)))
    }

    @Test(.row("SDJWT-16"))
    func `SDJWT-16 the key binding of RFC 9901 appendix A.4 verifies`() throws {
        let sample = try #require(
            Samples.vectors("sd-jwt/rfc9901-examples.json").first { $0["kb"] != nil && $0["kb"] != .null })
        let verified = try SDJWT(compact: try sample.text("compact"))
            .verified(by: try Samples.issuerKey(), policy: Samples.anyType)
        let jws = try verified.verifiedKeyBinding(
            for: KeyBindingExpectation(
                audience: "https://verifier.example.org", nonce: "1234567890", now: Samples.now))
        #expect(try jws.claims()["sd_hash"]?.string == sample["kb"]?["payload"]?["sd_hash"]?.string)
    }

    @Test(.row("SDJWT-04", "SDJWT-05"), arguments: Samples.vectors("sd-jwt/axle-rfc9901-disclosures.json"))
    func `SDJWT-04 every Disclosure printed in RFC 9901 has the digest printed beside it`(_ sample: Sample) throws {
        let text = try sample.text("disclosure")
        #expect(DisclosureHash.sha256.digest(of: text) == (try sample.text("digest")))
        let parts = try #require(try JSON(parsing: try sample.text("contents")).array)
        let disclosure = try Disclosure(parsing: text)
        #expect(disclosure.text == text)
        #expect(disclosure.salt == parts.first?.string)
        #expect(areSame(disclosure.value, try found(parts.last)))
    }

    @Test(.row("SDJWT-18"), arguments: Samples.folder("sd-jwt/generated").filter { $0["presentation"]?.object != nil })
    func `SDJWT-18 JWS JSON forms are read by way of the compact text that means the same`(_ sample: Sample) throws {
        let issued = try SDJWT(json: try #require(sample["issuance"]))
        #expect(issued.keyBinding == nil)
        let presented = try SDJWT(json: try #require(sample["presentation"]))
        #expect(presented.text == (try sample.text("presentation_compact_equivalent")))
        let key = try JWK(json: try #require(sample["issuer_jwk"]), at: "").key
        let verified = try presented.verified(by: key, policy: Samples.anyType)
        #expect(areSame(.object(verified.claims), try found(sample["verified_contents"])))
        _ = try verified.verifiedKeyBinding(for: try keyBindingExpectation(of: sample, for: verified))
    }

    @Test(.row("SDJWT-18"))
    func `SDJWT-18 disclosures in the header of a second signature are refused`() throws {
        let sample = try #require(Samples.folder("sd-jwt/generated").first { $0.name.contains("general") })
        var object = try #require(sample["issuance"]?.object)
        let signature = try #require(object["signatures"]?.array?.first)
        object["signatures"] = .array([signature, signature])
        #expect(code { _ = try SDJWT(json: .object(object)) } == "sdjwt.jsonForm")
    }

    private func isClean(_ json: JSON) -> Bool {
        switch json {
        case .object(let object):
            object.members.allSatisfy { !["_sd", "_sd_alg", "..."].contains($0.name) && isClean($0.value) }
        case .array(let array): array.allSatisfy(isClean)
        default: true
        }
    }
}
