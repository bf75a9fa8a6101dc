public import LanyardOAuth
public import WalletPorts

extension CredentialIssuerMetadata {
    /// The offered configurations that can be requested, in the offer's order, and why each of the others cannot.
    ///
    /// Throws when none is left: the finding of the first one that cannot.
    public func configurations(
        in offer: CredentialOfferMessage
    ) throws(Finding) -> (usable: [CredentialConfiguration], unusable: [(id: String, finding: Finding)]) {
        var usable: [CredentialConfiguration] = []
        var unusable: [(id: String, finding: Finding)] = []
        for id in offer.configurationIds {
            if let configuration = configuration(id) {
                usable.append(configuration)
            } else {
                unusable.append((id, droppedConfigurations[id] ?? Self.unknown(id)))
            }
        }
        if usable.isEmpty, let first = unusable.first { throw first.finding }
        return (usable, unusable)
    }

    private static func unknown(_ id: String) -> Finding {
        document.finding(
            "configuration.unknown", rows: ["VCI-OFFER-07"], at: "/credential_configurations_supported",
            expected: "the offered configuration", seen: .text(id),
            remedy: "Offer ids that the issuer metadata lists.")
    }

    /// The authorization servers that may be used with a grant, in the order in which to try them.
    ///
    /// The grant's hint selects one of those that the metadata names; a hint that names none stops everything. Where
    /// there is nothing to select, a hint breaks the rules and is tolerated if it names the only server.
    public func authorizationServers(
        hint: String?, findings: inout Findings
    ) throws(Finding) -> [IssuerIdentifier] {
        guard let hint else { return authorizationServers }
        guard let selected = authorizationServers.first(where: { $0.text == hint }) else {
            throw Self.hintFinding("unknown", rows: ["VCI-OFFER-12"], expected: "one of the issuer's servers", hint)
        }
        if authorizationServers.count < 2 {
            try findings.tolerate(
                Self.hintFinding(
                    "needless", rows: ["VCI-OFFER-13"], expected: "no hint, since there is one server", hint))
        }
        return [selected]
    }

    private static func hintFinding(_ kind: String, rows: [String], expected: String, _ hint: String) -> Finding {
        CredentialOfferMessage.document.finding(
            "authorizationServer.\(kind)", rows: rows, at: "authorization_server", expected: expected,
            seen: .text(hint),
            remedy: "Name one of `authorization_servers` of the issuer metadata.")
    }
}

/// A grant that an offer and an authorization server have in common.
public enum UsableGrant: Sendable {
    /// A code that was authorized before.
    case preAuthorizedCode(OfferedGrants.PreAuthorizedCode)
    /// The code flow through a browser.
    case authorizationCode(OfferedGrants.AuthorizationCode)
}

extension OfferedGrants {
    /// The grants that can be used, of which the wallet's policy chooses.
    ///
    /// An offer without grants leaves them to the server's metadata, which cannot give a pre-authorized code: throws
    /// `offer.grants.none` then, and when every offered grant is unknown.
    public func usable(at server: AuthorizationServerMetadata) throws(Finding) -> [UsableGrant] {
        var usable: [UsableGrant] = []
        if let preAuthorizedCode { usable.append(.preAuthorizedCode(preAuthorizedCode)) }
        if let authorizationCode { usable.append(.authorizationCode(authorizationCode)) }
        if areUnspecified, server.grantTypes.contains("authorization_code") {
            usable.append(.authorizationCode(AuthorizationCode(issuerState: nil, authorizationServer: nil)))
        }
        guard usable.isEmpty else { return usable }
        throw CredentialOfferMessage.document.finding(
            "grants.none", rows: ["VCI-OFFER-09", "VCI-OFFER-10"], at: "/grants",
            expected: "authorization_code or a pre-authorized code",
            seen: areUnspecified ? .absent : .text(unknown.joined(separator: " ")),
            remedy: "Offer one of the two grants.")
    }

    /// The authorization server that the grants name, if they name one.
    public var authorizationServerHint: String? {
        preAuthorizedCode?.authorizationServer ?? authorizationCode?.authorizationServer
    }
}
