/// The keys that a session made and that are not stored yet.
package actor SessionKeys {
    private let session: String
    private let context: WalletContext
    private var unstored: [KeyHandle] = []
    private var announced: [StorageKey] = []
    private var count = 0

    package init(session: String, context: WalletContext) {
        self.session = session
        self.context = context
    }

    /// Makes keys in one call; if they will live in their area, that is recorded before.
    package func make(_ number: Int, policy: KeyPolicy) async throws(IssuanceError) -> [NewKey] {
        guard let area = context.environment.secureAreas.first else {
            throw IssuanceError(
                .keys, "the environment has no secure area", party: .wallet, remedy: "Give the wallet a secure area.")
        }
        count += 1
        let group = "\(session)/\(count)"
        if !area.capabilities.keysLiveInHandles {
            do {
                announced.append(try await PendingKeys(context).announce(group: group))
            } catch {
                throw IssuanceError(error)
            }
        }
        let keys: [NewKey]
        do {
            keys = try await area.createKeys(number, policy: policy, attestationNonce: nil, group: group)
        } catch {
            throw IssuanceError(error)
        }
        unstored += keys.map(\.handle)
        guard keys.count == number else {
            throw IssuanceError(
                .keys, "the secure area made \(keys.count) of \(number) keys", party: .environment,
                remedy: "Repair the secure area's adapter.")
        }
        return keys
    }

    /// Signs in one call, with at most one prompt.
    package func sign(_ requests: [SigningRequest], for action: UserAction) async throws(IssuanceError) -> [[UInt8]] {
        guard let area = requests.first.flatMap({ context.secureArea($0.key.area) }) else { return [] }
        do throws(SecureAreaError) {
            let signatures = try await area.sign(requests, for: action)
            guard signatures.count == requests.count else {
                throw SecureAreaError(.unavailable, "\(signatures.count) signatures for \(requests.count) messages")
            }
            return signatures
        } catch {
            throw IssuanceError(error)
        }
    }

    /// The record that goes in the commit which stores the keys made last; nil where there is none.
    package var pendingRecord: StorageKey? { announced.last }

    /// Deletes keys of this session that got no credential.
    package func discard(_ handles: [KeyHandle]) async {
        await context.delete(handles)
        stored(handles)
    }

    /// Keys are stored with their credential: they are no longer this session's to delete.
    package func stored(_ handles: [KeyHandle]) {
        let stored = Set(handles)
        unstored.removeAll { stored.contains($0) }
    }

    /// Deletes every key that was not stored, then the records of them.
    package func release() async {
        await context.delete(unstored)
        unstored = []
        for record in announced {
            do {
                try await PendingKeys(context).forget(record)
            } catch {
                // The record stays until its time is over; deleting keys that are gone already is no error then.
                context.environment.logger?.log(
                    WalletLogEntry(.warning, "keys", "a record of deleted keys stays until upkeep: \(error.code)"))
            }
        }
        announced = []
    }
}
