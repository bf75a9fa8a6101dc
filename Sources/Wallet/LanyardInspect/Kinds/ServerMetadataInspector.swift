import LanyardJSON
import LanyardOAuth
import WalletPorts

/// Authorization server metadata as a document.
enum ServerMetadataInspector: KindInspector {
    static let summary = ""

    /// An object with an https `issuer`, of which keys alone would make JWT VC Issuer Metadata.
    static func recognises(_ input: InspectInput) -> Bool {
        input.json?["issuer"]?.string?.hasPrefix("http") ?? false
    }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        var inspection = Inspection("authorization-server-metadata", "Authorization server metadata")
        let object = input.object ?? [:]
        var examination = Examination(detector.options)
        let issuer = MetadataIdentifier(object, "issuer", .authorizationServer, "as", ["VCI-AS-02"])
        examination.skip(ServerDelivery.rules, "read from a file: how a server delivers it is not known")
        examination.add(issuer.check)
        let subject = issuer.identifier.flatMap {
            examine(MetadataIdentifier.naming($0, in: object, "issuer"), $0, in: &examination)
        }
        if let subject { inspection.add("", facts(subject.metadata)) }
        inspection.checks = examination.checks.inRowOrder
        return inspection
    }

    /// Reads the document, mending what is refused, and concludes the rows of the document.
    static func examine(
        _ object: JSONObject, _ issuer: IssuerIdentifier, in examination: inout Examination
    ) -> ServerMetadataRules.Subject? {
        examination.examine(
            ServerMetadataRules.document, reading: object, mending: { mending($0, &$1) },
            settle: { $1 + codeFlowFaults($0) }
        ) { object, findings throws(Finding) in
            ServerMetadataRules.Subject(
                json: object,
                metadata: try AuthorizationServerMetadata(json: .object(object), issuer: issuer, findings: &findings))
        }
    }

    private static let mending = Mending(standIns: ["token_endpoint": "https://issuer.invalid/token"])

    /// What stops the authorization code flow, where the server offers it.
    private static func codeFlowFaults(_ subject: ServerMetadataRules.Subject) -> [Finding] {
        guard subject.json["grant_types_supported"] != nil, subject.takesCodes else { return [] }
        do throws(Finding) {
            try subject.metadata.checkAuthorizationCodeFlow()
            return []
        } catch {
            return [error]
        }
    }

    static func facts(_ metadata: AuthorizationServerMetadata) -> [Inspection.Fact] {
        var facts: [Inspection.Fact] = [
            .init("issuer", metadata.issuer.text), .init("token endpoint", metadata.tokenEndpoint),
        ]
        if let endpoint = metadata.authorizationEndpoint { facts.append(.init("authorization endpoint", endpoint)) }
        if let endpoint = metadata.pushedAuthorizationRequestEndpoint { facts.append(.init("PAR endpoint", endpoint)) }
        facts.append(.init("grants", metadata.grantTypes.joined(separator: ", ")))
        return facts
    }
}
