import LanyardJSON
import LanyardLock
public import WalletPorts

/// Answers for the notification endpoint, OpenID4VCI 1.0 §11.
struct NotificationDesk {
    let issuer: PeerIssuer
    private let policy: PeerIssuer.Options.Notifications

    init?(issuer: PeerIssuer) {
        guard let policy = issuer.options.notifications else { return nil }
        self.issuer = issuer
        self.policy = policy
    }

    func answer(_ request: HttpRequest, _ examination: inout Examination) -> HttpResponse {
        let row = "VCI-NOTIF-01"
        examination.check(row, request.method == "POST", "the notification endpoint is asked by POST")
        examination.check(
            row, request.mediaType == "application/json", "the body is application/json, was \"\(request.mediaType)\"")
        let pass: ResourceGate.Pass
        switch ResourceGate(issuer: issuer, row: row).admit(request, &examination) {
        case .failure(let refusal): return refusal.response
        case .success(let admitted): pass = admitted
        }
        let body = (try? JSON(parsing: request.body))?.object ?? JSONObject()
        let extra = body.keys.filter { !["notification_id", "event", "event_description"].contains($0) }
        examination.check(row, extra.isEmpty, "only defined members are in the body, saw \(extra)")
        let id = body["notification_id"]?.string ?? ""
        let session = issuer.ledger.withLock { $0.notificationIDs[id] }
        examination.check(
            row, session == pass.access.entitlement.session, "the id is one that came with credentials of this token")
        let event = body["event"]?.string.flatMap { PeerNotification.Event(rawValue: $0) }
        examination.check("VCI-NOTIF-03", event != nil, "the event is one of the three")
        checkDescription(body["event_description"], &examination)
        guard let event else { return .error("invalid_notification_request", examination.complaint) }
        let notification = PeerNotification(
            id: id, event: event, eventDescription: body["event_description"]?.string, time: issuer.clock.now)
        checkEarlier(notification, &examination)
        guard examination.isClean else { return .error("invalid_notification_request", examination.complaint) }
        let isDown = issuer.ledger.withLock { ledger -> Bool in
            ledger.notifications.append(notification)
            guard ledger.failedNotifications < policy.failures else { return false }
            ledger.failedNotifications += 1
            return true
        }
        if isDown { return HttpResponse(status: 503) }
        if let error = policy.error { return .error(error, "this issuer takes no notifications") }
        return HttpResponse(status: policy.status)
    }

    /// `event_description` as OpenID4VCI 1.0 §11.1 allows it: ASCII without quote and backslash.
    private func checkDescription(_ description: JSON?, _ examination: inout Examination) {
        guard let description else { return }
        let isFit = description.string?.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
        examination.check("VCI-NOTIF-04", isFit ?? false, "event_description is ASCII without quote and backslash")
    }

    private func checkEarlier(_ notification: PeerNotification, _ examination: inout Examination) {
        let earlier = issuer.ledger.withLock { $0.notifications.filter { $0.id == notification.id } }
        let opposite: PeerNotification.Event? =
            switch notification.event {
            case .credentialAccepted: .credentialFailure
            case .credentialFailure: .credentialAccepted
            case .credentialDeleted: nil
            }
        examination.check(
            "VCI-NOTIF-03", !earlier.contains { $0.event == opposite },
            "what was accepted did not fail, nor the reverse")
        examination.check(
            "VCI-NOTIF-06",
            earlier.allSatisfy {
                $0.event != notification.event || $0.eventDescription == notification.eventDescription
            }, "a notification is sent again as it was")
    }
}

/// A notification that an issuer received.
public struct PeerNotification: Hashable, Sendable {
    /// What became of credentials.
    public enum Event: String, Hashable, Sendable {
        /// They were stored.
        case credentialAccepted = "credential_accepted"
        /// The person did not want them.
        case credentialDeleted = "credential_deleted"
        /// They could not be stored.
        case credentialFailure = "credential_failure"
    }

    /// `notification_id`.
    public let id: String
    /// What became of the credentials.
    public let event: Event
    /// `event_description`.
    public let eventDescription: String?
    /// When it came.
    public let time: Instant
}

extension PeerIssuer {
    /// The notifications that kept the rules, in order, those that were answered with 503 included.
    public var notifications: [PeerNotification] { ledger.withLock { $0.notifications } }
}
