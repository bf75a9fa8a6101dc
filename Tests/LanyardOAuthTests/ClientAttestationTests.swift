import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardOAuth
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

struct ClientAttestationTests {
    private struct Vectors {
        let now: Instant
        let key: PublicKey
        let attestations: JSON

        init() throws {
            let json = try JSON(parsing: Vector.bytes("oid4vci/attestation/independent.json"))
            now = Instant(seconds: try #require(json["now"]?.int64))
            key = try JWK(json: #require(json["instanceKey"])).key
            attestations = try #require(json["clientAttestations"])
        }
    }

    private func read(
        _ name: String, clientId: String? = nil, algorithms: [String]? = ["ES256"], profile: Profile = .core
    ) throws -> String {
        let vectors = try Vectors()
        let text = try #require(vectors.attestations[name]?.string)
        var findings = Findings(profile: profile)
        do throws(Finding) {
            let attestation = try ClientAttestation(
                text, for: vectors.key, clientId: clientId, now: vectors.now, algorithms: algorithms,
                findings: &findings)
            guard attestation.text == text, attestation.expiresAt == vectors.now.advanced(by: 3600) else {
                return "misread"
            }
            return ([attestation.clientId] + findings.list.map(\.code.description)).joined(separator: " ")
        } catch {
            return error.code.description
        }
    }

    @Test(.row("VCI-WATT-02", "VCI-WATT-05")) func `VCI-WATT-02 takes an attestation that holds, with iss or without`()
        throws
    {
        for name in ["valid", "withoutIssuer", "extras"] {
            #expect(try read(name) == "https://wallet.example")
            #expect(try read(name, profile: .haip) == "https://wallet.example")
        }
        #expect(try read("withoutCertificates") == "https://wallet.example")
    }

    @Test(
        .row("VCI-WATT-02"),
        arguments: [
            ("expired", "clientAttestation.expired"), ("withoutExpiry", "clientAttestation.missing"),
            ("notYetValid", "clientAttestation.notYetValid"), ("withoutSubject", "clientAttestation.missing"),
            ("otherKey", "clientAttestation.key"), ("privateKey", "jwk.private"),
            ("withoutKey", "clientAttestation.missing"), ("otherType", "clientAttestation.typ"),
            ("withoutType", "clientAttestation.typ"), ("none", "clientAttestation.alg"),
            ("mac", "clientAttestation.alg"), ("critical", "clientAttestation.crit"),
            ("foreignSignature", "jose.signature.invalid"),
        ])
    func `VCI-WATT-02 refuses one that breaks a rule before it is sent`(_ name: String, _ code: String) throws {
        #expect(try read(name, algorithms: nil) == code)
        #expect(try read(name, algorithms: nil, profile: .haip) == code)
    }

    @Test(.row("VCI-WATT-02")) func `VCI-WATT-02 the profile wants the signer's chain without its anchor`() throws {
        #expect(try read("withoutCertificates", profile: .haip) == "clientAttestation.x5c.missing")
        #expect(try read("selfSigned", profile: .haip) == "clientAttestation.x5c.selfSigned")
        #expect(try read("withAnchor", profile: .eu) == "clientAttestation.x5c.anchor")
        #expect(try read("selfSigned") == "https://wallet.example clientAttestation.x5c.selfSigned")
        #expect(try read("withAnchor") == "https://wallet.example clientAttestation.x5c.anchor")
    }

    @Test(.row("VCI-WATT-03")) func `VCI-WATT-03 the configured client id is the attested one`() throws {
        #expect(try read("valid", clientId: "https://wallet.example") == "https://wallet.example")
        #expect(try read("valid", clientId: "wallet-dev") == "clientAttestation.clientId")
        #expect(try read("otherSubject", clientId: "https://wallet.example") == "clientAttestation.clientId")
    }

    @Test(.row("VCI-AS-08")) func `VCI-AS-08 the server's list of attestation algorithms is heeded`() throws {
        #expect(try read("valid", algorithms: ["ES384", "RS256"]) == "clientAttestation.alg")
        #expect(try read("valid", algorithms: nil) == "https://wallet.example")
    }

    // The examples of draft-ietf-oauth-attestation-based-client-auth, and attestations of the field.
    @Test(.row("VCI-WATT-05")) func `VCI-WATT-05 reads the attestations of the draft and of deployed providers`() throws
    {
        let draft = try JSON(parsing: Vector.bytes("oid4vci/attestation/draft-abca-blocks.json"))
        let one = try JSON(parsing: Vector.bytes("oid4vci/attestation/client-attestation-one-core.json"))
        let swiss = try JSON(parsing: Vector.bytes("oid4vci/attestation/swiss-client-attestation-response.json"))
        for text in [draft["jwts"]?.array?.first?["jwt"], one["jwt"], swiss["clientAttestation"]] {
            let text = try #require(text?.string)
            let claims = try JSON.object(JWS(compact: text).unverifiedClaims(from: .walletProvider))
            let key = try JWK(json: #require(claims["cnf"]?["jwk"])).key
            let issued = try #require(claims["iat"]?.int64)
            var findings = Findings(strictness: .strict)
            let attestation = try ClientAttestation(
                text, for: key, clientId: nil, now: Instant(seconds: issued), algorithms: ["ES256"],
                findings: &findings)
            #expect(attestation.clientId == claims["sub"]?.string)
        }
    }

    @Test(.row("VCI-WATT-04", "VCI-WATT-05"))
    func `VCI-WATT-04 a proof is addressed to the server and carries its challenge`() throws {
        let key = try ECPrivateKey.generate(.p256)
        let server = try #require(IssuerIdentifier("https://as.example.com"))
        func claims(_ challenge: String?) throws -> JSON {
            let proof = ClientAttestationProof(
                clientId: "https://client.example.com", audience: server, algorithm: .es256,
                id: "d25d00ab-552b-46fc-ae19-98f440f25064", issuedAt: Instant(seconds: 1_772_487_595),
                challenge: challenge)
            let policy = JWSPolicy(algorithms: [.es256], types: [ClientAttestationProof.type], party: .wallet)
            let jws = try JWS(compact: proof.unsigned.signed(with: key))
            #expect(jws.header.typ == "oauth-client-attestation-pop+jwt")
            return .object(try jws.verified(by: .ec(key.publicKey), policy: policy).claims())
        }
        // The draft's example, with the `iss` of draft 07 added.
        let draft = try JSON(parsing: Vector.bytes("oid4vci/attestation/draft-abca-blocks.json"))
        var expected = try #require(draft["jwts"]?.array?[1]["payload"]?.object)
        expected["iss"] = "https://client.example.com"
        #expect(try claims("5c1a9e10-29ff-4c2b-ae73-57c0957c09c4") == .object(expected))
        #expect(try claims(nil)["challenge"] == nil)
    }

    @Test(.row("VCI-WATT-01")) func `VCI-WATT-01 both header fields stand on a pushed and on a token request, once`()
        throws
    {
        let vectors = try Vectors()
        let text = try #require(vectors.attestations["valid"]?.string)
        var findings = Findings()
        let attestation = try ClientAttestation(
            text, for: vectors.key, clientId: nil, now: vectors.now, algorithms: nil, findings: &findings)
        let client = ClientAuthentication.attested(attestation, proof: "proof")
        let pushed = AuthorizationRequest(
            clientId: attestation.clientId, redirectURI: "w:/cb", state: "s", challenge: "c"
        ).pushed(to: "https://as.example/par", client: client)
        let refresh = TokenRequest(
            endpoint: "https://as.example/token", grant: .refreshToken(Secret("r")), client: client
        ).http
        for request in [pushed, refresh] {
            #expect(request.headers.all("OAuth-Client-Attestation") == [text])
            #expect(request.headers.all("OAuth-Client-Attestation-PoP") == ["proof"])
            let fields = FormEncoding.decode(String(decoding: request.body, as: UTF8.self)) ?? []
            #expect(fields.filter { $0.name == "client_id" }.map(\.value) == ["https://wallet.example"])
        }
    }
}

struct AttestationChallengeTests {
    // The example of the draft, §8.
    @Test(.row("VCI-WATT-06")) func `VCI-WATT-06 a challenge is fetched by a POST without a body, past all caches`()
        throws
    {
        let request = AttestationChallenge.request("https://as.example.com/as/challenge")
        #expect(request.method == "POST" && request.body.isEmpty)
        #expect(request.header("Accept") == "application/json" && request.header("Cache-Control") == "no-store")
        var findings = Findings(strictness: .strict)
        let body = #"{"attestation_challenge":"AYjcyMzY3ZDhiNmJkNTZ"}"#
        #expect(try AttestationChallenge.value(in: answer(body), findings: &findings) == "AYjcyMzY3ZDhiNmJkNTZ")
        let field = try Vector.text("oid4vci/responses/eudi-ios-attestation_challenge.json")
        #expect(try !AttestationChallenge.value(in: answer(field), findings: &findings).isEmpty)
        for (response, code) in [
            (answer("{}"), "challenge.missing"), (answer(#"{"attestation_challenge":""}"#), "challenge.type"),
            (answer(body, status: 404), "challenge.status"), (answer(body, type: "text/html"), "challenge.mediaType"),
        ] {
            let finding = refusal { () throws(Finding) in
                _ = try AttestationChallenge.value(in: response, findings: &findings)
            }
            #expect(finding?.code.description == code)
        }
    }

    @Test(.row("VCI-WATT-07")) func `VCI-WATT-07 any response may bring the next challenge`() {
        for status in [200, 201, 400, 401] {
            let response = answer("", status: status, headers: [HttpHeader("OAuth-Client-Attestation-Challenge", "c2")])
            #expect(AttestationChallenge.rotated(in: response) == "c2")
        }
        #expect(AttestationChallenge.rotated(in: answer("")) == nil)
        let empty = answer("", headers: [HttpHeader("OAuth-Client-Attestation-Challenge", "")])
        #expect(AttestationChallenge.rotated(in: empty) == nil)
    }
}
