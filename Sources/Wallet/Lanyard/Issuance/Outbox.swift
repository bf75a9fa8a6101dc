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

    /// Delivers in the background what is due, and what waited for the end of sessions with these contexts.
    package func wake(_ context: WalletContext, ending contexts: Set<String>) {
        delivery.withLock { delivery in
            let before = delivery
            delivery = Task {
                await before?.value
                _ = await self.deliver(context, ending: contexts)
            }
        }
    }

    /// Waits for what `wake` started.
    package func settle() async {
        await delivery.withLock { $0 }?.value
    }

    /// Sends what is due, and says how many notifications are done with.
    package func deliver(
        _ context: WalletContext, ending contexts: Set<String> = [], until deadline: Instant? = nil
    ) async -> Int {
        var done = 0
        do throws(StorageError) {
            let now = environment.clock.now
            let due = try await all().filter { record, _ in
                record.due <= now || record.attempts == 0 && contexts.contains(record.context)
            }
            for (record, version) in due.sorted(by: { $0.record.due < $1.record.due }) {
                if let deadline, environment.clock.now >= deadline { break }
                guard try await postpone(record, version) else { continue }
                if await deliver(record, context) { done += 1 }
            }
        } catch {
            environment.logger?.log(WalletLogEntry(.warning, "outbox", "notifications wait: \(error.code)"))
        }
        return done
    }

    package func nextDue() async throws(StorageError) -> Instant? {
        try await all().map(\.record.due).min()
    }

    /// Sends one that was postponed before: nothing is to be done when it fails, unless the issuer wants more time than that.
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
            case .retryLater(let seconds): try await wait(seconds, with: record)
            }
        } catch let error as IssuanceError where error.code == .authorizationNeeded {
            // The token is over and cannot be renewed: nobody can be told any more (VCI-NOTIF-07).
            return (try? await finish(record, context)) ?? false
        } catch {
            environment.logger?.log(WalletLogEntry(.info, "outbox", "a notification waits for another attempt"))
        }
        return false
    }

    /// Removes a notification that is done with, and what it alone held.
    private func finish(_ record: NotificationRecord, _ context: WalletContext) async throws -> Bool {
        for _ in 0..<10 {
            var batch = StorageBatch()
            batch.delete(record.key)
            let retired = try await context.contexts.change(record.context, removing: [record.id], in: &batch)
            let released = PendingKeys(context).release(retired, in: &batch)
            do throws(StorageError) {
                try await environment.storage.commit(batch)
            } catch {
                guard error.code == .conflict else { throw error }
                continue
            }
            await PendingKeys(context).delete(retired, released: released)
            return true
        }
        return false
    }

    /// Keeps when it is tried again, before it is tried: false when somebody else sends it now.
    private func postpone(_ record: NotificationRecord, _ version: UInt64) async throws(StorageError) -> Bool {
        var later = record
        later.attempts += 1
        let wait = Self.firstWait * Double(1 << min(record.attempts, 10))
        later.due = environment.clock.now.advanced(by: min(wait, Self.longestWait))
        return try await replace(later, version)
    }

    /// Leaves the issuer alone for as long as it asked for.
    private func wait(_ seconds: Double, with record: NotificationRecord) async throws {
        guard let (found, version) = try await all().first(where: { $0.record.id == record.id }) else { return }
        var later = found
        later.due = max(found.due, environment.clock.now.advanced(by: min(seconds, Self.longestWait)))
        _ = try await replace(later, version)
    }

    private func replace(_ record: NotificationRecord, _ version: UInt64) async throws(StorageError) -> Bool {
        var batch = StorageBatch()
        batch.put(record.key, record.encoded(), expect: .version(version))
        do {
            try await environment.storage.commit(batch)
        } catch {
            guard error.code == .conflict else { throw error }
            return false
        }
        return true
    }

    private func all() async throws(StorageError) -> [(record: NotificationRecord, version: UInt64)] {
        let (whole, unreadable) = try await environment.storage.all(NotificationRecord.self)
        for item in unreadable { environment.logger?.log(WalletLogEntry(.error, "store", item.error.description)) }
        return whole
    }
}
