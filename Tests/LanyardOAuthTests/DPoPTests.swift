import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardOAuth
import LanyardTestSupport
import Testing
import WalletPorts

struct DPoPProofTests {
    /// An example of RFC 9449: what its JWT says.
    private struct Example {
        let key: PublicKey
        let header: JSON
        let claims: JSON
        let json: JSON

        init(_ name: String) throws {
            let document = try JSON(parsing: Vector.bytes("jose/rfc9449-dpop.json"))
            json = try #require(document[name])
            let jws = try JWS(compact: #require(json["jwt"]?.string))
            key = try JWK(json: #require(document["jwk"])).key
            header = .object(jws.header.json)
            claims = .object(try jws.unverifiedClaims(from: .wallet))
        }

        func proof(url: String, nonce: String? = nil, token: Secret<String>? = nil) throws -> DPoPProof {
            try DPoPProof(
                of: key, algorithm: .es256, method: #require(json["htm"]?.string), url: url,
                id: #require(claims["jti"]?.string), issuedAt: Instant(seconds: #require(claims["iat"]?.int64)),
                nonce: nonce, accessToken: token)
        }
    }

    @Test(.row("VCI-DPOP-01", "VCI-DPOP-02")) func `VCI-DPOP-01 a proof for a token is that of RFC 9449`() throws {
        let example = try Example("tokenRequestProof")
        for url in ["https://server.example.com/token", "https://server.example.com/token?tenant=1&x#y"] {
            let unsigned = try example.proof(url: url).unsigned
            #expect(JSON.object(unsigned.header) == example.header)
            #expect(try JSON(parsing: unsigned.payload) == example.claims)
        }
    }

    @Test(.row("VCI-DPOP-03")) func `VCI-DPOP-03 a proof for a resource carries the hash of the token`() throws {
        let example = try Example("resourceRequestProof")
        let token = Secret(try #require(example.json["access_token"]?.string))
        let unsigned = try example.proof(url: "https://resource.example.org/protectedresource", token: token).unsigned
        #expect(JSON.object(unsigned.header) == example.header)
        #expect(try JSON(parsing: unsigned.payload) == example.claims)
        #expect(
            AccessToken(token, kind: .dpop).authorization.value == "DPoP Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU")
        #expect(DPoPProof.header("jwt") == HttpHeader("DPoP", "jwt"))
    }

    @Test(.row("VCI-DPOP-06")) func `VCI-DPOP-06 a nonce is a claim, and a foreign algorithm is refused`() throws {
        let example = try Example("tokenRequestProof")
        let unsigned = try example.proof(url: "https://server.example.com/token", nonce: "n").unsigned
        #expect(try JSON(parsing: unsigned.payload)["nonce"] == "n")
        let finding = refusal { () throws(Finding) in
            _ = try DPoPProof(
                of: example.key, algorithm: .es384, method: "POST", url: "https://h/", id: "i",
                issuedAt: Instant(seconds: 0), nonce: nil)
        }
        #expect(finding?.code.description == "dpop.key")
    }
}

struct DPoPNoncesTests {
    private func response(_ nonce: String, status: Int = 200) -> HttpResponse {
        answer("", status: status, headers: [HttpHeader("DPoP-Nonce", nonce)])
    }

    @Test(.row("VCI-DPOP-08", "VCI-NONCE-03")) func `VCI-DPOP-08 the newest nonce of any response counts`() {
        var nonces = DPoPNonces()
        #expect(nonces.nonce(for: .authorizationServer, url: "https://as.example/token") == nil)
        nonces.learn(from: response("a", status: 400), role: .authorizationServer, url: "https://as.example/par")
        #expect(nonces.nonce(for: .authorizationServer, url: "https://as.example/token") == "a")
        nonces.learn(from: response("b"), role: .authorizationServer, url: "https://AS.example:443/token?x=1")
        #expect(nonces.nonce(for: .authorizationServer, url: "https://as.example/token") == "b")
        nonces.learn(from: answer(""), role: .authorizationServer, url: "https://as.example/token")
        for wrong in ["", "a b", "a\"", "a\\", "ü"] {
            nonces.learn(from: response(wrong), role: .authorizationServer, url: "https://as.example/token")
        }
        nonces.learn(from: response("c"), role: .authorizationServer, url: "no url")
        #expect(nonces.nonce(for: .authorizationServer, url: "https://as.example/token") == "b")
    }

    @Test(.row("VCI-DPOP-09")) func `VCI-DPOP-09 nonces belong to a role and an origin`() {
        var nonces = DPoPNonces()
        nonces.learn(from: response("a"), role: .authorizationServer, url: "https://h.example/token")
        nonces.learn(from: response("i"), role: .credentialIssuer, url: "https://h.example/nonce")
        nonces.learn(from: response("o"), role: .authorizationServer, url: "https://h.example:8443/token")
        #expect(nonces.nonce(for: .authorizationServer, url: "https://h.example/par") == "a")
        #expect(nonces.nonce(for: .credentialIssuer, url: "https://h.example/credential") == "i")
        #expect(nonces.nonce(for: .authorizationServer, url: "https://h.example:8443/par") == "o")
        #expect(nonces.nonce(for: .credentialIssuer, url: "https://h.example:8443/credential") == nil)
    }

    @Test func `nonces come back from a stored session`() throws {
        var nonces = DPoPNonces()
        nonces.learn(from: response("a"), role: .authorizationServer, url: "https://h.example/token")
        nonces.learn(from: response("i"), role: .credentialIssuer, url: "https://h.example/nonce")
        #expect(
            nonces.json == [
                "authorizationServer": ["https://h.example:443": "a"],
                "credentialIssuer": ["https://h.example:443": "i"],
            ])
        #expect(try DPoPNonces(json: nonces.json) == nonces)
        #expect(try DPoPNonces(json: DPoPNonces().json) == DPoPNonces())
        #expect(throws: JSONError.self) { try DPoPNonces(json: ["credentialIssuer": ["https://h": 7]]) }
    }
}

struct TokenBindingTests {
    private func check(_ type: String, sentProof: Bool, profile: Profile = .core, strictness: Strictness = .tolerant)
        throws -> String
    {
        var findings = Findings(strictness: strictness, profile: profile)
        let response = try TokenResponse(
            response: answer(#"{"access_token":"t","token_type":"\#(type)"}"#), findings: &findings)
        let finding = refusal { () throws(Finding) in
            try response.checkBinding(sentProof: sentProof, findings: &findings)
        }
        if let finding { return finding.code.description }
        return findings.list.first.map { "recorded \($0.code)" } ?? "fine"
    }

    @Test(.row("VCI-DPOP-05"))
    func `VCI-DPOP-05 a bearer token in answer to a proof is used, but not under the profile`() throws {
        #expect(try check("dPoP", sentProof: true, profile: .haip) == "fine")
        #expect(try check("Bearer", sentProof: true) == "recorded token.type.unbound")
        #expect(try check("Bearer", sentProof: true, profile: .haip) == "token.type.unbound")
        #expect(try check("Bearer", sentProof: false) == "fine")
        #expect(try check("DPoP", sentProof: false) == "token.type.unasked")
    }
}

struct CodeGrantTests {
    // The example of OpenID4VCI 1.0 §6.1, with a public client.
    @Test(.row("VCI-TOK-01", "VCI-REF-01")) func `VCI-TOK-01 a code goes with its redirect URI and verifier`() {
        func body(_ grant: TokenGrant) -> String {
            let request = TokenRequest(endpoint: "https://as.example/token", grant: grant, client: .publicClient("c"))
            return String(decoding: request.http.body, as: UTF8.self)
        }
        #expect(
            body(
                .authorizationCode(
                    Secret("SplxlOBeZQQYbYS6WxSbIA"), redirectURI: "https://wallet.example.org/cb",
                    verifier: Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")))
                == "grant_type=authorization_code&code=SplxlOBeZQQYbYS6WxSbIA"
                + "&redirect_uri=https%3A%2F%2Fwallet.example.org%2Fcb"
                + "&code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk&client_id=c")
        #expect(body(.refreshToken(Secret("r/+="))) == "grant_type=refresh_token&refresh_token=r%2F%2B%3D&client_id=c")
    }
}
