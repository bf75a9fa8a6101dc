import LanyardJSON
import LanyardSDJWT
import WalletPorts

/// SD-JWT VC type metadata: what a type's claims are, how they are shown, and which type it extends.
enum TypeMetadataInspector: KindInspector {
    static let summary = "SD-JWT VC type metadata documents"

    /// A credential's claims name a type too; its document describes it, and has none of the registered claims.
    static func recognises(_ input: InspectInput) -> Bool {
        guard let object = input.object, object["vct"] != nil else { return false }
        if input.hasMember("iss", "iat", "exp", "cnf", "_sd", "_sd_alg", "status", "format") { return false }
        return input.hasMember("extends", "schema", "schema_uri") || object["claims"]?.array != nil
            || object["display"]?.array != nil || input.hasMember("name", "description") && object.count <= 4
    }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        var inspection = Inspection("type-metadata", "SD-JWT VC type metadata")
        let object = input.object ?? [:]
        inspection.add("", OutsideFacts.list(object))
        var reader = TypeMetadataReader()
        _ = reader.read(.object(object))
        var findings = detector.options.newFindings
        var faults = reader.faults + reader.flaws
        for deviation in reader.deviations {
            do { try findings.tolerate(deviation) } catch { faults.append(error) }
        }
        var examination = Examination(detector.options)
        examination.conclude(rules, faults + findings.list, object)
        inspection.checks = examination.checks
        return inspection
    }

    private static let rules: [Rule<JSONObject>] = [
        Rule("vct names the type", clause: "SD-JWT VC §6.2", rows: ["SDVC-09"], codes: ["typeMetadata.vct"]) {
            .passed("\($0["vct"]?.string ?? ""); a credential must name it to the letter")
        },
        Rule("name and description are texts", clause: "SD-JWT VC §6.2", rows: [], codes: ["typeMetadata.text"]) {
            $0["name"] == nil && $0["description"] == nil
                ? .notApplicable("they are optional and absent") : .passed("they are")
        },
        Rule(
            "extends names another type", clause: "SD-JWT VC §6.4, §10.3", rows: ["SDVC-10"],
            codes: ["typeMetadata.extends"]
        ) { $0["extends"]?.string.map { .passed($0) } ?? .notApplicable("it extends no type") },
        Rule(
            "It keeps to the type that it extends: sd is not loosened, what is mandatory stays so",
            clause: "SD-JWT VC §9.5", rows: ["SDVC-10"], codes: []
        ) {
            $0["extends"] == nil
                ? .notApplicable("it extends no type") : .notJudged("the type that it extends is not fetched")
        },
        Rule(
            "Integrity strings are SHA-256, SHA-384 or SHA-512 in base64", clause: "SD-JWT VC §7, SRI §3",
            rows: ["SDVC-09"], codes: ["typeMetadata.integrity"]
        ) { _ in .passed("all that are there; what they are about is not fetched") },
        Rule(
            "Displays have a locale and a name or label", clause: "SD-JWT VC §8, §9.2", rows: ["SDVC-12"],
            codes: ["typeMetadata.display"]
        ) { $0["display"] == nil ? .notApplicable("the type has no display") : .passed("they have") },
        Rule(
            "The language is in locale, each once", clause: "SD-JWT VC §8, §9.2", rows: ["SDVC-12"],
            codes: ["typeMetadata.lang", "typeMetadata.locale"]
        ) { _ in .passed("no former name was needed, and none is repeated") },
        Rule(
            "Renderings have https: or data: images, RGB colours, templates with properties",
            clause: "SD-JWT VC §8.1", rows: ["SDVC-13", "SDVC-14"], codes: ["typeMetadata.rendering"]
        ) {
            $0["display"]?.array?.contains { $0["rendering"] != nil } ?? false
                ? .passed("they have; nothing was fetched") : .notApplicable("there is no rendering")
        },
        Rule(
            "Each claim has a path of its own", clause: "SD-JWT VC §9, §9.1", rows: ["SDVC-11"],
            codes: ["typeMetadata.claims", "typeMetadata.path"]
        ) { $0["claims"]?.array.map { .passed("claims: \($0.count)") } ?? .notApplicable("no claims are described") },
        Rule(
            "mandatory is a boolean, sd always, allowed or never, svg_id an identifier of its own",
            clause: "SD-JWT VC §9.3, §9.4", rows: ["SDVC-11"],
            codes: ["typeMetadata.mandatory", "typeMetadata.sd", "typeMetadata.svgId"]
        ) { $0["claims"] == nil ? .notApplicable("no claims are described") : .passed("where they are there") },
        Rule(
            "The credential keeps to it", clause: "SD-JWT VC §9", rows: ["SDVC-11"], codes: []
        ) { _ in .notJudged("there is no credential here") },
    ]
}
