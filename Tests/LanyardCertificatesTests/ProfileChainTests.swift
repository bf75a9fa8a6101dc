import LanyardCertificates
import LanyardJSON
import LanyardTestSupport
import Testing
import WalletPorts

/// Chains made by Python's cryptography package, each with the verdict of its profile.
@Suite struct ProfileChainTests {
    @Test(.row("TRUST-02", "MDOC-CERT-01", "MDOC-CERT-03", "MDOC-CERT-04"))
    func `TRUST-02 each chain gets the verdict of its profile`() throws {
        // What is wrong with each refused one, by the reason that names it.
        let wrong: [String: String] = [
            "expired": "expired", "root-expired": "expired", "eku-missing": "purpose", "eku-serverauth": "purpose",
            "ds-is-ca": "leafIsAuthority", "country-mismatch": "mdoc.country", "state-mismatch": "mdoc.state",
            "self-signed-leaf": "leafIsSelfSigned", "intermediate-not-ca": "notAuthority",
            "signature-bitflip": "signature", "reader-eku-ds": "purpose",
        ]
        let cases = try JSONField(JSON(parsing: Vector.bytes("x509/profile-chains.json"))).array()
        #expect(cases.count == 18)
        for entry in cases {
            let name = try entry["name"].string()
            let profile: PathProfile =
                switch try entry["profile"].string() {
                case "mdoc-ds": .mdocDocumentSigner
                case "mdoc-reader": .mdocReader
                case "oid4vp-x509_san_dns": .requestSigner
                default: .plain
                }
            func certificates(_ member: String) throws -> [Certificate] {
                try entry[member].strings().flatMap { try Certificate.pem($0) }
            }
            let at = Instant(seconds: try RealCertificateTests.seconds(entry["validationTime"].string()))
            let result = PathValidator(anchors: try certificates("anchors"), profile: profile, at: at)
                .validate(try certificates("chain"))
            // Revocation is another check than the path; without it the case says accept.
            let expected = try entry["expect"].string() == "accept" || name == "revoked-by-crl"
            #expect(result.isValid == expected, "\(name): \(result.reasons)")
            if let reason = wrong[name] {
                #expect(result.reasons.map(\.name).contains(reason), "\(name): \(result.reasons)")
            }
        }
    }

    @Test(.row("TRUST-01")) func `TRUST-01 a reader anchor never validates an issuer`() throws {
        let cases = try JSONField(JSON(parsing: Vector.bytes("x509/profile-chains.json"))).array()
        func certificates(_ name: String, _ member: String) throws -> [Certificate] {
            let entry = try #require(try cases.first { try $0["name"].string() == name })
            return try entry[member].strings().flatMap { try Certificate.pem($0) }
        }
        let at = Instant(seconds: 1_780_272_000)
        let issuers = try certificates("valid-p256", "anchors")
        let readers = try certificates("verifier-x5c-san-dns", "anchors")
        let signer = try certificates("valid-p256", "chain")
        let reader = try certificates("verifier-x5c-san-dns", "chain")
        #expect(PathValidator(anchors: issuers, profile: .mdocDocumentSigner, at: at).validate(signer).isValid)
        #expect(PathValidator(anchors: readers, profile: .requestSigner, at: at).validate(reader).isValid)
        let crossed = PathValidator(anchors: readers, profile: .mdocDocumentSigner, at: at).validate(signer)
        #expect(crossed.reasons.map(\.name) == ["noAnchor"])
        #expect(!PathValidator(anchors: issuers, profile: .requestSigner, at: at).validate(reader).isValid)
        #expect(!PathValidator(anchors: issuers, profile: .mdocReader, at: at).validate(signer).isValid)
    }
}
