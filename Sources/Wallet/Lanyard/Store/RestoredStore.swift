/// Mends a store that was put back from an older copy.
///
/// What was presented since the copy is unknown: one-time instances become spent, and keys are probed.
package struct RestoredStore: Sendable {
    private let context: WalletContext

    package init(_ context: WalletContext) {
        self.context = context
    }

    package func mend() async throws {
        for (record, version) in try await context.store.records() {
            var changed = record
            var replaced: [(record: any Record, version: UInt64)] = []
            // An instance that cannot be read cannot be presented either.
            let holding: CredentialHolding
            do throws(CredentialError) {
                holding = try await context.store.holding(record.id)
            } catch {
                throw error.underlying as? StorageError ?? StorageError(.corrupt, error.reason, remedy: error.remedy)
            }
            for instance in holding.instances {
                guard let version = holding.versions[instance.key] else { continue }
                if record.policy.use == .oneTime, instance.availability != .spent {
                    var spent = instance
                    spent.availability = .spent
                    replaced.append((spent, version))
                    changed.unused = max(0, changed.unused - (instance.presented == 0 ? 1 : 0))
                }
                if let key = instance.holderKey, await isLost(key) { changed.state = .keyLost }
            }
            if !replaced.isEmpty || changed.state != record.state {
                try await context.store.replace(replaced + [(changed, version)])
            }
        }
        try await context.environment.storage.settleRestore()
    }

    private func isLost(_ key: KeyHandle) async -> Bool {
        guard let area = context.secureArea(key.area) else { return true }
        do {
            _ = try await area.publicKeys(of: [key])
            return false
        } catch {
            return error.code == .keyLost
        }
    }
}
