public import LanyardJSON
public import WalletPorts

/// A request to register a wallet as a public client, RFC 7591 §3.1; made only where an app chose to register.
public struct ClientRegistration: Sendable {
    /// The registration endpoint.
    public let endpoint: String
    /// The redirect URIs that the client will use.
    public let redirectURIs: [String]
    /// The name that the server may show.
    public let name: String?
    /// The grants that the client will use.
    public let grantTypes: [String]
    /// Where the wallet takes offers, OpenID4VCI 1.0 §12.1.
    public let credentialOfferEndpoint: String?

    /// Makes a request; by default for the code grant and its refresh tokens.
    public init(
        endpoint: String, redirectURIs: [String], name: String? = nil,
        grantTypes: [String] = ["authorization_code", "refresh_token"], credentialOfferEndpoint: String? = nil
    ) {
        self.endpoint = endpoint
        self.redirectURIs = redirectURIs
        self.name = name
        self.grantTypes = grantTypes
        self.credentialOfferEndpoint = credentialOfferEndpoint
    }

    /// The client's metadata.
    public var json: JSON {
        var members: JSONObject = [
            "redirect_uris": .array(redirectURIs.map(JSON.string)), "token_endpoint_auth_method": "none",
            "grant_types": .array(grantTypes.map(JSON.string)), "response_types": ["code"],
        ]
        members["client_name"] = name.map(JSON.string)
        members["credential_offer_endpoint"] = credentialOfferEndpoint.map(JSON.string)
        return .object(members)
    }

    /// The request as HTTP.
    public var http: HttpRequest {
        let headers = [HttpHeader("Content-Type", "application/json"), HttpHeader("Accept", "application/json")]
        return HttpRequest("POST", endpoint, headers: headers, body: json.encoded())
    }
}

/// What a registration gave, RFC 7591 §3.2.1.
public struct RegisteredClient: Hashable, Sendable {
    /// The client id.
    public let clientId: String

    /// Reads a 201 response; a 200 is tolerated.
    ///
    /// A server that insists on a secret or another method of authentication is refused, for an app cannot keep a secret.
    public init(response: HttpResponse, findings: inout Findings) throws(Finding) {
        let json = try Self.document.json(of: response, statuses: 200...201, findings: &findings)
        let root = Self.document.root(json)
        guard case .object = json else { throw root.finding("type", expected: "an object") }
        if response.status != 201 {
            try findings.tolerate(
                root.finding("status.lenient", expected: "status 201", seen: .text("\(response.status)")))
        }
        clientId = try root["client_id"].string()
        let method = root["token_endpoint_auth_method"]
        if let name = try method.optionalString(), name != ClientAuthenticationMethod.none.description {
            throw method.finding(
                "method", expected: "none, as it was asked for", seen: .text(name),
                remedy: "Register wallets as public clients.")
        }
    }

    static let document = OutsideDocument(
        "client registration", code: "registration", party: .authorizationServer, clause: "RFC 7591 §3.2.1",
        rows: ["VCI-CAUTH-06"])
}
