internal import LanyardJSON
internal import LanyardOpenID4VCI

/// What becomes of an answer: credentials are checked and stored, a promise is remembered, each in one commit with all that
/// hangs on it (the context, the notification, the records of the keys).
struct CredentialReceipt: Sendable {
    /// Commits that meet a change by others are made again so often.
    private static let attempts = 10

    let source: IssuanceSource
    let configuration: CredentialConfiguration
    let handler: any CredentialFormatHandler
    let oauth: OAuthClient
    let client: Openid4VciClient
    let keys: SessionKeys
    let context: WalletContext

    /// Checks and stores credentials; with a deferral they are what it waited for.
    func take(
        _ credentials: [CredentialResponse.IssuedCredential], _ made: [NewKey], notificationId: String?,
        ending deferral: DeferralRecord? = nil, _ report: IssuancePerformer.Report
    ) async throws(IssuanceError) {
        let id = deferral?.credential ?? source.renewed ?? CredentialId(context.environment.rng)
        let intake = CredentialIntake(
            source: source, configuration: configuration, id: id, handler: handler, keys: made, client: client,
            context: context)
        do throws(IssuanceError) {
            let accepted = try await intake.examine(credentials)
            if source.renewed != nil { await noteChanges(in: accepted) }
            guard report(.storing) else { throw .cancelled }
            let event: NotificationRequest.Event = accepted.rejected.isEmpty ? .accepted : .failure
            try await store(
                accepted, made, notification: notificationId.map { notification($0, event) }, ending: deferral)
            _ = report(.stored(configuration: configuration.id, id))
            context.changes.post(.stored(id))
            for rejected in accepted.rejected {
                _ = report(
                    .missed(IssuanceFailure(configurationId: configuration.id, identifier: nil, error: rejected)))
            }
        } catch {
            if let notificationId {
                await tell(notification(notificationId, error.code == .userCancelled ? .deleted : .failure))
            }
            throw error
        }
    }

    /// Remembers what the issuer promised; it is listed from now on, under the id that this gives.
    func wait(
        for transactionId: String, interval: Double, _ made: [NewKey], _ report: IssuancePerformer.Report
    ) async throws(IssuanceError) -> CredentialId {
        client.record.protect(transactionId)
        guard source.metadata.deferredCredentialEndpoint != nil else {
            throw client.refused(
                Finding(
                    "issuerMetadata.deferredEndpoint.missing", .issuer, clause: "OpenID4VCI 1.0 §9",
                    rows: ["VCI-DEF-01"], at: "issuer metadata: /deferred_credential_endpoint",
                    expected: "the endpoint where the deferred credential is fetched", seen: .absent,
                    remedy: "Name the endpoint, or answer with the credential."), as: .invalidMetadata,
                source.metadata.credentialEndpoint)
        }
        guard report(.storing) else { throw .cancelled }
        let id = source.renewed ?? CredentialId(context.environment.rng)
        let now = context.environment.clock.now
        let handles = made.map(\.handle)
        try await commit { batch throws(IssuanceError) in
            let held = try await hold([id.value], in: &batch)
            let deferral = DeferralRecord(
                credential: id, context: held.id ?? "", configurationId: configuration.id, transactionId: transactionId,
                keys: made, isRenewal: source.renewed != nil, nextPoll: now.advanced(by: interval))
            batch.put(deferral.key, deferral.encoded(), expect: .absent)
            if source.renewed == nil {
                let record = promised(id, held.id ?? "", nextPoll: deferral.nextPoll, at: now)
                batch.put(record.key, record.encoded(), expect: .absent)
                let details = DetailsRecord(
                    credential: id, claims: configuration.claims.map { ClaimLabels($0) },
                    keyPolicy: context.config.issuance.keyPolicy, chain: [], findings: [])
                batch.put(details.key, details.encoded(), expect: .absent)
            }
            for pending in await keys.pendingRecords(of: handles) { batch.delete(pending) }
            return held
        } logging: {
            nil
        }
        await keys.stored(handles)
        _ = report(.deferred(configuration: configuration.id, id))
        context.changes.post(.stored(id))
        return id
    }

    // MARK: The commits

    private func store(
        _ accepted: AcceptedCredential, _ made: [NewKey], notification: NotificationRecord?,
        ending deferral: DeferralRecord?
    ) async throws(IssuanceError) {
        let entry = TransactionLogEntry(
            id: context.log.newId(), at: context.environment.clock.now, kind: .issuance, outcome: .completed,
            party: source.credentialIssuer, partyName: source.issuer.name, types: [accepted.record.format.type],
            credentials: [accepted.record.id.value], channel: "openid4vci")
        let isWorthKeeping = await oauth.tokens?.refresh != nil
        let made = made.map(\.handle)
        let isUsed = Set(accepted.instances.compactMap(\.holderKey))
        var retired: [KeyHandle] = []
        var released: StorageKey?
        try await commit { batch throws(IssuanceError) in
            var accepted = accepted
            let id = accepted.record.id.value
            let held = try await hold(
                (isWorthKeeping ? [id] : []) + [notification?.id].compactMap(\.self),
                dropping: isWorthKeeping ? [] : [id], in: &batch)
            if isWorthKeeping { accepted.record.context = held.id }
            if var notification, let context = held.id {
                notification.context = context
                batch.put(notification.key, notification.encoded(), expect: .absent)
            }
            retired = try await held.retired + place(accepted, over: deferral, in: &batch)
            // Keys that got no credential are useless whatever comes next.
            retired += made.filter { !isUsed.contains($0) }
            released = PendingKeys(context).release(retired, in: &batch)
            for pending in await keys.pendingRecords(of: made) { batch.delete(pending) }
            return held
        } logging: {
            entry
        }
        await keys.stored(made)
        await PendingKeys(context).delete(retired, released: released)
    }

    /// Puts the credential where it belongs: into an empty place, or over what it replaces.
    ///
    /// Gives the keys that are of no use afterwards.
    private func place(
        _ accepted: AcceptedCredential, over deferral: DeferralRecord?, in batch: inout StorageBatch
    ) async throws(IssuanceError) -> [KeyHandle] {
        guard deferral != nil || source.renewed != nil else {
            context.store.put(accepted, over: nil, in: &batch)
            return []
        }
        do throws(CredentialError) {
            let holding = try await context.store.holding(accepted.record.id)
            if let deferral {
                let key = deferral.key
                guard case .record(let stored)? = try await context.store.reading(of: key) else {
                    throw CredentialError(
                        .notFound, "the deferred credential was received or deleted meanwhile", party: .environment,
                        remedy: "List the credentials again.")
                }
                batch.delete(key, expect: .version(stored.version))
            } else if holding.isEmpty {
                throw CredentialError(
                    .notFound, "the credential was deleted meanwhile", party: .person,
                    remedy: "Receive it from its issuer.")
            }
            context.store.put(accepted, over: holding, in: &batch)
            var retired = holding.holderKeys
            if let old = holding.record?.context, await old != oauth.storedContext {
                retired += try await context.contexts.change(
                    old, removing: [accepted.record.id.value], in: &batch)
            }
            return retired
        } catch {
            throw IssuanceError(error)
        }
    }

    private struct Held {
        /// The context, nil where none is needed.
        var id: String?
        /// Keys that are stored with the context for the first time.
        var keys: [KeyHandle] = []
        /// Keys that nobody needs once the batch is committed.
        var retired: [KeyHandle] = []
    }

    /// Makes records holders of this authorization's context, which is made if there is none yet and one is needed.
    private func hold(
        _ holders: [String], dropping dropped: [String] = [], in batch: inout StorageBatch
    ) async throws(IssuanceError) -> Held {
        do throws(CredentialError) {
            if let id = await oauth.storedContext, try await context.contexts.context(id) != nil {
                let retired = try await context.contexts.change(id, adding: holders, removing: dropped, in: &batch)
                return Held(id: id, retired: retired)
            }
        } catch {
            throw IssuanceError(error)
        }
        guard !holders.isEmpty else { return Held() }
        guard let tokens = await oauth.tokens else { throw .authorizationNeeded("there is no token") }
        let dpopKey = await oauth.dpopKey
        let record = IssuanceContextRecord(
            id: CredentialId(context.environment.rng).value, issuer: source.metadata.credentialIssuer,
            authorizationServer: oauth.serverId, identity: source.identity, dpopKey: dpopKey, tokens: tokens,
            nonces: await oauth.nonces,
            metadata: source.metadata.snapshot(of: source.configurationIds), holders: Set(holders))
        batch.put(record.key, record.encoded(), expect: .absent)
        let handles = [dpopKey?.handle].compactMap(\.self)
        for pending in await keys.pendingRecords(of: handles) { batch.delete(pending) }
        return Held(id: record.id, keys: handles)
    }

    /// Makes a batch and commits it, again where others changed what it builds on.
    private func commit(
        _ make: (inout StorageBatch) async throws(IssuanceError) -> Held, logging entry: () -> TransactionLogEntry?
    ) async throws(IssuanceError) {
        var last: StorageError?
        for _ in 0..<Self.attempts {
            var batch = StorageBatch()
            let held = try await make(&batch)
            do throws(StorageError) {
                if let entry = entry() {
                    try await context.log.commit(batch, logging: entry)
                } else {
                    try await context.environment.storage.commit(batch)
                }
                if let id = held.id { await oauth.keep(in: id) }
                await keys.stored(held.keys)
                return
            } catch {
                guard error.code == .conflict else { throw IssuanceError(error) }
                last = error
            }
        }
        throw IssuanceError(last ?? StorageError(.busy, "the store is changed by others all the time"))
    }

    // MARK: Notifications

    private func notification(_ id: String, _ event: NotificationRequest.Event) -> NotificationRecord {
        let now = context.environment.clock.now
        // The tokens and their key go with what needs them last: not while the session has more to ask.
        return NotificationRecord(
            id: context.log.newId(), context: "", notificationId: id, event: event, attempts: 0,
            due: now.advanced(by: PendingKeys.lease), expires: now.advanced(by: Outbox.patience))
    }

    /// Tells the issuer of a failure; that this cannot be kept must not hide why.
    private func tell(_ notification: NotificationRecord) async {
        guard source.metadata.notificationEndpoint != nil else { return }
        do {
            try await commit { batch throws(IssuanceError) in
                let held = try await hold([notification.id], in: &batch)
                var notification = notification
                notification.context = held.id ?? ""
                batch.put(notification.key, notification.encoded(), expect: .absent)
                return held
            } logging: {
                nil
            }
        } catch {
            context.environment.logger?.log(
                WalletLogEntry(.warning, "outbox", "a notification was not kept: \(error.code)"))
        }
    }

    /// Tells which claims of a renewed credential are not as they were, without their values.
    private func noteChanges(in accepted: AcceptedCredential) async {
        guard let old = try? await context.store.record(accepted.record.id)?.record,
            let before = try? handler.content(of: try await context.store.text(of: old)),
            let after = try? handler.content(of: accepted.instances.first?.text ?? "")
        else { return }
        let changed = before.differences(from: after)
        guard !changed.isEmpty else { return }
        client.record.note(
            Finding(
                "renewal.differs", .issuer, severity: .note, clause: "ARF Topic 10", rows: ["EUDI-06"],
                at: changed.prefix(20).joined(separator: " "), expected: "the claims as they were",
                seen: .kind("changed claims", length: changed.count), remedy: "Show the person what changed."))
    }

    private func promised(
        _ id: CredentialId, _ context: String, nextPoll: Instant, at now: Instant
    ) -> CredentialRecord {
        CredentialRecord(
            id: id, format: CredentialFormat(configuration.format), configurationId: configuration.id,
            issuer: source.credentialIssuer, issuerDisplay: DisplaySnapshot(source.metadata.display),
            display: DisplaySnapshot(configuration.display), receivedAt: now,
            validity: Validity(from: nil, until: nil), state: .deferred, policy: source.policy, instances: 0, unused: 0,
            chainDigest: DetailsRecord.digest(of: []), context: context, nextPoll: nextPoll)
    }
}
