package import LanyardJSON
package import LanyardOAuth
package import LanyardOpenID4VCI

/// The tokens of one authorization and what they cover.
package struct TokenSet: Sendable {
    package let access: AccessToken
    /// When the access token ends, if the server said.
    package let expires: Instant?
    package let refresh: Secret<String>?
    /// What was granted by identifiers; nil when the server gave none.
    package let granted: [GrantedCredential]?
    /// The same by configuration, so that asking for each of many stays linear.
    private let grants: [String: [GrantedCredential]]?
    /// A nonce for key proofs that servers of drafts send with the token.
    package let legacyNonce: String?

    /// Takes a token response; without a new refresh token the one before stays good (RFC 6749 §6).
    package init(
        _ response: TokenResponse, granted: [GrantedCredential]?, at now: Instant,
        keeping refresh: Secret<String>? = nil
    ) {
        access = response.accessToken
        expires = response.expiresIn.map { now.advanced(by: Double($0)) }
        self.refresh = response.refreshToken ?? refresh
        self.granted = granted
        grants = Self.grouped(granted)
        legacyNonce = response.legacyNonce
    }

    /// The same without the refresh token.
    package var withoutRefresh: TokenSet { TokenSet(access, expires: expires, refresh: nil, granted: granted) }

    private init(_ access: AccessToken, expires: Instant?, refresh: Secret<String>?, granted: [GrantedCredential]?) {
        self.access = access
        self.expires = expires
        self.refresh = refresh
        self.granted = granted
        grants = Self.grouped(granted)
        legacyNonce = nil
    }

    /// Whether the access token is over, or will be before a request is answered.
    package func isOver(at now: Instant) -> Bool {
        expires.map { $0 <= now.advanced(by: 5) } ?? false
    }

    /// What to ask for to get a configuration; empty when it was not granted.
    package func subjects(of configurationId: String) -> [CredentialRequest.Subject] {
        CredentialRequest.subjects(of: configurationId, granted: grants.map { $0[configurationId] ?? [] })
    }

    private static func grouped(_ granted: [GrantedCredential]?) -> [String: [GrantedCredential]]? {
        granted.map { Dictionary(grouping: $0, by: \.configurationId) }
    }
}

extension TokenSet {
    package var json: JSON {
        var object: JSONObject = ["access": .string(access.value.reveal()), "kind": .string(access.kind.rawValue)]
        object["expires"] = expires.map { .number(JSONNumber($0.milliseconds)) }
        object["refresh"] = refresh.map { .string($0.reveal()) }
        object["granted"] = granted.map { list in
            .array(
                list.map { grant in
                    [
                        "configuration": .string(grant.configurationId),
                        "identifiers": .array(grant.credentialIdentifiers.map(JSON.string)),
                    ]
                })
        }
        return .object(object)
    }

    package init(field: JSONField) throws(JSONError) {
        guard let kind = AccessToken.Kind(rawValue: try field["kind"].string()) else {
            throw JSONError(.type, at: field["kind"].location, "an unknown kind of token")
        }
        access = AccessToken(Secret(try field["access"].string()), kind: kind)
        expires = field["expires"].value == nil ? nil : Instant(milliseconds: try field["expires"].int64())
        refresh = try field["refresh"].optionalString().map(Secret.init)
        var granted: [GrantedCredential] = []
        if field["granted"].value != nil {
            for grant in try field["granted"].array() {
                granted.append(
                    GrantedCredential(
                        configurationId: try grant["configuration"].string(),
                        credentialIdentifiers: try grant["identifiers"].strings()))
            }
        }
        self.granted = field["granted"].value == nil ? nil : granted
        grants = Self.grouped(self.granted)
        legacyNonce = nil
    }
}
