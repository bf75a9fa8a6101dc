import LanyardJSON
import LanyardOAuth

/// Authorization server metadata as a document.
enum ServerMetadataInspector: KindInspector {
    static let summary = ""

    /// An object with an https `issuer`, of which keys alone would make JWT VC Issuer Metadata.
    static func recognises(_ input: InspectInput) -> Bool {
        input.json?["issuer"]?.string?.hasPrefix("http") ?? false
    }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        ServerMetadataRules.document.inspection(input.object ?? [:], detector.options) {
            $0.skip(ServerDelivery.rules, "read from a file: how a server delivers it is not known")
        }
    }
}
