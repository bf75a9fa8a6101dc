internal import LanyardCrypto
internal import LanyardJSON
internal import LanyardOAuth
internal import LanyardOpenID4VCI
internal import LanyardText

/// What a session will do, decided from the offer and the servers' metadata before anything is spent.
package struct IssuancePlan: Sendable {
    /// How the wallet comes to a token.
    enum Grant: Sendable {
        /// By a code that the offer brought.
        case preAuthorized(OfferedGrants.PreAuthorizedCode)
        /// By a person in a browser; the value is the offer's, to be handed back.
        case authorizationCode(issuerState: String?)
    }

    let source: IssuanceSource
    let grant: Grant
    let server: AuthorizationServerMetadata
    let configurations: [CredentialConfiguration]
    /// The configurations that the offer held, known or not; nil without an offer.
    let offered: [String]?
    /// What to ask the person for before the token is requested.
    let txCode: TxCodePrompt?

    /// The same with another identity.
    func with(_ identity: ClientIdentity) -> IssuancePlan {
        IssuancePlan(
            source: source.with(identity), grant: grant, server: server, configurations: configurations,
            offered: offered, txCode: txCode)
    }

    var configurationIds: [String] { configurations.map(\.id) }
    var metadata: CredentialIssuerMetadata { source.metadata }

    /// What narrows the token of a pre-authorized code to a part of the offer; empty for the whole of it.
    var narrowing: [AuthorizationDetail] {
        let known = (offered ?? []).filter { metadata.configuration($0) != nil }
        guard Set(configurationIds) != Set(known),
            server.authorizationDetailsTypes?.contains(AuthorizationDetail.type) == true
        else { return [] }
        return configurationIds.map { AuthorizationDetail($0, of: metadata) }
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

    /// A plan for an offer.
    package func plan(
        _ offer: CredentialOffer, _ ids: [String]?, policy: CredentialPolicy
    ) async throws(IssuanceError) -> IssuancePlan {
        let configurations = try chosen(ids, of: offer)
        var findings = client.newFindings
        defer { client.record.note(findings.list) }
        let wanted = wantedGrant(of: offer.message.grants)
        let server = try await server(
            of: offer.metadata, hint: hint(of: offer.message.grants, for: wanted), for: wanted, findings: &findings)
        let grant = try grant(of: offer, at: server)
        return try plan(
            offer.metadata, configurations, grant, server, policy, offered: offer.credentialConfigurationIds,
            txCode: txCode(of: offer, grant, server), findings: &findings)
    }

    /// A plan to ask an issuer without an offer, for a new credential or for one that is there already.
    func plan(
        issuer: IssuerIdentifier, _ ids: [String], policy: CredentialPolicy, renewing renewed: CredentialId? = nil
    ) async throws(IssuanceError) -> IssuancePlan {
        var findings = client.newFindings
        defer { client.record.note(findings.list) }
        let metadata = try await client.issuerMetadata(of: issuer, findings: &findings)
        var configurations: [CredentialConfiguration] = []
        for id in ids { configurations.append(try known(id, in: metadata)) }
        let server = try await server(of: metadata, hint: nil, for: "authorization_code", findings: &findings)
        return try plan(
            metadata, configurations, .authorizationCode(issuerState: nil), server, policy, renewed: renewed,
            findings: &findings)
    }

    /// The plan of a session that waited for a browser, made again from its record.
    package func plan(resuming record: AuthorizationRecord) async throws(IssuanceError) -> IssuancePlan {
        var findings = client.newFindings
        defer { client.record.note(findings.list) }
        let metadata = try await client.issuerMetadata(of: record.issuer, findings: &findings)
        let server = try await client.authorizationServerMetadata(of: record.server, findings: &findings)
        var configurations: [CredentialConfiguration] = []
        for id in record.configurationIds { configurations.append(try known(id, in: metadata)) }
        return IssuancePlan(
            source: IssuanceSource(
                metadata, record.configurationIds, identity: record.identity, policy: record.policy,
                renewed: record.renewed,
                languages: context.environment.languages),
            grant: .authorizationCode(issuerState: nil), server: server, configurations: configurations, offered: nil,
            txCode: nil)
    }

    private func plan(
        _ metadata: CredentialIssuerMetadata, _ configurations: [CredentialConfiguration], _ grant: IssuancePlan.Grant,
        _ server: AuthorizationServerMetadata, _ policy: CredentialPolicy, offered: [String]? = nil,
        txCode: TxCodePrompt? = nil, renewed: CredentialId? = nil, findings: inout Findings
    ) throws(IssuanceError) -> IssuancePlan {
        var isPreAuthorized = false
        if case .preAuthorized = grant { isPreAuthorized = true }
        do throws(Finding) {
            try checkProfile(&findings, configurations, metadata)
            try checkProofs(configurations)
            if !isPreAuthorized { try server.checkAuthorizationCodeFlow() }
            _ = try MessageEncryption.chosen(client.credentialEncryption.demand, for: metadata, findings: &findings)
            let identity = try ClientIdentity.chosen(
                at: server, preAuthorized: isPreAuthorized, for: context, findings: &findings)
            return IssuancePlan(
                source: IssuanceSource(
                    metadata, configurations.map(\.id), identity: identity, policy: policy, renewed: renewed,
                    languages: context.environment.languages),
                grant: grant, server: server, configurations: configurations, offered: offered, txCode: txCode)
        } catch {
            throw client.refused(error, as: .unsupportedConfiguration, server.tokenEndpoint)
        }
    }

    /// What HAIP demands of the wallet's own configuration and of the issuer's metadata.
    private func checkProfile(
        _ findings: inout Findings, _ configurations: [CredentialConfiguration], _ metadata: CredentialIssuerMetadata
    ) throws(Finding) {
        guard findings.isHighAssurance else { return }
        guard context.config.issuance.dpop != .off else {
            throw Finding(
                "profile.dpop.off", .wallet, clause: "HAIP 1.0 §4", rows: ["VCI-DPOP-12"], at: "IssuanceConfig.dpop",
                expected: "DPoP, which the profile demands", seen: .value("off"), remedy: "Leave DPoP on.")
        }
        guard metadata.nonceEndpoint != nil || !configurations.contains(where: \.needsProof) else {
            throw Finding(
                "issuerMetadata.nonceEndpoint.missing", .issuer, clause: "HAIP 1.0 §4.1", rows: ["VCI-NONCE-04"],
                at: "issuer metadata: /nonce_endpoint", expected: "a nonce endpoint, for credentials bound to keys",
                seen: .absent, remedy: "Serve a nonce endpoint.")
        }
    }

    /// Nothing is spent where the keys of no configuration could be proven.
    private func checkProofs(_ configurations: [CredentialConfiguration]) throws(Finding) {
        var refusal: Finding?
        for configuration in configurations {
            do throws(Finding) {
                _ = try ProofChoice(for: configuration, abilities: context.proofAbilities)
                return
            } catch {
                refusal = refusal ?? error
            }
        }
        if let refusal { throw refusal }
    }

    private func txCode(
        of offer: CredentialOffer, _ grant: IssuancePlan.Grant, _ server: AuthorizationServerMetadata
    ) -> TxCodePrompt? {
        guard case .preAuthorized = grant, let prompt = offer.txCode else { return nil }
        return TxCodePrompt(
            inputMode: prompt.inputMode, length: prompt.length, description: prompt.description,
            host: server.issuer.uri.host ?? prompt.host, rejection: nil, attemptsLeft: prompt.attemptsLeft)
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
            configurations.append(try self.known(id, in: offer.metadata))
        }
        return configurations
    }

    private func known(
        _ id: String, in metadata: CredentialIssuerMetadata
    ) throws(IssuanceError) -> CredentialConfiguration {
        if let configuration = metadata.configuration(id) { return configuration }
        if let dropped = metadata.droppedConfigurations[id] {
            throw client.refused(dropped, as: .unsupportedConfiguration, metadata.credentialIssuer.text)
        }
        throw IssuanceError(
            .unsupportedConfiguration, "the issuer's metadata does not describe \"\(client.record.cleaned(id))\"",
            party: .issuer, remedy: "Ask for a configuration that the issuer's metadata describes.")
    }

    /// The grant that is tried first: what the app prefers where the offer has both.
    private func wantedGrant(of grants: OfferedGrants) -> String {
        guard grants.preAuthorizedCode != nil else { return "authorization_code" }
        let prefersBrowser = context.config.issuance.preferredGrant == .authorizationCode
        return prefersBrowser && grants.authorizationCode != nil ? "authorization_code" : TokenGrant.preAuthorizedCode
    }

    private func hint(of grants: OfferedGrants, for wanted: String) -> String? {
        wanted == TokenGrant.preAuthorizedCode
            ? grants.preAuthorizedCode?.authorizationServer : grants.authorizationCode?.authorizationServer
    }

    private func grant(
        of offer: CredentialOffer, at server: AuthorizationServerMetadata
    ) throws(IssuanceError) -> IssuancePlan.Grant {
        let usable: [UsableGrant]
        do {
            usable = try offer.message.grants.usable(at: server)
        } catch {
            throw client.refused(error, as: .noSupportedGrant, offer.credentialIssuer)
        }
        var grants: [IssuancePlan.Grant] = []
        for grant in usable {
            switch grant {
            case .preAuthorizedCode(let code): grants.append(.preAuthorized(code))
            case .authorizationCode(let code): grants.append(.authorizationCode(issuerState: code.issuerState))
            }
        }
        let preferred = grants.first { grant in
            switch grant {
            case .preAuthorized: context.config.issuance.preferredGrant == .preAuthorizedCode
            default: context.config.issuance.preferredGrant == .authorizationCode
            }
        }
        guard let grant = preferred ?? grants.first else {
            throw IssuanceError(
                .noSupportedGrant, "the offer has no grant that this wallet knows", party: .issuer,
                remedy: "Offer the pre-authorized code or the authorization code grant.")
        }
        return grant
    }

    /// Chooses the authorization server: the offer's, else the first that allows the grant; one that cannot be read is
    /// passed over.
    private func server(
        of issuer: CredentialIssuerMetadata, hint: String?, for wanted: String, findings: inout Findings
    ) async throws(IssuanceError) -> AuthorizationServerMetadata {
        let servers: [IssuerIdentifier]
        do {
            servers = try issuer.authorizationServers(hint: hint, findings: &findings)
        } catch {
            throw client.refused(error, as: .invalidOffer, issuer.credentialIssuer.text)
        }
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
                    expected: "the grant that is used", seen: .text(unfit.grantTypes.joined(separator: " ")),
                    remedy: "List the grant in grant_types_supported."))
        } catch {
            throw client.refused(error, as: .invalidMetadata, unfit.issuer.text)
        }
        return unfit
    }
}
