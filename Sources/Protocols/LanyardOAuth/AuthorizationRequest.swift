public import LanyardJSON
public import LanyardText
public import WalletPorts

/// An authorization request of the code flow, RFC 6749 §4.1.1, always with PKCE `S256` and a `state`.
///
/// It is carried in the URL itself, pushed (RFC 9126), or as a signed request object (RFC 9101).
public struct AuthorizationRequest: Sendable {
    /// The client.
    public let clientId: String
    /// Where the answer goes, exactly as registered; the token request repeats it.
    public let redirectURI: String
    /// The one-time value that the answer brings back: fresh, at least 128 random bits, nothing readable in it.
    public let state: String
    /// The PKCE challenge of a verifier that is fresh for this request.
    public let challenge: String
    /// Scope values; repeated ones are sent once.
    public var scopes: [String] = []
    /// Authorization details, RFC 9396.
    public var authorizationDetails: [JSON] = []
    /// Resource indicators, RFC 8707.
    public var resources: [String] = []
    /// What an offer asks to hand back unchanged, OpenID4VCI 1.0 §5.1.3.
    public var issuerState: String?
    /// The thumbprint of the DPoP key that the code shall be bound to, RFC 9449 §10.
    public var dpopThumbprint: String?

    /// Makes a request.
    public init(clientId: String, redirectURI: String, state: String, challenge: String) {
        self.clientId = clientId
        self.redirectURI = redirectURI
        self.state = state
        self.challenge = challenge
    }

    /// The parameters, `response_type` first, each name once but for `resource`.
    public var fields: [FormEncoding.Field] {
        var fields = singleFields
        if !authorizationDetails.isEmpty {
            fields.append(.init("authorization_details", JSON.array(authorizationDetails).encodedText()))
        }
        return fields + resources.map { .init("resource", $0) }
    }

    /// The parameters that are one text.
    var singleFields: [FormEncoding.Field] {
        var fields = [
            FormEncoding.Field("response_type", "code"), .init("client_id", clientId),
            .init("redirect_uri", redirectURI), .init("state", state), .init("code_challenge", challenge),
            .init("code_challenge_method", PKCE.method),
        ]
        if !scopes.isEmpty { fields.append(.init("scope", Self.unique(scopes).joined(separator: " "))) }
        if let issuerState { fields.append(.init("issuer_state", issuerState)) }
        if let dpopThumbprint { fields.append(.init("dpop_jkt", dpopThumbprint)) }
        return fields
    }

    private static func unique(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { seen.insert($0).inserted }
    }
}

extension AuthorizationRequest {
    /// The URL to open in a browser, with every parameter in its query.
    public func url(at endpoint: String) -> String {
        EndpointURL.adding(fields, to: endpoint)
    }

    /// The request that pushes the parameters, RFC 9126 §2.1: a form, `client_id` once, never a `request_uri`.
    ///
    /// `client` is what the token request of the same authorization will use.
    public func pushed(to endpoint: String, client: ClientAuthentication) -> HttpRequest {
        Self.push(fields, to: endpoint, client: client)
    }

    /// The URL to open after the parameters were pushed: `client_id` and `request_uri`, nothing else.
    public static func url(at endpoint: String, clientId: String, requestURI: String) -> String {
        EndpointURL.adding([.init("client_id", clientId), .init("request_uri", requestURI)], to: endpoint)
    }

    /// The URL to open with a signed request object: `client_id` and `request`, nothing else.
    public static func url(at endpoint: String, clientId: String, requestObject: String) -> String {
        EndpointURL.adding([.init("client_id", clientId), .init("request", requestObject)], to: endpoint)
    }

    /// The request that pushes a signed request object, RFC 9126 §3: beside it only the client's authentication.
    public static func pushed(
        requestObject: String, clientId: String, to endpoint: String, client: ClientAuthentication
    ) -> HttpRequest {
        push([.init("client_id", clientId), .init("request", requestObject)], to: endpoint, client: client)
    }

    private static func push(
        _ fields: [FormEncoding.Field], to endpoint: String, client: ClientAuthentication
    ) -> HttpRequest {
        let headers = [
            HttpHeader("Content-Type", "application/x-www-form-urlencoded"), HttpHeader("Accept", "application/json"),
        ]
        let all = fields + client.fields.filter { $0.name != "client_id" }
        return HttpRequest(
            "POST", endpoint, headers: headers + client.headers, body: Array(FormEncoding.encode(all).utf8))
    }
}
