internal import LanyardJOSE
internal import LanyardJSON
internal import LanyardOAuth
internal import LanyardOpenID4VCI

/// Gets one credential: makes keys, proves them, asks, and hands what arrives to the intake.
struct CredentialAcquisition: Sendable {
    /// Requests of one credential: the first, and one retry a cause.
    private static let nonceRetries = 2

    let source: IssuanceSource
    let oauth: OAuthClient
    let client: Openid4VciClient
    let keys: SessionKeys
    let context: WalletContext

    /// Gives the id of a credential that the issuer deferred; nil where it is stored.
    func acquire(
        _ configuration: CredentialConfiguration, as subject: CredentialRequest.Subject,
        _ report: IssuancePerformer.Report
    ) async throws(IssuanceError) -> CredentialId? {
        let source = source.heeding(configuration.reusePolicy)
        let writer = try ProofWriter(
            for: configuration, of: source, client: client, keys: keys, context: context)
        let receipt = CredentialReceipt(
            source: source, configuration: configuration,
            handler: try context.issuanceHandler(for: configuration, client.record), oauth: oauth, client: client,
            keys: keys, context: context)
        let most = isDraftIssuer ? 1 : source.metadata.batchSize
        let made = try await writer.makeKeys(
            min(source.policy.batchSize, most), policy: context.config.issuance.keyPolicy)
        let answer = try await request(configuration, subject, writer, made)
        switch answer.content {
        case .issued(let credentials, let notificationId):
            try await receipt.take(credentials, made, notificationId: notificationId, report)
            return nil
        case .deferred(let transactionId, let interval):
            return try await receipt.wait(for: transactionId, interval: interval, made, report)
        }
    }

    /// Tells the transaction log that a credential was not received; the log must not change how the session ends.
    func log(_ error: IssuanceError, of configuration: CredentialConfiguration) async {
        let entry = TransactionLogEntry(
            id: context.log.newId(), at: context.environment.clock.now, kind: .issuance,
            outcome: error.code == .userCancelled ? .declined : .failed, party: source.credentialIssuer,
            partyName: source.issuer.name, types: [CredentialFormat(configuration.format).type], credentials: [],
            channel: "openid4vci", error: error.code.description)
        do {
            try await context.log.commit(StorageBatch(), logging: entry)
        } catch {
            context.environment.logger?.log(WalletLogEntry(.warning, "log", "an entry was not kept: \(error.code)"))
        }
    }

    private var isDraftIssuer: Bool {
        context.config.issuance.draftIssuers.contains(source.credentialIssuer)
    }

    /// Asks until there is an answer that asks for nothing else, each time with fresh proofs by the same keys.
    private func request(
        _ configuration: CredentialConfiguration, _ subject: CredentialRequest.Subject, _ writer: ProofWriter,
        _ made: [NewKey]
    ) async throws(IssuanceError) -> CredentialResponse {
        var metadata = source.metadata
        var encryption = try chosenEncryption(metadata)
        let draftResponse = isDraftIssuer ? MessageEncryption.draftResponse(for: metadata) : nil
        var nonce: String?
        if !made.isEmpty {
            nonce = try await freshNonce()
            if nonce == nil { nonce = await oauth.tokens?.legacyNonce }
        }
        var retries = 0
        while true {
            let message = CredentialRequest(
                subject, proofs: try await writer.proofs(of: made, nonce: nonce),
                asDraftOf: isDraftIssuer ? configuration : nil)
            let answer = try await oauth.send(
                IssuerMessage(
                    endpoint: .credential, url: metadata.credentialEndpoint, body: message.json.object ?? JSONObject(),
                    encryption: encryption, draftResponse: draftResponse))
            if (200...299).contains(answer.response.status) {
                return try client.credentials(
                    in: answer, keys: made.count, configuration: configuration, at: metadata.credentialEndpoint)
            }
            let failure = CredentialFailure(response: answer.response, at: context.environment.clock.now)
            let step = failure.step(sentNonce: nonce != nil, hasNonceEndpoint: metadata.nonceEndpoint != nil)
            let refusal = refusal(failure, step, UnexpectedStatus(answer.response))
            guard retries < Self.nonceRetries else { throw refusal }
            retries += 1
            switch step {
            case .freshNonce where !made.isEmpty:
                nonce = try await freshNonce()
            case .useNonce(let given) where !made.isEmpty:
                client.record.protect(given)
                nonce = given
                // A nonce in an error is the drafts' way; it is followed once (LEG-02).
                retries = Self.nonceRetries
            case .refetchMetadata:
                // What is cached may be old: the next session must not meet it again.
                var findings = client.newFindings
                metadata = try await client.issuerMetadata(
                    of: metadata.credentialIssuer, refetching: true, findings: &findings)
                client.record.note(findings.list)
                guard failure.code == "invalid_encryption_parameters", encryption != nil else { throw refusal }
                encryption = try chosenEncryption(metadata)
                retries = Self.nonceRetries
            default:
                throw refusal
            }
        }
    }

    private func chosenEncryption(_ metadata: CredentialIssuerMetadata) throws(IssuanceError) -> MessageEncryption? {
        guard !isDraftIssuer else { return nil }
        return try client.encryption(for: metadata)
    }

    /// A nonce from the nonce endpoint, nil where there is none.
    private func freshNonce() async throws(IssuanceError) -> String? {
        guard let endpoint = source.metadata.nonceEndpoint else { return nil }
        var findings = client.newFindings
        let (nonce, response) = try await client.nonce(endpoint, findings: &findings)
        await oauth.learn(from: response, as: .credentialIssuer, url: endpoint)
        client.record.note(findings.list)
        return nonce
    }

    private func refusal(
        _ failure: CredentialFailure, _ step: CredentialFailure.Step, _ status: UnexpectedStatus
    ) -> IssuanceError {
        var code = IssuanceError.Code.refused
        var remedy = "Tell the issuer what its server answered."
        var isRetryable = false
        var retryAfter: Double?
        switch step {
        case .access(.refreshToken):
            code = .authorizationNeeded
            remedy = "The token is no longer valid: ask the issuer for a new offer."
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
        case .freshNonce, .useNonce, .access, .stop: break
        }
        return IssuanceError(
            code, "the credential endpoint answered \(failure.status)", party: .issuer, remedy: remedy,
            serverError: failure.code.map { client.record.cleaned($0, limit: 80) },
            serverDescription: failure.description.map { client.record.cleaned($0) },
            endpoint: source.metadata.credentialEndpoint, isRetryable: isRetryable, retryAfter: retryAfter)
    }
}
