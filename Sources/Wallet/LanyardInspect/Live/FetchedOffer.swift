import LanyardJSON
import LanyardOpenID4VCI
import LanyardText
public import WalletPorts

extension Detector {
    /// Whether a text is an offer as a link: by its scheme, or as a claimed link with an offer in the query.
    public static func isOfferLink(_ text: String) -> Bool {
        guard text.utf8.count <= CredentialOfferLink.maximumLength else { return false }
        let start = text.prefix(64).lowercased()
        if start.hasPrefix("openid-credential-offer:") || start.hasPrefix("haip-vci:") { return true }
        guard let colon = text.firstIndex(of: ":"), URI.isScheme(text[..<colon]) else { return false }
        let names = ["credential_offer=", "credential_offer_uri="]
        return text.split(whereSeparator: { "?&".contains($0) }).dropFirst().contains { parameter in
            names.contains { parameter.hasPrefix($0) }
        }
    }

    /// Reads a link: a claimed https link is an offer to the wallet that claims it, and here any will do.
    static func offerLink(_ text: String, findings: inout Findings) throws(Finding) -> CredentialOfferLink {
        var accepted = CredentialOfferLink.Accepted()
        if text.lowercased().hasPrefix("https:") { accepted.links = [String(text.prefix { $0 != "?" })] }
        return try CredentialOfferLink(parsing: text, accepting: accepted, findings: &findings)
    }

    /// The request that fetches the offer of a link by reference; nil when the bytes are none.
    public static func offerReference(in bytes: [UInt8]) -> HttpRequest? {
        var findings = Findings()
        guard let text = InspectInput(bytes).text, isOfferLink(text),
            case .byReference(let uri)? = try? offerLink(text, findings: &findings)
        else { return nil }
        return CredentialOfferLink.request(uri)
    }

    /// Inspects an offer by reference whose reference was fetched: the link, the response and the offer in it.
    public func inspect(offer link: [UInt8], fetched response: HttpResponse) -> Inspection {
        var (inspection, _) = OfferInspector.inspectLink(InspectInput(link), self)
        var examination = Examination(options)
        let object = InspectInput(response.body).object
        let answer = examination.examine(Self.answer) { findings throws(Finding) in
            do throws(Finding) {
                _ = try CredentialOfferMessage(response: response, findings: &findings)
            } catch {
                // What is wrong with the offer itself is for its own rules to say.
                if Self.answer.contains(where: { $0.isBroken(by: error) }) { throw error }
            }
            return response
        }
        inspection.checks += examination.checks
        guard answer != nil, let object else { return inspection }
        let inner = OfferObjectInspector.inspect(object, self)
        inspection.sections += inner.sections
        inspection.checks += inner.checks
        return inspection
    }

    /// The rule for the response to an offer's reference.
    private static let answer: [Rule<HttpResponse>] = [
        Rule(
            "The reference answers 200 with application/json", clause: "OpenID4VCI 1.0 §4.1.3", rows: ["VCI-OFFER-05"],
            codes: ["offer.status", "offer.mediaType", "offer.json"]
        ) { .passed("\($0.status), \($0.mediaType ?? "")") }
    ]
}
