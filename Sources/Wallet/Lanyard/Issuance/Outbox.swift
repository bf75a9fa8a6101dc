internal import LanyardJSON
internal import LanyardLock
internal import LanyardOAuth
internal import LanyardOpenID4VCI

/// Tells issuers what became of their credentials: from records, so that nothing is lost and nothing waits for it.
package final class Outbox: Sendable {
    /// Seconds after which a notification is dropped unsent.
    package static let patience: Double = 7 * 86_400
    private static let firstWait: Double = 30
    private static let longestWait: Double = 6 * 3600

    private let environment: WalletEnvironment
    private let config: WalletConfig
    private let delivery = Mutex<Task<Void, Never>?>(nil)

    package init(environment: WalletEnvironment, config: WalletConfig) {
        self.environment = environment
        self.config = config
    }

    /// Delivers what is due in the background, without anybody waiting for it.
    package func wake(_ context: WalletContext) {
        delivery.withLock { delivery in
            let before = delivery
            delivery = Task {
                await before?.value
                _ = await self.deliver(context)
            }
        }
    }

    /// Waits for what `wake` started.
    package func settle() async {
        await delivery.withLock { $0 }?.value
    }

    /// Sends what is due, and says how many notifications are done with.
    package func deliver(_ context: WalletContext, until deadline: Instant? = nil) async -> Int {
        var done = 0
        do throws(StorageError) {
            for record in try await due(at: environment.clock.now) {
                if let deadline, environment.clock.now >= deadline { break }
                if await deliver(record, context) { done += 1 }
            }
        } catch {
            environment.logger?.log(WalletLogEntry(.warning, "outbox", "notifications wait: \(error.code)"))
        }
        return done
    }

    package func nextDue() async throws(StorageError) -> Instant? {
        try await all().map(\.due).min()
    }

    private func deliver(_ record: NotificationRecord, _ context: WalletContext) async -> Bool {
        let session = SessionRecord(clock: environment.clock)
        let client = Openid4VciClient(context, record: session)
        let keys = SessionKeys(session: "outbox/\(record.id)", context: context)
        do {
            guard environment.clock.now < record.expires,
                let stored = try await context.contexts.context(record.context),
                let endpoint = stored.record.metadata["notification_endpoint"]?.string
            else { return try await finish(record, context) }
            let oauth = OAuthClient(resuming: stored.record, client: client, keys: keys, context: context)
            let message = IssuerMessage(
                endpoint: .notification, url: endpoint,
                body: NotificationRequest(record.notificationId, record.event).json.object ?? JSONObject(),
                encryption: nil)
            let response = try await oauth.send(message).response
            await oauth.settle()
            guard !(200...299).contains(response.status) else { return try await finish(record, context) }
            switch NotificationFailure(response: response, at: environment.clock.now).step {
            case .drop, .access: return try await finish(record, context)
            case .retryLater(let seconds): try await postpone(record, atLeast: seconds)
            }
        } catch let error as IssuanceError where error.code == .authorizationNeeded {
            // The token is over and cannot be renewed: nobody can be told any more (VCI-NOTIF-07).
            return (try? await finish(record, context)) ?? false
        } catch {
            try? await postpone(record, atLeast: nil)
        }
        return false
    }

    /// Removes a notification that is done with, and what it alone held.
    private func finish(_ record: NotificationRecord, _ context: WalletContext) async throws -> Bool {
        for _ in 0..<10 {
            var batch = StorageBatch()
            batch.delete(record.key)
            let retired = try await context.contexts.change(record.context, removing: [record.id], in: &batch)
            do throws(StorageError) {
                try await environment.storage.commit(batch)
            } catch {
                guard error.code == .conflict else { throw error }
                continue
            }
            await context.delete(retired)
            return true
        }
        return false
    }

    private func postpone(_ record: NotificationRecord, atLeast seconds: Double?) async throws(StorageError) {
        var later = record
        later.attempts += 1
        let wait = Self.firstWait * Double(1 << min(record.attempts, 10))
        later.due = environment.clock.now.advanced(by: min(max(wait, seconds ?? 0), Self.longestWait))
        var batch = StorageBatch()
        batch.put(later.key, later.encoded())
        try await environment.storage.commit(batch)
    }

    private func due(at now: Instant) async throws(StorageError) -> [NotificationRecord] {
        try await all().filter { $0.due <= now }.sorted { $0.due < $1.due }
    }

    private func all() async throws(StorageError) -> [NotificationRecord] {
        let (whole, unreadable) = try await environment.storage.all(NotificationRecord.self)
        for item in unreadable { environment.logger?.log(WalletLogEntry(.error, "store", item.error.description)) }
        return whole.map(\.record)
    }
}
