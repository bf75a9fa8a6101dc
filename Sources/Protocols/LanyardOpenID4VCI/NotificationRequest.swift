public import LanyardJSON
public import LanyardOAuth
public import WalletPorts

/// What became of the credentials of one response, told to the issuer, OpenID4VCI 1.0 §11.1.
public struct NotificationRequest: Hashable, Sendable {
    /// The outcomes.
    public enum Event: String, Hashable, Sendable {
        /// All credentials of the response are stored.
        case accepted = "credential_accepted"
        /// A person refused or removed them.
        case deleted = "credential_deleted"
        /// Anything else went wrong, with any one of them.
        case failure = "credential_failure"
    }

    /// The id from the credential response.
    public let notificationId: String
    /// The outcome.
    public let event: Event
    /// A few words for developers, nothing about a person; characters that the rule forbids are dropped.
    public let description: String?

    /// Makes a notification.
    public init(_ notificationId: String, _ event: Event, description: String? = nil) {
        self.notificationId = notificationId
        self.event = event
        let allowed = description?.unicodeScalars.filter { scalar in
            (0x20...0x7E).contains(scalar.value) && scalar != "\"" && scalar != "\\"
        }
        self.description = allowed.map { String(String.UnicodeScalarView($0)) }
    }

    /// The body.
    public var json: JSON {
        var members: [(name: String, value: JSON)] = [
            ("notification_id", .string(notificationId)), ("event", .string(event.rawValue)),
        ]
        if let description, !description.isEmpty { members.append(("event_description", .string(description))) }
        return .object(JSONObject(members))
    }

    /// The request as HTTP.
    public func http(endpoint: String, token: AccessToken) -> HttpRequest {
        let headers = [token.authorization, HttpHeader("Content-Type", "application/json")]
        return HttpRequest("POST", endpoint, headers: headers, body: json.encoded())
    }
}
