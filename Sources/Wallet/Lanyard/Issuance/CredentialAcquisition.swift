internal import LanyardCrypto
internal import LanyardJOSE
internal import LanyardJSON
internal import LanyardOAuth
internal import LanyardOpenID4VCI

/// Gets one credential: makes keys, proves them, asks, and hands what arrives to the intake.
struct CredentialAcquisition: Sendable {
    /// Requests of one credential: the first, and one retry a cause.
    private static let nonceRetries = 2

    let plan: IssuancePlan
    let token: IssuanceToken
    let client: Openid4VciClient
    let keys: SessionKeys
    let context: WalletContext

    func acquire(
        _ configuration: CredentialConfiguration, as subject: CredentialRequest.Subject,
        _ report: IssuancePerformer.Report
    ) async throws(IssuanceError) {
        guard let handler = context.formats.handler(for: configuration.format.identifier) else {
            throw IssuanceError(
                .unsupportedConfiguration,
                "no handler for the format \"\(client.record.cleaned(configuration.format.identifier, limit: 60))\"",
                party: .wallet, remedy: "Choose another configuration of the offer.")
        }
        let proof = try proofChoice(for: configuration)
        let made = try await makeKeys(for: proof)
        let credentials = try await request(configuration, subject, proof, made)
        let intake = CredentialIntake(
            plan: plan, configuration: configuration, handler: handler, keys: made, client: client, context: context)
        let accepted = try await intake.examine(credentials)
        // Keys that got no credential are useless whatever comes next: they go first, so that no commit can orphan them.
        let used = Set(accepted.instances.compactMap(\.holderKey))
        let unused = made.map(\.handle).filter { !used.contains($0) }
        await keys.discard(unused)
        guard report(.storing) else { throw .cancelled }
        try await intake.store(accepted, releasing: await keys.pendingRecord)
        await keys.stored(Array(used))
        _ = report(.stored(configuration: configuration.id, accepted.record.id))
        context.changes.post(.stored(accepted.record.id))
        for rejected in accepted.rejected {
            _ = report(.missed(IssuanceFailure(configurationId: configuration.id, identifier: nil, error: rejected)))
        }
    }

    /// Tells the transaction log that a credential was not received; the log must not change how the session ends.
    func log(_ error: IssuanceError, of configuration: CredentialConfiguration) async {
        let entry = TransactionLogEntry(
            id: context.log.newId(), at: context.environment.clock.now, kind: .issuance,
            outcome: error.code == .userCancelled ? .declined : .failed, party: plan.offer.credentialIssuer,
            partyName: plan.offer.issuer.name, types: [CredentialFormat(configuration.format).type], credentials: [],
            channel: "openid4vci", error: error.code.description)
        do {
            try await context.log.commit(StorageBatch(), logging: entry)
        } catch {
            context.environment.logger?.log(WalletLogEntry(.warning, "log", "an entry was not kept: \(error.code)"))
        }
    }

    private var isDraftIssuer: Bool {
        context.config.issuance.draftIssuers.contains(plan.offer.credentialIssuer)
    }

    private func proofChoice(for configuration: CredentialConfiguration) throws(IssuanceError) -> ProofChoice {
        let wanted = SignatureAlgorithm(rawValue: context.config.issuance.keyPolicy.algorithm.rawValue)
        let made = context.environment.secureAreas.first?.capabilities.algorithms ?? []
        let possible = made.compactMap { SignatureAlgorithm(rawValue: $0.rawValue) }
        let algorithms = possible.filter { $0 == wanted } + possible.filter { $0 != wanted }
        do {
            return try ProofChoice(
                for: configuration,
                abilities: ProofChoice.Abilities(
                    algorithms: algorithms, attestsKeys: false, addedTypes: context.config.proofTypes.map(\.proofType)))
        } catch {
            throw client.refused(error, as: .unsupportedConfiguration, plan.offer.metadata.credentialEndpoint)
        }
    }

    private func makeKeys(for proof: ProofChoice) async throws(IssuanceError) -> [NewKey] {
        var policy = context.config.issuance.keyPolicy
        switch proof {
        case .jwt(let algorithm, _): policy.algorithm = KeyAlgorithm(rawValue: algorithm.rawValue) ?? policy.algorithm
        case .added: break
        case .none, .attestation: return []
        }
        let most = isDraftIssuer ? 1 : plan.offer.metadata.batchSize
        return try await keys.make(min(plan.policy.batchSize, most), policy: policy)
    }

    /// Asks until there is an answer that asks for no other nonce, each time with fresh proofs by the same keys.
    private func request(
        _ configuration: CredentialConfiguration, _ subject: CredentialRequest.Subject, _ proof: ProofChoice,
        _ made: [NewKey]
    ) async throws(IssuanceError) -> [CredentialResponse.IssuedCredential] {
        let metadata = plan.offer.metadata
        var nonce: String?
        if !made.isEmpty { nonce = try await freshNonce() ?? token.response.legacyNonce }
        var retries = 0
        while true {
            let message = CredentialRequest(
                subject, proofs: try await proofs(proof, made, nonce), asDraftOf: isDraftIssuer ? configuration : nil)
            let response = try await client.exchange.send(http(message), to: .credential)
            if (200...299).contains(response.status) { return try credentials(in: response, made.count, configuration) }
            let failure = CredentialFailure(response: response, at: context.environment.clock.now)
            let step = failure.step(sentNonce: nonce != nil, hasNonceEndpoint: metadata.nonceEndpoint != nil)
            let refusal = refusal(failure, step, UnexpectedStatus(response))
            guard retries < Self.nonceRetries, !made.isEmpty else { throw refusal }
            retries += 1
            switch step {
            case .freshNonce:
                nonce = try await freshNonce()
            case .useNonce(let given):
                client.record.protect(given)
                nonce = given
                // A nonce in an error is the drafts' way; it is followed once (LEG-02).
                retries = Self.nonceRetries
            case .refetchMetadata:
                // What is cached may be old: the next session must not meet it again.
                var findings = client.newFindings
                _ = try await client.issuerMetadata(
                    of: metadata.credentialIssuer, refetching: true, findings: &findings)
                throw refusal
            default:
                throw refusal
            }
        }
    }

    private func http(_ message: CredentialRequest) throws(IssuanceError) -> HttpRequest {
        let endpoint = plan.offer.metadata.credentialEndpoint
        do {
            return try CredentialMessage(message.json).http(
                endpoint: endpoint, token: token.response.accessToken, encryption: nil)
        } catch {
            throw client.refused(error, as: .invalidResponse, endpoint)
        }
    }

    /// A nonce from the nonce endpoint, nil where there is none.
    private func freshNonce() async throws(IssuanceError) -> String? {
        guard let endpoint = plan.offer.metadata.nonceEndpoint else { return nil }
        var findings = client.newFindings
        let nonce = try await client.nonce(endpoint, findings: &findings)
        client.record.note(findings.list)
        return nonce
    }

    private func proofs(
        _ proof: ProofChoice, _ made: [NewKey], _ nonce: String?
    ) async throws(IssuanceError) -> CredentialRequest.Proofs? {
        let now = context.environment.clock.now
        if case .added(let name, let algorithms) = proof {
            let request = KeyProofRequest(
                keys: made, algorithms: algorithms, audience: plan.offer.credentialIssuer, nonce: nonce,
                clientId: plan.client.clientId, now: now)
            return try await addedProofs(name, request)
        }
        guard case .jwt(let algorithm, _) = proof else { return nil }
        var drafts: [UnsignedJWS] = []
        for key in made {
            do throws(Finding) {
                let proof = try KeyProof(
                    of: PublicKey(key.publicKey), algorithm: algorithm, audience: plan.offer.metadata.credentialIssuer,
                    issuedAt: now, nonce: nonce, clientId: plan.client.clientId)
                drafts.append(proof.unsigned)
            } catch {
                throw client.refused(error, as: .keys, plan.offer.metadata.credentialEndpoint)
            }
        }
        let requests = zip(made, drafts).map { SigningRequest(key: $0.handle, message: $1.signingInput) }
        let signatures = try await keys.sign(requests, for: UserAction(.receive, with: plan.offer.issuer.name))
        return CredentialRequest.Proofs(jwts: zip(drafts, signatures).map { $0.compact(signature: $1) })
    }

    /// Proofs of a type that the app added.
    private func addedProofs(
        _ name: String, _ request: KeyProofRequest
    ) async throws(IssuanceError) -> CredentialRequest.Proofs? {
        let action = UserAction(.receive, with: plan.offer.issuer.name)
        do {
            guard let handler = context.config.proofTypes.first(where: { $0.proofType == name }) else { return nil }
            let keys = keys
            let texts = try await handler.proofs(for: request) { try await keys.sign($0, for: action) }
            return CredentialRequest.Proofs(type: name, values: try texts.map { try JSON(parsing: $0) })
        } catch let error as IssuanceError {
            throw error
        } catch {
            throw IssuanceError(
                .keys, "no proof of the type \(client.record.cleaned(name, limit: 40)) was made", party: .wallet,
                remedy: "Mend the handler of this proof type.", underlying: error)
        }
    }

    private func credentials(
        in response: HttpResponse, _ keys: Int, _ configuration: CredentialConfiguration
    ) throws(IssuanceError) -> [CredentialResponse.IssuedCredential] {
        var findings = client.newFindings
        do {
            let message = try CredentialResponse(
                response: response, keys: keys, configuration: configuration, findings: &findings)
            client.record.note(findings.list)
            guard case .issued(let credentials, _) = message.content else {
                throw IssuanceError.notYet("deferred issuance")
            }
            client.record.passed(
                "credential response", clause: "OpenID4VCI 1.0 §8.3", rows: ["VCI-CRES-01", "VCI-CRES-03"],
                "\(credentials.count) of \(keys)")
            return credentials
        } catch let error as Finding {
            throw client.refused(
                error, answer: response, from: .credential, plan.offer.metadata.credentialEndpoint)
        } catch let error as IssuanceError {
            throw error
        } catch {
            throw IssuanceError(
                .invalidResponse, "the answer cannot be read", party: .issuer, remedy: "Try again.", underlying: error)
        }
    }

    private func refusal(
        _ failure: CredentialFailure, _ step: CredentialFailure.Step, _ status: UnexpectedStatus
    ) -> IssuanceError {
        var code = IssuanceError.Code.refused
        var remedy = "Tell the issuer what its server answered."
        var isRetryable = false
        var retryAfter: Double?
        switch step {
        case .access(.useDPoPNonce), .access(.correctClock): return .notYet("DPoP, which this server wants,")
        case .access(.refreshToken): remedy = "The token is no longer valid: ask the issuer for a new offer."
        case .refetchMetadata: remedy = "The issuer changed what it offers: resolve a new offer."
        case .retryLater(let seconds), .askLater(let seconds):
            remedy = """
                The issuer is not ready: try again in \(UnexpectedStatus.seconds(seconds)); if the offer is refused then, \
                ask for a new one.
                """
            isRetryable = true
            retryAfter = seconds
        case .stop where failure.code == nil:
            isRetryable = status.isTemporary
            if !isRetryable { code = .invalidResponse }
            remedy =
                [401, 403].contains(status.status)
                ? "Accept the token that the authorization server gave, or say in WWW-Authenticate what is wrong with it."
                : status.remedy(
                    for: "credential response",
                    absence: "Correct the credential endpoint in the metadata: the server has nothing there.")
        case .freshNonce, .useNonce, .stop: break
        }
        return IssuanceError(
            code, "the credential endpoint answered \(failure.status)", party: .issuer, remedy: remedy,
            serverError: failure.code.map { client.record.cleaned($0, limit: 80) },
            serverDescription: failure.description.map { client.record.cleaned($0) },
            endpoint: plan.offer.metadata.credentialEndpoint, isRetryable: isRetryable, retryAfter: retryAfter)
    }
}
