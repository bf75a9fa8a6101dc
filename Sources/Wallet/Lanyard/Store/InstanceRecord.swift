package import LanyardJSON

/// One technical credential with its key: what is presented.
package struct InstanceRecord: Record {
    package static let collection = "instance"

    /// Whether it may be presented; a reservation belongs to one session.
    package enum Availability: String, Sendable {
        case free
        case reserved
        case spent
    }

    package var credential: CredentialId
    package var number: Int
    /// The credential exactly as it arrived.
    package var text: String
    /// The key that it is bound to, if any.
    package var holderKey: KeyHandle?
    package var availability: Availability
    package var presented: Int

    package var name: String { Self.name(credential, number) }

    package static func name(_ credential: CredentialId, _ number: Int) -> String { "\(credential.value)/\(number)" }

    package init(credential: CredentialId, number: Int, text: String, holderKey: KeyHandle?) {
        self.credential = credential
        self.number = number
        self.text = text
        self.holderKey = holderKey
        availability = .free
        presented = 0
    }

    package var members: JSONObject {
        var object: JSONObject = [
            "credential": .string(credential.value), "number": .number(JSONNumber(Int64(number))),
            "text": .string(text), "availability": .string(availability.rawValue),
            "presented": .number(JSONNumber(Int64(presented))),
        ]
        object["key"] = holderKey?.json
        return object
    }

    package init(members: JSONField) throws(JSONError) {
        credential = CredentialId(try members["credential"].string())
        number = Int(clamping: try members["number"].int64())
        text = try members["text"].string()
        holderKey = members["key"].value == nil ? nil : try KeyHandle(field: members["key"])
        guard let availability = Availability(rawValue: try members["availability"].string()) else {
            throw JSONError(.type, at: members["availability"].location, "an unknown value")
        }
        self.availability = availability
        presented = Int(clamping: try members["presented"].int64())
    }
}
