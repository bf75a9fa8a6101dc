public import LanyardJSON
import LanyardOAuth
public import WalletPorts

/// What a credential endpoint answered with a 2xx status, OpenID4VCI 1.0 §8.3.
public struct CredentialResponse: Sendable {
    /// The two kinds of answer.
    public enum Content: Sendable {
        /// Credentials, as they came, in an order that means nothing.
        case issued([IssuedCredential], notificationId: String?)
        /// A promise: the transaction to ask for, and how many seconds to wait at least.
        case deferred(transactionId: String, interval: Double)
    }

    /// One credential as it came; nothing about it has been checked.
    public enum IssuedCredential: Hashable, Sendable {
        /// A text, to the letter.
        case text(String)
        /// A JSON object, for formats that are JSON.
        case object(JSONObject)
    }

    /// What was answered.
    public let content: Content
    /// A nonce for the next request that issuers of earlier drafts send here.
    public let legacyNonce: String?

    /// Reads a response to a request that brought so many keys, at least one credential and at most one for each key.
    ///
    /// A request without proofs counts as one key. To a request that brought a key for it the response must be encrypted; else the
    /// media type must be `application/json`. A missing one is tolerated.
    public init(
        response: HttpResponse, keys: Int, configuration: CredentialConfiguration, recipient: JweRecipientKey? = nil,
        findings: inout Findings
    ) throws(Finding) {
        let json =
            if let recipient, (200...202).contains(response.status) {
                try recipient.open(response, findings: &findings)
            } else {
                try Self.document.json(
                    of: response, statuses: 200...202, rows: ["VCI-CRES-01", "VCI-CRES-07"], findings: &findings)
            }
        try self.init(
            status: response.status, json: json, keys: keys, configuration: configuration, findings: &findings)
    }

    /// Reads an answer of the deferred endpoint, which is credentials or once more a promise for the same transaction, OpenID4VCI 1.0 §9.2.
    public init(
        deferred response: HttpResponse, transactionId: String, keys: Int, configuration: CredentialConfiguration,
        recipient: JweRecipientKey? = nil, findings: inout Findings
    ) throws(Finding) {
        try self.init(
            response: response, keys: keys, configuration: configuration, recipient: recipient, findings: &findings)
        guard case .deferred(let id, _) = content, id != transactionId else { return }
        throw Self.document.finding(
            "transactionId", rows: ["VCI-DEF-04"], clause: "OpenID4VCI 1.0 §9.2", at: "/transaction_id",
            expected: "the transaction that was asked for", seen: .kind("string", length: id.utf8.count),
            remedy: "Keep the transaction's id until its credentials are fetched.")
    }

    /// Reads a body, decrypted if need be; without a configuration the format that drafts name is not compared.
    public init(
        status: Int, json: JSON, keys: Int, configuration: CredentialConfiguration?, findings: inout Findings
    ) throws(Finding) {
        let root = Self.document.root(json)
        guard case .object = json else { throw root.finding("type", rows: ["VCI-CRES-02"], expected: "an object") }
        legacyNonce = root["c_nonce"].value?.string
        let hasCredentials = !root["credentials"].isAbsent || !root["credential"].isAbsent
        let isDeferred = !root["transaction_id"].isAbsent
        guard hasCredentials != isDeferred else {
            throw root.finding(
                "contradiction", rows: ["VCI-CRES-01"], expected: "either credentials or transaction_id",
                seen: isDeferred ? .text("both") : .text("neither"))
        }
        if status != (isDeferred ? 202 : 200) {
            try findings.tolerate(
                root.finding(
                    "status", rows: ["VCI-CRES-01"], expected: isDeferred ? "status 202" : "status 200",
                    seen: .text("\(status)")))
        }
        content =
            isDeferred
            ? try Self.deferred(root, findings: &findings)
            : try Self.issued(root, keys: keys, configuration: configuration, findings: &findings)
    }

    private static func deferred(_ root: OutsideMember, findings: inout Findings) throws(Finding) -> Content {
        guard root["notification_id"].isAbsent else {
            throw root["notification_id"].finding(
                "contradiction", rows: ["VCI-CRES-06"], expected: "notification_id beside credentials only")
        }
        let id = try root["transaction_id"].string(rows: ["VCI-CRES-01"])
        let interval = root["interval"]
        if let seconds = interval.value?.double, seconds > 0, seconds.isFinite {
            return .deferred(transactionId: id, interval: seconds)
        }
        try findings.tolerate(
            interval.finding("interval", rows: ["VCI-CRES-01"], expected: "a positive number of seconds"))
        return .deferred(transactionId: id, interval: UnexpectedStatus.defaultWait)
    }

    private static func issued(
        _ root: OutsideMember, keys: Int, configuration: CredentialConfiguration?, findings: inout Findings
    ) throws(Finding) -> Content {
        guard root["interval"].isAbsent else {
            throw root["interval"].finding(
                "contradiction", rows: ["VCI-CRES-01"], expected: "interval beside transaction_id only")
        }
        var credentials: [IssuedCredential] = []
        if root["credentials"].isAbsent {
            try checkLegacy(root, configuration: configuration, findings: &findings)
            credentials = [try credential(root["credential"])]
        } else {
            credentials = try root["credentials"].array(rows: ["VCI-CRES-02"]).map { element throws(Finding) in
                _ = try element.object(rows: ["VCI-CRES-02"])
                return try credential(element["credential"])
            }
        }
        guard !credentials.isEmpty, credentials.count <= max(1, keys) else {
            throw root["credentials"].finding(
                credentials.isEmpty ? "empty" : "tooMany", rows: ["VCI-CRES-02", "VCI-CRES-03"],
                expected: "at least one credential, and no more than the \(max(1, keys)) keys that were sent")
        }
        let id = try root["notification_id"].optionalString(rows: ["VCI-CRES-06"])
        return .issued(credentials, notificationId: id)
    }

    private static func credential(_ member: OutsideMember) throws(Finding) -> IssuedCredential {
        switch member.value {
        case .string(let text)? where !text.isEmpty: return .text(text)
        case .object(let object)?: return .object(object)
        default:
            throw member.finding(
                member.isAbsent ? "missing" : "type", rows: ["VCI-CRES-02"], expected: "a string or an object")
        }
    }

    /// The single `credential` of the drafts; its `format` must be the configuration's.
    private static func checkLegacy(
        _ root: OutsideMember, configuration: CredentialConfiguration?, findings: inout Findings
    ) throws(Finding) {
        try findings.tolerate(
            root["credential"].finding(
                "legacyCredential", rows: ["LEG-03"], expected: "credentials",
                remedy: "Answer with `credentials`, an array of objects."))
        guard let configuration, let format = try root["format"].optionalString(rows: ["LEG-03"]) else { return }
        let named = format == "vc+sd-jwt" ? "dc+sd-jwt" : format
        guard named == configuration.format.identifier else {
            throw root["format"].finding(
                "format", rows: ["LEG-03"], expected: configuration.format.identifier, seen: .text(format))
        }
    }

    static let document = OutsideDocument(
        "credential response", code: "credentialResponse", party: .issuer, clause: "OpenID4VCI 1.0 §8.3",
        rows: ["VCI-CRES-02"])
}
