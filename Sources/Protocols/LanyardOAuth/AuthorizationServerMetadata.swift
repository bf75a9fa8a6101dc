public import LanyardCrypto
public import LanyardJSON
public import WalletPorts

/// What an authorization server says about itself, RFC 8414 with the members of OpenID4VCI 1.0 §12.3.
///
/// Unknown members are ignored. Every endpoint is https and kept to the letter.
public struct AuthorizationServerMetadata: Sendable {
    /// The identifier, equal to the one that was asked for.
    public let issuer: IssuerIdentifier
    /// Where codes and tokens are exchanged.
    public let tokenEndpoint: String
    /// Where a person is sent; needed for the authorization code flow only.
    public let authorizationEndpoint: String?
    /// Where authorization requests are pushed, RFC 9126.
    public let pushedAuthorizationRequestEndpoint: String?
    /// Where clients register themselves, RFC 7591.
    public let registrationEndpoint: String?
    /// Where attestation challenges are fetched.
    public let challengeEndpoint: String?
    /// Where the server's keys are.
    public let jwksURI: String?
    /// Grant types; `authorization_code` and `implicit` if the document does not say.
    public let grantTypes: [String]
    /// Client authentication methods of the token endpoint, nil if the document does not say.
    public let clientAuthenticationMethods: [String]?
    /// PKCE methods, nil if the document does not say.
    public let codeChallengeMethods: [String]?
    /// DPoP signing algorithms; nil means that DPoP is not advertised.
    public let dpopAlgorithms: [String]?
    /// Signing algorithms of client attestations, nil if the document does not say.
    public let clientAttestationAlgorithms: [String]?
    /// Signing algorithms of the proofs that go with client attestations, nil if the document does not say.
    public let clientAttestationProofAlgorithms: [String]?
    /// Signing algorithms of request objects, nil if the document does not say.
    public let requestObjectAlgorithms: [String]?
    /// Signing algorithms of client assertions, nil if the document does not say.
    public let clientAssertionAlgorithms: [String]?
    /// Types of authorization details, nil if the document does not say.
    public let authorizationDetailsTypes: [String]?
    /// Scopes, nil if the document does not say.
    public let scopes: [String]?
    /// Whether authorization requests must be pushed.
    public let requiresPushedAuthorizationRequests: Bool
    /// Whether authorization requests must be signed.
    public let requiresSignedRequestObject: Bool
    /// Whether authorization responses carry `iss`.
    public let sendsIssuerInResponse: Bool
    /// Whether the pre-authorized grant works without a `client_id`.
    public let allowsAnonymousPreAuthorizedGrant: Bool
    /// Whether only interactive authorization works, which is a draft of the next version.
    public let requiresInteractiveAuthorization: Bool

    /// Reads the document that was found for an identifier.
    ///
    /// Throws a finding that names the wrong member; `as.issuer.mismatch` if it is another server's document.
    public init(json: JSON, issuer: IssuerIdentifier, findings: inout Findings) throws(Finding) {
        let root = Self.document.root(json)
        guard case .object = json else {
            throw root.finding("type", expected: "an object")
        }
        let named = try root["issuer"].string(rows: ["VCI-AS-02"])
        guard named == issuer.text else {
            throw root["issuer"].finding(
                "issuer.mismatch", rows: ["VCI-AS-02"], clause: "RFC 8414 §3.3",
                expected: "\"\(issuer.text)\" to the letter",
                seen: .text(named), remedy: "Make `issuer` equal to the identifier that the credential issuer names.")
        }
        self.issuer = issuer
        let endpoint = ["VCI-AS-04"]
        tokenEndpoint = try root["token_endpoint"].endpoint(rows: endpoint)
        authorizationEndpoint = try root["authorization_endpoint"].optionalEndpoint(rows: endpoint)
        pushedAuthorizationRequestEndpoint = try root["pushed_authorization_request_endpoint"]
            .optionalEndpoint(rows: endpoint)
        registrationEndpoint = try root["registration_endpoint"].optionalEndpoint(rows: endpoint)
        challengeEndpoint = try root["challenge_endpoint"].optionalEndpoint(rows: endpoint)
        jwksURI = try root["jwks_uri"].optionalString()
        grantTypes =
            try root["grant_types_supported"].optionalStrings(rows: ["VCI-OFFER-09"])
            ?? ["authorization_code", "implicit"]
        clientAuthenticationMethods = try root["token_endpoint_auth_methods_supported"]
            .optionalStrings(rows: ["VCI-AS-06"])
        codeChallengeMethods = try root["code_challenge_methods_supported"].optionalStrings(rows: ["VCI-AS-07"])
        dpopAlgorithms = try root["dpop_signing_alg_values_supported"].optionalStrings(rows: ["VCI-AS-08"])
        clientAttestationAlgorithms = try root["client_attestation_signing_alg_values_supported"]
            .optionalStrings(rows: ["VCI-AS-08"])
        clientAttestationProofAlgorithms = try root["client_attestation_pop_signing_alg_values_supported"]
            .optionalStrings(rows: ["VCI-AS-08"])
        let flags = ["VCI-AS-09"]
        requestObjectAlgorithms = try root["request_object_signing_alg_values_supported"].optionalStrings(rows: flags)
        clientAssertionAlgorithms = try root["token_endpoint_auth_signing_alg_values_supported"]
            .optionalStrings(rows: ["VCI-CAUTH-03"])
        authorizationDetailsTypes = try root["authorization_details_types_supported"].optionalStrings(rows: flags)
        scopes = try root["scopes_supported"].optionalStrings()
        requiresPushedAuthorizationRequests = try root["require_pushed_authorization_requests"]
            .bool(default: false, rows: flags)
        requiresSignedRequestObject = try root["require_signed_request_object"].bool(default: false, rows: flags)
        sendsIssuerInResponse = try root["authorization_response_iss_parameter_supported"]
            .bool(default: false, rows: flags)
        allowsAnonymousPreAuthorizedGrant = try root["pre-authorized_grant_anonymous_access_supported"]
            .bool(default: false, rows: ["VCI-AS-05"])
        requiresInteractiveAuthorization = try root["require_interactive_authorization"]
            .bool(default: false, rows: ["VCI-AS-10"])
    }

    /// Reads a response of a metadata location; other than 200 and JSON is an error.
    public init(response: HttpResponse, issuer: IssuerIdentifier, findings: inout Findings) throws(Finding) {
        let json = try Self.document.json(of: response, findings: &findings)
        try self.init(json: json, issuer: issuer, findings: &findings)
    }

    /// The request for a metadata document.
    public static func request(_ location: MetadataLocation) -> HttpRequest {
        HttpRequest("GET", location.url, headers: [HttpHeader("Accept", "application/json")])
    }

    static let document = OutsideDocument(
        "authorization server metadata", code: "as", party: .authorizationServer, clause: "RFC 8414 §2",
        rows: ["VCI-AS-04"],
        absence: "Check the server's identifier, and serve the metadata at /.well-known/oauth-authorization-server.")
}

extension AuthorizationServerMetadata {
    /// Checks that the authorization code flow is possible here.
    ///
    /// It needs an authorization endpoint and, where PKCE methods are listed, `S256` among them; a server that insists
    /// on interactive authorization is refused.
    public func checkAuthorizationCodeFlow() throws(Finding) {
        guard !requiresInteractiveAuthorization else {
            throw fault(
                "interactiveAuthorizationRequired", "/require_interactive_authorization", ["VCI-AS-10"],
                clause: "OpenID4VCI 1.1 draft §6", expected: "an authorization that a browser can do",
                seen: .text("true"), remedy: "Allow the authorization code flow without interactive authorization.")
        }
        guard authorizationEndpoint != nil else {
            throw fault(
                "authorizationEndpoint.missing", "/authorization_endpoint", ["VCI-AS-04"], clause: "RFC 8414 §2",
                expected: "an https URL, for the authorization code flow", seen: .absent,
                remedy: "Name the authorization endpoint or offer the pre-authorized grant.")
        }
        if let methods = codeChallengeMethods, !methods.contains(PKCE.method) {
            throw fault(
                "pkce.noS256", "/code_challenge_methods_supported", ["VCI-AS-07"], clause: "RFC 7636 §4.2",
                expected: "S256 in the list", seen: .text(methods.joined(separator: " ")), remedy: "Support S256.")
        }
    }

    /// The first of the wallet's algorithms that a list of this document allows, or an error before anything is sent.
    ///
    /// A list that the document does not have allows every algorithm.
    public func commonAlgorithm(
        _ list: KeyPath<AuthorizationServerMetadata, [String]?>, of wallet: [SignatureAlgorithm]
    ) throws(Finding) -> SignatureAlgorithm {
        let offered = self[keyPath: list]
        if let common = wallet.first(where: { offered?.contains($0.rawValue) ?? true }) { return common }
        throw fault(
            "algorithm.none", "", ["VCI-AS-08"], clause: "RFC 9449 §5.1",
            expected: "one of \(wallet.map(\.rawValue).joined(separator: ", "))",
            seen: .text((offered ?? []).joined(separator: " ")), remedy: "Support ES256.")
    }

    private func fault(
        _ kind: String, _ pointer: String, _ rows: [String], clause: String, expected: String, seen: Described,
        remedy: String
    ) -> Finding {
        Self.document.finding(
            kind, rows: rows, clause: clause, at: pointer, expected: expected, seen: seen, remedy: remedy)
    }
}
