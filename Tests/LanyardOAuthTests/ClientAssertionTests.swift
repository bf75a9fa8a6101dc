import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardOAuth
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

struct ClientAssertionTests {
    @Test(.row("VCI-CAUTH-03")) func `VCI-CAUTH-03 an assertion speaks of the client to the server, for a minute`()
        throws
    {
        let key = try ECPrivateKey.generate(.p256)
        let server = try #require(IssuerIdentifier("https://as.example.com"))
        let assertion = ClientAssertion(
            clientId: "wallet-dev", audience: server, algorithm: .es256, kid: "k", id: "id-1",
            issuedAt: Instant(seconds: 1_800_000_000))
        let jwt = try assertion.unsigned.signed(with: key)
        let policy = JWSPolicy(algorithms: [.es256], types: [], party: .wallet)
        let verified = try JWS(compact: jwt).verified(by: .ec(key.publicKey), policy: policy)
        #expect(verified.header.kid == "k")
        #expect(
            JSON.object(try verified.claims()) == [
                "iss": "wallet-dev", "sub": "wallet-dev", "aud": "https://as.example.com", "jti": "id-1",
                "iat": 1_800_000_000, "exp": 1_800_000_060,
            ])
        let client = ClientAuthentication.assertion(clientId: "wallet-dev", jwt)
        #expect(
            client.fields == [
                .init("client_id", "wallet-dev"),
                .init("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
                .init("client_assertion", jwt),
            ])
        #expect(client.headers.isEmpty && client.clientId == "wallet-dev")
    }
}

struct ClientRegistrationTests {
    private func read(_ response: HttpResponse, strictness: Strictness = .tolerant) -> String {
        var findings = Findings(strictness: strictness)
        do throws(Finding) {
            return try RegisteredClient(response: response, findings: &findings).clientId
        } catch {
            return error.code.description
        }
    }

    @Test(.row("VCI-CAUTH-06")) func `VCI-CAUTH-06 a wallet registers as a public client with its offer endpoint`()
        throws
    {
        let registration = ClientRegistration(
            endpoint: "https://as.example.com/register", redirectURIs: ["w:/cb"], name: "Wallet",
            credentialOfferEndpoint: "https://wallet.example/offer")
        let http = registration.http
        #expect(http.method == "POST" && http.url == "https://as.example.com/register")
        #expect(http.header("Content-Type") == "application/json")
        #expect(
            try JSON(parsing: http.body) == [
                "redirect_uris": ["w:/cb"], "token_endpoint_auth_method": "none",
                "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"],
                "client_name": "Wallet", "credential_offer_endpoint": "https://wallet.example/offer",
            ])
    }

    // RFC 7591 §3.2.1.
    @Test(.row("VCI-CAUTH-06")) func `VCI-CAUTH-06 the server gives an id and demands no secret`() {
        let id = #""client_id":"s6BhdRkqt3""#
        #expect(read(answer("{\(id)}", status: 201), strictness: .strict) == "s6BhdRkqt3")
        #expect(read(answer("{\(id)}", status: 200)) == "s6BhdRkqt3")
        #expect(read(answer("{\(id)}", status: 200), strictness: .strict) == "registration.status.lenient")
        #expect(read(answer(#"{\#(id),"token_endpoint_auth_method":"none"}"#, status: 201)) == "s6BhdRkqt3")
        let secret = #"{\#(id),"client_secret":"x","token_endpoint_auth_method":"client_secret_basic"}"#
        #expect(read(answer(secret, status: 201)) == "registration.method")
        #expect(read(answer("{}", status: 201)) == "registration.missing")
        #expect(read(answer(#"{"error":"invalid_redirect_uri"}"#, status: 400)) == "registration.status")
    }
}
