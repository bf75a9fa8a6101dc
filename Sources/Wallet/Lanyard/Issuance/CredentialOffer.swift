internal import LanyardJSON
internal import LanyardOAuth
package import LanyardOpenID4VCI
internal import LanyardText

/// An offer that was read, with what its issuer's metadata says of it.
///
/// It was read once and is what `start` uses. The pre-authorized code stays inside.
public struct CredentialOffer: Sendable {
    /// The credential issuer identifier, to the letter.
    public let credentialIssuer: String
    /// Who offers, in the person's language.
    public let issuer: CredentialIssuer
    /// What is offered and known to the issuer's metadata, in the offer's order.
    public let credentials: [OfferedCredential]
    /// Every configuration id of the offer, in its order, known or not.
    public let credentialConfigurationIds: [String]
    /// What to ask the person for; nil when no transaction code is needed.
    public let txCode: TxCodePrompt?
    /// What was tolerated or noted while it was read.
    public let findings: [Finding]

    package let message: CredentialOfferMessage
    package let metadata: CredentialIssuerMetadata

    /// Whether the issuer wants a transaction code.
    public var requiresTxCode: Bool { message.grants.preAuthorizedCode?.txCode != nil }
}

/// One credential of an offer.
public struct OfferedCredential: Hashable, Sendable {
    /// The id of its configuration.
    public let configurationId: String
    /// Its format and type.
    public let format: CredentialFormat
    /// How it is shown, in the person's language.
    public let display: CredentialDisplay

    /// Its name.
    public var name: String { display.name }
}

extension CredentialOffer {
    package init(
        message: CredentialOfferMessage, metadata: CredentialIssuerMetadata, languages: [String], txCodeAttempts: Int,
        findings: [Finding]
    ) {
        self.message = message
        self.metadata = metadata
        self.findings = findings
        credentialIssuer = message.credentialIssuer.text
        issuer = DisplaySnapshot(metadata.display).issuer(id: credentialIssuer, languages: languages)
        credentialConfigurationIds = message.configurationIds
        credentials = message.configurationIds.compactMap { id in
            guard let configuration = metadata.configuration(id) else { return nil }
            let format = CredentialFormat(configuration.format)
            return OfferedCredential(
                configurationId: id, format: format,
                display: DisplaySnapshot(configuration.display).credential(fallback: format.type, languages: languages))
        }
        txCode = message.grants.preAuthorizedCode?.txCode.map { code in
            TxCodePrompt(
                inputMode: code.inputMode == .numeric ? .numeric : .text, length: code.length,
                description: code.description.map { OutsideText.cleaned($0, limit: 300) },
                host: message.credentialIssuer.uri.host ?? "", rejection: nil,
                attemptsLeft: max(1, txCodeAttempts))
        }
    }
}

extension CredentialFormat {
    package init(_ format: LanyardOpenID4VCI.CredentialFormat) {
        switch format {
        case .sdJwtVc(let vct): self = .sdJwtVc(vct)
        case .msoMdoc(let doctype): self = .msoMdoc(doctype)
        case .other(let name): self = .other(name, type: nil)
        }
    }
}

extension DisplaySnapshot {
    package init(_ entries: [DisplayEntry]) {
        self.init(
            entries.map { entry in
                Entry(
                    locale: entry.locale, name: entry.name, details: entry.description, logo: Self.uri(of: entry.logo),
                    backgroundColor: entry.backgroundColor, backgroundImage: Self.uri(of: entry.backgroundImage),
                    textColor: entry.textColor)
            })
    }

    /// An app shows what it is given: only what may be fetched or decoded is handed on.
    private static func uri(of image: DisplayEntry.Image?) -> String? {
        image.flatMap { $0.isUsable ? $0.uri : nil }
    }
}

extension ClaimLabels {
    package init(_ description: LanyardOpenID4VCI.ClaimDescription) {
        var labels: [Label] = []
        var languages: Set<String> = []
        for entry in description.display {
            let language = entry.locale ?? ""
            guard let name = entry.name, languages.insert(language).inserted else { continue }
            labels.append(Label(language, name))
        }
        self.init(
            path: description.path.elements.map(Step.init), mandatory: description.isMandatory, labels: labels)
    }
}
