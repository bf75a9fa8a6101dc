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

    /// Replaces the nonces of a context.
    package func keep(_ nonces: DPoPNonces, in id: String) async throws(CredentialError) {
        try await change(id) { $0.nonces = nonces }
    }

    /// Replaces the tokens and nonces of a context, by which a refresh ends.
    package func keep(_ tokens: TokenSet, _ nonces: DPoPNonces, in id: String) async throws(CredentialError) {
        try await change(id) {
            $0.tokens = tokens
            $0.nonces = nonces
            $0.refreshing = nil
        }
    }

    /// Who refreshes the tokens of a context.
    package enum Refresh: Sendable {
        /// The caller does, and ends it with `keep` or `endRefresh`; others wait so long.
        case mine
        /// Somebody else did.
        case done(TokenSet)
        /// Somebody else does.
        case busy
    }

    /// Seconds that others wait for a refresh; a process that died meanwhile hinders nobody for longer.
    private static let lease: Double = 30

    /// Claims the refresh of tokens: a server may take the second use of a refresh token for theft (RFC 9700 §4.14.2).
    package func claimRefresh(
        of tokens: TokenSet, in id: String, at now: Instant
    ) async throws(CredentialError) -> Refresh {
        var outcome = Refresh.mine
        try await change(id) { record in
            if record.tokens.json != tokens.json {
                outcome = .done(record.tokens)
            } else if let end = record.refreshing, now < end {
                outcome = .busy
            } else {
                outcome = .mine
                record.refreshing = now.advanced(by: Self.lease)
            }
        }
        return outcome
    }

    /// Lets others refresh, after a refresh that brought nothing.
    package func endRefresh(in id: String) async throws(CredentialError) {
        try await change(id) { $0.refreshing = nil }
    }

    /// Changes a context as it is then; one that is gone meanwhile stays gone.
    private func change(_ id: String, _ body: (inout IssuanceContextRecord) -> Void) async throws(CredentialError) {
        for _ in 0..<Self.attempts {
            guard let (record, version) = try await context(id) else { return }
            var changed = record
            body(&changed)
            let encoded = changed.encoded()
            guard encoded != record.encoded() else { return }
            var batch = StorageBatch()
            batch.put(record.key, encoded, expect: .version(version))
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
            try await context.contexts.keep(nonces, in: storedContext)
        } catch {
            context.environment.logger?.log(WalletLogEntry(.warning, "store", "nonces were not kept: \(error)"))
        }
    }

    /// Makes the refresh of stored tokens this client's alone; false when somebody else did it meanwhile.
    func claimRefresh() async throws(IssuanceError) -> Bool {
        while let storedContext, let tokens {
            let claim: IssuanceContexts.Refresh
            do {
                claim = try await context.contexts.claimRefresh(of: tokens, in: storedContext, at: now)
            } catch {
                throw IssuanceError(error)
            }
            switch claim {
            case .mine: return true
            case .done(let newer):
                take(newer)
                return false
            case .busy:
                do {
                    try await context.environment.clock.sleep(until: now.advanced(by: 1))
                } catch {
                    throw .cancelled
                }
            }
        }
        return true
    }

    /// Lets others refresh; that they cannot be told costs them a wait.
    func endRefresh() async {
        guard let storedContext else { return }
        do {
            try await context.contexts.endRefresh(in: storedContext)
        } catch {
            context.environment.logger?.log(WalletLogEntry(.warning, "store", "a refresh stays claimed: \(error)"))
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
