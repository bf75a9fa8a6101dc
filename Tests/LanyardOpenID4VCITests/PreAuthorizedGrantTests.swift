import LanyardJSON
import LanyardOAuth
import LanyardOpenID4VCI
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

struct PreAuthorizedGrantTests {
    private func body(_ request: TokenRequest) -> String { String(decoding: request.http.body, as: UTF8.self) }

    private func request(
        code: String = "a+b&c=d/%", txCode: String? = nil, client: ClientAuthentication = .anonymous,
        details: [JSON] = []
    ) -> TokenRequest {
        TokenRequest(
            endpoint: "https://as.example/token",
            grant: .preAuthorized(code: Secret(code), txCode: txCode.map { Secret($0) }),
            client: client, authorizationDetails: details)
    }

    // Field failure O10.
    @Test(.row("VCI-TOK-02", "VCI-TOK-03")) func `VCI-TOK-02 sends exactly the grant's fields, strictly encoded`() {
        let type = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Apre-authorized_code"
        #expect(body(request()) == "\(type)&pre-authorized_code=a%2Bb%26c%3Dd%2F%25")
        #expect(body(request(code: "c", txCode: "00123")) == "\(type)&pre-authorized_code=c&tx_code=00123")
        #expect(
            body(request(code: "c", client: .publicClient("wallet-dev")))
                == "\(type)&pre-authorized_code=c&client_id=wallet-dev")
    }

    @Test(
        .row("VCI-AS-05", "VCI-CAUTH-02"),
        arguments: [("true", nil), ("false", "wallet-dev"), (nil, "wallet-dev")] as [(String?, String?)])
    func `VCI-AS-05 leaves the client id out only for anonymous access`(_ flag: String?, _ clientId: String?) throws {
        var findings = Findings()
        let more = flag.map { #","pre-authorized_grant_anonymous_access_supported":\#($0)"# } ?? ""
        let issuer = try #require(IssuerIdentifier("https://as.example"))
        let server = try AuthorizationServerMetadata(
            json: JSON(
                parsing: #"{"issuer":"https://as.example","token_endpoint":"https://as.example/token"\#(more)}"#),
            issuer: issuer, findings: &findings)
        #expect(ClientAuthentication.preAuthorized(clientId: "wallet-dev", at: server).clientId == clientId)
    }

    @Test(.row("VCI-TOK-04"))
    func `VCI-TOK-04 narrows an offer to one configuration, with locations where servers are named`() throws {
        let metadata = try IssuerDocument.read(IssuerDocument.text()).metadata
        let detail = AuthorizationDetail("pid", of: metadata).json
        #expect(detail == ["type": "openid_credential", "credential_configuration_id": "pid"])
        let fields = try #require(FormEncoding.decode(body(request(details: [detail]))))
        #expect(fields.last?.name == "authorization_details")
        #expect(try JSON(parsing: fields.last?.value ?? "") == .array([detail]))
        let named = try IssuerDocument.read(IssuerDocument.text(#","authorization_servers":["https://a.example"]"#))
            .metadata
        #expect(AuthorizationDetail("pid", of: named).json["locations"] == [.string(IssuerDocument.id)])
    }

    // The examples of OpenID4VCI 1.0 §5.1.1.
    @Test(arguments: ["authorization_details.json", "authorization_details_mso_doc.json"])
    func `an authorization detail is spelled as in the specification`(_ file: String) throws {
        let example = try #require(JSON(parsing: Vector.bytes("oid4vci/spec-1.0/\(file)")).array?.first)
        let id = try #require(example["credential_configuration_id"]?.string)
        #expect(example["type"] == "openid_credential")
        let metadata = try IssuerDocument.read(IssuerDocument.text()).metadata
        let own = AuthorizationDetail(id, of: metadata).json
        for name in try #require(own.object).keys { #expect(own[name] == example[name]) }
    }
}

struct GrantedCredentialTests {
    private func granted(_ details: String?, asked: Bool, strictness: Strictness = .tolerant) throws(Finding)
        -> (granted: [GrantedCredential]?, findings: [String])
    {
        var findings = Findings(strictness: strictness)
        let more = details.map { #","authorization_details":\#($0)"# } ?? ""
        let response = try TokenResponse(
            response: answer(#"{"access_token":"t","token_type":"Bearer"\#(more)}"#), findings: &findings)
        let granted = try response.grantedCredentials(askedWithDetails: asked, findings: &findings)
        return (granted, findings.list.map(\.code.description))
    }

    // The example of OpenID4VCI 1.0 §6.2, with noise.
    @Test(.row("VCI-TOK-07")) func `VCI-TOK-07 reads identifiers and ignores other types and members`() throws {
        let details =
            #"[{"type":"payment"},7,{"type":"openid_credential","credential_configuration_id":"UniversityDegreeCredential","credential_identifiers":["CivilEngineeringDegree-2023","ElectricalEngineeringDegree-2023"],"x":1}]"#
        let result = try granted(details, asked: true)
        #expect(result.granted?.map(\.configurationId) == ["UniversityDegreeCredential"])
        #expect(
            result.granted?.first?.credentialIdentifiers == [
                "CivilEngineeringDegree-2023", "ElectricalEngineeringDegree-2023",
            ])
        #expect(result.findings.isEmpty)
        for bad in [
            #"[{"type":"openid_credential","credential_configuration_id":"a","credential_identifiers":[]}]"#,
            #"[{"type":"openid_credential","credential_configuration_id":"a"}]"#,
            #"[{"type":"openid_credential","credential_identifiers":["x"]}]"#,
        ] {
            #expect(refusal { () throws(Finding) in _ = try granted(bad, asked: true) } != nil)
        }
    }

    @Test(.row("VCI-TOK-08")) func `VCI-TOK-08 details that were asked for and did not come are tolerated or not`()
        throws
    {
        #expect(try granted(nil, asked: false).granted == nil)
        let missing = try granted(nil, asked: true)
        #expect(missing.granted == nil && missing.findings == ["token.authorizationDetails.missing"])
        let strict = refusal { () throws(Finding) in _ = try granted(nil, asked: true, strictness: .strict) }
        #expect(strict?.code.description == "token.authorizationDetails.missing")
    }

    // Field failure O19.
    @Test(.row("VCI-TOK-09", "VCI-CREQ-02", "VCI-CREQ-03", "VCI-CREQ-04"))
    func `VCI-CREQ-02 granted identifiers name the requests, else the configuration does`() throws {
        let details =
            #"[{"type":"openid_credential","credential_configuration_id":"a","credential_identifiers":["a_0","a_1"]}]"#
        let granted = try granted(details, asked: false).granted
        #expect(CredentialRequest.subjects(of: "a", granted: granted) == [.identifier("a_0"), .identifier("a_1")])
        #expect(CredentialRequest.subjects(of: "b", granted: granted).isEmpty)
        #expect(CredentialRequest.subjects(of: "b", granted: nil) == [.configuration("b")])
    }
}

struct TokenFailureTests {
    private func step(_ code: String, sent: Bool) -> TokenFailure.Step {
        let response = answer(#"{"error":"\#(code)"}"#, status: 400, headers: [HttpHeader("DPoP-Nonce", "n")])
        return TokenFailure(response: response, at: Instant(seconds: 0)).step(sentTransactionCode: sent)
    }

    @Test(.row("VCI-TOK-11")) func `VCI-TOK-11 a typed code may be wrong, so it is asked for again`() {
        #expect(step("invalid_grant", sent: true) == .askForTransactionCode)
        #expect(step("invalid_tx_code", sent: true) == .askForTransactionCode)
        #expect(step("invalid_grant", sent: false) == .server(.stop))
        #expect(step("invalid_request", sent: true) == .server(.stop))
        #expect(step("use_dpop_nonce", sent: true) == .server(.useDPoPNonce("n")))
    }
}
