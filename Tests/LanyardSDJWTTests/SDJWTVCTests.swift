import LanyardJOSE
import LanyardJSON
import LanyardTestSupport
import Testing
import WalletPorts

@testable import LanyardSDJWT

@Suite struct SDJWTVCTests {
    @Test(.row("SDVC-03", "VCI-SDJWT-07"))
    func `VCI-SDJWT-07 the check names which of the requested keys is bound`() throws {
        let thumbprint = try Samples.holderThumbprint()
        let credential = try crafted("no-disclosures-no-sd-alg")
        var findings = Findings()
        let checked = try SDJWTVC(
            checking: credential, for: expectation(keys: ["other", thumbprint, "third"]), findings: &findings)
        #expect(checked.holderKeyIndex == 1)
        #expect(checked.holderKey?.thumbprint() == thumbprint)
        #expect(checked.type == Samples.type)
        #expect(checked.issuer == "https://issuer.example.com")
        #expect(checked.validity.issuedAt == Instant(seconds: 1_683_000_000))
        #expect(checked.validity.expires == Instant(seconds: 1_883_000_000))
        #expect(checked.validity.notBefore == nil)
        #expect(checked.status == nil)
        #expect(findings.list.isEmpty)

        let unbound = try SDJWTVC(
            checking: try crafted("cnf-missing"), for: expectation(keys: []), findings: &findings)
        #expect(unbound.holderKey == nil && unbound.holderKeyIndex == nil)
    }

    @Test(.row("SDVC-04", "VCI-SDJWT-10"))
    func `SDVC-04 a status list entry is read`() throws {
        var findings = Findings()
        let checked = try SDJWTVC(
            checking: try crafted("status"), for: expectation(keys: []), findings: &findings)
        #expect(checked.status?.index == 7)
        #expect(checked.status?.uri == "https://status.example.com/1")
    }

    @Test(.row("SDVC-01", "VCI-SDJWT-02"))
    func `SDVC-01 the former typ is taken with a warning, and refused when strict`() throws {
        let sample = try #require(
            Samples.vectors("sd-jwt/negative-and-edge.json").first { $0.name == "typ-legacy-vc+sd-jwt" })
        let credential = try SDJWT(compact: try sample.text("compact"))
            .verified(by: try Samples.issuerKey(), policy: SDJWTVC.signaturePolicy)
        var tolerant = Findings()
        _ = try SDJWTVC(checking: credential, for: expectation(keys: []), findings: &tolerant)
        #expect(tolerant.list.map(\.code.description) == ["sdvc.typ.former"])
        var strict = Findings(strictness: .strict)
        let refused = code { _ = try SDJWTVC(checking: credential, for: expectation(keys: []), findings: &strict) }
        #expect(refused == "sdvc.typ.former")
    }

    @Test(.row("SDVC-01", "SDJWT-17"))
    func `SDJWT-17 an SD-JWT that is no credential is refused as one`() throws {
        let sample = try #require(Samples.vectors("sd-jwt/rfc9901-examples.json").first)
        let plain = try SDJWT(compact: try sample.text("compact"))
            .verified(by: try Samples.issuerKey(), policy: Samples.anyType)
        var findings = Findings()
        let refused = code { _ = try SDJWTVC(checking: plain, for: expectation(keys: []), findings: &findings) }
        #expect(refused == "sdvc.typ")
    }

    @Test(.row("VCI-SDJWT-08"))
    func `VCI-SDJWT-08 high assurance wants x5c, and cnf by jwk, and a status that can be read`() throws {
        var findings = Findings(profile: .haip)
        let refused = code {
            _ = try SDJWTVC(
                checking: try crafted("no-disclosures-no-sd-alg"), for: expectation(keys: []), findings: &findings)
        }
        #expect(refused == "sdvc.x5c.missing")

        let leaf = try #require(Samples.vectors("sd-jwt/issuer-keys.json").first { $0.name == "leaf" })
        let x5c = try #require(try SDJWT(compact: try leaf.text("compact")).issuerJWS.header.json["x5c"])
        func check(_ claims: JSONObject) -> String? {
            code {
                var claims = claims
                claims["vct"] = .string(Samples.type)
                let credential = try SDJWT(compact: try Issuer.plain(claims, header: ["x5c": x5c]))
                    .verified(by: try Issuer.publicKey(), policy: SDJWTVC.signaturePolicy)
                _ = try SDJWTVC(
                    checking: credential, for: expectation(keys: [try Samples.holderThumbprint()]), findings: &findings)
            }
        }
        let key = try #require(try Samples.json("sd-jwt/crafted.json")["holderKey"])
        #expect(check(["cnf": .object(["jwk": key])]) == nil)
        #expect(check(["cnf": .object(["kid": "1"])]) == "sdvc.cnf.noJWK")
        #expect(check(["cnf": .object(["jwk": key]), "status": .object([:])]) == "sdvc.status.noList")
    }

    @Test(.row("SDVC-03"))
    func `SDVC-03 a holder key with a coordinate of 33 bytes is refused`() throws {
        var key = try #require(try Samples.json("sd-jwt/crafted.json")["holderKey"]?.object)
        key["x"] = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        let text = try Issuer.plain(["vct": .string(Samples.type), "cnf": .object(["jwk": .object(key)])])
        let credential = try SDJWT(compact: text)
            .verified(by: try Issuer.publicKey(), policy: SDJWTVC.signaturePolicy)
        var findings = Findings()
        let refused = code { _ = try SDJWTVC(checking: credential, for: expectation(keys: ["x"]), findings: &findings) }
        #expect(refused == "jwk.coordinate.length")
    }

    private func expectation(keys: [String]) -> SDJWTVC.Expectation {
        .init(type: Samples.type, holderKeys: keys, now: Samples.now)
    }

    private func crafted(_ name: String) throws -> VerifiedSDJWT {
        let sample = try #require(Samples.vectors("sd-jwt/crafted.json").first { $0.name == name })
        return try SDJWT(compact: try sample.text("compact"))
            .verified(by: try Samples.issuerKey(), policy: SDJWTVC.signaturePolicy)
    }
}
