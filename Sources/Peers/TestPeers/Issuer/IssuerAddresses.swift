/// Every URL of an issuer and its authorization servers.
struct IssuerAddresses: Sendable {
    /// A URL, the endpoint that it is, and which way of finding it is.
    struct Place: Sendable {
        enum Way: Hashable, Sendable {
            case inserted, insertedWithoutSlash, suffix, openidSuffix, openidInserted, direct
        }

        let endpoint: PeerEndpoint
        let way: Way
        /// The authorization server or issuer that it belongs to.
        let owner: String
    }

    let identifier: String
    let servers: [String]
    private let query: String
    private let authorizationQuery: String
    private let places: [String: Place]

    init(_ options: PeerIssuer.Options) {
        identifier = options.identifier
        let others = options.authorizationServers.map(\.identifier)
        servers = others.isEmpty ? [options.identifier] : others
        query = options.credentialEndpointQuery.map { "?\($0)" } ?? ""
        authorizationQuery = options.authorization?.endpointQuery.map { "?\($0)" } ?? ""
        var places: [String: Place] = [:]
        func add(_ url: String, _ endpoint: PeerEndpoint, _ way: Place.Way, _ owner: String) {
            if places[url] == nil { places[url] = Place(endpoint: endpoint, way: way, owner: owner) }
        }
        let issuer = options.identifier
        let name = "openid-credential-issuer"
        add(Self.insert(name, into: issuer), .issuerMetadata, .inserted, issuer)
        add(Self.insert(name, into: issuer, keepSlash: false), .issuerMetadata, .insertedWithoutSlash, issuer)
        add(Self.append(name, to: issuer), .issuerMetadata, .suffix, issuer)
        add(Self.insert("jwt-vc-issuer", into: issuer, keepSlash: false), .jwtVcIssuerMetadata, .inserted, issuer)
        add(Self.join(issuer, "nonce"), .nonce, .direct, issuer)
        add(Self.join(issuer, "credential"), .credential, .direct, issuer)
        add(Self.join(issuer, "deferred"), .deferred, .direct, issuer)
        add(Self.join(issuer, "notification"), .notification, .direct, issuer)
        for server in servers {
            let name = "oauth-authorization-server"
            add(Self.insert(name, into: server), .authorizationServerMetadata, .inserted, server)
            add(Self.insert(name, into: server, keepSlash: false), .authorizationServerMetadata, .inserted, server)
            let other = "openid-configuration"
            add(Self.append(other, to: server), .authorizationServerMetadata, .openidSuffix, server)
            add(Self.insert(other, into: server), .authorizationServerMetadata, .openidInserted, server)
            add(Self.join(server, "token"), .token, .direct, server)
            add(Self.join(server, "authorize"), .authorization, .direct, server)
            add(Self.join(server, "challenge"), .attestationChallenge, .direct, server)
            add(Self.join(server, "register"), .registration, .direct, server)
            add(Self.join(server, "par"), .pushedAuthorization, .direct, server)
        }
        self.places = places
    }

    var nonceEndpoint: String { Self.join(identifier, "nonce") }
    var credentialEndpoint: String { Self.join(identifier, "credential") + query }
    var deferredEndpoint: String { Self.join(identifier, "deferred") }
    var notificationEndpoint: String { Self.join(identifier, "notification") }
    func tokenEndpoint(of server: String) -> String { Self.join(server, "token") }
    func authorizationEndpoint(of server: String) -> String { Self.join(server, "authorize") + authorizationQuery }
    func challengeEndpoint(of server: String) -> String { Self.join(server, "challenge") }
    func registrationEndpoint(of server: String) -> String { Self.join(server, "register") }
    func pushedRequestEndpoint(of server: String) -> String { Self.join(server, "par") }
    func offer(_ id: String) -> String { Self.join(identifier, "offers/") + id }
    func typeDocument(_ name: String) -> String { Self.join(identifier, "types/") + name }

    /// What a URL is; its query is not looked at.
    func place(of url: String) -> Place? {
        let path = url.prefix { $0 != "?" }
        if let place = places[String(path)] { return place }
        let folders = [("offers/", PeerEndpoint.offer), ("types/", .typeMetadata)]
        let match = folders.first { path.hasPrefix(Self.join(identifier, $0.0)) }
        return match.map { Place(endpoint: $0.1, way: .direct, owner: identifier) }
    }

    /// Inserts a well-known name between authority and path, OpenID4VCI 1.0 §12.2.2.
    private static func insert(_ name: String, into identifier: String, keepSlash: Bool = true) -> String {
        let scheme = "https://"
        let rest = identifier.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" }
        var path = rest.dropFirst(authority.count)
        if !keepSlash, path.hasSuffix("/") { path = path.dropLast() }
        return "\(scheme)\(authority)/.well-known/\(name)\(path)"
    }

    private static func append(_ name: String, to identifier: String) -> String {
        join(identifier, ".well-known/") + name
    }

    private static func join(_ identifier: String, _ name: String) -> String {
        identifier.hasSuffix("/") ? identifier + name : "\(identifier)/\(name)"
    }
}
