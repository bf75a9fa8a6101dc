public import LanyardJSON
public import WalletPorts

/// What a token endpoint granted, RFC 6749 §5.1.
public struct TokenResponse: Sendable {
    /// The access token and how to present it.
    public let accessToken: AccessToken
    /// Seconds that the token lives, if the server says.
    public let expiresIn: Int64?
    /// The refresh token, if there is one.
    public let refreshToken: Secret<String>?
    /// The granted scope values, nil if the server does not say.
    public let scope: [String]?
    /// Granted authorization details, RFC 9396 §7, with their places; nil if the server does not say.
    package let authorizationDetails: [OutsideMember]?
    /// A nonce for key proofs that servers of earlier drafts send here.
    public let legacyNonce: String?

    /// Reads a 200 response.
    public init(response: HttpResponse, findings: inout Findings) throws(Finding) {
        let json = try Self.document.json(of: response, rows: ["VCI-TOK-06"], findings: &findings)
        try self.init(json: json, findings: &findings)
    }

    /// Reads the body; members that nobody knows are ignored.
    public init(json: JSON, findings: inout Findings) throws(Finding) {
        let root = Self.document.root(json)
        let kind = try Self.kind(root["token_type"], findings: &findings)
        accessToken = AccessToken(try Self.token(root["access_token"]), kind: kind)
        refreshToken = root["refresh_token"].isAbsent ? nil : try Self.token(root["refresh_token"])
        expiresIn = try Self.lifetime(root["expires_in"], findings: &findings)
        scope = try root["scope"].optionalString()?.split(separator: " ").map(String.init)
        let details = root["authorization_details"]
        authorizationDetails = details.isAbsent ? nil : try details.array(rows: ["VCI-TOK-07"])
        legacyNonce = root["c_nonce"].value?.string
    }

    /// Checks that the token is bound as the request asked, RFC 9449 §5.
    ///
    /// A bearer token in answer to a proof is tolerated, but for High Assurance profiles; it is no more than a note where the server
    /// does not advertise DPoP. A bound token that nobody asked for is refused, since nothing could be proven with it.
    public func checkBinding(
        sentProof: Bool, isAdvertised: Bool = true, findings: inout Findings
    ) throws(Finding) {
        let place = Self.document.root(.null)["token_type"]
        switch (accessToken.kind, sentProof) {
        case (.bearer, true):
            var finding = place.finding(
                "type.unbound", rows: ["VCI-DPOP-05"], clause: "RFC 9449 §5", expected: "DPoP, since a proof was sent",
                seen: .text("Bearer"), remedy: "Bind the token to the key that was proven.")
            guard isAdvertised || findings.isHighAssurance else {
                finding.severity = .note
                return findings.note(finding)
            }
            try findings.tolerateUnlessHighAssurance(finding)
        case (.dpop, false):
            throw place.finding(
                "type.unasked", rows: ["VCI-TOK-06"], clause: "RFC 9449 §5",
                expected: "Bearer, since no DPoP proof was sent", seen: .text("DPoP"),
                remedy: "Bind a token only to a key that was proven.")
        case (.bearer, false), (.dpop, true): break
        }
    }

    /// A missing type is read as `Bearer`, since deployed servers leave it out.
    private static func kind(_ member: OutsideMember, findings: inout Findings) throws(Finding) -> AccessToken.Kind {
        guard !member.isAbsent else {
            try findings.tolerate(member.finding("tokenType.missing", expected: "Bearer or DPoP"))
            return .bearer
        }
        let name = try member.string()
        guard let kind = AccessToken.Kind(rawValue: name.lowercased()) else {
            throw member.finding("tokenType.unknown", expected: "Bearer or DPoP", seen: .text(name))
        }
        return kind
    }

    /// A token is printable ASCII (RFC 6749 §A.12), so that it can stand in a header field.
    private static func token(_ member: OutsideMember) throws(Finding) -> Secret<String> {
        let text = try member.string()
        guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw member.finding("token.characters", clause: "RFC 6749 §A.12", expected: "printable ASCII")
        }
        return Secret(text)
    }

    private static func lifetime(_ member: OutsideMember, findings: inout Findings) throws(Finding) -> Int64? {
        guard !member.isAbsent else { return nil }
        if let seconds = member.value?.int64, seconds >= 0 { return seconds }
        try findings.tolerate(member.finding("expiresIn", expected: "a number of seconds that is not negative"))
        return member.value?.string.flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    static let document = OutsideDocument(
        "token response", code: "token", party: .authorizationServer, clause: "RFC 6749 §5.1", rows: ["VCI-TOK-06"])
}
