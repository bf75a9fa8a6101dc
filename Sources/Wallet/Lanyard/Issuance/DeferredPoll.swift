internal import LanyardJSON
internal import LanyardOAuth
internal import LanyardOpenID4VCI

/// Asks an issuer once for a credential that it deferred.
struct DeferredPoll: Sendable {
    /// What came of it.
    enum Outcome: Sendable {
        /// The credential is stored.
        case received
        /// The issuer needs more time.
        case pending(until: Instant)
    }

    let context: WalletContext
    let client: Openid4VciClient
    let keys: SessionKeys
    /// The client of the session that got the promise, which knows tokens and nonces better than any record.
    var living: OAuthClient?

    /// The deferral of a credential, nil where nothing is waited for.
    func deferral(of id: CredentialId) async throws(IssuanceError) -> DeferralRecord? {
        try await stored(id)?.record
    }

    /// Seconds within which nobody else asks: an issuer answers a transaction with the credential once.
    private static let lease: Double = 30

    /// Asks, stores what comes, and keeps when to ask next.
    ///
    /// A refusal that is final deletes the promise and its keys; any other failure leaves it for another time. Asks nobody while
    /// it is not time, or while another session asks.
    func poll(_ id: CredentialId, _ report: IssuancePerformer.Report) async throws(IssuanceError) -> Outcome {
        guard let (found, foundVersion) = try await stored(id) else { throw .notDeferred }
        let now = context.environment.clock.now
        guard found.nextPoll <= now else { return .pending(until: found.nextPoll) }
        let end = now.advanced(by: Self.lease)
        guard try await Deferrals(context).postpone(found, foundVersion, until: end) else {
            return .pending(until: end)
        }
        guard let (deferral, version) = try await stored(id) else { throw .notDeferred }
        let (authorization, source) = try await origin(of: deferral)
        guard let endpoint = source.metadata.deferredCredentialEndpoint,
            let configuration = source.metadata.configuration(deferral.configurationId)
        else {
            throw IssuanceError(
                .unsupportedConfiguration, "the kept metadata does not describe the deferred credential",
                party: .environment, remedy: "Delete the credential and receive it anew.")
        }
        let oauth =
            if let living, await living.storedContext == authorization.id { living } else {
                OAuthClient(resuming: authorization, client: client, keys: keys, context: context)
            }
        client.record.protect(deferral.transactionId)
        let answer = try await ask(endpoint, for: deferral, source.metadata, by: oauth)
        await oauth.settle()
        guard (200...299).contains(answer.response.status) else {
            return try await failed(answer.response, deferral, version, endpoint, report)
        }
        let response = try client.credentials(
            in: answer, keys: deferral.keys.count, configuration: configuration, transaction: deferral.transactionId,
            at: endpoint)
        switch response.content {
        case .deferred(_, let interval):
            return .pending(until: try await postpone(deferral, version, by: interval))
        case .issued(let credentials, let notificationId):
            let receipt = CredentialReceipt(
                source: source, configuration: configuration,
                handler: try context.issuanceHandler(for: configuration, client.record), oauth: oauth, client: client,
                keys: keys, context: context)
            try await receipt.take(
                credentials, deferral.keys, notificationId: notificationId, ending: deferral, report)
            return .received
        }
    }

    /// One answer; where the issuer exchanged its key since the metadata was kept, to a request for the present one.
    private func ask(
        _ endpoint: String, for deferral: DeferralRecord, _ kept: CredentialIssuerMetadata, by oauth: OAuthClient
    ) async throws(IssuanceError) -> IssuerAnswer {
        let body = DeferredCredentialRequest(transactionId: deferral.transactionId).json.object ?? JSONObject()
        func message(_ encryption: MessageEncryption?) -> IssuerMessage {
            IssuerMessage(endpoint: .deferredCredential, url: endpoint, body: body, encryption: encryption)
        }
        let encryption = try client.encryption(for: kept)
        let answer = try await oauth.send(message(encryption))
        let code = CredentialFailure(response: answer.response, at: context.environment.clock.now).code
        guard encryption != nil, answer.response.status >= 400, code == "invalid_encryption_parameters" else {
            return answer
        }
        var findings = client.newFindings
        let present = try await client.issuerMetadata(of: kept.credentialIssuer, refetching: true, findings: &findings)
        client.record.note(findings.list)
        return try await oauth.send(message(try client.encryption(for: present)))
    }

    private func failed(
        _ response: HttpResponse, _ deferral: DeferralRecord, _ version: UInt64, _ endpoint: String,
        _ report: IssuancePerformer.Report
    ) async throws(IssuanceError) -> Outcome {
        let failure = CredentialFailure(response: response, at: context.environment.clock.now)
        let status = UnexpectedStatus(response)
        switch failure.step(sentNonce: false, hasNonceEndpoint: false) {
        case .askLater(let seconds), .retryLater(let seconds):
            return .pending(until: try await postpone(deferral, version, by: seconds))
        case .access(.refreshToken):
            throw .authorizationNeeded("the issuer no longer accepts the token of this issuance")
        default: break
        }
        let isFinal = ["invalid_transaction_id", "credential_request_denied"].contains(failure.code)
        let error = IssuanceError(
            failure.code != nil || status.isTemporary ? .refused : .invalidResponse,
            "the deferred credential endpoint answered \(failure.status)", party: .issuer,
            remedy: isFinal
                ? "The issuer will not issue this credential: ask it why, and start again."
                : status.isTemporary ? status.waiting : "Tell the issuer what its server answered.",
            serverError: failure.code.map { client.record.cleaned($0, limit: 80) },
            serverDescription: failure.description.map { client.record.cleaned($0) },
            endpoint: String(endpoint.prefix { $0 != "?" }), isRetryable: status.isTemporary && !isFinal,
            retryAfter: status.retryAfter)
        if isFinal { try await Deferrals(context).abandon(deferral, version, because: error) }
        throw error
    }

    private func postpone(
        _ deferral: DeferralRecord, _ version: UInt64, by seconds: Double
    ) async throws(IssuanceError) -> Instant {
        let time = context.environment.clock.now.advanced(by: seconds)
        _ = try await Deferrals(context).postpone(deferral, version, until: time)
        return time
    }

    private func stored(_ id: CredentialId) async throws(IssuanceError) -> (record: DeferralRecord, version: UInt64)? {
        do throws(CredentialError) {
            switch try await context.store.reading(of: DeferralRecord.key(id.value)) {
            case .record(let stored)?: return (try DeferralRecord(stored), stored.version)
            case .damaged(let damaged)?: throw CredentialError(damaged)
            case .absent?, nil: return nil
            }
        } catch {
            throw IssuanceError(error)
        }
    }

    private func origin(
        of deferral: DeferralRecord
    ) async throws(IssuanceError) -> (IssuanceContextRecord, IssuanceSource) {
        let policy: CredentialPolicy
        let authorization: IssuanceContextRecord
        do throws(CredentialError) {
            guard let (record, _) = try await context.store.record(deferral.credential),
                let stored = try await context.contexts.context(deferral.context)
            else {
                throw CredentialError(
                    .unreadable, "what the deferred credential hangs on is missing", party: .environment,
                    remedy: "Delete the credential and receive it anew.")
            }
            policy = record.policy
            authorization = stored.record
        } catch {
            throw IssuanceError(error)
        }
        var findings = client.newFindings
        do {
            return (
                authorization,
                try IssuanceSource(
                    authorization, policy: policy, renewed: deferral.isRenewal ? deferral.credential : nil,
                    languages: context.environment.languages, findings: &findings)
            )
        } catch {
            throw client.refused(error, as: .invalidMetadata, authorization.issuer.text)
        }
    }
}

extension IssuanceError {
    static var notDeferred: IssuanceError {
        IssuanceError(
            .notFound, "no issuer is waited for with this credential", party: .person,
            remedy: "List the credentials: it may have been received or deleted.")
    }
}
