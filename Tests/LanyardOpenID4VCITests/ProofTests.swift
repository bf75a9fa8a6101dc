import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardOAuth
import LanyardOpenID4VCI
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

struct ProofChoiceTests {
    private func configuration(_ proofTypes: String?) throws -> CredentialConfiguration {
        let more = proofTypes.map { #","proof_types_supported":\#($0)"# } ?? ""
        let text = IssuerDocument.text(configurations: #"{"c":{"format":"dc+sd-jwt","vct":"v"\#(more)}}"#)
        return try #require(IssuerDocument.read(text).metadata.configuration("c"))
    }

    @Test(.row("VCI-CREQ-07", "VCI-PROOF-01")) func `VCI-CREQ-07 chooses what both sides can`() throws {
        let plain = ProofChoice.Abilities(algorithms: [.es384, .es256])
        let attesting = ProofChoice.Abilities(algorithms: [.es256], attestsKeys: true)
        let jwt = #""jwt":{"proof_signing_alg_values_supported":["RS256","ES256"]}"#
        let attestedJWT = #""jwt":{"proof_signing_alg_values_supported":["ES256"],"key_attestations_required":{}}"#
        let attestation =
            #""attestation":{"proof_signing_alg_values_supported":["ES384"],"key_attestations_required":{}}"#

        #expect(try ProofChoice(for: configuration(nil), abilities: plain) == .none)
        #expect(try ProofChoice(for: configuration("{\(jwt)}"), abilities: plain) == .jwt(.es256, attestation: nil))
        #expect(try described("{\(attestedJWT)}", attesting) == "jwt ES256 attested")
        #expect(try described("{\(attestation)}", attesting) == "attestation ES384")
        #expect(try described("{\(attestation),\(jwt)}", attesting) == "jwt ES256")
        #expect(try described("{\(attestation),\(jwt)}", plain) == "jwt ES256")
        #expect(try described("{\(attestation),\(attestedJWT)}", attesting) == "jwt ES256 attested")
        var alone = attesting
        alone.prefersAttestationAlone = true
        #expect(try described("{\(attestation),\(attestedJWT)}", alone) == "attestation ES384")

        let ownType = #""di_vp":{"proof_signing_alg_values_supported":["eddsa-2022"]}"#
        let extended = ProofChoice.Abilities(addedTypes: ["other", "di_vp"])
        #expect(try described("{\(ownType)}", extended) == "di_vp eddsa-2022")
        #expect(try described("{\(ownType),\(jwt)}", extended) == "jwt ES256")

        for proofTypes in [
            #"{"jwt":{"proof_signing_alg_values_supported":["none","HS256","RS256"]}}"#, "{\(attestedJWT)}",
            "{\(attestation)}",
            #"{"di_vp":{"proof_signing_alg_values_supported":["eddsa-2022"]}}"#,
        ] {
            let configuration = try configuration(proofTypes)
            let finding = refusal { () throws(Finding) in _ = try ProofChoice(for: configuration, abilities: plain) }
            #expect(finding?.code.description == "proof.none")
        }
    }

    private func described(_ proofTypes: String, _ abilities: ProofChoice.Abilities) throws -> String {
        switch try ProofChoice(for: configuration(proofTypes), abilities: abilities) {
        case .none: "none"
        case .jwt(let algorithm, let attestation): "jwt \(algorithm.rawValue)\(attestation == nil ? "" : " attested")"
        case .attestation(_, let algorithms): "attestation \(algorithms.joined(separator: " "))"
        case .added(let name, let algorithms): "\(name) \(algorithms.joined(separator: " "))"
        }
    }
}

struct KeyProofTests {
    // The key of the example in OpenID4VCI 1.0 §F.1.
    private func key() throws -> PublicKey {
        let json: JSON = [
            "kty": "EC", "crv": "P-256", "x": "nUWAoAv3XZith8E7i19OdaxOLYFOwM-Z2EuM02TirT4",
            "y": "HskHU8BjUi1U9Xqi7Swmj8gwAK_0xkcDjEW_71SosEY",
        ]
        return try JWK(json: json, at: "example").key
    }

    private func proof(_ key: PublicKey, nonce: String?, clientId: String?, algorithm: SignatureAlgorithm = .es256)
        throws
        -> KeyProof
    {
        let audience = try #require(IssuerIdentifier("https://credential-issuer.example.com"))
        return try KeyProof(
            of: key, algorithm: algorithm, audience: audience, issuedAt: Instant(milliseconds: 1_701_960_444_999),
            nonce: nonce, clientId: clientId)
    }

    @Test(.row("VCI-PROOF-01", "VCI-PROOF-02", "VCI-PROOF-05", "VCI-PROOF-06", "VCI-PROOF-07"))
    func `VCI-PROOF-01 header and claims are those of the specification's example`() throws {
        let unsigned = try proof(key(), nonce: "LarRGSbmUPYtRYO6BQ4yn8", clientId: nil).unsigned
        #expect(
            JSON.object(unsigned.header) == [
                "typ": "openid4vci-proof+jwt", "alg": "ES256",
                "jwk": [
                    "kty": "EC", "crv": "P-256", "x": "nUWAoAv3XZith8E7i19OdaxOLYFOwM-Z2EuM02TirT4",
                    "y": "HskHU8BjUi1U9Xqi7Swmj8gwAK_0xkcDjEW_71SosEY",
                ],
            ])
        #expect(
            try JSON(parsing: unsigned.payload) == [
                "aud": "https://credential-issuer.example.com", "iat": 1_701_960_444, "nonce": "LarRGSbmUPYtRYO6BQ4yn8",
            ])
    }

    // Field failure O18.
    @Test(.row("VCI-PROOF-07", "VCI-PROOF-08"))
    func `VCI-PROOF-08 iss is the client id, and absent after anonymous access`() throws {
        let anonymous = try JSON(parsing: proof(key(), nonce: nil, clientId: nil).unsigned.payload)
        #expect(anonymous["iss"] == nil && anonymous["nonce"] == nil)
        #expect(anonymous.object?.keys == ["aud", "iat"])
        let known = try JSON(parsing: proof(key(), nonce: "n", clientId: "wallet-dev").unsigned.payload)
        #expect(known["iss"] == "wallet-dev" && known["nonce"] == "n")
    }

    // A key whose x coordinate begins with a zero octet, found by searching scalars with an independent implementation.
    @Test(.row("VCI-PROOF-03")) func `VCI-PROOF-03 a coordinate with leading zeros keeps its length`() throws {
        var scalar = [UInt8](repeating: 0, count: 32)
        scalar[30] = 1
        scalar[31] = 123
        let key = try ECPrivateKey(.p256, scalar: scalar).publicKey
        #expect(key.x.first == 0)
        let header = try JSON.object(proof(.ec(key), nonce: nil, clientId: nil).unsigned.header)
        #expect(header["jwk"]?["x"] == "AFVDiUrz0A7X10Cr29dclrBod7eH219w7qeLkKjXwAo")
        #expect(header["jwk"]?["x"]?.string?.count == 43 && header["jwk"]?["y"]?.string?.count == 43)
        #expect(header["jwk"]?["d"] == nil)
    }

    @Test(.row("VCI-PROOF-04")) func `VCI-PROOF-04 the signature is raw r and s over header and claims`() throws {
        let private256 = try ECPrivateKey.generate(.p256)
        let unsigned = try proof(.ec(private256.publicKey), nonce: "n", clientId: nil).unsigned
        let jws = try JWS(compact: unsigned.signed(with: private256))
        #expect(jws.signature.count == 64)
        #expect(
            PublicKey.ec(private256.publicKey).isValidSignature(jws.signature, for: jws.signingInput, algorithm: .es256)
        )
    }

    @Test func `a key of another curve is refused before anything is signed`() throws {
        let key = try ECPrivateKey.generate(.p384).publicKey
        #expect(throws: Finding.self) { try proof(.ec(key), nonce: nil, clientId: nil) }
    }
}
