import LanyardJSON
import LanyardOAuth
import WalletPorts

/// The identifier that a metadata document gives itself, and what there is to say about it.
struct MetadataIdentifier {
    /// The identifier; one that nobody has when the document's own cannot be used.
    let identifier: IssuerIdentifier?
    let check: RuleCheck

    init(_ object: JSONObject, _ member: String, _ party: Finding.Party, _ code: String, _ rows: [String]) {
        let rule = "It names the identifier under which it was asked for"
        let clause = "OpenID4VCI 1.0 §12.2.1, RFC 8414 §3.3"
        if let text = object[member]?.string, let identifier = IssuerIdentifier(text) {
            self.identifier = identifier
            check = RuleCheck(
                rule, clause: clause, rows: rows, .notJudged, why: "it names \(text); where it was found is not known")
            return
        }
        let value = object[member]
        let finding = Finding(
            value == nil ? "\(code).missing" : "\(code).identifier", party, clause: clause, rows: rows,
            at: "/\(member)", expected: "an https URL without query and fragment",
            seen: value == nil ? .absent : .kind(value?.kind ?? "", length: value?.string?.utf8.count),
            remedy: "Name the identifier as an https URL.")
        identifier = IssuerIdentifier("https://issuer.invalid")
        check = RuleCheck(rule, clause: clause, rows: rows, .failed, why: finding.reason, findings: [finding])
    }

    /// The document under the identifier, so that its other members can be judged.
    static func naming(_ identifier: IssuerIdentifier, in object: JSONObject, _ member: String) -> JSONObject {
        var object = object
        object[member] = .string(identifier.text)
        return object
    }
}
