internal import LanyardText

/// Lists, reads, exports and deletes stored credentials.
public struct CredentialService: Sendable {
    private let context: WalletContext

    package init(_ context: WalletContext) {
        self.context = context
    }

    /// Every credential, oldest first, without opening any; throws `CredentialError`.
    ///
    /// A record that cannot be read is left out and told to the logger, so that one damaged record hides no other.
    public func list() async throws -> [CredentialSummary] {
        let logger = context.environment.logger
        let records: [(record: CredentialRecord, version: UInt64)]
        do {
            records = try await context.store.records { logger?.log(WalletLogEntry(.error, "store", "\($0)")) }
        } catch {
            throw CredentialError(error)
        }
        var authorities: [AuthorityQuestion: Authority] = [:]
        var summaries: [CredentialSummary] = []
        for (record, _) in records {
            let question = AuthorityQuestion(chainDigest: record.chainDigest, format: record.format)
            if authorities[question] == nil { authorities[question] = try await authority(of: record) }
            summaries.append(
                record.summary(
                    languages: context.environment.languages, authority: authorities[question] ?? .unknown))
        }
        return summaries
    }

    /// Judges the issuer of a credential; nil where the details, with the chain in them, cannot be read.
    private func authority(of record: CredentialRecord) async throws(CredentialError) -> Authority? {
        do throws(CredentialError) {
            let chain = try await context.store.details(of: record.id).chain
            return await context.judgement(of: chain, issuing: record.format).authority
        } catch {
            guard error.code == .unreadable else { throw error }
            context.environment.logger?.log(WalletLogEntry(.error, "store", "\(error)"))
            return nil
        }
    }

    /// One credential with its claims, or nil; throws `CredentialError`.
    public func get(_ id: CredentialId) async throws -> StoredCredential? {
        guard let (record, _) = try await context.store.record(id) else { return nil }
        let details = try await context.store.details(of: id)
        let languages = context.environment.languages
        let authority = await context.judgement(of: details.chain, issuing: record.format).authority
        if record.state == .deferred {
            return StoredCredential(
                summary: record.summary(languages: languages, authority: authority), claims: [], findings: [])
        }
        let handler = try context.handler(for: record.format)
        let content = try handler.content(of: try await context.store.text(of: record))
        return StoredCredential(
            summary: record.summary(languages: languages, authority: authority),
            claims: ClaimList.make(
                of: content, described: details.claims, depth: handler.claimDepth, languages: languages),
            findings: details.findings)
    }

    /// The credential exactly as the issuer sent it, its first instance; throws `CredentialError`.
    ///
    /// It holds every claim: hand it to nobody but the person. The text is also given where the credential's own record
    /// cannot be read any more.
    public func export(_ id: CredentialId) async throws -> String {
        do throws(CredentialError) {
            guard let (record, _) = try await context.store.record(id) else { throw notFound(id) }
            guard record.state != .deferred else {
                throw CredentialError(
                    .notFound, "its issuer has promised the credential and not issued it yet", party: .person,
                    remedy: "Resume the deferred issuance, or wait.")
            }
            return try await context.store.text(of: record)
        } catch {
            guard error.code == .unreadable || error.code == .notFound,
                let instance = try await context.store.holding(id).instances.first
            else { throw error }
            return instance.text
        }
    }

    /// Deletes a credential, its instances and its keys; throws `CredentialError`.
    ///
    /// What cannot be read of it goes too; a key that only an unreadable instance named stays in its secure area.
    public func delete(_ id: CredentialId) async throws {
        for _ in 0..<10 {
            let holding = try await context.store.holding(id)
            guard !holding.isEmpty else { throw notFound(id) }
            var batch = holding.deletion
            let unused = holding.holderKeys + (try await release(holding, in: &batch))
            let released = PendingKeys(context).release(unused, in: &batch)
            do {
                try await context.store.commit(batch, logging: deletionEntry(holding))
            } catch  where error.code == .conflict {
                continue
            } catch {
                throw CredentialError(error)
            }
            for failure in holding.failures.values {
                context.environment.logger?.log(WalletLogEntry(.warning, "store", "deleted unread: \(failure.reason)"))
            }
            await PendingKeys(context).delete(unused, released: released)
            context.changes.post(.deleted(id))
            return
        }
        throw CredentialError(StorageError(.busy, "the credential is changed by others all the time"))
    }

    /// Lets go of what the credential hangs on: the issuer's promise, and the context of its issuance.
    ///
    /// Gives the keys that nobody needs any more.
    private func release(
        _ holding: CredentialHolding, in batch: inout StorageBatch
    ) async throws(CredentialError) -> [KeyHandle] {
        var contexts = Set([holding.record?.context].compactMap(\.self))
        var retired: [KeyHandle] = []
        let key = DeferralRecord.key(holding.id.value)
        switch try await context.store.reading(of: key) {
        case .record(let stored)?:
            batch.delete(key, expect: .version(stored.version))
            let deferral = try DeferralRecord(stored)
            contexts.insert(deferral.context)
            retired += deferral.keys.map(\.handle)
        case .damaged(let damaged)?: batch.delete(key, expect: .version(damaged.version))
        case .absent?, nil: break
        }
        for id in contexts {
            retired += try await context.contexts.change(id, removing: [holding.id.value], in: &batch)
        }
        return retired
    }

    private func deletionEntry(_ holding: CredentialHolding) -> TransactionLogEntry {
        let record = holding.record
        let issuer = record?.issuerDisplay.issuer(id: record?.issuer ?? "", languages: context.environment.languages)
        return TransactionLogEntry(
            id: context.log.newId(), at: context.environment.clock.now, kind: .deletion, outcome: .completed,
            party: record?.issuer ?? "", partyName: issuer?.name ?? "",
            types: [record?.format.type ?? holding.index?.type].compactMap(\.self), credentials: [holding.id.value],
            channel: "wallet")
    }

    /// Changes made through this wallet from now on, for each caller a stream of its own.
    public func changes() -> AsyncStream<CredentialChange> { context.changes.stream() }

    private func notFound(_ id: CredentialId) -> CredentialError {
        CredentialError(
            .notFound, "no credential has the id \(OutsideText.cleaned(id.value, limit: 60))", party: .person,
            remedy: "List the credentials to see their ids.")
    }

    private struct AuthorityQuestion: Hashable {
        let chainDigest: String
        let format: CredentialFormat
    }
}
