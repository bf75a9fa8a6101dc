import LanyardJSON
import LanyardOAuth
public import WalletPorts

/// The grants of an offer, OpenID4VCI 1.0 §4.1.1.
public struct OfferedGrants: Sendable {
    /// A code that was authorized before the wallet came in.
    public struct PreAuthorizedCode: Sendable {
        /// The code: single use, short lived, secret.
        public let code: Secret<String>
        /// What the transaction code looks like; nil means that none may be sent.
        public let txCode: TxCodeDescription?
        /// Which of several authorization servers to use.
        public let authorizationServer: String?
    }

    /// The code flow through a browser.
    public struct AuthorizationCode: Sendable {
        /// A value to hand back in the authorization request, unchanged.
        public let issuerState: String?
        /// Which of several authorization servers to use.
        public let authorizationServer: String?
    }

    /// The pre-authorized code, if it was offered.
    public let preAuthorizedCode: PreAuthorizedCode?
    /// The code flow, if it was offered.
    public let authorizationCode: AuthorizationCode?
    /// Names of grants that the wallet does not know.
    public let unknown: [String]

    /// Whether the offer names no grant, so that the authorization server's metadata decides.
    public var areUnspecified: Bool { preAuthorizedCode == nil && authorizationCode == nil && unknown.isEmpty }

    init(_ grants: OutsideMember, findings: inout Findings) throws(Finding) {
        let members = grants.isAbsent ? [] : try grants.object(rows: ["VCI-OFFER-10"])
        unknown = members.map(\.name).filter { $0 != TokenGrant.preAuthorizedCode && $0 != "authorization_code" }
        let code = grants["authorization_code"]
        if code.isAbsent {
            authorizationCode = nil
        } else {
            _ = try code.object()
            authorizationCode = AuthorizationCode(
                issuerState: try Self.optionalText(code["issuer_state"], rows: ["VCI-OFFER-11"]),
                authorizationServer: try code["authorization_server"].optionalString(rows: ["VCI-OFFER-12"]))
        }
        let pre = grants[TokenGrant.preAuthorizedCode]
        if pre.isAbsent {
            preAuthorizedCode = nil
        } else {
            _ = try pre.object()
            guard let text = try Self.optionalText(pre["pre-authorized_code"], rows: ["VCI-OFFER-14"]) else {
                throw pre["pre-authorized_code"].finding(
                    "missing", rows: ["VCI-OFFER-14"], expected: "a string that is not empty")
            }
            preAuthorizedCode = PreAuthorizedCode(
                code: Secret(text), txCode: try Self.txCode(pre, findings: &findings),
                authorizationServer: try pre["authorization_server"].optionalString(rows: ["VCI-OFFER-12"]))
        }
    }

    /// A string with something in it, or none; blank text identifies nothing and is refused.
    private static func optionalText(_ member: OutsideMember, rows: [String]) throws(Finding) -> String? {
        guard let text = try member.optionalString(rows: rows) else { return nil }
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw member.finding("blank", rows: rows, expected: "a string that is not blank")
        }
        return text
    }

    private static func txCode(_ grant: OutsideMember, findings: inout Findings) throws(Finding) -> TxCodeDescription? {
        let member = grant["tx_code"]
        if !member.isAbsent { return try TxCodeDescription(member, findings: &findings) }
        let legacy = grant["user_pin_required"]
        guard legacy.value?.bool == true else { return nil }
        try findings.tolerate(
            legacy.finding(
                "legacyPin", rows: ["LEG-12"], expected: "tx_code", seen: .text("user_pin_required"),
                remedy: "Send the members of OpenID4VCI 1.0."))
        return TxCodeDescription()
    }
}

/// What a transaction code looks like and where a person finds it, OpenID4VCI 1.0 §4.1.1.
public struct TxCodeDescription: Hashable, Sendable {
    /// Which characters to expect.
    public enum InputMode: String, Hashable, Sendable {
        case numeric
        case text
    }

    /// Which characters to expect: a hint for the keyboard.
    public let inputMode: InputMode
    /// How many characters to expect: a hint for the field.
    public let length: Int?
    /// The issuer's words beside the field: untrusted text of at most 300 characters.
    public let description: String?

    /// Describes a code.
    public init(inputMode: InputMode = .numeric, length: Int? = nil, description: String? = nil) {
        self.inputMode = inputMode
        self.length = length
        self.description = description
    }

    init(_ member: OutsideMember, findings: inout Findings) throws(Finding) {
        _ = try member.object(rows: ["VCI-OFFER-15"])
        let rows = ["VCI-OFFER-16"]
        let mode = try member["input_mode"].optionalString(rows: rows) ?? "numeric"
        inputMode = InputMode(rawValue: mode) ?? .text
        let count = member["length"].value?.int64
        length = count.flatMap { $0 > 0 ? Int(exactly: $0) : nil }
        if length == nil, !member["length"].isAbsent {
            try findings.tolerate(member["length"].finding("txCode.length", rows: rows, expected: "a positive integer"))
        }
        let text = try member["description"].optionalString(rows: rows)
        description = text.map { String($0.prefix(300)) }
        if let text, text.count > 300 {
            try findings.tolerate(
                member["description"].finding("txCode.description", rows: rows, expected: "at most 300 characters"))
        }
    }
}
