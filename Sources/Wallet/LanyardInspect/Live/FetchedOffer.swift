import LanyardJSON
import LanyardOpenID4VCI
public import WalletPorts

extension Detector {
    /// Inspects an offer by reference whose reference was fetched: the link, the response and the offer in it.
    public func inspect(offer link: [UInt8], fetched response: HttpResponse) -> Inspection {
        var inspection = OfferInspector.inspect(InspectInput(link), self)
        inspection.checks.removeAll { $0.outcome == .notJudged }
        var examination = Examination(options)
        let input = InspectInput(response.body)
        let isSound =
            examination.examine(FetchedOffer.rules) { findings throws(Finding) in
                do throws(Finding) {
                    _ = try CredentialOfferMessage(response: response, findings: &findings)
                } catch {
                    // What is wrong with the offer itself is for its own rules to say.
                    if FetchedOffer.rules.contains(where: { $0.isBroken(by: error) }) { throw error }
                }
                return response
            } != nil
        inspection.checks += examination.checks
        guard isSound, let object = input.object else { return inspection }
        let inner = OfferObjectInspector.inspect(object, self)
        inspection.sections += inner.sections
        inspection.checks += inner.checks
        return inspection
    }
}

/// The rule for the response to an offer's reference.
private enum FetchedOffer {
    static let rules: [Rule<HttpResponse>] = [
        Rule(
            "The reference answers 200 with application/json", clause: "OpenID4VCI 1.0 §4.1.3", rows: ["VCI-OFFER-05"],
            codes: ["offer.status", "offer.mediaType", "offer.json"]
        ) { .passed("\($0.status), \($0.mediaType ?? "")") }
    ]
}
