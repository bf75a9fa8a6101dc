/// The credentials that issuers have promised.
package struct Deferrals: Sendable {
    private let context: WalletContext

    package init(_ context: WalletContext) {
        self.context = context
    }

    /// Those that are due, the longest waiting first.
    package func due(at now: Instant) async throws(StorageError) -> [DeferralRecord] {
        try await all().filter { $0.nextPoll <= now }.sorted { $0.nextPoll < $1.nextPoll }
    }

    package func nextPoll() async throws(StorageError) -> Instant? {
        try await all().map(\.nextPoll).min()
    }

    /// Keeps when to ask next, with the promise and for lists; false when somebody else asked at the same time.
    package func postpone(
        _ deferral: DeferralRecord, _ version: UInt64, until time: Instant
    ) async throws(IssuanceError) -> Bool {
        var changed = deferral
        changed.nextPoll = time
        var batch = StorageBatch()
        batch.put(deferral.key, changed.encoded(), expect: .version(version))
        do throws(CredentialError) {
            if let (record, version) = try await context.store.record(deferral.credential), record.state == .deferred {
                var changed = record
                changed.nextPoll = time
                batch.put(record.key, changed.encoded(), expect: .version(version))
            }
        } catch {
            throw IssuanceError(error)
        }
        do throws(StorageError) {
            try await context.environment.storage.commit(batch)
        } catch {
            guard error.code == .conflict else { throw IssuanceError(error) }
            return false
        }
        return true
    }

    /// Ends a promise that the issuer will not keep; a credential that it would have renewed stays.
    package func abandon(
        _ deferral: DeferralRecord, _ version: UInt64, because error: IssuanceError
    ) async throws(IssuanceError) {
        var batch = StorageBatch()
        batch.delete(deferral.key, expect: .version(version))
        var unused = deferral.keys.map(\.handle)
        let released: StorageKey?
        do throws(CredentialError) {
            let record = try await context.store.record(deferral.credential)
            if !deferral.isRenewal {
                for (key, version) in try await context.store.holding(deferral.credential).versions {
                    batch.delete(key, expect: .version(version))
                }
            }
            if !deferral.isRenewal || record?.record.context != deferral.context {
                unused += try await context.contexts.change(
                    deferral.context, removing: [deferral.credential.value], in: &batch)
            }
            released = PendingKeys(context).release(unused, in: &batch)
            let entry = TransactionLogEntry(
                id: context.log.newId(), at: context.environment.clock.now, kind: .issuance, outcome: .failed,
                party: record?.record.issuer ?? "", partyName: "",
                types: [record?.record.format.type].compactMap(\.self), credentials: [deferral.credential.value],
                channel: "openid4vci", error: error.code.description)
            do throws(StorageError) {
                try await context.log.commit(batch, logging: entry)
            } catch {
                guard error.code == .conflict else { throw CredentialError(error) }
                return
            }
        } catch {
            throw IssuanceError(error)
        }
        await PendingKeys(context).delete(unused, released: released)
        context.changes.post(.deleted(deferral.credential))
    }

    private func all() async throws(StorageError) -> [DeferralRecord] {
        let (whole, unreadable) = try await context.environment.storage.all(DeferralRecord.self)
        for item in unreadable {
            context.environment.logger?.log(WalletLogEntry(.error, "store", item.error.description))
        }
        return whole.map(\.record)
    }
}
