import LanyardCrypto
public import WalletPorts

/// What a wallet waits for after it sent a person to an authorization server.
public struct AuthorizationExpectation: Hashable, Sendable {
    /// The redirect URI of the request.
    public let redirectURI: String
    /// The state of the request, which is used up by the first answer.
    public let state: String
    /// The server that was asked.
    public let issuer: IssuerIdentifier
    /// Whether the server's metadata promises `iss` in the answer.
    public let sendsIssuer: Bool

    /// Describes what is awaited.
    public init(redirectURI: String, state: String, issuer: IssuerIdentifier, sendsIssuer: Bool) {
        self.redirectURI = redirectURI
        self.state = state
        self.issuer = issuer
        self.sendsIssuer = sendsIssuer
    }
}

/// The answer to an authorization request, as the browser brings it back, RFC 6749 §4.1.2.
public enum AuthorizationResponse: Sendable {
    /// The code, to be exchanged at once at the token endpoint of the server that was asked.
    case code(Secret<String>)
    /// The error that the server named.
    case error(OAuthError)

    /// The state in a redirect, by which the waiting session is found; nil unless it holds exactly one.
    public static func state(in redirect: String) -> String? {
        RedirectURL(redirect)?.one("state")
    }

    /// Reads a redirect.
    ///
    /// Checked in this order: the redirect URI, `state`, `iss`, names that may stand once. Only then is looked at `code` or
    /// `error`, so that nothing of an answer by somebody else is shown. Unknown parameters are ignored; an answer in the fragment
    /// is refused, for it is one of the implicit flow.
    public init(
        redirect: String, expecting expected: AuthorizationExpectation, findings: inout Findings
    ) throws(Finding) {
        guard let url = RedirectURL(redirect), url.continues(expected.redirectURI) else {
            throw Self.finding(
                "redirectURI", rows: ["VCI-ARESP-01"], expected: "the redirect URI of the request",
                seen: .kind("URL", length: redirect.utf8.count),
                remedy: "Hand in the URL to which the authorization server redirected.")
        }
        guard !url.hasParametersInFragment else {
            throw Self.finding(
                "fragment", rows: ["VCI-ARESP-04"], clause: "RFC 9700 §2.1.2", expected: "parameters in the query",
                seen: .kind("fragment", length: nil), remedy: "Answer response_type=code in the query.")
        }
        guard Self.isSame(url.one("state"), expected.state) else {
            throw Self.finding(
                "state", rows: ["VCI-ARESP-01"], clause: "RFC 6749 §10.12",
                expected: "the state of the request, once",
                seen: url.all("state").isEmpty ? .absent : .kind("state", length: nil),
                remedy: "Start again: this answer belongs to no request of this session.")
        }
        try Self.checkIssuer(url, expected, findings: &findings)
        for name in Self.singleNames where url.all(name).count > 1 {
            throw Self.finding(
                "repeated", rows: ["VCI-ARESP-04"], clause: "RFC 6749 §3.1", at: name, expected: "each name once",
                seen: .kind("values", length: url.all(name).count), remedy: "Send each parameter once.")
        }
        self = try Self.outcome(url)
    }

    private static func outcome(_ url: RedirectURL) throws(Finding) -> AuthorizationResponse {
        let code = url.one("code").flatMap { $0.isEmpty ? nil : $0 }
        let error = url.one("error").flatMap { $0.isEmpty ? nil : $0 }
        switch (code, error) {
        case (let code?, nil): return .code(Secret(code))
        case (nil, let error?):
            return .error(OAuthError(error, description: url.one("error_description"), uri: url.one("error_uri")))
        default:
            throw finding(
                code == nil ? "missing" : "contradiction", rows: ["VCI-ARESP-04"], at: "code",
                expected: "either code or error", seen: .text(code == nil ? "neither" : "both"),
                remedy: "Answer with a code or with an error.")
        }
    }

    /// RFC 9207 §2.4: simple string comparison of the decoded value.
    private static func checkIssuer(
        _ url: RedirectURL, _ expected: AuthorizationExpectation, findings: inout Findings
    ) throws(Finding) {
        let clause = "RFC 9207 §2.4"
        guard !url.all("iss").isEmpty else {
            guard expected.sendsIssuer || findings.isHighAssurance else { return }
            throw finding(
                "iss.missing", rows: ["VCI-ARESP-03"], clause: clause, at: "iss",
                expected: "iss, as the server's metadata or the profile says", seen: .absent,
                remedy: "Send the server's identifier as `iss` in every authorization response.")
        }
        guard isSame(url.one("iss"), expected.issuer.text) else {
            throw finding(
                "iss.mismatch", rows: ["VCI-ARESP-02"], clause: clause, at: "iss",
                expected: "\"\(expected.issuer.text)\", once", seen: .kind("iss", length: nil),
                remedy: "Start again: another server answered than the one that was asked.")
        }
        guard !expected.sendsIssuer else { return }
        try findings.tolerate(
            finding(
                "iss.unadvertised", rows: ["VCI-ARESP-03"], clause: clause, at: "iss",
                expected: "authorization_response_iss_parameter_supported in the server's metadata", seen: .absent,
                remedy: "Say in the metadata that responses carry `iss`."))
    }

    /// Byte by byte: equal texts in Swift may be written with different characters.
    private static func isSame(_ text: String?, _ expected: String) -> Bool {
        text.map { ConstantTime.areEqual($0.utf8, expected.utf8) } ?? false
    }

    private static let singleNames = ["code", "error", "error_description", "error_uri"]

    private static func finding(
        _ kind: String, rows: [String], clause: String = "RFC 6749 §4.1.2", at member: String = "", expected: String,
        seen: Described, remedy: String
    ) -> Finding {
        Finding(
            "authorizationResponse.\(kind)", .authorizationServer, clause: clause, rows: rows,
            at: member.isEmpty ? "authorization response" : "authorization response: \(member)", expected: expected,
            seen: seen, remedy: remedy)
    }
}
