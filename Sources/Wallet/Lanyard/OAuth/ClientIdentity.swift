package import LanyardOAuth
internal import LanyardOpenID4VCI

/// Who the wallet is towards an authorization server.
package enum ClientIdentity: Hashable, Sendable {
    /// Nobody: a pre-authorized code where the server allows anonymous access.
    case anonymous
    /// A public client, known by its id.
    case publicClient(String)
    /// A client whose provider attests it.
    case attested(String)
    /// A client that signs assertions with a key of its own.
    case assertion(String)

    /// The client id of requests and key proofs; nil after anonymous access.
    package var clientId: String? {
        switch self {
        case .anonymous: nil
        case .publicClient(let id), .attested(let id), .assertion(let id): id
        }
    }

    package var method: ClientAuthenticationMethod {
        switch self {
        case .anonymous, .publicClient: .none
        case .attested: .attestation
        case .assertion: .privateKeyJWT
        }
    }

    /// The identity that a record keeps by method and id.
    package init(method: ClientAuthenticationMethod, clientId: String?) {
        guard let clientId else {
            self = .anonymous
            return
        }
        switch method {
        case .attestation: self = .attested(clientId)
        case .privateKeyJWT: self = .assertion(clientId)
        default: self = .publicClient(clientId)
        }
    }

    /// The strongest identity that the server takes and the wallet has.
    ///
    /// Authentication is optional with a pre-authorized code, OpenID4VCI 1.0 §6.1.
    package static func chosen(
        at server: AuthorizationServerMetadata, preAuthorized: Bool, for context: WalletContext,
        findings: inout Findings
    ) throws(Finding) -> ClientIdentity {
        let issuance = context.config.issuance
        var available: Set<ClientAuthenticationMethod> = [.none]
        if context.environment.attestation != nil { available.insert(.attestation) }
        if issuance.assertionKey != nil { available.insert(.privateKeyJWT) }
        let method = try ClientAuthenticationMethod.chosen(
            offered: server.clientAuthenticationMethods, available: available, isOptional: preAuthorized,
            findings: &findings)
        // A server that lists no method and wants no client at all is not told one.
        if preAuthorized, server.allowsAnonymousPreAuthorizedGrant, !findings.isHighAssurance,
            method == .none || server.clientAuthenticationMethods == nil
        {
            return .anonymous
        }
        return ClientIdentity(method: method, clientId: issuance.clientId)
    }
}
