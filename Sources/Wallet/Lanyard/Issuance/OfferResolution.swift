internal import LanyardOAuth
internal import LanyardOpenID4VCI
internal import LanyardText

/// Reads an offer and its issuer's metadata, once.
package struct OfferResolution: Sendable {
    private let context: WalletContext
    private let record: SessionRecord
    private let client: Openid4VciClient

    package init(context: WalletContext, record: SessionRecord) {
        self.context = context
        self.record = record
        client = Openid4VciClient(context, record: record)
    }

    package func resolve(_ text: String) async throws(IssuanceError) -> CredentialOffer {
        var findings = Findings(strictness: context.config.strictness, profile: context.config.profile)
        let link: CredentialOfferLink
        do {
            link = try CredentialOfferLink(parsing: text, accepting: accepted, findings: &findings)
        } catch {
            record.note(error)
            throw IssuanceError(error, as: .invalidOffer)
        }
        let message: CredentialOfferMessage
        switch link {
        case .byValue(let value):
            message = value
        case .byReference(let reference):
            guard await context.environment.approval.mayFetchOffer(from: reference.host ?? "") else {
                throw .cancelled
            }
            message = try await client.offer(from: reference, findings: &findings)
        }
        if let code = message.grants.preAuthorizedCode?.code { record.protect(code.reveal()) }
        record.passed("credential offer", clause: "OpenID4VCI 1.0 §4.1", rows: ["VCI-OFFER-06", "VCI-OFFER-07"])
        let metadata = try await client.issuerMetadata(of: message.credentialIssuer, findings: &findings)
        do {
            for unusable in try metadata.configurations(in: message).unusable {
                var finding = unusable.finding
                finding.severity = .warning
                findings.note(finding)
            }
        } catch {
            record.note(findings.list)
            throw client.refused(error, as: .invalidOffer, message.credentialIssuer.text)
        }
        record.note(findings.list)
        return CredentialOffer(
            message: message, metadata: metadata, languages: context.environment.languages,
            txCodeAttempts: context.config.issuance.txCodeAttempts, findings: findings.list)
    }

    private var accepted: CredentialOfferLink.Accepted {
        var accepted = CredentialOfferLink.Accepted()
        for more in context.config.issuance.offerSchemes {
            if more.hasPrefix("https:") { accepted.links.append(more) } else { accepted.schemes.append(more) }
        }
        return accepted
    }
}
