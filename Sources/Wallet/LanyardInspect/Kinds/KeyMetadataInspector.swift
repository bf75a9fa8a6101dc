import LanyardJSON
import LanyardSDJWT
import WalletPorts

/// JWT VC Issuer Metadata: where an SD-JWT VC's issuer publishes its keys.
enum KeyMetadataInspector: KindInspector {
    static let summary = ""

    static func recognises(_ input: InspectInput) -> Bool {
        input.hasMember("issuer") && input.hasMember("jwks", "jwks_uri")
            && !input.hasMember("token_endpoint", "authorization_endpoint", "response_types_supported")
    }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        var inspection = Inspection("jwt-vc-issuer-metadata", "JWT VC Issuer Metadata")
        let object = input.object ?? [:]
        inspection.add("", OutsideFacts.list(object))
        var examination = Examination(detector.options)
        _ = examination.examine(rules) { _ throws(Finding) in
            let query = try IssuerKeyQuery(issuer: object["issuer"]?.string ?? "", keyID: nil)
            do throws(Finding) {
                _ = try query.answer(from: HttpResponse(status: 200, body: JSON.object(object).encoded()))
            } catch {
                // Which of several keys it is, the credential's kid tells.
                guard error.code.description == "sdvc.key.ambiguous" else { throw error }
            }
            return query
        }
        inspection.checks = examination.checks
        if let keys = object["jwks"] {
            inspection.parts.append(detector.inspect(inside: keys.encodedText(), "key set"))
        }
        return inspection
    }

    private static let rules: [Rule<IssuerKeyQuery>] = [
        Rule(
            "issuer is an https URL without query and fragment", clause: "SD-JWT VC §5",
            rows: ["SDVC-07", "VCI-SDJWT-09"], codes: ["sdvc.iss.notHTTPS"]
        ) { .passed("\($0.issuer); it belongs at \($0.url)") },
        Rule(
            "It has exactly one of jwks and jwks_uri, the latter https", clause: "SD-JWT VC §5",
            rows: ["SDVC-08", "VCI-SDJWT-09"], codes: ["sdvc.metadata.", "jwks.", "sdvc.key."]
        ) { _ in .passed("it has") },
    ]
}
