/// What to receive, from whom and under which policy.
public struct IssuanceRequest: Sendable {
    package enum Source: Sendable {
        case offer(CredentialOffer, configurationIds: [String]?)
        case issuer(String, configurationId: String)
        /// A request that this release answers with an error alone.
        case impossible(IssuanceError)
    }

    package let source: Source
    package let txCode: Secret<String>?
    package let policy: CredentialPolicy

    /// Receives one configuration of an offer; `txCode` if it is known already.
    public static func fromOffer(
        _ offer: CredentialOffer, configurationId: String, txCode: String? = nil,
        policy: CredentialPolicy = CredentialPolicy()
    ) -> IssuanceRequest {
        IssuanceRequest(
            source: .offer(offer, configurationIds: [configurationId]), txCode: txCode.map(Secret.init), policy: policy)
    }

    /// Receives several configurations of an offer, nil for all, with one authorization and a result each.
    public static func fromOffer(
        _ offer: CredentialOffer, configurationIds: [String]? = nil, txCode: String? = nil,
        policy: CredentialPolicy = CredentialPolicy()
    ) -> IssuanceRequest {
        IssuanceRequest(
            source: .offer(offer, configurationIds: configurationIds), txCode: txCode.map(Secret.init), policy: policy)
    }

    /// Receives a configuration from an issuer without an offer, by the authorization code grant.
    ///
    /// This release has no browser step yet: the session fails with `.notYet`.
    public static func fromIssuer(
        _ credentialIssuer: String, configurationId: String, policy: CredentialPolicy = CredentialPolicy()
    ) -> IssuanceRequest {
        IssuanceRequest(
            source: .issuer(credentialIssuer, configurationId: configurationId), txCode: nil, policy: policy)
    }
}
