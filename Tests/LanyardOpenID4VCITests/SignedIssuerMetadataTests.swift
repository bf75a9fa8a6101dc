import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardOAuth
import LanyardOpenID4VCI
import LanyardTestSupport
import Testing
import WalletPorts

struct SignedIssuerMetadataTests {
    private func read(_ name: String, profile: Profile = .core) throws -> String {
        let vectors = try JSON(parsing: Vector.bytes("oid4vci/signed-metadata/independent.json"))
        let text = try #require(vectors["jwts"]?[name]?.string)
        let issuer = try #require(vectors["issuer"]?.string.flatMap(IssuerIdentifier.init))
        let key = try JWK(json: #require(vectors["signingKey"])).key
        let now = Instant(seconds: try #require(vectors["now"]?.int64))
        var findings = Findings(profile: profile)
        do throws(Finding) {
            let received = try ReceivedIssuerMetadata(
                response: answer(text, type: "application/jwt"), issuer: issuer, now: now, findings: &findings)
            guard case .signed(let signed) = received else { return "plain" }
            let metadata = try signed.verified(by: key, findings: &findings)
            return "\(metadata.credentialEndpoint) \(signed.chain.count)"
        } catch {
            return error.code.description
        }
    }

    @Test(.row("VCI-META-06", "VCI-META-08")) func `VCI-META-08 metadata is taken from a JWT that keeps every rule`()
        throws
    {
        #expect(try read("valid") == "https://issuer.example/tenant/credential 1")
        #expect(try read("valid", profile: .haip) == "https://issuer.example/tenant/credential 1")
        #expect(try read("withoutExpiry") == "https://issuer.example/tenant/credential 1")
    }

    @Test(
        .row("VCI-META-08", "VCI-META-09"),
        arguments: [
            ("otherType", "signedMetadata.typ"), ("withoutType", "signedMetadata.typ"), ("none", "signedMetadata.alg"),
            ("mac", "signedMetadata.alg"), ("otherSubject", "signedMetadata.subject"),
            ("withoutSubject", "signedMetadata.missing"), ("withoutIssuedAt", "signedMetadata.missing"),
            ("expired", "signedMetadata.expired"), ("otherIssuer", "issuerMetadata.issuer.mismatch"),
            ("foreignSignature", "jose.signature.invalid"), ("critical", "jose.crit.unsupported"),
        ])
    func `VCI-META-08 one that breaks a rule is refused`(_ name: String, _ code: String) throws {
        #expect(try read(name) == code)
    }

    @Test(.row("VCI-META-09")) func `VCI-META-09 the profile wants the signer's certificates`() throws {
        #expect(try read("withoutCertificates") == "https://issuer.example/tenant/credential 0")
        #expect(try read("withoutCertificates", profile: .haip) == "signedMetadata.x5c.missing")
    }

    // JWTs of the European reference implementation's tests, with the key that signed them.
    @Test(
        .row("VCI-META-08"),
        arguments: [
            ("kt-openid-credential-issuer-signed-metadata-x5c.jwt", ""),
            ("ios-credential_issuer_metadata_with_signed_partial.txt", "issuerMetadata.missing"),
            ("ios-credential_issuer_metadata_with_signed_invalid.txt", "signedMetadata.typ"),
        ])
    func `VCI-META-08 reads signed metadata of the field`(_ file: String, _ code: String) throws {
        let json = try JSON(parsing: Vector.bytes("oid4vci/signed-metadata/\(file).json"))
        let text = try #require(json["jwt"]?.string)
        let key = try JWK(json: JSON(parsing: Vector.bytes("oid4vci/signed-metadata/kt-signed_metadata_jwk.json"))).key
        let issuer = try #require(IssuerIdentifier("https://credential-issuer.example.com"))
        var findings = Findings()
        let finding = refusal { () throws(Finding) in
            let signed = try SignedIssuerMetadata(
                compact: text, issuer: issuer, now: Instant(seconds: 1_741_261_200), findings: &findings)
            let metadata = try signed.verified(by: key, findings: &findings)
            #expect(metadata.credentialEndpoint == "https://credential-issuer.example.com/signed/credentials")
        }
        #expect(finding?.code.description ?? "" == code)
    }

    @Test(.row("VCI-META-06")) func `VCI-META-06 JSON is read as JSON, and a JWT under its name is refused`() throws {
        let issuer = try #require(IssuerIdentifier(IssuerDocument.id))
        var findings = Findings()
        let plain = try ReceivedIssuerMetadata(
            response: answer(IssuerDocument.text()), issuer: issuer, now: Instant(seconds: 0), findings: &findings)
        guard case .plain = plain else {
            Issue.record("not plain")
            return
        }
        for response in [answer("a.b.c"), answer(IssuerDocument.text(), type: "application/jwt")] {
            let finding = refusal { () throws(Finding) in
                _ = try ReceivedIssuerMetadata(
                    response: response, issuer: issuer, now: Instant(seconds: 0), findings: &findings)
            }
            #expect(finding != nil)
        }
    }

    @Test(.row("VCI-META-04")) func `VCI-META-04 signed metadata is asked for where its signer can be judged`() {
        let location = MetadataLocation("https://h/")
        let plain = CredentialIssuerMetadata.request(location, languages: [])
        #expect(plain.header("Accept") == "application/json")
        let signed = CredentialIssuerMetadata.request(location, languages: [], acceptsSigned: true)
        #expect(signed.header("Accept") == "application/jwt, application/json;q=0.9")
    }
}
