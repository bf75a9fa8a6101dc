import LanyardCrypto
import LanyardJSON
import LanyardOAuth
import LanyardTestSupport
import Testing
import WalletPorts

struct AuthorizationServerMetadataTests {
    private static let id = "https://as.example.com/t"

    private func read(_ members: String = "", issuer: String = id) throws -> AuthorizationServerMetadata {
        var findings = Findings()
        let identifier = try #require(IssuerIdentifier(issuer))
        let text = #"{"issuer":"\#(Self.id)","token_endpoint":"https://as.example.com/token"\#(members)}"#
        return try AuthorizationServerMetadata(json: JSON(parsing: text), issuer: identifier, findings: &findings)
    }

    private func code(_ members: String, issuer: String = id) -> String? {
        do {
            _ = try read(members, issuer: issuer)
            return nil
        } catch {
            return (error as? Finding).map { "\($0.code) \($0.location)" }
        }
    }

    @Test(
        .row("VCI-AS-02"),
        arguments: [
            "https://as.example.com/t/", "https://AS.example.com/t", "https://as.example.com:443/t",
            "https://other.example",
        ])
    func `VCI-AS-02 takes only a document that names the identifier to the letter`(_ issuer: String) {
        #expect(code("", issuer: issuer) == "as.issuer.mismatch authorization server metadata: /issuer")
    }

    @Test(.row("VCI-AS-04"))
    func `VCI-AS-04 needs https endpoints and nothing of the code flow for a pre-authorized one`() throws {
        let minimal = try read(#","grant_types_supported":["urn:ietf:params:oauth:grant-type:pre-authorized_code"]"#)
        #expect(minimal.tokenEndpoint == "https://as.example.com/token")
        let finding = try #require(refusal { () throws(Finding) in try minimal.checkAuthorizationCodeFlow() })
        #expect(finding.code.description == "as.authorizationEndpoint.missing")

        for name in ["authorization_endpoint", "pushed_authorization_request_endpoint", "challenge_endpoint"] {
            #expect(
                code(#","\#(name)":"http://as.example.com/x""#)
                    == "as.notHTTPS authorization server metadata: /\(name)")
        }
        var findings = Findings()
        let identifier = try #require(IssuerIdentifier(Self.id))
        let bare: JSON = ["issuer": "https://as.example.com/t"]
        let missing = refusal { () throws(Finding) in
            _ = try AuthorizationServerMetadata(json: bare, issuer: identifier, findings: &findings)
        }
        #expect(missing?.location == "authorization server metadata: /token_endpoint")
    }

    @Test(.row("VCI-AS-05")) func `VCI-AS-05 allows anonymous access only where the document says so`() throws {
        #expect(try !read().allowsAnonymousPreAuthorizedGrant)
        #expect(
            try !read(#","pre-authorized_grant_anonymous_access_supported":false"#).allowsAnonymousPreAuthorizedGrant)
        #expect(try read(#","pre-authorized_grant_anonymous_access_supported":true"#).allowsAnonymousPreAuthorizedGrant)
        #expect(code(#","pre-authorized_grant_anonymous_access_supported":"true""#) != nil)
    }

    @Test(.row("VCI-AS-07")) func `VCI-AS-07 needs S256 where methods are listed`() throws {
        let endpoint = #","authorization_endpoint":"https://as.example.com/authorize""#
        let listed = try read(endpoint + #","code_challenge_methods_supported":["plain","S256"]"#)
        let unlisted = try read(endpoint)
        let plain = try read(endpoint + #","code_challenge_methods_supported":["plain"]"#)
        #expect(refusal { () throws(Finding) in try listed.checkAuthorizationCodeFlow() } == nil)
        #expect(refusal { () throws(Finding) in try unlisted.checkAuthorizationCodeFlow() } == nil)
        #expect(
            refusal { () throws(Finding) in try plain.checkAuthorizationCodeFlow() }?.code.description
                == "as.pkce.noS256")
    }

    @Test(.row("VCI-AS-08")) func `VCI-AS-08 picks a common algorithm or fails before sending`() throws {
        let server = try read(#","dpop_signing_alg_values_supported":["ES384","ES512"]"#)
        #expect(try server.commonAlgorithm(\.dpopAlgorithms, of: [.es256, .es512]) == .es512)
        #expect(try server.commonAlgorithm(\.clientAttestationAlgorithms, of: [.es256]) == .es256)
        let finding = refusal { () throws(Finding) in _ = try server.commonAlgorithm(\.dpopAlgorithms, of: [.es256]) }
        #expect(finding?.code.description == "as.algorithm.none")
    }

    @Test(.row("VCI-AS-09")) func `VCI-AS-09 reads the flags, all off when absent`() throws {
        let plain = try read()
        #expect(!plain.requiresPushedAuthorizationRequests && !plain.requiresSignedRequestObject)
        #expect(!plain.sendsIssuerInResponse && plain.authorizationDetailsTypes == nil)
        let flagged = try read(
            """
            ,"require_pushed_authorization_requests":true,"require_signed_request_object":true,\
            "authorization_response_iss_parameter_supported":true,"authorization_details_types_supported":["openid_credential"]
            """)
        #expect(flagged.requiresPushedAuthorizationRequests && flagged.requiresSignedRequestObject)
        #expect(flagged.sendsIssuerInResponse && flagged.authorizationDetailsTypes == ["openid_credential"])
    }

    @Test(.row("VCI-AS-10")) func `VCI-AS-10 ignores what it does not know and refuses interactive authorization`()
        throws
    {
        let endpoint = #","authorization_endpoint":"https://as.example.com/authorize""#
        let unknown = try read(endpoint + #","x":{"y":[1]},"require_interactive_authorization":false"#)
        #expect(refusal { () throws(Finding) in try unknown.checkAuthorizationCodeFlow() } == nil)
        let interactive = try read(endpoint + #","require_interactive_authorization":true"#)
        #expect(
            refusal { () throws(Finding) in try interactive.checkAuthorizationCodeFlow() }?.code.description
                == "as.interactiveAuthorizationRequired")
    }

    @Test(.row("VCI-OFFER-09")) func `VCI-OFFER-09 an absent list means code and implicit`() throws {
        #expect(try read().grantTypes == ["authorization_code", "implicit"])
    }

    @Test func `null counts as absent`() throws {
        #expect(try read(#","jwks_uri":null,"grant_types_supported":null"#).grantTypes.count == 2)
    }

    // What the documents of deployed servers and of other wallets' tests hold; the first error where one does not.
    @Test(arguments: [
        ("conformance-valid-oauth-authorization-server-metadata-mock-full.json", ""),
        (
            "conformance-valid-oauth-authorization-server-metadata-mock.json",
            "as.missing authorization server metadata: /token_endpoint"
        ),
        ("eudi-eudiw-py-oauth.json", ""),
        ("eudi-ios-oidc_authorization_server_metadata.json", ""),
        ("eudi-ios-well_known_response.json", ""),
        ("eudi-issuer-oidc-py.json", ""),
        ("eudi-kt-oauth_authorization_server_metadata_no_auth_endpoint.json", ""),
        ("eudi-kt-openid-configuration-no-client-attestation.json", ""),
        ("eudi-kt-openid-configuration_no_dpop.json", ""),
        ("presentationDuringIssuance.json", ""),
        ("swiss-openid-configuration.json", ""),
    ])
    func `reads documents of the field, or names the member that is wrong`(_ file: String, _ wrong: String) throws {
        let json = try JSON(parsing: Vector.bytes("oid4vci/as-metadata/\(file)"))
        let document = json["authorizationServerMetadata"] ?? json
        let named = document["issuer"]?.string ?? ""
        guard let issuer = IssuerIdentifier(named) else {
            #expect(wrong == "identifier \(named)")
            return
        }
        var findings = Findings()
        let finding = refusal { () throws(Finding) in
            _ = try AuthorizationServerMetadata(json: document, issuer: issuer, findings: &findings)
        }
        #expect(finding.map { "\($0.code) \($0.location)" } ?? "" == wrong)
    }

    @Test func `the table above names every document`() throws {
        #expect(try Vector.files(in: "oid4vci/as-metadata").count == 11)
    }

    @Test func `a response other than 200 and JSON is refused`() throws {
        let issuer = try #require(IssuerIdentifier(Self.id))
        let body = #"{"issuer":"https://as.example.com/t","token_endpoint":"https://as.example.com/token"}"#
        let expected: [(HttpResponse, String?)] = [
            (answer(body), nil), (answer(body, type: "application/json; charset=utf-8"), nil),
            (answer(body, type: nil), nil),
            (answer(body, type: "text/html"), "as.mediaType"), (answer(body, status: 404), "as.status"),
            (answer(body, status: 302), "as.status"), (answer("<html>"), "as.json"), (answer("[]"), "as.type"),
        ]
        for (response, code) in expected {
            var findings = Findings()
            let finding = refusal { () throws(Finding) in
                _ = try AuthorizationServerMetadata(response: response, issuer: issuer, findings: &findings)
            }
            #expect(finding?.code.description == code)
        }
    }
}
