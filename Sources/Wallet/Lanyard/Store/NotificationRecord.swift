package import LanyardJSON
package import LanyardOpenID4VCI

/// A notification that is still to be sent, written in the commit that it tells of.
package struct NotificationRecord: Record {
    package static let collection = "outbox"

    package let id: String
    package var context: String
    package let notificationId: String
    package let event: NotificationRequest.Event
    package var attempts: Int
    /// When it is sent, or tried again.
    package var due: Instant
    /// When it is dropped unsent.
    package let expires: Instant

    package var name: String { id }

    package var members: JSONObject {
        [
            "id": .string(id), "context": .string(context), "notification": .string(notificationId),
            "event": .string(event.rawValue), "attempts": .number(JSONNumber(Int64(attempts))),
            "due": .number(JSONNumber(due.milliseconds)), "expires": .number(JSONNumber(expires.milliseconds)),
        ]
    }
}

extension NotificationRecord {
    package init(members: JSONField) throws(JSONError) {
        id = try members["id"].string()
        context = try members["context"].string()
        notificationId = try members["notification"].string()
        guard let event = NotificationRequest.Event(rawValue: try members["event"].string()) else {
            throw JSONError(.type, at: members["event"].location, "an unknown value")
        }
        self.event = event
        attempts = Int(clamping: try members["attempts"].int64())
        due = Instant(milliseconds: try members["due"].int64())
        expires = Instant(milliseconds: try members["expires"].int64())
    }
}
