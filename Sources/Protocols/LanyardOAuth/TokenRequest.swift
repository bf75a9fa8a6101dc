public import LanyardJSON
public import LanyardText
public import WalletPorts

/// What is exchanged for a token: the grant type and its own form fields.
///
/// The protocols that define a grant add a factory for it; a refresh, a code or a pre-authorized code are all carried alike.
public struct TokenGrant: Sendable {
    /// The value of `grant_type`.
    public let type: String
    /// The grant's own fields.
    public let fields: [FormEncoding.Field]

    /// Makes a grant.
    public init(type: String, fields: [FormEncoding.Field]) {
        self.type = type
        self.fields = fields
    }
}

/// A request to a token endpoint, RFC 6749 §4 and §6.
public struct TokenRequest: Sendable {
    /// The token endpoint.
    public let endpoint: String
    /// What is exchanged.
    public let grant: TokenGrant
    /// Who asks.
    public let client: ClientAuthentication
    /// Authorization details to ask for or to narrow to, RFC 9396 §6.
    public var authorizationDetails: [JSON]
    /// Resource indicators, RFC 8707.
    public var resources: [String]

    /// Makes a request.
    public init(
        endpoint: String, grant: TokenGrant, client: ClientAuthentication, authorizationDetails: [JSON] = [],
        resources: [String] = []
    ) {
        self.endpoint = endpoint
        self.grant = grant
        self.client = client
        self.authorizationDetails = authorizationDetails
        self.resources = resources
    }

    /// The request as HTTP: a form, strictly encoded.
    public var http: HttpRequest {
        var fields = [FormEncoding.Field("grant_type", grant.type)] + grant.fields + client.fields
        if !authorizationDetails.isEmpty {
            fields.append(.init("authorization_details", JSON.array(authorizationDetails).encodedText()))
        }
        fields += resources.map { .init("resource", $0) }
        let headers = [
            HttpHeader("Content-Type", "application/x-www-form-urlencoded"), HttpHeader("Accept", "application/json"),
        ]
        return HttpRequest(
            "POST", endpoint, headers: headers + client.headers, body: Array(FormEncoding.encode(fields).utf8))
    }
}
