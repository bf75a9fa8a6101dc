/// The keys that a session made and that are not stored yet.
package actor SessionKeys {
    /// Keys of one call, with the record that tells of them where they live in their area.
    private struct Group {
        var pending: StorageKey?
        var unstored: [KeyHandle] = []
    }

    private let session: String
    private let context: WalletContext
    private var groups: [String: Group] = [:]
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
        let name = "\(session)/\(count)"
        groups[name] = Group()
        if !area.capabilities.keysLiveInHandles {
            do {
                groups[name]?.pending = try await PendingKeys(context).announce(group: name)
            } catch {
                throw IssuanceError(error)
            }
        }
        let keys: [NewKey]
        do {
            keys = try await area.createKeys(number, policy: policy, attestationNonce: nil, group: name)
        } catch {
            throw IssuanceError(error)
        }
        groups[name]?.unstored = keys.map(\.handle)
        guard keys.count == number else {
            throw IssuanceError(
                .keys, "the secure area made \(keys.count) of \(number) keys", party: .environment,
                remedy: "Repair the secure area's adapter.")
        }
        return keys
    }

    /// Makes a key that the wallet uses as a client: no person is asked when it signs.
    package func makeClientKey(_ algorithm: KeyAlgorithm) async throws(IssuanceError) -> ClientKey {
        guard let key = try await make(1, policy: KeyPolicy(algorithm: algorithm)).first else {
            throw IssuanceError(
                .keys, "the secure area made no key", party: .environment, remedy: "Repair the secure area's adapter.")
        }
        do {
            return try ClientKey(handle: key.handle, bytes: key.publicKey)
        } catch {
            throw IssuanceError(error, as: .keys)
        }
    }

    /// Takes over keys that an earlier session left: they are deleted unless they are stored again.
    package func adopt(_ handles: [KeyHandle], released record: StorageKey?) {
        count += 1
        groups["\(session)/\(count)"] = Group(pending: record, unstored: handles)
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

    /// The records that go in the commit which stores these keys.
    package func pendingRecords(of handles: [KeyHandle]) -> [StorageKey] {
        let stored = Set(handles)
        return groups.values.filter { !stored.isDisjoint(with: $0.unstored) }.compactMap(\.pending)
    }

    /// Keys are stored with their credential: they are no longer this session's to delete.
    package func stored(_ handles: [KeyHandle]) {
        let stored = Set(handles)
        for name in groups.keys { groups[name]?.unstored.removeAll { stored.contains($0) } }
    }

    /// Deletes every key that was not stored, then the records of them.
    package func release() async {
        await context.delete(groups.values.flatMap(\.unstored))
        for pending in groups.values.compactMap(\.pending) {
            do {
                try await PendingKeys(context).forget(pending)
            } catch {
                // The record stays until its time is over; deleting keys that are gone already is no error then.
                context.environment.logger?.log(
                    WalletLogEntry(.warning, "keys", "a record of deleted keys stays until upkeep: \(error.code)"))
            }
        }
        groups = [:]
    }
}
