import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardOAuth
import LanyardOpenID4VCI
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

/// Attestations that were made with Python, and the keys that they are about.
struct AttestationVectors {
    let json: JSON
    let now: Instant
    let nonce: String
    let keys: [PublicKey]

    init() throws {
        json = try JSON(parsing: Vector.bytes("oid4vci/attestation/independent.json"))
        now = Instant(seconds: try #require(json["now"]?.int64))
        nonce = try #require(json["nonce"]?.string)
        keys = try #require(json["holderKeys"]?.array).map { try JWK(json: $0).key }
    }

    func text(_ name: String) throws -> String { try #require(json["keyAttestations"]?[name]?.string) }

    /// What a configuration with this `key_attestations_required` asks for.
    static func requirement(_ text: String) throws -> ProofType.KeyAttestationRequirement? {
        let jwt = #""jwt":{"proof_signing_alg_values_supported":["ES256"],"key_attestations_required":\#(text)}"#
        let configurations =
            #"{"c":{"format":"dc+sd-jwt","vct":"v","cryptographic_binding_methods_supported":["jwk"],"proof_types_supported":{\#(jwt)}}}"#
        let metadata = try IssuerDocument.read(IssuerDocument.text(configurations: configurations)).metadata
        return try #require(metadata.configuration("c")?.proofTypes.first?.keyAttestation)
    }

    func read(
        _ name: String, nonce: String?, requirement: ProofType.KeyAttestationRequirement? = nil,
        purpose: KeyAttestation.Purpose = .jwtProof, algorithms: [String]? = nil, findings: inout Findings
    ) throws -> KeyAttestation {
        try KeyAttestation(
            text(name), of: keys, nonce: nonce, requirement: requirement, purpose: purpose, algorithms: algorithms,
            now: now, findings: &findings)
    }
}

struct KeyAttestationTests {
    private func read(
        _ name: String, nonce: String? = "wKI4LT17ac15ES9bw8ac4", levels: String? = nil,
        purpose: KeyAttestation.Purpose = .jwtProof, algorithms: [String]? = nil, profile: Profile = .core,
        strictness: Strictness = .tolerant
    ) throws -> String {
        let vectors = try AttestationVectors()
        var findings = Findings(strictness: strictness, profile: profile)
        do {
            let attestation = try vectors.read(
                name, nonce: nonce, requirement: levels.map { try AttestationVectors.requirement($0) } ?? nil,
                purpose: purpose, algorithms: algorithms, findings: &findings)
            guard attestation.keys == vectors.keys.reversed() else { return "misread" }
            return (["fine"] + findings.list.map(\.code.description)).joined(separator: " ")
        } catch let finding as Finding {
            return finding.code.description
        }
    }

    @Test(.row("VCI-KA-01", "VCI-KA-06")) func `VCI-KA-01 takes an attestation of exactly the keys, in its own order`()
        throws
    {
        #expect(try read("valid") == "fine")
        #expect(try read("valid", purpose: .alone, profile: .haip) == "fine")
    }

    @Test(
        .row("VCI-KA-01", "VCI-KA-06"),
        arguments: [
            ("otherType", "keyAttestation.typ"), ("none", "keyAttestation.alg"), ("mac", "keyAttestation.alg"),
            ("withoutIssuedAt", "keyAttestation.missing"), ("withoutKeys", "keyAttestation.missing"),
            ("noKeys", "keyAttestation.keys"), ("oneKey", "keyAttestation.keys"),
            ("repeatedKey", "keyAttestation.keys"), ("moreKeys", "keyAttestation.keys"),
            ("privateKey", "jwk.private"), ("foreignSignature", "jose.signature.invalid"),
        ])
    func `VCI-KA-01 refuses one that breaks a rule`(_ name: String, _ code: String) throws {
        for purpose in [KeyAttestation.Purpose.jwtProof, .alone] { #expect(try read(name, purpose: purpose) == code) }
    }

    @Test(.row("VCI-KA-02")) func `VCI-KA-02 an attestation in a jwt proof has an expiry, and it has not come`() throws
    {
        #expect(try read("withoutExpiry") == "keyAttestation.missing")
        #expect(try read("withoutExpiry", purpose: .alone) == "fine")
        #expect(try read("expired") == "keyAttestation.expired")
        #expect(try read("expired", purpose: .alone) == "keyAttestation.expired")
    }

    @Test(.row("VCI-KA-03", "VCI-PROOF-11")) func `VCI-KA-03 the issuer's nonce is in it, for both proof types`() throws
    {
        for purpose in [KeyAttestation.Purpose.jwtProof, .alone] {
            #expect(try read("withoutNonce", purpose: purpose) == "keyAttestation.nonce")
            #expect(try read("otherNonce", purpose: purpose) == "keyAttestation.nonce")
            #expect(try read("withoutNonce", nonce: nil, purpose: purpose) == "fine")
            #expect(try read("valid", nonce: nil, purpose: purpose) == "fine")
        }
    }

    @Test(.row("VCI-KA-04")) func `VCI-KA-04 the profile wants the signer's chain without its anchor`() throws {
        for (name, code) in [
            ("withoutCertificates", "keyAttestation.x5c.missing"), ("selfSigned", "keyAttestation.x5c.selfSigned"),
            ("withAnchor", "keyAttestation.x5c.anchor"),
        ] {
            #expect(try read(name, profile: .haip) == code)
            #expect(try read(name, purpose: .alone, profile: .eu) == code)
            #expect(try read(name).hasPrefix("fine"))
        }
    }

    @Test(.row("VCI-KA-05", "VCI-META-21")) func `VCI-KA-05 one level in common is enough, none is refused`() throws {
        #expect(try read("valid", levels: "{}") == "fine")
        #expect(try read("valid", levels: #"{"key_storage":["iso_18045_high"]}"#) == "fine")
        let both = #"{"key_storage":["x","iso_18045_high"],"user_authentication":["iso_18045_moderate"]}"#
        #expect(try read("valid", levels: both) == "fine")
        #expect(try read("valid", levels: #"{"user_authentication":["iso_18045_high"]}"#) == "keyAttestation.level")
        #expect(try read("otherLevels", levels: #"{"key_storage":["iso_18045_high"]}"#) == "keyAttestation.level")
        #expect(try read("withoutLevels", levels: #"{"key_storage":["iso_18045_high"]}"#) == "keyAttestation.level")
        #expect(try read("withoutLevels", levels: "{}") == "fine")
    }

    @Test(.row("VCI-PROOF-11", "VCI-AS-08")) func `VCI-PROOF-11 its algorithm is one that the issuer lists`() throws {
        #expect(try read("valid", purpose: .alone, algorithms: ["ES384"]) == "keyAttestation.alg")
        #expect(try read("valid", purpose: .alone, algorithms: ["ES384", "ES256"]) == "fine")
    }

    @Test(.row("LEG-12")) func `LEG-12 the old name of the type is tolerated`() throws {
        #expect(try read("oldType") == "fine keyAttestation.typ")
        #expect(try read("oldType", strictness: .strict) == "keyAttestation.typ")
    }

    // An attestation of a deployed provider.
    @Test(.row("VCI-KA-01")) func `VCI-KA-01 reads an attestation of the field`() throws {
        let json = try JSON(
            parsing: Vector.bytes("oid4vci/attestation/key-attestation-eudi-lib-ios-openid4vci-swift.json"))
        let text = try #require(json["jwt"]?.string)
        let claims = try JSON.object(JWS(compact: text).unverifiedClaims(from: .walletProvider))
        let keys = try #require(claims["attested_keys"]?.array).map { try JWK(json: $0).key }
        var findings = Findings()
        let attestation = try KeyAttestation(
            text, of: keys, nonce: claims["nonce"]?.string,
            requirement: AttestationVectors.requirement(#"{"key_storage":["iso_18045_moderate"]}"#), purpose: .jwtProof,
            now: Instant(seconds: 1_759_318_000), findings: &findings)
        #expect(attestation.expiresAt == Instant(seconds: 1_759_318_299))
    }
}

struct ProofHolderTests {
    private func proof(
        of key: PublicKey, _ holder: KeyProof.Holder, attestation: KeyAttestation? = nil
    ) throws -> JSON {
        let audience = try #require(IssuerIdentifier("https://credential-issuer.example.com"))
        let proof = try KeyProof(
            of: key, algorithm: .es256, audience: audience, issuedAt: Instant(seconds: 1), nonce: "n", clientId: nil,
            holder: holder, keyAttestation: attestation)
        return .object(proof.unsigned.header)
    }

    @Test(.row("VCI-PROOF-02")) func `VCI-PROOF-02 a key is named in exactly one way`() throws {
        let vectors = try AttestationVectors()
        let key = try #require(vectors.keys.first)
        let jwk = try proof(of: key, .jwk)
        #expect(jwk["jwk"] == JWK(key).json && jwk["kid"] == nil && jwk["x5c"] == nil)
        let kid = try proof(of: key, .keyId("did:example:ebfeb1f712ebc6f1c276e12ec21/keys/1"))
        #expect(
            kid == [
                "typ": "openid4vci-proof+jwt", "alg": "ES256", "kid": "did:example:ebfeb1f712ebc6f1c276e12ec21/keys/1",
            ])
        let certificate = try #require(vectors.json["signingCertificate"]?.string)
        let der = try #require(Base64.decode(certificate))
        let signed = try JSON(parsing: Vector.bytes("oid4vci/signed-metadata/independent.json"))
        let signer = try JWK(json: #require(signed["signingKey"]))
        let x5c = try proof(of: signer.key, .certificates([der]))
        #expect(x5c == ["typ": "openid4vci-proof+jwt", "alg": "ES256", "x5c": [.string(certificate)]])
        for chain in [[], [der]] {
            let finding = #expect(throws: Finding.self) { try proof(of: key, .certificates(chain)) }
            #expect(finding?.code.description == "proof.certificate")
        }
    }

    @Test(.row("VCI-PROOF-10")) func `VCI-PROOF-10 an attestation rides in the header of the proof by its first key`()
        throws
    {
        let vectors = try AttestationVectors()
        var findings = Findings()
        let attestation = try vectors.read("valid", nonce: vectors.nonce, findings: &findings)
        let first = try #require(attestation.keys.first)
        let header = try proof(of: first, .jwk, attestation: attestation)
        #expect(header["key_attestation"]?.string == attestation.text)
        let listed = try JSON.object(JWS(compact: attestation.text).unverifiedClaims(from: .walletProvider))
        #expect(header["jwk"] == listed["attested_keys"]?.array?.first)
    }

    @Test(.row("VCI-PROOF-10")) func `VCI-PROOF-10 only the first attested key proves them all`() throws {
        let vectors = try AttestationVectors()
        var findings = Findings()
        let attestation = try vectors.read("valid", nonce: vectors.nonce, findings: &findings)
        let last = try #require(attestation.keys.last)
        #expect(throws: Finding.self) { try proof(of: last, .jwk, attestation: attestation) }
    }

    @Test(.row("VCI-PROOF-11")) func `VCI-PROOF-11 an attestation alone is an array of one`() throws {
        let vectors = try AttestationVectors()
        var findings = Findings()
        let attestation = try vectors.read("valid", nonce: vectors.nonce, purpose: .alone, findings: &findings)
        let request = CredentialRequest(.configuration("c"), proofs: .init(attestation: attestation))
        #expect(request.json["proofs"] == ["attestation": [.string(attestation.text)]])
    }
}
