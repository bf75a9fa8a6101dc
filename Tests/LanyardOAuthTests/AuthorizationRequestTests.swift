import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardOAuth
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

struct AuthorizationRequestTests {
    // The values of the examples in OpenID4VCI 1.0 §5.1.
    private var request: AuthorizationRequest {
        AuthorizationRequest(
            clientId: "s6BhdRkqt3", redirectURI: "https://wallet.example.org/cb", state: "xyz",
            challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    private func fields(_ http: HttpRequest) throws -> [FormEncoding.Field] {
        try #require(FormEncoding.decode(String(decoding: http.body, as: UTF8.self)))
    }

    @Test(.row("VCI-AUTHZ-01", "VCI-AUTHZ-08", "VCI-AUTHZ-09"))
    func `VCI-AUTHZ-01 the code flow with S256 and a state, spelled as the specification does`() {
        var scoped = request
        scoped.scopes = ["UniversityDegreeCredential"]
        scoped.resources = ["https://credential-issuer.example.com"]
        #expect(
            scoped.url(at: "https://server.example.com/authorize")
                == "https://server.example.com/authorize?response_type=code&client_id=s6BhdRkqt3"
                + "&redirect_uri=https%3A%2F%2Fwallet.example.org%2Fcb&state=xyz"
                + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
                + "&scope=UniversityDegreeCredential&resource=https%3A%2F%2Fcredential-issuer.example.com")
    }

    @Test(.row("VCI-AUTHZ-02", "VCI-AUTHZ-04", "VCI-OFFER-11"))
    func `VCI-AUTHZ-02 scopes are joined once each, details are an array, the issuer's state is unchanged`() throws {
        var request = request
        request.scopes = ["a", "b", "a"]
        request.authorizationDetails = [["type": "openid_credential", "credential_configuration_id": "c"]]
        request.issuerState = "a+b%2B&c"
        request.dpopThumbprint = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"
        let fields = try fields(request.pushed(to: "https://as.example/par", client: .anonymous))
        let values = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in "\(first) twice" }
        #expect(values["scope"] == "a b")
        #expect(
            values["authorization_details"]
                == #"[{"type":"openid_credential","credential_configuration_id":"c"}]"#)
        #expect(values["issuer_state"] == "a+b%2B&c")
        #expect(values["dpop_jkt"] == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
    }

    @Test(.row("VCI-AUTHZ-11")) func `VCI-AUTHZ-11 the thumbprint of a DPoP key is that of RFC 9449`() throws {
        let example = try JSON(parsing: Vector.bytes("jose/rfc9449-dpop.json"))
        let key = try JWK(json: try #require(example["jwk"]))
        #expect(key.thumbprint() == example["jkt"]?.string)
    }

    @Test(.row("VCI-PAR-02", "VCI-PAR-03"))
    func `VCI-PAR-02 a pushed request is a form with client_id once and the client's authentication`() throws {
        let client = ClientAuthentication(
            clientId: "s6BhdRkqt3", fields: [.init("client_id", "s6BhdRkqt3"), .init("client_assertion", "j")],
            headers: [HttpHeader("OAuth-Client-Attestation", "a")])
        let http = request.pushed(to: "https://as.example/par?tenant=1", client: client)
        #expect(http.method == "POST" && http.url == "https://as.example/par?tenant=1")
        #expect(http.header("Content-Type") == "application/x-www-form-urlencoded")
        #expect(http.header("OAuth-Client-Attestation") == "a")
        let names = try fields(http).map(\.name)
        #expect(names.filter { $0 == "client_id" }.count == 1)
        #expect(names.last == "client_assertion" && !names.contains("request_uri"))
    }

    // RFC 9126 §2.2 and §4.
    @Test(
        .row("VCI-PAR-05"),
        arguments: [
            ("https://as.example.com/authorize", "https://as.example.com/authorize?"),
            ("https://as.example.com/authorize?", "https://as.example.com/authorize?"),
            ("https://as.example.com/authorize?tenant=1", "https://as.example.com/authorize?tenant=1&"),
            ("https://as.example.com/authorize?tenant=1&", "https://as.example.com/authorize?tenant=1&"),
            ("https://as.example.com/authorize#top", "https://as.example.com/authorize?"),
        ])
    func `VCI-PAR-05 the front channel carries client_id and request_uri alone`(_ endpoint: String, _ start: String) {
        let url = AuthorizationRequest.url(
            at: endpoint, clientId: "s6BhdRkqt3", requestURI: "urn:example:bwc4JK-ESC0w8acc191e-Y1LTC2")
        #expect(
            url == start + "client_id=s6BhdRkqt3&request_uri=urn%3Aexample%3Abwc4JK-ESC0w8acc191e-Y1LTC2")
    }
}

struct RequestObjectTests {
    @Test(.row("VCI-PAR-08")) func `VCI-PAR-08 a request object holds every parameter as a claim`() throws {
        let key = try ECPrivateKey.generate(.p256)
        var request = AuthorizationRequest(
            clientId: "s6BhdRkqt3", redirectURI: "https://client.example.org/cb", state: "af0ifjsldkj", challenge: "c")
        request.scopes = ["a", "b"]
        request.authorizationDetails = [["type": "openid_credential"]]
        request.resources = ["https://issuer.example"]
        let server = try #require(IssuerIdentifier("https://server.example.com"))
        let unsigned = request.requestObject(
            audience: server, algorithm: .es256, kid: "k2bdc", issuedAt: Instant(seconds: 1_800_000_000), id: "i")
        let jwt = try unsigned.signed(with: key)
        let policy = JWSPolicy(algorithms: [.es256], types: ["oauth-authz-req+jwt"], party: .wallet)
        let verified = try JWS(compact: jwt).verified(by: .ec(key.publicKey), policy: policy)
        #expect(verified.header.kid == "k2bdc")
        #expect(
            JSON.object(try verified.claims()) == [
                "iss": "s6BhdRkqt3", "aud": "https://server.example.com", "jti": "i", "iat": 1_800_000_000,
                "exp": 1_800_000_300, "response_type": "code", "client_id": "s6BhdRkqt3",
                "redirect_uri": "https://client.example.org/cb", "state": "af0ifjsldkj", "code_challenge": "c",
                "code_challenge_method": "S256", "scope": "a b", "resource": "https://issuer.example",
                "authorization_details": [["type": "openid_credential"]],
            ])
    }

    @Test(.row("VCI-PAR-08")) func `VCI-PAR-08 beside a request object stands the client's authentication alone`()
        throws
    {
        let client = ClientAuthentication.assertion(clientId: "c", "j")
        let http = AuthorizationRequest.pushed(
            requestObject: "r", clientId: "c", to: "https://as.example/par", client: client)
        #expect(
            String(decoding: http.body, as: UTF8.self)
                == "client_id=c&request=r&client_assertion_type=urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer"
                + "&client_assertion=j")
        #expect(
            AuthorizationRequest.url(at: "https://as.example/a", clientId: "c", requestObject: "r")
                == "https://as.example/a?client_id=c&request=r")
    }

    @Test func `several resources are an array`() throws {
        var request = AuthorizationRequest(clientId: "c", redirectURI: "w:/cb", state: "s", challenge: "c")
        request.resources = ["https://a.example", "https://b.example"]
        let server = try #require(IssuerIdentifier("https://server.example.com"))
        let unsigned = request.requestObject(
            audience: server, algorithm: .es256, issuedAt: Instant(seconds: 0), id: "i")
        let claims = try JSON(parsing: unsigned.payload)
        #expect(claims["resource"] == ["https://a.example", "https://b.example"])
        #expect(unsigned.header["kid"] == nil)
    }
}
