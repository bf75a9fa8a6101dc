import LanyardJSON
import LanyardOpenID4VCI
import LanyardText
import WalletPorts

/// A credential offer as a link or as the text of a QR code.
enum OfferInspector: KindInspector {
    static let summary = "credential offers: links, QR texts, JSON; an offer by reference is not fetched"

    static func recognises(_ input: InspectInput) -> Bool { input.text.map(Detector.isOfferLink) ?? false }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        var (inspection, isReference) = inspectLink(input, detector)
        if isReference {
            var unread = Examination(detector.options)
            unread.skip(OfferRules.message, "the offer is at its reference, which was not fetched")
            inspection.checks += unread.checks
        }
        return inspection
    }

    /// Inspects the link, and the offer if it is in the link.
    static func inspectLink(_ input: InspectInput, _ detector: Detector) -> (Inspection, isReference: Bool) {
        var inspection = Inspection("credential-offer", "Credential offer")
        var examination = Examination(detector.options)
        let text = input.text ?? ""
        let link = examination.examine(OfferRules.link, reading: text, mending: withoutOffer) {
            text, findings throws(Finding) in
            try Detector.offerLink(text, findings: &findings)
        }
        // What the link's reader says of the offer inside, the offer's own reader says again, and more.
        inspection.checks = examination.checks.filter { !$0.findings.contains { $0.isAboutOffer } }
        if case .byReference(let uri)? = link {
            inspection.add("", [.init("offer", "by reference, at \(uri.host ?? "")")])
            return (inspection, true)
        } else if let object = value(in: text) {
            let inner = OfferObjectInspector.inspect(object, detector)
            inspection.sections = inner.sections
            inspection.checks += inner.checks
        }
        return (inspection, false)
    }

    /// The link with a sound offer in place of one that was refused, so that the link can be judged by itself.
    private static func withoutOffer(_ text: String, _ finding: inout Finding) -> String? {
        guard finding.isAboutOffer, let mark = text.firstIndex(of: "?") else { return nil }
        let sound = #"{"credential_issuer":"https://issuer.invalid","credential_configuration_ids":["id"]}"#
        return text[...mark] + FormEncoding.encode([.init("credential_offer", sound)])
    }

    /// The JSON object in the query, if it can be read.
    private static func value(in text: String) -> JSONObject? {
        guard let mark = text.firstIndex(of: "?"),
            let fields = FormEncoding.decode(text[text.index(after: mark)...].prefix { $0 != "#" }),
            let value = fields.first(where: { $0.name == "credential_offer" })?.value
        else { return nil }
        return InspectInput(value).object
    }
}

extension Finding {
    /// Whether it is about the offer itself rather than the link that carries it.
    fileprivate var isAboutOffer: Bool {
        let code = code.description
        return code.hasPrefix("offer.") && !code.hasPrefix("offer.link.") && code != "offer.json"
    }
}

/// A credential offer as JSON.
enum OfferObjectInspector: KindInspector {
    static let summary = ""

    static func recognises(_ input: InspectInput) -> Bool {
        if input.hasMember("credential_configuration_ids") { return true }
        return input.hasMember("credential_issuer") && input.hasMember("credentials", "grants")
            || input.hasMember("grants")
    }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        inspect(input.object ?? [:], detector)
    }

    static func inspect(_ object: JSONObject, _ detector: Detector) -> Inspection {
        var inspection = Inspection("credential-offer", "Credential offer")
        var examination = Examination(detector.options)
        _ = examination.examine(OfferRules.message, reading: object, mending: { mending($0, $1) }) {
            object, findings throws(Finding) in
            OfferRules.Subject(
                offer: try CredentialOfferMessage(json: .object(object), findings: &findings), json: object)
        }
        inspection.add("", OutsideFacts.list(object))
        inspection.conclude(examination)
        return inspection
    }

    private static let mending = Mending(
        standIns: ["credential_issuer": "https://issuer.invalid", "credential_configuration_ids": ["id"]],
        companions: ["credentials": "credential_configuration_ids"])
}
