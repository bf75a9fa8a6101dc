import LanyardJSON
import LanyardOAuth
public import LanyardText
public import WalletPorts

/// An offer as it reaches the wallet: a deep link, the text of a QR code, or the raw JSON, OpenID4VCI 1.0 §4.1.
///
/// Nothing is fetched here, and the query is decoded exactly once.
public enum CredentialOfferLink: Sendable {
    /// The offer itself was in the text.
    case byValue(CredentialOfferMessage)
    /// The offer waits at an https URL, which is as untrusted as everything in an offer.
    case byReference(URI)

    /// Which links are offers.
    public struct Accepted: Hashable, Sendable {
        /// URL schemes, compared without case.
        public var schemes: [String]
        /// Claimed https links, to the letter, up to the query.
        public var links: [String]

        /// Makes a list; the defaults are the schemes of OpenID4VCI and HAIP.
        public init(schemes: [String] = ["openid-credential-offer", "haip-vci"], links: [String] = []) {
            self.schemes = schemes
            self.links = links
        }
    }

    /// The most that a link may hold, in bytes.
    public static let maximumLength = 64 << 10

    /// Reads a link or raw JSON; white space around it is dropped.
    ///
    /// Throws `offer.link.*` for the link, `offer.*` for an offer inside it.
    public init(parsing text: String, accepting accepted: Accepted = Accepted(), findings: inout Findings)
        throws(Finding)
    {
        guard text.utf8.count <= Self.maximumLength else {
            throw Self.finding(
                "tooLarge", rows: [], expected: "at most 64 KiB", seen: .kind("text", length: text.utf8.count),
                remedy: "Give the offer by reference.")
        }
        let link = Self.trimmed(text)
        if link.utf8.first == UInt8(ascii: "{") {
            self = .byValue(try CredentialOfferMessage(text: link, findings: &findings))
            return
        }
        let parameters = try Self.parameters(of: link, accepted: accepted)
        let values = parameters.filter { $0.name == "credential_offer" }
        let references = parameters.filter { $0.name == "credential_offer_uri" }
        switch (values.first, references.first, values.count + references.count) {
        case (let value?, nil, 1):
            try Self.checkDecodedOnce(value.value)
            self = .byValue(try CredentialOfferMessage(text: value.value, findings: &findings))
        case (nil, let reference?, 1):
            try Self.checkDecodedOnce(reference.value)
            guard let uri = URI(reference.value), uri.isHTTPS else {
                throw Self.finding(
                    "referenceNotHTTPS", rows: ["VCI-OFFER-04"], at: "credential_offer_uri",
                    expected: "an https URL", seen: .kind("string", length: reference.value.utf8.count),
                    remedy: "Serve the offer over https.")
            }
            self = .byReference(uri)
        case (_, _, 0):
            throw Self.finding(
                "noOffer", rows: ["VCI-OFFER-02"], expected: "credential_offer or credential_offer_uri",
                seen: .absent, remedy: "Put one of the two into the query.")
        default:
            throw Self.finding(
                "twoOffers", rows: ["VCI-OFFER-02"],
                expected: "exactly one of credential_offer and credential_offer_uri",
                seen: .kind("parameters", length: values.count + references.count),
                remedy: "Leave one parameter in the query.")
        }
    }

    /// The request that fetches an offer by reference: a GET without credentials, OpenID4VCI 1.0 §4.1.3.
    public static func request(_ reference: URI) -> HttpRequest {
        HttpRequest("GET", reference.text, headers: [HttpHeader("Accept", "application/json")])
    }

    /// Drops ASCII white space, by bytes: walking back over characters would be quadratic in some texts.
    private static func trimmed(_ text: String) -> String {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let first = text.utf8.firstIndex(where: { !isSpace($0) }),
            let last = text.utf8.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(text[first...last])
    }

    /// The query of the link.
    ///
    /// Characters that should have been escaped are taken as they are, since QR texts hold raw JSON.
    private static func parameters(of link: String, accepted: Accepted) throws(Finding) -> [FormEncoding.Field] {
        guard let colon = link.utf8.firstIndex(of: UInt8(ascii: ":")), URI.isScheme(link[..<colon]) else {
            throw finding(
                "notALink", rows: ["VCI-OFFER-20"], expected: "a link, or a JSON object",
                seen: .kind("text", length: link.utf8.count), remedy: "Scan or open the offer again.")
        }
        let whole = link.utf8.firstIndex(of: UInt8(ascii: "#")).map { link[..<$0] } ?? link[...]
        let mark = whole.utf8.firstIndex(of: UInt8(ascii: "?"))
        let scheme = link[..<colon].lowercased()
        guard
            accepted.schemes.contains(where: { $0.lowercased() == scheme })
                || accepted.links.contains(String(whole[..<(mark ?? whole.endIndex)]))
        else {
            throw finding(
                "scheme", rows: ["VCI-OFFER-01"], expected: accepted.schemes.map { "\($0)://" }.joined(separator: ", "),
                seen: .text(scheme), remedy: "Use openid-credential-offer://.")
        }
        guard let mark else { return [] }
        guard let parameters = FormEncoding.decode(whole[whole.utf8.index(after: mark)...]) else {
            throw finding(
                "encoding", rows: ["VCI-OFFER-03"], expected: "a query that is percent-encoded UTF-8",
                remedy: "Encode the offer with a URL encoder.")
        }
        return parameters
    }

    /// A value that is still percent-encoded after one decoding was encoded twice.
    private static func checkDecodedOnce(_ value: String) throws(Finding) {
        let start = value.prefix(16).lowercased()
        guard
            start.hasPrefix("%7b") || start.hasPrefix("%257b") || start.hasPrefix("https%3a")
                || start.hasPrefix("https%253a")
        else { return }
        throw finding(
            "encodedTwice", rows: ["VCI-OFFER-03"], clause: "OpenID4VCI 1.0 §4.1.2",
            expected: "a value that is percent-encoded once", remedy: "Encode the offer once.")
    }

    private static func finding(
        _ kind: String, rows: [String], clause: String = "OpenID4VCI 1.0 §4.1", at location: String = "",
        expected: String, seen: Described = .nothing, remedy: String
    ) -> Finding {
        Finding(
            "offer.link.\(kind)", .issuer, clause: clause, rows: rows,
            at: location.isEmpty ? "offer link" : "offer link: \(location)", expected: expected, seen: seen,
            remedy: remedy)
    }
}
