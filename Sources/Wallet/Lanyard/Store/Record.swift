package import LanyardJSON

/// A value that is stored as one record of JSON, with the version of its shape in `v`.
package protocol Record: Sendable {
    /// The collection that holds records of this kind.
    static var collection: String { get }
    /// The record's name in its collection.
    var name: String { get }
    /// The members, without `v`.
    var members: JSONObject { get }
    /// Reads the members back.
    init(members: JSONField) throws(JSONError)
}

extension Record {
    package var key: StorageKey { StorageKey(Self.collection, name) }

    package static func key(_ name: String) -> StorageKey { StorageKey(collection, name) }

    package func encoded() -> [UInt8] {
        var object = members
        object["v"] = .number(JSONNumber(1))
        return JSON.object(object).encoded()
    }

    package init(_ stored: StoredRecord) throws(CredentialError) {
        do {
            self = try Self(members: JSONField(try JSON(parsing: stored.value)))
        } catch {
            throw .unreadable(Self.collection, "\(error.code) at \(error.location)")
        }
    }
}
