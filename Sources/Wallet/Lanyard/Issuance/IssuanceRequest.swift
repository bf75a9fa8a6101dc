internal import LanyardOAuth

/// What to receive, from whom and under which policy.
public struct IssuanceRequest: Sendable {
    package enum Source: Sendable {
        case offer(CredentialOffer, configurationIds: [String]?)
        case issuer(String, configurationIds: [String])
        /// A session that waited for a browser, with the redirect that came.
        case paused(AuthorizationRecord, redirect: String)
        /// A credential that the issuer has promised.
        case deferred(CredentialId)
        /// A credential that is received anew; without a person only where its tokens allow it.
        case renewal(CredentialId, withPerson: Bool)
    }

    package let source: Source
    package let txCode: Secret<String>?
    package let policy: CredentialPolicy

    package init(_ source: Source, txCode: Secret<String>? = nil, policy: CredentialPolicy = CredentialPolicy()) {
        self.source = source
        self.txCode = txCode
        self.policy = policy
    }

    /// Receives one configuration of an offer; `txCode` if it is known already.
    public static func fromOffer(
        _ offer: CredentialOffer, configurationId: String, txCode: String? = nil,
        policy: CredentialPolicy = CredentialPolicy()
    ) -> IssuanceRequest {
        fromOffer(offer, configurationIds: [configurationId], txCode: txCode, policy: policy)
    }

    /// Receives several configurations of an offer, nil for all, with one authorization and a result each.
    public static func fromOffer(
        _ offer: CredentialOffer, configurationIds: [String]? = nil, txCode: String? = nil,
        policy: CredentialPolicy = CredentialPolicy()
    ) -> IssuanceRequest {
        IssuanceRequest(
            .offer(offer, configurationIds: configurationIds), txCode: txCode.map(Secret.init), policy: policy)
    }

    /// Receives a configuration from an issuer without an offer, by the authorization code grant.
    public static func fromIssuer(
        _ credentialIssuer: String, configurationId: String, policy: CredentialPolicy = CredentialPolicy()
    ) -> IssuanceRequest {
        fromIssuer(credentialIssuer, configurationIds: [configurationId], policy: policy)
    }

    /// Receives configurations from an issuer without an offer, with one authorization and a result each.
    public static func fromIssuer(
        _ credentialIssuer: String, configurationIds: [String], policy: CredentialPolicy = CredentialPolicy()
    ) -> IssuanceRequest {
        IssuanceRequest(.issuer(credentialIssuer, configurationIds: configurationIds), policy: policy)
    }

    /// Receives a configuration as an offer for the authorization code grant asks: its `issuer_state` is handed back.
    public static func fromIssuer(
        _ offer: CredentialOffer, configurationId: String, policy: CredentialPolicy = CredentialPolicy()
    ) -> IssuanceRequest {
        fromOffer(offer, configurationId: configurationId, policy: policy)
    }
}
