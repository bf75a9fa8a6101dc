/// Looks after the store itself: finds what is damaged or missing, and repairs it when told to.
///
/// One damaged record hides no other: lists, claims and the log leave it out and tell the logger. Nothing is removed but by
/// `repair` or by deleting its credential.
public struct StoreService: Sendable {
    private let context: WalletContext

    package init(_ context: WalletContext) {
        self.context = context
    }

    /// Opens every record and compares what belongs together; throws `CredentialError`.
    ///
    /// Empty when all is well. Where the medium itself is damaged the error says so, code `.storage`. The work grows with the
    /// store: for the background, or when a person asks.
    public func check() async throws -> [StoreDamage] {
        var damage: [StoreDamage] = []
        var ids: Set<CredentialId> = []
        var alone: [UnreadableRecord] = []
        do throws(StorageError) {
            try await context.environment.storage.verify()
            let collections = CredentialHolding.keys(CredentialId("")).map(\.collection) + [InstanceRecord.collection]
            for collection in collections {
                try await forEachPage(of: collection) { page in
                    for record in page.records {
                        ids.insert(CredentialId(String(record.key.name.prefix { $0 != "/" })))
                    }
                    alone += page.damaged.map { UnreadableRecord($0) }
                }
            }
        } catch {
            throw CredentialError(error)
        }
        var explained: Set<UnreadableRecord.Place> = []
        for id in ids.sorted(by: { $0.value < $1.value }) {
            let holding = try await context.store.holding(id)
            guard !holding.isEmpty else { continue }
            damage += holding.damage
            explained.formUnion(holding.damaged.map { .damaged($0) })
        }
        damage += alone.filter { !explained.contains($0.place) }.map { StoreDamage($0) }
        do throws(StorageError) {
            damage += try await unreadable(PendingKeysRecord.self) + unreadable(AuthorizationRecord.self)
            damage += try await unreadable(IssuanceContextRecord.self) + unreadable(DeferralRecord.self)
            damage += try await unreadable(NotificationRecord.self) + unreadable(ClientInstanceRecord.self)
            damage += try await unreadable(RegistrationRecord.self) + unreadable(DocumentRecord.self)
            damage += try await unreadable(LogRecord.self) + unreadable(LogHead.self)
        } catch {
            throw CredentialError(error)
        }
        return damage
    }

    /// Makes whole what can be, and removes the rest for good; throws `CredentialError`.
    ///
    /// A credential that is left with no readable record or instance is deleted, and logged as such. Each item is dealt with by
    /// itself: after an error the earlier ones are done and the rest is as it was.
    public func repair(_ damage: [StoreDamage]) async throws {
        var done: Set<CredentialId> = []
        for item in damage {
            if let id = item.credential {
                if done.insert(id).inserted { try await repair(id) }
                continue
            }
            do throws(StorageError) {
                switch item.place {
                case .damaged(let damaged)?: try await context.environment.storage.discard([damaged])
                case .malformed(let key, let version)?:
                    var batch = StorageBatch()
                    batch.delete(key, expect: .version(version))
                    try await context.environment.storage.commit(batch)
                case nil: break
                }
            } catch {
                throw CredentialError(error)
            }
        }
    }

    private func repair(_ id: CredentialId) async throws {
        let holding = try await context.store.holding(id)
        guard !holding.isEmpty, !holding.damage.isEmpty else { return }
        // What a newer release wrote is not damaged: it is that release's to read.
        if let newer = holding.damaged.first(where: { $0.error.code == .newer }) { throw CredentialError(newer) }
        let batch = try holding.mended { record, details, instance in
            MatchIndexRecord(
                of: record, details, content: try context.handler(for: record.format).content(of: instance.text))
        }
        guard let batch else { return try await CredentialService(context).delete(id) }
        do {
            try await context.environment.storage.commit(batch)
        } catch {
            throw CredentialError(error)
        }
    }

    private func unreadable<Kind: Record>(_ kind: Kind.Type) async throws(StorageError) -> [StoreDamage] {
        try await context.environment.storage.all(kind).unreadable.map { StoreDamage($0) }
    }

    private func forEachPage(of collection: String, _ body: (StoragePage) -> Void) async throws(StorageError) {
        var next: String?
        repeat {
            let page = try await context.environment.storage.scan(collection, after: next, limit: 100)
            body(page)
            next = page.next
        } while next != nil
    }
}
