public import LanyardOAuth
public import WalletPorts

/// How an authorization request names the credentials that it is for, OpenID4VCI 1.0 §5.1.
public struct AuthorizationSubject: Hashable, Sendable {
    /// Scope values, each once.
    public let scopes: [String]
    /// Authorization details, one a configuration.
    public let details: [AuthorizationDetail]
    /// Resource indicators: the issuer beside scopes, when its metadata names authorization servers.
    public let resources: [String]

    /// Decides for the configurations of one issuer.
    ///
    /// A configuration is asked for by its scope where it has one, else by details; `prefersDetails` turns that around where the
    /// server takes details. High Assurance profiles know scopes only. Throws `authorization.scope.missing` or
    /// `authorization.details.unsupported` for a configuration that can be asked for in neither way.
    public static func chosen(
        configurations: [CredentialConfiguration], issuer: CredentialIssuerMetadata,
        server: AuthorizationServerMetadata, prefersDetails: Bool = false, findings: Findings
    ) throws(Finding) -> AuthorizationSubject {
        let types = server.authorizationDetailsTypes
        let takesDetails = types?.contains(AuthorizationDetail.type) ?? true
        let prefersDetails = prefersDetails && takesDetails && !findings.isHighAssurance
        var scopes: [String] = []
        var known: Set<String> = []
        var details: [AuthorizationDetail] = []
        for configuration in configurations {
            if let scope = configuration.scope, !prefersDetails {
                if known.insert(scope).inserted { scopes.append(scope) }
                continue
            }
            guard !findings.isHighAssurance else { throw missingScope(configuration) }
            guard takesDetails else { throw unsupportedDetails(configuration, types ?? []) }
            details.append(AuthorizationDetail(configuration.id, of: issuer))
        }
        let resources = scopes.isEmpty || !issuer.namesAuthorizationServers ? [] : [issuer.credentialIssuer.text]
        return AuthorizationSubject(scopes: scopes, details: details, resources: resources)
    }

    private static func missingScope(_ configuration: CredentialConfiguration) -> Finding {
        CredentialIssuerMetadata.document.finding(
            "scope.missing", rows: ["VCI-AUTHZ-02"], clause: "HAIP 1.0 §4.1",
            at: "/credential_configurations_supported/\(configuration.id)/scope", expected: "a scope value",
            seen: .absent, remedy: "Give each configuration a `scope`.")
    }

    private static func unsupportedDetails(_ configuration: CredentialConfiguration, _ types: [String]) -> Finding {
        Finding(
            "authorization.details.unsupported", .authorizationServer, clause: "OpenID4VCI 1.0 §12.2.4",
            rows: ["VCI-AUTHZ-03", "VCI-AS-09"],
            at: "authorization server metadata: /authorization_details_types_supported",
            expected: "\(AuthorizationDetail.type), since the configuration \(configuration.id) has no scope",
            seen: .text(types.joined(separator: " ")),
            remedy: "Take authorization details of this type, or give the configuration a `scope`.")
    }
}
