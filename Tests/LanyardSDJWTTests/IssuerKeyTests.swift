import LanyardCertificates
import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardTestSupport
import Testing
import WalletPorts

@testable import LanyardSDJWT

@Suite struct IssuerKeyTests {
    @Test(
        .row("SDVC-05", "SDVC-06", "VCI-SDJWT-08"), arguments: Samples.vectors("sd-jwt/issuer-keys.json"),
        [Profile.core, .haip])
    func `VCI-SDJWT-08 the issuer's key comes from the one source that the credential names`(
        _ sample: Sample, _ profile: Profile
    ) throws {
        let received = try SDJWT(compact: try sample.text("compact"))
        let member = profile == .core ? "core" : "haip"
        let expected = try #require(sample[member]?.array).compactMap(\.string)
        let isRefused = try #require(sample["refused"]?.array).contains(.string(member))
        var findings = Findings(profile: profile)
        var source: IssuerKeySource?
        let refusal = code { source = try IssuerKeySource(of: received, findings: &findings) }
        #expect(findings.list.map(\.code.description) + (refusal.map { [$0] } ?? []) == expected)
        #expect((refusal != nil) == isRefused)
        switch source {
        case .certificates(let chain):
            #expect(Int64(chain.count) == sample["chain"]?.int64)
            let key = try #require(chain.first).publicKey
            let failure = code { _ = try received.verified(by: key, policy: SDJWTVC.signaturePolicy) }
            #expect((failure == nil) == sample["verifies"]?.bool)
        case .metadata(let query):
            #expect(query.url == "https://issuer.example.com/.well-known/jwt-vc-issuer")
        case nil:
            break
        }
    }

    @Test(.row("SDVC-05"))
    func `SDVC-05 a mechanism that is not permitted is not tried, and none follows another`() throws {
        let samples = Samples.vectors("sd-jwt/issuer-keys.json")
        let both = try SDJWT(compact: try #require(samples.first { $0.name == "leaf" }).text("compact"))
        let metadataOnly = try SDJWT(compact: try #require(samples.first { $0.name == "iss-only" }).text("compact"))
        var findings = Findings()
        guard case .certificates = try IssuerKeySource(of: both, permitting: [.x5c], findings: &findings),
            case .metadata = try IssuerKeySource(of: both, permitting: [.metadata], findings: &findings)
        else {
            Issue.record("the permitted mechanism was not chosen")
            return
        }
        let refused = code { _ = try IssuerKeySource(of: metadataOnly, permitting: [.x5c], findings: &findings) }
        #expect(refused == "sdvc.issuerKey.none")
        #expect(
            code { _ = try IssuerKeySource(of: both, permitting: [], findings: &findings) } == "sdvc.issuerKey.none")
    }

    @Test(
        .row("SDVC-07", "VCI-SDJWT-09"),
        arguments: [
            ("https://a", "https://a/.well-known/jwt-vc-issuer"),
            ("https://a/", "https://a/.well-known/jwt-vc-issuer"),
            ("https://a/b", "https://a/.well-known/jwt-vc-issuer/b"),
            ("https://a/b/", "https://a/.well-known/jwt-vc-issuer/b"),
            ("https://a:8443/b/c", "https://a:8443/.well-known/jwt-vc-issuer/b/c"),
            ("https://example.com/tenant/1234", "https://example.com/.well-known/jwt-vc-issuer/tenant/1234"),
            ("https://a/b%2Fc", "https://a/.well-known/jwt-vc-issuer/b%2Fc"),
        ])
    func `SDVC-07 the well-known part goes between host and path`(_ issuer: String, _ url: String) throws {
        #expect(try IssuerKeyQuery(issuer: issuer, keyID: nil).url == url)
    }

    @Test(
        .row("SDVC-07"),
        arguments: ["http://a", "https:///b", "did:web:a", "https://a?q=1", "https://a#f", "https://u@a", "", "a"])
    func `SDVC-07 an issuer that is no plain https URL has no metadata`(_ issuer: String) {
        #expect(code { _ = try IssuerKeyQuery(issuer: issuer, keyID: nil) } == "sdvc.iss.notHTTPS")
    }

    @Test(.row("SDVC-08", "VCI-SDJWT-09"))
    func `SDVC-08 the metadata printed in the draft give the key by kid or say where it is`() throws {
        let examples = try #require(try Samples.json("sd-jwt/sd-jwt-vc/other-json-from-draft.json").array)
        let inline = try #require(examples.first { $0["jwks"] != nil })
        let reference = try #require(examples.first { $0["jwks_uri"] != nil })
        let keys = try #require(inline["jwks"]?["keys"]?.array)
        for key in keys {
            let query = try IssuerKeyQuery(issuer: "https://example.com", keyID: try #require(key["kid"]?.string))
            #expect(try query.answer(from: ok(inline)) == .key(try JWK(json: key, at: "").key))
            #expect(try query.key(from: ok(try found(inline["jwks"]))) == JWK(json: key, at: "").key)
        }
        let query = try IssuerKeyQuery(issuer: "https://example.com", keyID: "another")
        #expect(
            try query.answer(from: ok(reference))
                == .keySet(url: "https://jwt-vc-issuer.example.com/my_public_keys.jwks"))
        #expect(code { _ = try query.answer(from: ok(inline)) } == "sdvc.key.unknown")

        let nameless = try IssuerKeyQuery(issuer: "https://example.com", keyID: nil)
        #expect(code { _ = try nameless.answer(from: ok(inline)) } == "sdvc.key.ambiguous")
        let single = try #require(keys.first)
        #expect(
            try nameless.key(from: ok(.object(["keys": [single]]))) == JWK(json: single, at: "").key)
        #expect(code { _ = try nameless.key(from: ok(.object(["keys": []]))) } == "sdvc.key.ambiguous")

        var object = try #require(inline.object)
        object["jwks_uri"] = "https://example.com/keys"
        #expect(code { _ = try query.answer(from: ok(.object(object))) } == "sdvc.metadata.keys")
        #expect(
            code { _ = try query.answer(from: ok(["issuer": "https://example.com"])) } == "sdvc.metadata.keys")
        #expect(
            code {
                _ = try query.answer(from: ok(["issuer": "https://example.com", "jwks_uri": "http://example.com/k"]))
            } == "sdvc.metadata.jwksURI")
        for issuer: JSON in ["https://example.com/", "https://Example.com", 1] {
            object["issuer"] = issuer
            #expect(code { _ = try query.answer(from: ok(.object(object))) } == "sdvc.metadata.issuer")
        }
    }

    @Test(.row("SDVC-08"))
    func `SDVC-08 only status 200 with a JSON object is metadata`() throws {
        let query = try IssuerKeyQuery(issuer: "https://example.com", keyID: nil)
        for status in [204, 302, 404, 500] {
            let response = HttpResponse(status: status, body: Array("{}".utf8))
            #expect(code { _ = try query.answer(from: response) } == "sdvc.metadata.status")
            #expect(code { _ = try query.key(from: response) } == "sdvc.metadata.status")
        }
        for body in ["", "[]", "<html>", "{\"issuer\":\"a\",\"issuer\":\"b\"}"] {
            let response = HttpResponse(status: 200, body: Array(body.utf8))
            #expect(code { _ = try query.answer(from: response) } == "sdvc.metadata.json")
        }
    }

    private func ok(_ json: JSON) -> HttpResponse {
        HttpResponse(status: 200, headers: [HttpHeader("Content-Type", "application/json")], body: json.encoded())
    }
}
