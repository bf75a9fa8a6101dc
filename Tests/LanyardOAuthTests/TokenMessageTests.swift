import LanyardJSON
import LanyardOAuth
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

struct TokenMessageTests {
    private func read(_ body: String, strictness: Strictness = .tolerant) throws -> (TokenResponse, [Finding]) {
        var findings = Findings(strictness: strictness)
        let response = try TokenResponse(response: answer(body), findings: &findings)
        return (response, findings.list)
    }

    @Test(.row("VCI-TOK-06")) func `VCI-TOK-06 reads the members it knows and ignores the rest`() throws {
        let (response, findings) = try read(
            #"{"access_token":"t","token_type":"Bearer","expires_in":3600,"refresh_token":"r","scope":"a b","x":{},"id_token":1}"#
        )
        #expect(response.accessToken.value.reveal() == "t")
        #expect(response.accessToken.kind == .bearer)
        #expect(response.expiresIn == 3600)
        #expect(response.refreshToken?.reveal() == "r")
        #expect(response.scope == ["a", "b"])
        #expect(findings.isEmpty)
    }

    // Field failure O11: every combination issues.
    @Test(arguments: [
        ("bearer", "bearer"), ("Bearer", "bearer"), ("BEARER", "bearer"), ("DPoP", "dpop"), ("dpop", "dpop"),
    ])
    func `VCI-TOK-06 compares the token type without case`(_ written: String, _ kind: String) throws {
        let (response, _) = try read(#"{"access_token":"t","token_type":"\#(written)"}"#)
        #expect(response.accessToken.kind.rawValue == kind)
        #expect(response.expiresIn == nil)
    }

    @Test func `VCI-TOK-06 tolerates a lifetime in a string and says so`() throws {
        let body = #"{"access_token":"t","token_type":"Bearer","expires_in":"3600"}"#
        let (response, findings) = try read(body)
        #expect(response.expiresIn == 3600)
        #expect(findings.map(\.code.description) == ["token.expiresIn"])
        #expect(throws: Finding.self) { try read(body, strictness: .strict) }
        #expect(try read(#"{"access_token":"t","token_type":"Bearer","expires_in":-1}"#).0.expiresIn == nil)
        #expect(try read(#"{"access_token":"t","token_type":"Bearer","expires_in":1e300}"#).0.expiresIn == nil)
    }

    @Test(arguments: [
        (#"{"token_type":"Bearer"}"#, "token.missing token response: /access_token"),
        (#"{"access_token":"","token_type":"Bearer"}"#, "token.type token response: /access_token"),
        (#"{"access_token":7,"token_type":"Bearer"}"#, "token.type token response: /access_token"),
        (#"{"access_token":"a\nb","token_type":"Bearer"}"#, "token.token.characters token response: /access_token"),
        (#"{"access_token":"t","token_type":"mac"}"#, "token.tokenType.unknown token response: /token_type"),
        (
            #"{"access_token":"t","token_type":"Bearer","authorization_details":{}}"#,
            "token.type token response: /authorization_details"
        ),
        ("[]", "token.missing token response: /access_token"), ("{", "token.json token response"),
    ])
    func `VCI-TOK-06 names what is missing or wrong`(_ body: String, _ expected: String) {
        var findings = Findings()
        let finding = refusal { () throws(Finding) in _ = try TokenResponse(response: answer(body), findings: &findings)
        }
        #expect(finding.map { "\($0.code) \($0.location)" } == expected)
    }

    @Test(.row("VCI-TOK-06")) func `VCI-TOK-06 needs status 200 and JSON`() {
        let body = #"{"access_token":"t","token_type":"Bearer"}"#
        for (response, code) in [
            (answer(body, status: 201), "token.status"), (answer(body, status: 400), "token.status"),
            (answer(body, type: "text/html"), "token.mediaType"),
        ] {
            var findings = Findings()
            let finding = refusal { () throws(Finding) in _ = try TokenResponse(response: response, findings: &findings)
            }
            #expect(finding?.code.description == code)
        }
    }

    @Test(.row("LEG-01")) func `LEG-01 keeps the nonce of a draft's token response`() throws {
        let (response, _) = try read(
            #"{"access_token":"t","token_type":"Bearer","c_nonce":"n-1","c_nonce_expires_in":86400}"#)
        #expect(response.legacyNonce == "n-1")
    }

    @Test(.row("VCI-TOK-12")) func `VCI-TOK-12 the token appears in its header field and in no description`() throws {
        let (response, _) = try read(#"{"access_token":"s3cr3t","token_type":"dpop","refresh_token":"r3fr3sh"}"#)
        #expect(response.accessToken.authorization == HttpHeader("Authorization", "DPoP s3cr3t"))
        var text = "\(response)"
        dump(response, to: &text)
        #expect(!text.contains("s3cr3t") && !text.contains("r3fr3sh"))
    }

    @Test(.row("VCI-TOK-01")) func `VCI-TOK-01 sends a grant's fields, the client and the details as a form`() throws {
        let grant = TokenGrant(
            type: "authorization_code",
            fields: [.init("code", "a+b"), .init("redirect_uri", "w://x"), .init("code_verifier", "v")])
        var request = TokenRequest(
            endpoint: "https://as.example.com/token?x=1", grant: grant, client: .publicClient("wallet-dev"))
        request.resources = ["https://issuer.example.com"]
        let http = request.http
        #expect(http.method == "POST" && http.url == "https://as.example.com/token?x=1")
        #expect(http.header("content-type") == "application/x-www-form-urlencoded")
        #expect(
            String(decoding: http.body, as: UTF8.self)
                == "grant_type=authorization_code&code=a%2Bb&redirect_uri=w%3A%2F%2Fx&code_verifier=v&client_id=wallet-dev"
                + "&resource=https%3A%2F%2Fissuer.example.com")
    }

    // Token responses of deployed issuers: the part of each document that is one.
    @Test(arguments: [
        ("animoOpenIdPlaygroundDraft11SdJwtVc.json", "acquireAccessTokenResponse", ""),
        ("bdrDraft13.json", "accessTokenResponse", ""), ("paradymDraft11.json", "accessTokenResponse", ""),
        ("paradymDraft13.json", "accessTokenResponse", ""),
        ("presentationDuringIssuance.json", "accessTokenResponse", ""),
        ("waltIdDraft11JwtVcJson.json", "acquireAccessTokenResponse", ""),
        ("eudi-ios-access_token_request_response.json", "", "token.tokenType.missing"),
        ("eudi-ios-access_token_request_response_no_proof.json", "", "token.tokenType.missing"),
        ("swiss-access-token.json", "", "token.tokenType.missing"),
    ])
    func `reads token responses of the field`(_ file: String, _ member: String, _ recorded: String) throws {
        let json = try JSON(parsing: Vector.bytes("oid4vci/responses/\(file)"))
        let body = try #require(member.isEmpty ? json : json[member])
        var findings = Findings()
        let response = try TokenResponse(json: body, findings: &findings)
        #expect(!response.accessToken.value.reveal().isEmpty)
        #expect(response.legacyNonce == body["c_nonce"]?.string)
        #expect(findings.list.map(\.code.description) == (recorded.isEmpty ? [] : [recorded]))
    }
}

struct OAuthErrorTests {
    @Test(
        .row("VCI-TOK-10"),
        arguments: [
            "invalid_request", "invalid_grant", "invalid_client", "invalid_scope", "unauthorized_client",
            "unsupported_grant_type", "invalid_authorization_details", "invalid_dpop_proof", "something_else",
        ])
    func `VCI-TOK-10 keeps every code as the server wrote it`(_ code: String) throws {
        let error = try #require(
            OAuthError(response: answer(#"{"error":"\#(code)","error_description":"d"}"#, status: 400)))
        #expect(error.code == code)
        #expect(error.description == "d")
    }

    @Test(arguments: ["", "<html>", "[]", "{}", #"{"error":7}"#, #"{"error":""}"#])
    func `is none without a code`(_ body: String) {
        #expect(OAuthError(response: answer(body, status: 400)) == nil)
    }

    @Test func `reads Retry-After in seconds only`() {
        #expect(answer("", headers: [HttpHeader("Retry-After", "120")]).retryAfter == 120)
        #expect(answer("", headers: [HttpHeader("Retry-After", "-1")]).retryAfter == nil)
        #expect(answer("", headers: [HttpHeader("Retry-After", "Wed, 21 Oct 2026 07:28:00 GMT")]).retryAfter == nil)
    }
}
