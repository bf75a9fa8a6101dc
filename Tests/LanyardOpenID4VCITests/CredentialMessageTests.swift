import LanyardJSON
import LanyardOAuth
import LanyardOpenID4VCI
import LanyardTestSupport
import Testing
import WalletPorts

struct NonceTests {
    @Test(.row("VCI-NONCE-01", "VCI-NONCE-02")) func `VCI-NONCE-01 asks with an empty POST, no token and no cache`() {
        let request = NonceResponse.request("https://issuer.example.com/nonce")
        #expect(request.method == "POST" && request.url == "https://issuer.example.com/nonce" && request.body.isEmpty)
        #expect(request.header("Authorization") == nil)
        #expect(request.header("Cache-Control") == "no-store")
    }

    // Field failure O17: whatever is no nonce is an error, never a missing nonce.
    @Test(.row("VCI-NONCE-01")) func `VCI-NONCE-01 reads any 2xx JSON answer and nothing else`() throws {
        let body = #"{"c_nonce":"wKI4LT17ac15ES9bw8ac4","x":1}"#
        let expected: [(HttpResponse, String?)] = [
            (answer(body), nil), (answer(body, status: 201), nil), (answer(body, type: nil), nil),
            (answer(body, status: 500), "nonce.status"), (answer("<html>", type: "text/html"), "nonce.mediaType"),
            (answer("<html>"), "nonce.json"), (answer("{}"), "nonce.missing"),
            (answer(#"{"c_nonce":""}"#), "nonce.type"),
            (answer(#"{"c_nonce":7}"#), "nonce.type"), (answer(body, status: 302), "nonce.status"),
        ]
        for (response, code) in expected {
            var findings = Findings()
            let finding = refusal { () throws(Finding) in
                let nonce = try NonceResponse(response: response, findings: &findings).nonce
                #expect(nonce == "wKI4LT17ac15ES9bw8ac4")
            }
            #expect(finding?.code.description == code)
        }
    }

    @Test func `reads the nonce of a deployed issuer`() throws {
        var findings = Findings()
        let body = try Vector.text("oid4vci/responses/eudi-ios-mock_cnonce_endpoint_response.json")
        #expect(try NonceResponse(response: answer(body), findings: &findings).nonce.hasPrefix("eyJ0eXAiOiJjbm9uY2Ur"))
    }
}

struct CredentialRequestTests {
    private let token = AccessToken(Secret("czZCaGRSa3F0MzpnWDFmQmF0M2JW"), kind: .bearer)

    // The examples of OpenID4VCI 1.0 §8.2.
    @Test(.row("VCI-CREQ-01", "VCI-CREQ-05", "VCI-CREQ-06"))
    func `VCI-CREQ-01 spells a request as the specification does`() throws {
        let proofs = CredentialRequest.Proofs(jwts: ["eyJraWQ"])
        let request = CredentialRequest(.configuration("org.iso.18013.5.1.mDL"), proofs: proofs)
        let message = CredentialMessage(request.json)
        let http = try message.http(
            endpoint: "https://server.example.com/credential", token: token, encryption: nil)
        #expect(http.method == "POST" && http.url == "https://server.example.com/credential")
        #expect(http.header("Authorization") == "Bearer czZCaGRSa3F0MzpnWDFmQmF0M2JW")
        #expect(http.header("Content-Type") == "application/json")
        #expect(
            try JSON(parsing: http.body) == [
                "credential_configuration_id": "org.iso.18013.5.1.mDL", "proofs": ["jwt": ["eyJraWQ"]],
            ])
        let dpop = try message.http(
            endpoint: "https://h/", token: AccessToken(Secret("t"), kind: .dpop), encryption: nil)
        #expect(dpop.header("Authorization") == "DPoP t")
    }

    @Test(.row("VCI-CREQ-02", "VCI-CREQ-05")) func `VCI-CREQ-02 an identifier and a configuration exclude each other`()
        throws
    {
        let proofs = CredentialRequest.Proofs(jwts: ["a", "b"])
        let request = CredentialRequest(.identifier("CivilEngineeringDegree-2023"), proofs: proofs)
        #expect(
            request.json == [
                "credential_identifier": "CivilEngineeringDegree-2023", "proofs": ["jwt": ["a", "b"]],
            ])
    }

    @Test(.row("VCI-CREQ-06")) func `VCI-CREQ-06 without proofs the member is left out, and it is never empty`() {
        #expect(CredentialRequest(.configuration("c"), proofs: nil).json == ["credential_configuration_id": "c"])
        #expect(CredentialRequest.Proofs(jwts: []) == nil)
    }
}

struct CredentialResponseTests {
    private func configuration(_ format: String = #""format":"dc+sd-jwt","vct":"v""#) throws -> CredentialConfiguration
    {
        try #require(
            IssuerDocument.read(IssuerDocument.text(configurations: "{\"c\":{\(format)}}")).metadata.configuration("c"))
    }

    private func read(_ response: HttpResponse, keys: Int = 1, strictness: Strictness = .tolerant) throws
        -> (response: CredentialResponse, findings: [String])
    {
        var findings = Findings(strictness: strictness)
        let read = try CredentialResponse(
            response: response, keys: keys, configuration: configuration(), findings: &findings)
        return (read, findings.list.map(\.code.description))
    }

    private func code(_ response: HttpResponse, keys: Int = 1, strictness: Strictness = .tolerant) -> String? {
        do {
            _ = try read(response, keys: keys, strictness: strictness)
            return nil
        } catch {
            return (error as? Finding)?.code.description ?? "\(error)"
        }
    }

    private func summary(_ response: CredentialResponse) -> String {
        switch response.content {
        case .issued(let credentials, let id):
            credentials.map { credential in
                switch credential {
                case .text(let text): text
                case .object: "object"
                }
            }.joined(separator: " ") + (id.map { ", \($0)" } ?? "")
        case .deferred(let id, let interval): "\(id) after \(interval)"
        }
    }

    @Test(.row("VCI-CRES-01")) func `VCI-CRES-01 credentials come with 200, a transaction with 202, never both`() throws
    {
        let credentials = #"{"credentials":[{"credential":"a"}]}"#
        let deferred = #"{"transaction_id":"8xLOxBtZp8","interval":3600}"#
        #expect(try summary(read(answer(credentials)).response) == "a")
        #expect(try summary(read(answer(deferred, status: 202)).response) == "8xLOxBtZp8 after 3600.0")
        let lenient = try read(answer(deferred))
        #expect(summary(lenient.response) == "8xLOxBtZp8 after 3600.0")
        #expect(lenient.findings == ["credentialResponse.status"])
        #expect(code(answer(deferred), strictness: .strict) == "credentialResponse.status")
        for both in [
            #"{"credentials":[{"credential":"a"}],"transaction_id":"t","interval":5}"#, "{}", #"{"interval":5}"#,
            #"{"credentials":[{"credential":"a"}],"interval":5}"#,
        ] {
            #expect(code(answer(both)) == "credentialResponse.contradiction")
        }
        #expect(code(answer(credentials, status: 204)) == "credentialResponse.status")
        for interval in ["", #","interval":0"#, #","interval":-5"#, #","interval":"5""#, #","interval":1e400"#] {
            let read = try read(answer(#"{"transaction_id":"t"\#(interval)}"#, status: 202))
            #expect(summary(read.response) == "t after 5.0" && read.findings == ["credentialResponse.interval"])
        }
    }

    @Test(.row("VCI-CRES-02", "VCI-CRES-08")) func `VCI-CRES-02 a credential is a text to the letter or an object`()
        throws
    {
        #expect(
            try summary(read(answer(#"{"credentials":[{"credential":"a~é\u0041 ","x":1}],"y":{}}"#)).response)
                == "a~éA ")
        #expect(try summary(read(answer(#"{"credentials":[{"credential":{"@context":[]}}]}"#)).response) == "object")
        let bad = [
            (#"{"credentials":[]}"#, "empty"), (#"{"credentials":"a"}"#, "type"), (#"{"credentials":["a"]}"#, "type"),
            (#"{"credentials":[{}]}"#, "missing"), (#"{"credentials":[{"credential":7}]}"#, "type"),
            (#"{"credentials":[{"credential":""}]}"#, "type"), ("[]", "type"), ("{", "json"),
        ]
        for (body, kind) in bad { #expect(code(answer(body)) == "credentialResponse.\(kind)") }
    }

    // Field failure R29: more credentials than proofs.
    @Test(.row("VCI-CRES-03")) func `VCI-CRES-03 there are at most as many credentials as keys`() throws {
        let three = #"{"credentials":[{"credential":"a"},{"credential":"b"},{"credential":"c"}]}"#
        #expect(try summary(read(answer(three), keys: 3).response) == "a b c")
        #expect(try summary(read(answer(three), keys: 5).response) == "a b c")
        #expect(code(answer(three), keys: 2) == "credentialResponse.tooMany")
        #expect(code(answer(three), keys: 0) == "credentialResponse.tooMany")
        #expect(try summary(read(answer(#"{"credentials":[{"credential":"a"}]}"#), keys: 0).response) == "a")
    }

    @Test(.row("VCI-CRES-06")) func `VCI-CRES-06 a notification id stands beside credentials only`() throws {
        #expect(
            try summary(read(answer(#"{"credentials":[{"credential":"a"}],"notification_id":"3fwe98js"}"#)).response)
                == "a, 3fwe98js")
        #expect(
            code(answer(#"{"transaction_id":"t","interval":5,"notification_id":"n"}"#, status: 202))
                == "credentialResponse.contradiction")
    }

    @Test(.row("VCI-CRES-07")) func `VCI-CRES-07 a plain answer is application/json`() throws {
        let body = #"{"credentials":[{"credential":"a"}]}"#
        #expect(code(answer(body, type: "application/json;charset=UTF-8")) == nil)
        #expect(code(answer(body, type: "application/jwt")) == "credentialResponse.mediaType")
        #expect(code(answer(body, type: "text/plain")) == "credentialResponse.mediaType")
        #expect(try read(answer(body, type: nil)).findings == ["credentialResponse.mediaType"])
        #expect(code(answer(body, type: nil), strictness: .strict) == "credentialResponse.mediaType")
    }

    @Test(.row("LEG-03", "LEG-02")) func `LEG-03 a single credential is a list of one, in the configuration's format`()
        throws
    {
        let legacy = try read(answer(#"{"credential":"a","format":"vc+sd-jwt","c_nonce":"n","c_nonce_expires_in":9}"#))
        #expect(summary(legacy.response) == "a")
        #expect(legacy.response.legacyNonce == "n")
        #expect(legacy.findings == ["credentialResponse.legacyCredential"])
        #expect(try summary(read(answer(#"{"credential":"a"}"#)).response) == "a")
        #expect(code(answer(#"{"credential":"a","format":"mso_mdoc"}"#)) == "credentialResponse.format")
        #expect(code(answer(#"{"credential":"a"}"#), strictness: .strict) == "credentialResponse.legacyCredential")
        var findings = Findings()
        let mdoc = try configuration(#""format":"mso_mdoc","doctype":"d""#)
        _ = try CredentialResponse(
            response: answer(#"{"credential":"a","format":"mso_mdoc"}"#), keys: 1, configuration: mdoc,
            findings: &findings)
    }

    // Responses of deployed issuers and of other wallets' tests.
    @Test(arguments: [
        ("animoOpenIdPlaygroundDraft11SdJwtVc.json", "credentialResponse", ""),
        ("bdrDraft13.json", "credentialResponse", ""),
        ("eudi-ios-batch_credential_issuance_success_response_credentials.json", "", "credentialResponse.type"),
        ("eudi-ios-single_issuance_success_response_credential.json", "", ""),
        ("eudi-ios-single_issuance_success_response_deffered.json", "", ""),
        ("paradymDraft11.json", "credentialResponse", ""), ("paradymDraft13.json", "credentialResponse", ""),
        ("presentationDuringIssuance.json", "credentialResponse", ""), ("swiss-credential-response.json", "", ""),
        ("swiss-credential-response-vct-mismatch.json", "", ""), ("swiss-credential-response-vct-not-url.json", "", ""),
    ])
    func `reads credential responses of the field`(_ file: String, _ member: String, _ wrong: String) throws {
        let json = try JSON(parsing: Vector.bytes("oid4vci/responses/\(file)"))
        let body = try #require(member.isEmpty ? json : json[member])
        #expect(code(answer(body.encodedText()), keys: 2) ?? "" == wrong)
    }
}

struct CredentialFailureTests {
    private func step(
        _ body: String = "", status: Int = 400, headers: [HttpHeader] = [], sentNonce: Bool = true,
        endpoint: Bool = true
    ) -> CredentialFailure.Step {
        CredentialFailure(response: answer(body, status: status, headers: headers), at: Instant(seconds: 0))
            .step(sentNonce: sentNonce, hasNonceEndpoint: endpoint)
    }

    private func error(_ code: String, _ more: String = "") -> String { #"{"error":"\#(code)"\#(more)}"# }

    private func challenge(_ value: String, nonce: String? = nil) -> [HttpHeader] {
        [HttpHeader("WWW-Authenticate", value)] + (nonce.map { [HttpHeader("DPoP-Nonce", $0)] } ?? [])
    }

    @Test(.row("VCI-CERR-01")) func `VCI-CERR-01 a challenge decides between refresh, DPoP nonce and failure`() {
        #expect(step(status: 401, headers: challenge(#"Bearer error="invalid_token""#)) == .access(.refreshToken))
        #expect(step(status: 401, headers: challenge(#"DPoP error="invalid_token""#)) == .access(.refreshToken))
        #expect(step(status: 403, headers: challenge(#"Bearer error="insufficient_scope", scope="a""#)) == .stop)
        #expect(
            step(status: 401, headers: challenge(#"Bearer, DPoP error="use_dpop_nonce", algs="ES256""#, nonce: "n"))
                == .access(.useDPoPNonce("n")))
        #expect(step(status: 401, headers: challenge(#"DPoP error="use_dpop_nonce""#)) == .stop)
        #expect(step(status: 401, headers: challenge(#"Bearer error="use_dpop_nonce""#, nonce: "n")) == .stop)
        #expect(step(status: 401) == .stop)
    }

    @Test(.row("VCI-CERR-02", "VCI-CERR-08")) func `VCI-CERR-02 keeps the code and the developers' text`() {
        let failure = CredentialFailure(
            response: answer(error("new_code", #","error_description":"why""#), status: 400),
            at: Instant(seconds: 0))
        #expect(failure.code == "new_code" && failure.description == "why")
        let untyped = CredentialFailure(
            response: answer(error("invalid_proof"), status: 400, type: "text/plain"), at: Instant(seconds: 0))
        #expect(untyped.code == "invalid_proof")
        #expect(CredentialFailure(response: answer("<html>", status: 500), at: Instant(seconds: 0)).code == nil)
    }

    @Test(.row("VCI-CERR-03")) func `VCI-CERR-03 an invalid nonce asks for a fresh one`() {
        #expect(step(error("invalid_nonce")) == .freshNonce)
        #expect(step(error("invalid_nonce"), endpoint: false) == .stop)
        #expect(step(error("invalid_nonce", #","c_nonce":"n""#), endpoint: false) == .useNonce("n"))
    }

    @Test(.row("VCI-CERR-04", "LEG-02"))
    func `VCI-CERR-04 an invalid proof is final unless a nonce was missing or came along`() {
        #expect(step(error("invalid_proof")) == .stop)
        #expect(step(error("invalid_proof", #","c_nonce":"n","c_nonce_expires_in":9"#)) == .useNonce("n"))
        #expect(step(error("invalid_proof"), sentNonce: false) == .freshNonce)
        #expect(step(error("invalid_proof"), sentNonce: false, endpoint: false) == .stop)
    }

    @Test(.row("VCI-CERR-05", "VCI-CERR-06")) func `VCI-CERR-06 what the metadata may explain is fetched again`() {
        for code in [
            "invalid_encryption_parameters", "unknown_credential_configuration", "unknown_credential_identifier",
        ] {
            #expect(step(error(code)) == .refetchMetadata)
        }
        #expect(step(error("invalid_credential_request")) == .stop)
    }

    @Test(.row("VCI-CERR-07")) func `VCI-CERR-07 a denial is final`() {
        #expect(step(error("credential_request_denied")) == .stop)
    }

    @Test(.row("VCI-CERR-08")) func `VCI-CERR-08 a busy server is asked later`() {
        #expect(step(status: 429, headers: [HttpHeader("Retry-After", "7")]) == .retryLater(seconds: 7))
        #expect(step(status: 503) == .retryLater(seconds: 5))
    }

    @Test(.row("LEG-09", "LEG-12")) func `LEG-09 a pending issuance is asked for later, and old codes stop`() {
        #expect(step(error("issuance_pending")) == .askLater(seconds: 5))
        #expect(step(error("issuance_pending", #","interval":30"#)) == .askLater(seconds: 30))
        #expect(step(error("unsupported_credential_type")) == .stop)
        #expect(step(error("unsupported_credential_format")) == .stop)
    }

    @Test func `reads an error of a deployed issuer`() throws {
        let body = try Vector.text("oid4vci/responses/eudi-ios-generic_error_response.json")
        #expect(step(body) == .useNonce("ERE%@^TGWYEYWEY"))
    }
}

struct NotificationRequestTests {
    private let token = AccessToken(Secret("t"), kind: .bearer)

    @Test func `tells the issuer what became of a response`() throws {
        let http = NotificationRequest("3fwe98js", .accepted).http(endpoint: "https://h/notification", token: token)
        #expect(http.header("Authorization") == "Bearer t" && http.header("Content-Type") == "application/json")
        #expect(try JSON(parsing: http.body) == ["notification_id": "3fwe98js", "event": "credential_accepted"])
    }

    @Test(.row("VCI-NOTIF-04")) func `VCI-NOTIF-04 a description keeps to the allowed characters`() {
        let request = NotificationRequest("n", .failure, description: "Größe \"x\\y\"\n€ ok")
        #expect(request.json["event_description"] == "Gre xy ok")
        #expect(NotificationRequest("n", .deleted, description: "ü").json.object?.keys == ["notification_id", "event"])
    }
}
