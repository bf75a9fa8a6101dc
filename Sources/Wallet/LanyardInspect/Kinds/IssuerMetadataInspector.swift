import LanyardJSON
import LanyardOAuth
import LanyardOpenID4VCI
import WalletPorts

/// Credential issuer metadata as a document; where it was found is known of a live issuer only.
enum IssuerMetadataInspector: KindInspector {
    /// Where the document comes from, which decides what can be said about its delivery.
    enum Place: Sendable {
        case file
        case signed
    }

    static let summary = "metadata documents of credential issuers and authorization servers"

    static func recognises(_ input: InspectInput) -> Bool {
        input.hasMember("credential_configurations_supported", "credentials_supported", "credential_endpoint")
    }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        inspect(input.object ?? [:], place: .file, detector)
    }

    static func inspect(_ object: JSONObject, place: Place, _ detector: Detector) -> Inspection {
        var inspection = Inspection("issuer-metadata", "Credential issuer metadata")
        var examination = Examination(detector.options)
        let issuer = MetadataIdentifier(object, "credential_issuer", .issuer, "issuerMetadata", ["VCI-META-07"])
        examination.add(issuer.check)
        examination.skip(
            IssuerDelivery.rules,
            place == .file ? "read from a file: how a server delivers it is not known" : "it is inside a JWT")
        let subject = issuer.identifier.flatMap {
            examine(MetadataIdentifier.naming($0, in: object, "credential_issuer"), $0, in: &examination)
        }
        if let subject { inspection.add("", facts(subject.metadata)) }
        inspection.checks = examination.checks.inRowOrder
        return inspection
    }

    /// Reads the document, mending what is refused, and concludes the rows of the document.
    static func examine(
        _ object: JSONObject, _ issuer: IssuerIdentifier, in examination: inout Examination
    ) -> IssuerMetadataRules.Subject? {
        examination.examine(
            IssuerMetadataRules.document, reading: object, mending: { mending($0, &$1) },
            settle: { $0.settle($1) + $0.imageFindings }
        ) { object, findings throws(Finding) in
            IssuerMetadataRules.Subject(
                json: object,
                metadata: try CredentialIssuerMetadata(json: .object(object), issuer: issuer, findings: &findings))
        }
    }

    private static let mending = Mending(
        standIns: [
            "credential_endpoint": "https://issuer.invalid/credential", "credential_configurations_supported": [:],
        ], companions: ["credentials_supported": "credential_configurations_supported"])

    static func facts(_ metadata: CredentialIssuerMetadata) -> [Inspection.Fact] {
        var facts: [Inspection.Fact] = [.init("issuer", metadata.credentialIssuer.text)]
        if let name = metadata.display.first?.name { facts.append(.init("name", name)) }
        facts.append(.init("credential endpoint", metadata.credentialEndpoint))
        for configuration in metadata.configurations.prefix(60) {
            let type =
                switch configuration.format {
                case .sdJwtVc(let vct): "dc+sd-jwt, \(vct)"
                case .msoMdoc(let doctype): "mso_mdoc, \(doctype)"
                case .other(let name): name
                }
            let proofs = configuration.proofTypes.map { "\($0.name)\($0.keyAttestation == nil ? "" : " attested")" }
            facts.append(
                .init(configuration.id, type + (proofs.isEmpty ? "" : "; proofs: \(proofs.joined(separator: ", "))")))
        }
        return facts
    }
}

extension [RuleCheck] {
    /// Checks by the number of their first row, those of other families after them; the order among equals stays.
    var inRowOrder: [RuleCheck] {
        func key(_ check: RuleCheck) -> Int {
            guard let row = check.rows.first, let dash = row.lastIndex(of: "-") else { return 10_000 }
            let number = Int(row[row.index(after: dash)...]) ?? 0
            return row.hasPrefix("VCI-META-") || row.hasPrefix("VCI-AS-") ? number : 1_000
        }
        return enumerated().sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }.map(\.element)
    }
}
