internal import LanyardCrypto
internal import LanyardOAuth
internal import LanyardOpenID4VCI

/// What a session will do, decided from the offer and the servers' metadata before anything is spent.
package struct IssuancePlan: Sendable {
    let offer: CredentialOffer
    let grant: OfferedGrants.PreAuthorizedCode
    let server: AuthorizationServerMetadata
    let client: ClientAuthentication
    let configurations: [CredentialConfiguration]
    let policy: CredentialPolicy

    var configurationIds: [String] { configurations.map(\.id) }

    /// What narrows the token to a part of the offer; empty for the whole of it.
    var authorizationDetails: [AuthorizationDetail] {
        let known = offer.credentialConfigurationIds.filter { offer.metadata.configuration($0) != nil }
        guard Set(configurationIds) != Set(known),
            server.authorizationDetailsTypes?.contains(AuthorizationDetail.type) == true
        else { return [] }
        return configurationIds.map { AuthorizationDetail($0, of: offer.metadata) }
    }
}

/// Makes the plan of a session.
package struct IssuancePlanning: Sendable {
    private let context: WalletContext
    private let client: Openid4VciClient

    package init(context: WalletContext, client: Openid4VciClient) {
        self.context = context
        self.client = client
    }

    package func plan(_ request: IssuanceRequest) async throws(IssuanceError) -> IssuancePlan {
        switch request.source {
        case .impossible(let error): throw error
        case .issuer: throw .notYet("receiving without an offer, by the authorization code grant,")
        case .offer(let offer, let ids):
            guard context.config.profile == .core else {
                throw .notYet("client attestation, which the profile \(context.config.profile.rawValue) demands,")
            }
            let configurations = try chosen(ids, of: offer)
            var findings = client.newFindings
            defer { client.record.note(findings.list) }
            let server = try await server(for: offer, findings: &findings)
            let grant = try grant(of: offer, at: server)
            try checkEncryption(of: offer)
            do {
                _ = try ClientAuthenticationMethod.chosen(
                    offered: server.clientAuthenticationMethods, available: [.none], isOptional: true,
                    findings: &findings)
            } catch {
                throw client.refused(error, as: .unsupportedConfiguration, server.tokenEndpoint)
            }
            return IssuancePlan(
                offer: offer, grant: grant, server: server,
                client: .preAuthorized(clientId: context.config.issuance.clientId, at: server),
                configurations: configurations, policy: request.policy)
        }
    }

    private func chosen(_ ids: [String]?, of offer: CredentialOffer) throws(IssuanceError) -> [CredentialConfiguration]
    {
        guard let ids else {
            return offer.credentialConfigurationIds.compactMap { offer.metadata.configuration($0) }
        }
        let offered = Set(offer.credentialConfigurationIds)
        var known: Set<String> = []
        var configurations: [CredentialConfiguration] = []
        for id in ids where known.insert(id).inserted {
            guard offered.contains(id) else {
                throw IssuanceError(
                    .unsupportedConfiguration,
                    "the offer does not hold the configuration \"\(client.record.cleaned(id))\"",
                    party: .person, remedy: "Choose one of the offer's configurations.",
                    finding: Finding(
                        "offer.configuration.notOffered", .wallet, clause: "OpenID4VCI 1.0 §6.1", rows: ["VCI-TOK-05"],
                        at: "configurationIds", expected: "a configuration of the offer", seen: .text(id),
                        remedy: "Choose one of the offer's configurations."))
            }
            guard let configuration = offer.metadata.configuration(id) else {
                if let dropped = offer.metadata.droppedConfigurations[id] {
                    throw client.refused(dropped, as: .unsupportedConfiguration, offer.credentialIssuer)
                }
                throw IssuanceError(
                    .unsupportedConfiguration,
                    "the issuer's metadata does not describe \"\(client.record.cleaned(id))\"",
                    party: .issuer, remedy: "Ask the issuer for an offer that its metadata covers.")
            }
            configurations.append(configuration)
        }
        return configurations
    }

    private func grant(
        of offer: CredentialOffer, at server: AuthorizationServerMetadata
    ) throws(IssuanceError) -> OfferedGrants.PreAuthorizedCode {
        do {
            for case .preAuthorizedCode(let grant) in try offer.message.grants.usable(at: server) { return grant }
        } catch {
            throw client.refused(error, as: .noSupportedGrant, offer.credentialIssuer)
        }
        throw .notYet("the authorization code grant")
    }

    /// Chooses the authorization server: the offer's, else the first that allows the grant; one that cannot be read is
    /// passed over.
    private func server(
        for offer: CredentialOffer, findings: inout Findings
    ) async throws(IssuanceError) -> AuthorizationServerMetadata {
        let grants = offer.message.grants
        let servers: [IssuerIdentifier]
        do {
            servers = try offer.metadata.authorizationServers(
                hint: grants.authorizationServerHint, findings: &findings)
        } catch {
            throw client.refused(error, as: .invalidOffer, offer.credentialIssuer)
        }
        let wanted = grants.preAuthorizedCode == nil ? "authorization_code" : TokenGrant.preAuthorizedCode
        var last: IssuanceError?
        var unfit: AuthorizationServerMetadata?
        for server in servers {
            do {
                let metadata = try await client.authorizationServerMetadata(of: server, findings: &findings)
                if metadata.grantTypes.contains(wanted) { return metadata }
                unfit = unfit ?? metadata
            } catch {
                guard [.network, .refused, .invalidMetadata].contains(error.code) else { throw error }
                last = error
            }
        }
        guard let unfit else {
            throw last
                ?? IssuanceError(
                    .invalidMetadata, "the issuer names no authorization server", party: .issuer,
                    remedy: "Name at least one authorization server, or none at all.")
        }
        do {
            try findings.tolerate(
                Finding(
                    "as.grantTypes.missing", .authorizationServer, clause: "RFC 8414 §2", rows: ["VCI-META-12"],
                    at: "authorization server metadata: /grant_types_supported",
                    expected: "the grant that the offer uses", seen: .text(unfit.grantTypes.joined(separator: " ")),
                    remedy: "List the grant in grant_types_supported."))
        } catch {
            throw client.refused(error, as: .invalidMetadata, unfit.issuer.text)
        }
        return unfit
    }

    private func checkEncryption(of offer: CredentialOffer) throws(IssuanceError) {
        let metadata = offer.metadata
        let isRequired =
            metadata.requestEncryption?.isRequired == true || metadata.responseEncryption?.isRequired == true
        guard !isRequired, client.credentialEncryption != .required else {
            throw .notYet("encrypting credential requests and responses")
        }
    }
}
