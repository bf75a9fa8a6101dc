import LanyardOAuth
import LanyardText
import WalletPorts

/// How a live issuer delivered its metadata: the rows that a document alone cannot show.
struct IssuerDelivery: Sendable {
    let issuer: IssuerIdentifier
    /// Where it was found.
    let url: String
    let response: HttpResponse
    /// The languages that were asked for.
    let languages: [String]
    /// What came when a signed form was asked for.
    let signed: SignedProbe
    /// Of how many authorization servers the metadata can be used, and how many there are.
    let servers: (usable: Int, all: Int)

    /// What came of asking for the signed form.
    enum SignedProbe: Sendable {
        /// JSON, as before.
        case unsigned
        /// A JWT whose own inspection is a part of this one: whether its rules hold, and whether its signer is trusted.
        case signed(holds: Bool, trust: RuleCheck?)
        /// Nothing that can be used.
        case failed(String)
    }

    static let rules: [Rule<IssuerDelivery>] = [
        Rule(
            "It is at the well-known place", clause: "OpenID4VCI 1.0 §12.2.2", rows: ["VCI-META-01"],
            codes: ["issuerMetadata.suffix", "issuerMetadata.notFound"]
        ) { .passed($0.url) },
        Rule("A terminating slash is kept, or dropped", clause: "OpenID4VCI 1.0 §12.2.2", rows: ["VCI-META-02"]) {
            guard $0.issuer.uri.path.hasSuffix("/") else {
                return .notApplicable("the identifier does not end with a slash")
            }
            return .passed($0.url.hasSuffix("/") ? "found with it" : "found without it")
        },
        Rule(
            "A plain GET gives status 200", clause: "OpenID4VCI 1.0 §12.2.2", rows: ["VCI-META-03"],
            codes: ["issuerMetadata.status", "issuerMetadata.unreachable"]
        ) { .passed("\($0.response.status), over TLS, without a redirect and without a token") },
        Rule("The form follows Accept", clause: "OpenID4VCI 1.0 §12.2.2", rows: ["VCI-META-04"]) {
            $0.response.mediaType == "application/json"
                ? .passed("application/json was asked for and came") : .notJudged("see VCI-META-06")
        },
        Rule("The language follows Accept-Language", clause: "OpenID4VCI 1.0 §12.2.2", rows: ["VCI-META-05"]) {
            let asked = $0.languages.isEmpty ? "none" : $0.languages.joined(separator: ", ")
            guard let given = $0.response.header("Content-Language") else {
                return .passed("asked for \(asked); the answer does not say, and need not")
            }
            return .passed("asked for \(asked); the answer is in \(given)")
        },
        Rule(
            "Content-Type tells JSON from JWT", clause: "OpenID4VCI 1.0 §12.2.2", rows: ["VCI-META-06"],
            codes: ["issuerMetadata.mediaType", "issuerMetadata.json", "issuerMetadata.signed.unsupported"]
        ) { .passed($0.response.header("Content-Type") ?? "") },
        Rule("A signed form is a JWS of its own type", clause: "OpenID4VCI 1.0 §12.2.3", rows: ["VCI-META-08"]) {
            switch $0.signed {
            case .unsigned: .notApplicable("asked for a JWT, it answers with JSON: there is no signed form")
            case .signed(true, _): .passed("its rules hold: see the part on it")
            case .signed(false, _): .notJudged("some rule is broken: see the part on it")
            case .failed(let why): .notJudged(why)
            }
        },
        Rule("Its signer is trusted", clause: "OpenID4VCI 1.0 §12.2.3", rows: ["VCI-META-09"]) {
            guard case .signed(_, let trust) = $0.signed else { return .notApplicable("there is no signed form") }
            guard let trust else { return .notJudged("it brings no certificates") }
            return trust.outcome == .passed ? .passed(trust.why) : .notJudged(trust.why)
        },
        Rule("Of several servers one fits", clause: "OpenID4VCI 1.0 §12.2.4, §3.4", rows: ["VCI-META-12"]) {
            guard $0.servers.all > 1 else { return .notApplicable("there is one authorization server") }
            return $0.servers.usable > 0
                ? .passed("the metadata of \($0.servers.usable) of \($0.servers.all) can be used")
                : .notJudged("the metadata of none can be used: see the parts on them")
        },
        Rule("It says how long it may be kept", clause: "RFC 9111 §5.2.2", rows: ["VCI-META-24"]) {
            .passed($0.response.header("Cache-Control") ?? "it does not; a wallet keeps it for about an hour")
        },
    ]
}
