package import LanyardJSON
internal import LanyardText
package import WalletPorts

/// Reads a type metadata document to its end, and collects what is wrong with it.
package struct TypeMetadataReader {
    /// What makes the document unusable.
    package private(set) var faults: [Finding] = []
    /// What is wrong with a text or a rendering, which is left out.
    package private(set) var flaws: [Finding] = []
    /// What drafts had, or what does no harm.
    package private(set) var deviations: [Finding] = []

    private static let mostClaims = 1000

    package init() {}

    /// Reads a document; nil if it cannot be used.
    package mutating func read(_ json: JSON) -> TypeMetadata? {
        guard let object = json.object else {
            faults.append(Self.noObject(json))
            return nil
        }
        let type = object["vct"]?.string ?? ""
        if type.isEmpty { fault("vct", "/vct", "a string that is not empty", object["vct"]) }
        let name = text(object["name"], "text", "/name")
        let description = text(object["description"], "text", "/description")
        let base = base(of: object)
        var rendering = TypeRenderingReader()
        let display = displays(object["display"], "/display", named: "name") { entry, locale, name, place in
            let simple = rendering.read(entry["rendering"], "\(place)/rendering")
            return TypeMetadata.Display(
                locale: locale, name: name, description: entry["description"]?.string, logo: simple.logo,
                backgroundImage: simple.backgroundImage, backgroundColor: simple.backgroundColor,
                textColor: simple.textColor)
        }
        flaws += rendering.flaws
        let claims = claims(object["claims"])
        guard faults.isEmpty else { return nil }
        return TypeMetadata(
            type: type, name: name, description: description, base: base, display: display, claims: claims)
    }

    private mutating func base(of object: JSONObject) -> TypeMetadata.Reference? {
        var integrity: IntegrityMetadata?
        if let value = object["extends#integrity"] {
            integrity = value.string.flatMap { IntegrityMetadata(parsing: $0) }
            if integrity == nil { faults.append(Self.badIntegrity("/extends#integrity", value)) }
        }
        guard let parent = object["extends"] else { return nil }
        guard let base = parent.string, URI(base) != nil, parent != object["vct"] else {
            fault("extends", "/extends", "the URI of another type", parent)
            return nil
        }
        return TypeMetadata.Reference(type: base, integrity: integrity)
    }

    // MARK: Display

    private mutating func displays<Entry>(
        _ value: JSON?, _ place: String, named member: String,
        make: (JSONObject, _ locale: String, _ name: String, _ place: String) -> Entry
    ) -> [Entry] {
        guard let value else { return [] }
        guard let entries = value.array else {
            flaw("display", place, "an array of objects", value)
            return []
        }
        var made: [Entry] = []
        var locales: Set<String> = []
        for (index, entry) in entries.enumerated() {
            let place = "\(place)/\(index)"
            guard let entry = entry.object else {
                flaw("display", place, "an object", entry)
                continue
            }
            if entry["locale"] == nil, let former = entry["lang"] {
                deviations.append(Self.finding("lang", "\(place)/lang", "the language under locale", former))
            }
            let locale = (entry["locale"] ?? entry["lang"])?.string ?? ""
            let name = entry[member]?.string ?? ""
            if locale.isEmpty { flaw("display", "\(place)/locale", "a language tag", entry["locale"]) }
            if name.isEmpty { flaw("display", "\(place)/\(member)", "a text that is not empty", entry[member]) }
            _ = text(entry["description"], "display", "\(place)/description")
            let one = make(entry, locale, name, place)
            guard !locale.isEmpty, !name.isEmpty else { continue }
            guard locales.insert(locale.lowercased()).inserted else {
                deviations.append(Self.finding("locale", "\(place)/locale", "one entry a locale", entry["locale"]))
                continue
            }
            made.append(one)
        }
        return made
    }

    // MARK: Claims

    private mutating func claims(_ value: JSON?) -> [TypeMetadata.Claim] {
        guard let value else { return [] }
        guard let entries = value.array, entries.count <= Self.mostClaims else {
            fault("claims", "/claims", "an array of at most \(Self.mostClaims) objects", value)
            return []
        }
        var claims: [TypeMetadata.Claim] = []
        var paths: Set<ClaimsPath> = []
        var ids: Set<String> = []
        for (index, entry) in entries.enumerated() {
            let place = "/claims/\(index)"
            guard let entry = entry.object else {
                fault("claims", place, "an object", entry)
                continue
            }
            let path = entry["path"].flatMap { try? ClaimsPath(json: $0) }
            if path == nil {
                fault("path", "\(place)/path", "strings, nulls and indices, at least one", entry["path"])
            } else if let path, !paths.insert(path).inserted {
                fault("path", "\(place)/path", "a path of its own", entry["path"])
            }
            if let mandatory = entry["mandatory"], mandatory.bool == nil {
                fault("mandatory", "\(place)/mandatory", "true or false", mandatory)
            }
            let disclosability = entry["sd"]?.string.flatMap(TypeMetadata.Disclosability.init)
            if entry["sd"] != nil, disclosability == nil {
                fault("sd", "\(place)/sd", "always, allowed or never", entry["sd"])
            }
            let id = entry["svg_id"].flatMap { Self.identifier($0) }.flatMap { ids.insert($0).inserted ? $0 : nil }
            if entry["svg_id"] != nil, id == nil {
                flaw(
                    "svgId", "\(place)/svg_id", "an identifier of its own: letters, digits, underscores",
                    entry["svg_id"])
            }
            let labels = displays(entry["display"], "\(place)/display", named: "label") { entry, locale, text, _ in
                TypeMetadata.Label(locale: locale, text: text, description: entry["description"]?.string)
            }
            guard let path else { continue }
            claims.append(
                TypeMetadata.Claim(
                    path: path, labels: labels, isMandatory: entry["mandatory"]?.bool,
                    disclosability: disclosability, svgId: id))
        }
        return claims
    }

    private static func identifier(_ value: JSON) -> String? {
        guard let text = value.string, let first = text.utf8.first, !(0x30...0x39).contains(first) else { return nil }
        let isPlain = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
        }
        return isPlain ? text : nil
    }

    // MARK: Findings

    private mutating func text(_ value: JSON?, _ code: String, _ place: String) -> String? {
        if let value, value.string == nil { flaw(code, place, "a text", value) }
        return value?.string
    }

    private mutating func fault(_ code: String, _ place: String, _ expected: String, _ seen: JSON?) {
        faults.append(Self.finding(code, place, expected, seen))
    }

    private mutating func flaw(_ code: String, _ place: String, _ expected: String, _ seen: JSON?) {
        flaws.append(Self.finding(code, place, expected, seen))
    }

    static func noObject(_ json: JSON) -> Finding { finding("type", "", "an object", json) }

    static func badIntegrity(_ place: String, _ seen: JSON?) -> Finding {
        finding("integrity", place, "such as sha256- and 44 characters", seen)
    }

    static func finding(_ code: String, _ place: String, _ expected: String, _ seen: JSON?) -> Finding {
        let rows =
            switch code {
            case "vct", "integrity": ["SDVC-09"]
            case "extends": ["SDVC-10"]
            case "claims", "path", "mandatory", "sd": ["SDVC-11"]
            case "rendering": ["SDVC-13", "SDVC-14"]
            default: ["SDVC-12"]
            }
        return Finding(
            "typeMetadata.\(code)", .issuer, clause: "SD-JWT VC §6.2, §8, §9", rows: rows, at: place,
            expected: expected, seen: seen.map { .kind($0.kind, length: $0.string?.utf8.count) } ?? .absent,
            remedy: "Correct the type metadata document.")
    }
}
