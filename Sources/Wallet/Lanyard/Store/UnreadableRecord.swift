/// A record that is there and cannot be used: it does not open, or what it says makes no sense.
package struct UnreadableRecord: Sendable {
    /// Where it is.
    package enum Place: Hashable, Sendable {
        case damaged(DamagedRecord)
        case malformed(StorageKey, version: UInt64)
    }

    package let place: Place
    package let error: CredentialError

    package init(_ damaged: DamagedRecord) {
        place = .damaged(damaged)
        error = CredentialError(damaged)
    }

    package init(_ stored: StoredRecord, _ error: CredentialError) {
        place = .malformed(stored.key, version: stored.version)
        self.error = error
    }
}

extension StorageDriver {
    /// Every record of a kind, and what is there besides and cannot be used.
    package func all<Kind: Record>(_ kind: Kind.Type) async throws(StorageError) -> (
        whole: [(record: Kind, version: UInt64)], unreadable: [UnreadableRecord]
    ) {
        var whole: [(record: Kind, version: UInt64)] = []
        var unreadable: [UnreadableRecord] = []
        var next: String?
        repeat {
            let page = try await scan(kind.collection, after: next, limit: 200)
            for stored in page.records {
                do throws(CredentialError) {
                    whole.append((try Kind(stored), stored.version))
                } catch {
                    unreadable.append(UnreadableRecord(stored, error))
                }
            }
            unreadable += page.damaged.map { UnreadableRecord($0) }
            next = page.next
        } while next != nil
        return (whole, unreadable)
    }
}
