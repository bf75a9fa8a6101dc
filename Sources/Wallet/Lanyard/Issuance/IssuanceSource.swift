internal import LanyardOAuth
package import LanyardOpenID4VCI

/// Who issues what to whom: what every step after the token needs, whether it comes at once or after a restart.
package struct IssuanceSource: Sendable {
    package let metadata: CredentialIssuerMetadata
    /// The configurations that are asked for under one authorization.
    package let configurationIds: [String]
    /// The issuer as a person sees it.
    package let issuer: CredentialIssuer
    /// Who the wallet was at the token endpoint.
    package private(set) var identity: ClientIdentity
    package private(set) var policy: CredentialPolicy
    /// The credential that is received anew; nil for a new one.
    package let renewed: CredentialId?

    package var credentialIssuer: String { metadata.credentialIssuer.text }

    package init(
        _ metadata: CredentialIssuerMetadata, _ configurationIds: [String], identity: ClientIdentity,
        policy: CredentialPolicy,
        renewed: CredentialId?, languages: [String]
    ) {
        self.metadata = metadata
        self.configurationIds = configurationIds
        self.identity = identity
        self.policy = policy
        self.renewed = renewed
        issuer = DisplaySnapshot(metadata.display).issuer(id: metadata.credentialIssuer.text, languages: languages)
    }

    /// The same with the issuer's policy of reuse for a configuration, where nobody asked for another.
    func heeding(_ issuer: CredentialReusePolicy?) -> IssuanceSource {
        guard policy == CredentialPolicy(),
            let choice = issuer?.choice(among: [.onceOnly, .limitedTime, .rotatingBatch])
        else { return self }
        var source = self
        source.policy = CredentialPolicy(
            batchSize: choice.batchSize ?? 1, use: choice.method == .onceOnly ? .oneTime : .rotate,
            renewal: RenewalPolicy(
                unusedBelow: choice.refillAtUnused ?? RenewalPolicy().unusedBelow,
                beforeExpiry: choice.renewAtLifetime.flatMap { Int(exactly: $0.rounded(.down)) }
                    ?? RenewalPolicy().beforeExpiry))
        return source
    }

    /// The same with another identity.
    func with(_ identity: ClientIdentity) -> IssuanceSource {
        var source = self
        source.identity = identity
        return source
    }

    /// What an earlier authorization left behind, with the metadata of that time.
    package init(
        _ context: IssuanceContextRecord, policy: CredentialPolicy, renewed: CredentialId?, languages: [String],
        findings: inout Findings
    ) throws(Finding) {
        let metadata = try CredentialIssuerMetadata(
            json: context.metadata, issuer: context.issuer, findings: &findings)
        self.init(
            metadata, metadata.configurations.map(\.id), identity: context.identity, policy: policy, renewed: renewed,
            languages: languages)
    }
}
