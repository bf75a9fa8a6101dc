public import LanyardJSON
public import LanyardOAuth
public import WalletPorts

/// What the wallet asks the authorization server for: one credential configuration, OpenID4VCI 1.0 §5.1.1.
public struct AuthorizationDetail: Hashable, Sendable {
    /// The configuration.
    public let configurationId: String
    /// The issuer's identifier, present when its metadata names authorization servers.
    public let location: String?

    /// The claims that are asked for; empty for those that the configuration has.
    public let claims: [Claim]

    /// A claim that is asked for, OpenID4VCI 1.0 Appendix B.1.
    public struct Claim: Hashable, Sendable {
        /// Where the claim is.
        public let path: ClaimsPath
        /// Whether a credential without it is of no use.
        public let isMandatory: Bool

        /// Asks for a claim.
        public init(_ path: ClaimsPath, isMandatory: Bool = false) {
            self.path = path
            self.isMandatory = isMandatory
        }
    }

    /// Asks for one configuration of an issuer.
    public init(_ configurationId: String, of issuer: CredentialIssuerMetadata) {
        self.configurationId = configurationId
        location = issuer.namesAuthorizationServers ? issuer.credentialIssuer.text : nil
        claims = []
    }

    /// Asks for one configuration with these claims; throws `authorization.claims.conflict` when they contradict each other.
    public init(
        _ configurationId: String, of issuer: CredentialIssuerMetadata, claims: [Claim]
    ) throws(Finding) {
        if let conflict = ClaimDescription.conflict(in: claims.map(\.path)) {
            throw Finding(
                "authorization.claims.conflict", .wallet, clause: "OpenID4VCI 1.0 §B.3", rows: ["VCI-AUTHZ-06"],
                at: "authorization request: /authorization_details/claims", expected: conflict,
                remedy: "Ask for each claim once, and for arrays in one way.")
        }
        self.configurationId = configurationId
        location = issuer.namesAuthorizationServers ? issuer.credentialIssuer.text : nil
        self.claims = claims
    }

    /// The object as it is sent, without format parameters.
    public var json: JSON {
        var members: [(name: String, value: JSON)] = [
            ("type", .string(Self.type)), ("credential_configuration_id", .string(configurationId)),
        ]
        if let location { members.append(("locations", .array([.string(location)]))) }
        if !claims.isEmpty { members.append(("claims", .array(claims.map(\.json)))) }
        return .object(JSONObject(members))
    }

    /// The value of `type`.
    public static let type = "openid_credential"
}

extension AuthorizationDetail.Claim {
    var json: JSON {
        var members: JSONObject = ["path": path.json]
        if isMandatory { members["mandatory"] = true }
        return .object(members)
    }
}

/// What the authorization server granted for one configuration, OpenID4VCI 1.0 §6.2.
public struct GrantedCredential: Hashable, Sendable {
    /// The configuration.
    public let configurationId: String
    /// The datasets that may be requested, at least one.
    public let credentialIdentifiers: [String]

    /// Puts a grant together again that was read before.
    package init(configurationId: String, credentialIdentifiers: [String]) {
        self.configurationId = configurationId
        self.credentialIdentifiers = credentialIdentifiers
    }
}

extension TokenResponse {
    /// The granted configurations with their identifiers, nil when the server returned none.
    ///
    /// Details of other types are ignored. If the wallet asked with details and none came back, the server broke a rule:
    /// the wallet then names configurations, when tolerant.
    public func grantedCredentials(askedWithDetails: Bool, findings: inout Findings) throws(Finding)
        -> [GrantedCredential]?
    {
        let rows = ["VCI-TOK-07"]
        var granted: [GrantedCredential] = []
        for detail in authorizationDetails ?? [] where detail["type"].value?.string == AuthorizationDetail.type {
            let id = try detail["credential_configuration_id"].string(rows: rows)
            let identifiers = try detail["credential_identifiers"].strings(rows: rows)
            granted.append(GrantedCredential(configurationId: id, credentialIdentifiers: identifiers))
        }
        guard granted.isEmpty else { return granted }
        if askedWithDetails {
            try findings.tolerate(
                Finding(
                    "token.authorizationDetails.missing", .authorizationServer, clause: "OpenID4VCI 1.0 §6.2",
                    rows: ["VCI-TOK-08"], at: "token response: /authorization_details",
                    expected: "the granted details, since details were asked for", seen: .absent,
                    remedy: "Return authorization_details with credential_identifiers."))
        }
        return nil
    }
}
