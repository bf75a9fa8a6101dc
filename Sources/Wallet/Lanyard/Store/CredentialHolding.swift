/// Everything that is stored under the id of a credential, as far as it can be read.
package struct CredentialHolding: Sendable {
    package let id: CredentialId
    /// The record, where it can be read.
    package private(set) var record: CredentialRecord?
    /// The details, where they can be read.
    package private(set) var details: DetailsRecord?
    /// The match index, where it can be read.
    package private(set) var index: MatchIndexRecord?
    /// The instances that can be read, in the order of their numbers.
    package private(set) var instances: [InstanceRecord] = []
    /// All that is there, readable or not, with its version.
    package private(set) var versions: [StorageKey: UInt64] = [:]
    /// Why a record that is there cannot be used.
    package private(set) var failures: [StorageKey: CredentialError] = [:]
    /// What does not open, as a scan finds it.
    package private(set) var damaged: Set<DamagedRecord> = []

    package init(id: CredentialId) {
        self.id = id
    }

    /// Where the records of a credential are, apart from its instances.
    package static func keys(_ id: CredentialId) -> [StorageKey] {
        [CredentialRecord.key(id.value), DetailsRecord.key(id.value), MatchIndexRecord.key(id.value)]
    }

    package var isEmpty: Bool { versions.isEmpty }

    /// The keys of the instances; that of an instance which cannot be read is not known.
    package var holderKeys: [KeyHandle] { instances.compactMap(\.holderKey) }

    package mutating func take(_ reading: StorageReading, at key: StorageKey) {
        switch reading {
        case .absent: break
        case .damaged(let record):
            versions[key] = record.version
            failures[key] = CredentialError(record)
            damaged.insert(record.named(nil))
        case .record(let stored):
            versions[key] = stored.version
            do throws(CredentialError) {
                switch key.collection {
                case CredentialRecord.collection: record = try CredentialRecord(stored)
                case DetailsRecord.collection: details = try DetailsRecord(stored)
                case MatchIndexRecord.collection: index = try MatchIndexRecord(stored)
                default: instances.append(try InstanceRecord(stored))
                }
            } catch {
                failures[key] = error
            }
        }
    }

    /// What is unreadable, and what of the credential is not there.
    package var damage: [StoreDamage] {
        // Of what an issuer has only promised there is neither index nor instance.
        let isPromise = record?.state == .deferred
        let isUseless = record == nil || details == nil || instances.isEmpty
        var expected = Self.keys(id)
        if isPromise {
            expected.removeAll { $0.collection == MatchIndexRecord.collection }
        } else {
            let count = record?.instanceLimit ?? 0
            expected += (0..<max(1, count)).map { InstanceRecord.key(InstanceRecord.name(id, $0)) }
        }
        expected += failures.keys.filter { !expected.contains($0) }.sorted { $0.name < $1.name }
        return expected.filter { versions[$0] == nil || failures[$0] != nil }.map { key in
            StoreDamage(
                key.collection, failures[key] == nil ? .missing : .unreadable, of: id,
                reason: failures[key]?.reason ?? "it is not in the store",
                repair: isUseless
                    ? "A repair deletes the credential with all that is left of it: export it first."
                    : key.collection == MatchIndexRecord.collection
                        ? "A repair makes it anew from the credential."
                        : "A repair removes it and keeps the other instances.")
        }
    }

    /// The deletion of all that is there, if it is still as it was found.
    package var deletion: StorageBatch {
        var batch = StorageBatch()
        for (key, version) in versions { batch.delete(key, expect: .version(version)) }
        return batch
    }

    /// A damaged credential made whole from what can be read: instances numbered anew, counts and index put right.
    ///
    /// Nil where nothing is left to make it from.
    package func mended(
        index content: (CredentialRecord, DetailsRecord, InstanceRecord) throws -> MatchIndexRecord
    ) rethrows -> StorageBatch? {
        guard var record, let details, let first = instances.first else { return nil }
        var batch = deletion
        func put(_ changed: any Record) {
            batch.put(changed.key, changed.encoded(), expect: versions[changed.key].map { .version($0) } ?? .absent)
        }
        for (number, instance) in instances.enumerated() {
            var instance = instance
            instance.number = number
            put(instance)
        }
        record.instances = instances.count
        record.unused = instances.count { $0.presented == 0 && $0.availability != .spent }
        put(record)
        put(details)
        put(try index ?? content(record, details, first))
        return batch
    }
}
