import LanyardJSON
import LanyardOpenID4VCI

/// Credential issuer metadata as a document; where it was found is known of a live issuer only.
enum IssuerMetadataInspector: KindInspector {
    static let summary = "metadata documents of credential issuers and authorization servers"

    static func recognises(_ input: InspectInput) -> Bool {
        input.hasMember("credential_configurations_supported", "credentials_supported", "credential_endpoint")
    }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        inspect(input.object ?? [:], "read from a file: how a server delivers it is not known", detector)
    }

    /// Inspects a document of whose delivery nothing can be said, for a reason.
    static func inspect(_ object: JSONObject, _ why: String, _ detector: Detector) -> Inspection {
        IssuerMetadataRules.document.inspection(object, detector.options) { $0.skip(IssuerDelivery.rules, why) }
    }
}
