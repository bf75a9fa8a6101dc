import LanyardText
public import WalletPorts

/// A browser with a person before it: visits an authorization URL at a peer and gives the URL it is sent back to.
public struct PeerBrowser: Sendable {
    /// What the person does on the login page.
    public enum Decision: String, Hashable, Sendable {
        /// Logs in and agrees.
        case allow
        /// Says no.
        case deny
    }

    /// Why the browser was not sent back.
    public struct Stuck: Error, Hashable, Sendable, CustomStringConvertible {
        /// The page that it shows instead.
        public let page: HttpResponse

        /// The page's status and text.
        public var description: String { "\(page.status): \(String(decoding: page.body, as: UTF8.self))" }
    }

    private let http: any HttpTransport
    private let decision: Decision
    private let tampering: Tampering?

    /// Makes a browser that sends its requests by a transport; what it is sent back with may be tampered with.
    public init(_ http: any HttpTransport, decision: Decision = .allow, tampering: Tampering? = nil) {
        self.http = http
        self.decision = decision
        self.tampering = tampering
    }

    /// Visits an authorization URL, logs in if there is a page for it, and gives the URL of the redirect.
    ///
    /// Throws `Stuck` if there is none, and what the transport throws.
    public func visit(_ url: String) async throws -> String {
        var page = try await http.send(HttpRequest("GET", url, headers: [HttpHeader("Accept", "text/html")]))
        if page.status == 200, let form = LoginForm(page) {
            let fields = [
                FormEncoding.Field("transaction", form.transaction), FormEncoding.Field("user", "zoe"),
                FormEncoding.Field("password", "utopia"), FormEncoding.Field("decision", decision.rawValue),
            ]
            page = try await http.send(
                HttpRequest(
                    "POST", form.action,
                    headers: [HttpHeader("Content-Type", "application/x-www-form-urlencoded")],
                    body: Array(FormEncoding.encode(fields).utf8)))
        }
        guard page.status == 302, let location = page.header("Location") else { throw Stuck(page: page) }
        return tampering?.applied(to: location) ?? location
    }
}

/// The form of the peer's login page.
private struct LoginForm {
    let action: String
    let transaction: String

    init?(_ page: HttpResponse) {
        let html = String(decoding: page.body, as: UTF8.self)
        func value(after mark: String) -> String? {
            html.split(separator: mark, maxSplits: 1).dropFirst().first.map { String($0.prefix { $0 != "\"" }) }
        }
        guard let action = value(after: "action=\""), let transaction = value(after: "name=\"transaction\" value=\"")
        else { return nil }
        self.action = action.replacing("&amp;", with: "&")
        self.transaction = transaction
    }
}

extension PeerBrowser {
    /// Something that an attacker, or a bad server, makes of the redirect.
    public enum Tampering: Hashable, Sendable, CaseIterable {
        /// Another `state`.
        case wrongState
        /// No `state`.
        case missingState
        /// `state` twice.
        case duplicateState
        /// Another `iss`: the answer is from another server than was asked.
        case wrongIssuer
        /// No `iss`.
        case missingIssuer
        /// `code` twice.
        case duplicateCode
        /// No `code`.
        case missingCode
        /// An error beside another `iss`.
        case errorFromElsewhere
        /// An error of the right server.
        case error
        /// Tokens in the fragment, as the implicit grant has them, in place of the code.
        case implicit
        /// Another redirect URI.
        case elsewhere

        /// The redirect as it arrives.
        public func applied(to url: String) -> String {
            let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            var place = String(parts[0])
            var fields = FormEncoding.decode(parts.dropFirst().first ?? "") ?? []
            func set(_ name: String, _ value: String?) {
                fields.removeAll { $0.name == name }
                if let value { fields.append(FormEncoding.Field(name, value)) }
            }
            func repeated(_ name: String) {
                fields += fields.filter { $0.name == name }
            }
            switch self {
            case .wrongState: set("state", "c3RhdGUtb2Ytc29tZW9uZS1lbHNl")
            case .missingState: set("state", nil)
            case .duplicateState: repeated("state")
            case .wrongIssuer: set("iss", "https://elsewhere.example")
            case .missingIssuer: set("iss", nil)
            case .duplicateCode: repeated("code")
            case .missingCode: set("code", nil)
            case .errorFromElsewhere:
                set("code", nil)
                set("error", "access_denied")
                set("iss", "https://elsewhere.example")
            case .error:
                set("code", nil)
                set("error", "access_denied")
            case .implicit:
                let state = fields.first { $0.name == "state" }.map { [$0] } ?? []
                let tokens = [FormEncoding.Field("access_token", "x"), FormEncoding.Field("token_type", "Bearer")]
                return "\(place)#" + FormEncoding.encode(state + tokens)
            case .elsewhere: place += ".elsewhere"
            }
            return "\(place)?" + FormEncoding.encode(fields)
        }
    }
}
