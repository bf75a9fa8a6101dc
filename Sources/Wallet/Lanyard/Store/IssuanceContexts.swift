package import LanyardOAuth

/// The stored contexts of issuances: who holds them, and what changes with a refresh.
package struct IssuanceContexts: Sendable {
    /// Attempts at a change that others make at the same time.
    private static let attempts = 20

    private let storage: any StorageDriver

    package init(storage: any StorageDriver) {
        self.storage = storage
    }

    /// A context, nil where there is none.
    package func context(_ id: String) async throws(CredentialError) -> (
        record: IssuanceContextRecord, version: UInt64
    )? {
        let reading: StorageReading?
        do {
            reading = try await storage.readings(of: [IssuanceContextRecord.key(id)]).first
        } catch {
            throw CredentialError(error)
        }
        switch reading {
        case .record(let stored)?: return (try IssuanceContextRecord(stored), stored.version)
        case .damaged(let damaged)?: throw CredentialError(damaged)
        case .absent?, nil: return nil
        }
    }

    /// Adds to a batch that records hold a context and others no longer do; the context goes with its last holder.
    ///
    /// Gives the keys that nobody needs any more once the batch is committed.
    package func change(
        _ id: String, adding added: [String] = [], removing removed: [String] = [], in batch: inout StorageBatch
    ) async throws(CredentialError) -> [KeyHandle] {
        guard let (record, version) = try await context(id) else { return [] }
        var changed = record
        changed.holders.formUnion(added)
        changed.holders.subtract(removed)
        guard !changed.holders.isEmpty else {
            batch.delete(record.key, expect: .version(version))
            return record.dpopKey.map { [$0.handle] } ?? []
        }
        batch.put(record.key, changed.encoded(), expect: .version(version))
        return []
    }

    /// Replaces the tokens and nonces of a context; one that is gone meanwhile stays gone.
    package func keep(_ tokens: TokenSet?, _ nonces: DPoPNonces, in id: String) async throws(CredentialError) {
        for _ in 0..<Self.attempts {
            guard let (record, version) = try await context(id) else { return }
            var changed = record
            if let tokens { changed.tokens = tokens }
            changed.nonces = nonces
            var batch = StorageBatch()
            batch.put(record.key, changed.encoded(), expect: .version(version))
            do throws(StorageError) {
                return try await storage.commit(batch)
            } catch {
                guard error.code == .conflict else { throw CredentialError(error) }
            }
        }
        throw CredentialError(StorageError(.busy, "the issuance is changed by others all the time"))
    }
}

extension OAuthClient {
    /// Stores refreshed tokens before the old ones are dropped, RFC 6749 §6.
    func saveTokens(_ tokens: TokenSet, in record: String) async throws(IssuanceError) {
        do {
            try await context.contexts.keep(tokens, nonces, in: record)
        } catch {
            throw IssuanceError(error)
        }
    }

    /// Keeps what the servers said for the next time; that it cannot be kept costs a request then, and nothing else.
    func settle() async {
        guard let storedContext, nonces != storedNonces else { return }
        do {
            try await context.contexts.keep(nil, nonces, in: storedContext)
        } catch {
            context.environment.logger?.log(WalletLogEntry(.warning, "store", "nonces were not kept: \(error)"))
        }
    }

    /// A refresh token that was refused is never sent again.
    func forgetRefreshToken(in record: String) async throws(IssuanceError) {
        guard let tokens else { return }
        let without = tokens.withoutRefresh
        take(without)
        try await saveTokens(without, in: record)
    }
}
