import LanyardJSON

/// The metadata documents of an issuer and its authorization servers.
struct IssuerDocuments: Sendable {
    let options: PeerIssuer.Options
    let addresses: IssuerAddresses
    let signingKey: JSON
    let types: TypeRegistry

    /// OpenID4VCI 1.0 §12.2.4.
    func issuer(_ keys: EncryptionKeys) -> JSON {
        var document: JSONObject = ["credential_issuer": .string(options.identifier)]
        if !options.authorizationServers.isEmpty {
            document["authorization_servers"] = .array(addresses.servers.map { .string($0) })
        }
        document["credential_endpoint"] = .string(addresses.credentialEndpoint)
        if options.hasNonceEndpoint { document["nonce_endpoint"] = .string(addresses.nonceEndpoint) }
        if options.deferral?.hasEndpoint == true {
            document["deferred_credential_endpoint"] = .string(addresses.deferredEndpoint)
        }
        if options.notifications != nil {
            document["notification_endpoint"] = .string(addresses.notificationEndpoint)
        }
        describeEncryption(keys, in: &document)
        if let size = options.batchSize {
            document["batch_credential_issuance"] = ["batch_size": .number(JSONNumber(Int64(size)))]
        }
        document["display"] = [
            ["name": "Utopia Registry of Persons", "locale": "en"],
            ["name": "Personenregister Utopia", "locale": "de"],
            ["name": "유토피아 주민등록소", "locale": "ko"],
        ]
        var configurations = JSONObject()
        for configuration in options.configurations {
            var entry = configuration.metadata.object ?? JSONObject()
            if let name = configuration.typeDocument { entry["vct"] = .string(addresses.typeDocument(name)) }
            configurations[configuration.id] = .object(entry)
        }
        document["credential_configurations_supported"] = .object(configurations)
        return .object(document)
    }

    private func describeEncryption(_ keys: EncryptionKeys, in document: inout JSONObject) {
        let policy = options.encryption
        func describe(_ demand: PeerIssuer.Options.Encryption.Demand) -> JSONObject {
            var entry: JSONObject = [
                "enc_values_supported": strings(policy.encryptions), "encryption_required": .bool(demand == .required),
            ]
            if let compressions = policy.compressions { entry["zip_values_supported"] = strings(compressions) }
            return entry
        }
        if policy.requests != .none {
            var entry = describe(policy.requests)
            entry["jwks"] = keys.keySet(withUnusable: policy.hasUnusableKeys)
            document["credential_request_encryption"] = .object(entry)
        }
        if policy.responses != .none {
            var entry = describe(policy.responses)
            entry["alg_values_supported"] = strings(policy.algorithms)
            document["credential_response_encryption"] = .object(entry)
        }
    }

    /// RFC 8414 §2 and OpenID4VCI 1.0 §12.3.
    func authorizationServer(_ identifier: String) -> JSON {
        var document: JSONObject = [
            "issuer": .string(identifier), "token_endpoint": .string(addresses.tokenEndpoint(of: identifier)),
            "token_endpoint_auth_methods_supported": strings(options.clients.methods.map(\.rawValue)),
        ]
        describeClients(at: identifier, in: &document)
        let server = options.authorizationServers.first { $0.identifier == identifier }
        var own = [PeerIssuer.preAuthorizedGrant]
        if options.authorization != nil { own.append("authorization_code") }
        if options.refreshTokens != nil { own.append("refresh_token") }
        if options.dpop.demand != .off {
            document["dpop_signing_alg_values_supported"] = strings(options.dpop.algorithms)
        }
        let grants = server.map(\.grantTypes) ?? own
        if let grants { document["grant_types_supported"] = strings(grants) }
        // RFC 8414 §2: without the member, the code grant is among the supported ones.
        if grants?.contains("authorization_code") ?? true { describeAuthorization(at: identifier, in: &document) }
        if options.allowsAnonymousAccess { document["pre-authorized_grant_anonymous_access_supported"] = true }
        return .object(document)
    }

    private func describeClients(at server: String, in document: inout JSONObject) {
        let policy = options.clients
        if policy.methods.contains(.attestation) {
            document["client_attestation_signing_alg_values_supported"] = ["ES256"]
            document["client_attestation_pop_signing_alg_values_supported"] = ["ES256"]
        }
        if policy.methods.contains(.assertion) {
            document["token_endpoint_auth_signing_alg_values_supported"] = ["ES256"]
        }
        if policy.challenge == .endpoint {
            document["challenge_endpoint"] = .string(addresses.challengeEndpoint(of: server))
        }
        if policy.wantsRegistration {
            document["registration_endpoint"] = .string(addresses.registrationEndpoint(of: server))
        }
    }

    private func describeAuthorization(at server: String, in document: inout JSONObject) {
        guard let policy = options.authorization else { return }
        document["authorization_endpoint"] = .string(addresses.authorizationEndpoint(of: server))
        document["response_types_supported"] = ["code"]
        let scopes = options.configurations.compactMap(\.scope) + policy.ownScopes.sorted()
        document["scopes_supported"] = strings(scopes)
        if let methods = policy.challengeMethods { document["code_challenge_methods_supported"] = strings(methods) }
        if let types = policy.detailsTypes { document["authorization_details_types_supported"] = strings(types) }
        if policy.announcesIssuer { document["authorization_response_iss_parameter_supported"] = true }
        if policy.pushing != .none {
            document["pushed_authorization_request_endpoint"] = .string(addresses.pushedRequestEndpoint(of: server))
        }
        if policy.requestObjects == .required {
            document["require_signed_request_object"] = true
            document["request_object_signing_alg_values_supported"] = ["ES256"]
        }
        if policy.pushing == .required { document["require_pushed_authorization_requests"] = true }
    }

    private func strings(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }

    /// SD-JWT VC §5.
    var jwtVcIssuer: JSON {
        ["issuer": .string(options.identifier), "jwks": ["keys": [signingKey]]]
    }
}
