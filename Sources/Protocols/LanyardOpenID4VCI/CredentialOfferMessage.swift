public import LanyardJSON
public import LanyardOAuth
public import WalletPorts

/// A credential offer as it arrived, well-formed and nothing more, OpenID4VCI 1.0 §4.1.1.
///
/// Everything in it is untrusted until it is resolved against the issuer's own metadata.
public struct CredentialOfferMessage: Sendable {
    /// The issuer's identifier, to the letter.
    public let credentialIssuer: IssuerIdentifier
    /// The ids of the offered credential configurations: at least one, each once.
    public let configurationIds: [String]
    /// The grants; all nil when the offer leaves them to the authorization server's metadata.
    public let grants: OfferedGrants

    /// Reads the JSON text of an offer.
    public init(text: String, findings: inout Findings) throws(Finding) {
        try self.init(
            json: try Self.document.json(Array(text.utf8), rows: ["VCI-OFFER-03"]), findings: &findings)
    }

    /// Reads the response to the request of an offer by reference: 200 and `application/json` only.
    public init(response: HttpResponse, findings: inout Findings) throws(Finding) {
        guard response.status != 200 || response.mediaType != nil else {
            throw Self.document.finding(
                "mediaType", rows: ["VCI-OFFER-05"], clause: "OpenID4VCI 1.0 §4.1.3", expected: "application/json",
                seen: .absent, remedy: "Answer with Content-Type: application/json.")
        }
        let json = try Self.document.json(of: response, rows: ["VCI-OFFER-05"], findings: &findings)
        try self.init(json: json, findings: &findings)
    }

    /// Reads an offer; members that nobody knows are ignored at every level.
    public init(json: JSON, findings: inout Findings) throws(Finding) {
        let root = Self.document.root(json)
        guard case .object = json else { throw root.finding("type", expected: "an object") }
        let issuer = root["credential_issuer"]
        let text = try issuer.string(rows: ["VCI-OFFER-06"])
        guard let identifier = IssuerIdentifier(text) else {
            throw issuer.finding(
                "credentialIssuer", rows: ["VCI-OFFER-06"], clause: "OpenID4VCI 1.0 §12.2.1",
                expected: "an https URL without query and fragment")
        }
        credentialIssuer = identifier
        configurationIds = try Self.configurationIds(root, findings: &findings)
        grants = try OfferedGrants(root["grants"], findings: &findings)
    }

    private static func configurationIds(_ root: OutsideMember, findings: inout Findings) throws(Finding) -> [String] {
        var member = root["credential_configuration_ids"]
        if member.isAbsent, !root["credentials"].isAbsent {
            member = root["credentials"]
            let legacy = member.finding(
                "legacyCredentials", rows: ["LEG-12"], expected: "credential_configuration_ids",
                remedy: "Send the members of OpenID4VCI 1.0.")
            guard let array = member.value?.array, array.allSatisfy({ $0.string != nil }) else { throw legacy }
            try findings.tolerate(legacy)
        }
        let ids = try member.strings(rows: ["VCI-OFFER-07"])
        guard Set(ids).count == ids.count else {
            throw member.finding("configurationIds.repeated", rows: ["VCI-OFFER-07"], expected: "unique ids")
        }
        return ids
    }

    static let document = OutsideDocument(
        "credential offer", code: "offer", party: .issuer, clause: "OpenID4VCI 1.0 §4.1.1", rows: ["VCI-OFFER-08"],
        absence: "The offer was used, withdrawn or is too old: ask the issuer for a new one.")
}
