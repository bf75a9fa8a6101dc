import LanyardJSON
import LanyardText
import WalletPorts

/// Reads an SD-JWT VC type metadata document to its end, and collects what is wrong with it.
struct TypeMetadataReading {
    /// What no wallet should go on with.
    private(set) var faults: [Finding] = []
    /// What drafts had, or what does no harm.
    private(set) var deviations: [Finding] = []

    mutating func read(_ object: JSONObject) {
        if object["vct"]?.string?.isEmpty ?? true { fault("vct", "/vct", "a string that is not empty", object["vct"]) }
        for name in ["name", "description"] { text(object[name], "text", "/\(name)") }
        if let parent = object["extends"] {
            let isOther = parent.string.map { URI($0) != nil && parent != object["vct"] } ?? false
            if !isOther { fault("extends", "/extends", "the URI of another type", parent) }
        }
        integrity(of: object, "")
        displays(object["display"], "/display", named: "name") { $0.rendering($1["rendering"], "\($2)/rendering") }
        claims(object["claims"])
    }

    // MARK: Display

    private mutating func displays(
        _ value: JSON?, _ place: String, named member: String,
        more: (inout Self, JSONObject, String) -> Void = { _, _, _ in }
    ) {
        guard let value else { return }
        guard let entries = value.array else { return fault("display", place, "an array of objects", value) }
        var locales: Set<String> = []
        for (index, entry) in entries.enumerated() {
            let place = "\(place)/\(index)"
            guard let entry = entry.object else { return fault("display", place, "an object", entry) }
            if entry["locale"] == nil, let former = entry["lang"] {
                deviations.append(finding("lang", "\(place)/lang", "the language under locale", former))
            }
            let locale = entry["locale"] ?? entry["lang"]
            if let text = locale?.string, !text.isEmpty {
                if !locales.insert(text.lowercased()).inserted {
                    deviations.append(finding("locale", "\(place)/locale", "one entry a locale", locale))
                }
            } else {
                fault("display", "\(place)/locale", "a language tag", locale)
            }
            if entry[member]?.string?.isEmpty ?? true {
                fault("display", "\(place)/\(member)", "a text that is not empty", entry[member])
            }
            text(entry["description"], "display", "\(place)/description")
            more(&self, entry, place)
        }
    }

    private mutating func rendering(_ value: JSON?, _ place: String) {
        guard let value else { return }
        guard let object = value.object else { return fault("rendering", place, "an object", value) }
        if let simple = object["simple"] {
            if simple.object == nil { fault("rendering", "\(place)/simple", "an object", simple) }
            for name in ["logo", "background_image"] { image(simple[name], "\(place)/simple/\(name)") }
            for name in ["background_color", "text_color"] {
                guard let color = simple[name], !Self.isColor(color) else { continue }
                fault("rendering", "\(place)/simple/\(name)", "an RGB colour such as #12107c", color)
            }
        }
        guard let templates = object["svg_templates"] else { return }
        guard let templates = templates.array, !templates.isEmpty else {
            return fault("rendering", "\(place)/svg_templates", "an array of objects", templates)
        }
        for (index, template) in templates.enumerated() {
            let place = "\(place)/svg_templates/\(index)"
            image(template, place)
            if template["properties"] != nil || templates.count > 1 {
                properties(template["properties"], "\(place)/properties")
            }
        }
    }

    private mutating func properties(_ value: JSON?, _ place: String) {
        let known = [
            "orientation": ["portrait", "landscape"], "color_scheme": ["light", "dark"],
            "contrast": ["normal", "high"],
        ]
        let given = known.filter { value?[$0.key] != nil }
        guard !given.isEmpty else {
            return fault("rendering", place, "one of orientation, color_scheme and contrast", value)
        }
        for (name, allowed) in given.sorted(by: { $0.key < $1.key })
        where !allowed.contains(value?[name]?.string ?? "") {
            fault("rendering", "\(place)/\(name)", allowed.joined(separator: " or "), value?[name])
        }
    }

    /// An object with the `uri` of an image, and perhaps its hash.
    private mutating func image(_ value: JSON?, _ place: String) {
        guard let value else { return }
        guard let object = value.object else { return fault("rendering", place, "an object", value) }
        let start = object["uri"]?.string?.prefix(8).lowercased() ?? ""
        if !start.hasPrefix("https://"), !start.hasPrefix("data:") {
            fault("rendering", "\(place)/uri", "an https: or data: URI", object["uri"])
        }
        text(object["alt_text"], "rendering", "\(place)/alt_text")
        integrity(of: object, place)
    }

    private static func isColor(_ value: JSON) -> Bool {
        guard let text = value.string?.lowercased() else { return false }
        let digits = text.utf8.dropFirst()
        let isHex = text.hasPrefix("#") && digits.allSatisfy { Hex.value($0) != nil }
        return isHex && [3, 4, 6, 8].contains(digits.count) || text.hasPrefix("rgb(") || text.hasPrefix("rgba(")
    }

    // MARK: Claims

    private mutating func claims(_ value: JSON?) {
        guard let value else { return }
        guard let entries = value.array else { return fault("claims", "/claims", "an array of objects", value) }
        var paths: Set<ClaimsPath> = []
        var ids: Set<String> = []
        for (index, entry) in entries.enumerated() {
            let place = "/claims/\(index)"
            guard let entry = entry.object else {
                fault("claims", place, "an object", entry)
                continue
            }
            if let path = entry["path"].flatMap({ try? ClaimsPath(json: $0) }) {
                if !paths.insert(path).inserted { fault("path", "\(place)/path", "a path of its own", entry["path"]) }
            } else {
                fault("path", "\(place)/path", "strings, nulls and indices, at least one", entry["path"])
            }
            if let mandatory = entry["mandatory"], mandatory.bool == nil {
                fault("mandatory", "\(place)/mandatory", "true or false", mandatory)
            }
            if let disclosure = entry["sd"], !["always", "allowed", "never"].contains(disclosure.string ?? "") {
                fault("sd", "\(place)/sd", "always, allowed or never", disclosure)
            }
            if let id = entry["svg_id"], !Self.isIdentifier(id) || !ids.insert(id.string ?? "").inserted {
                fault("svgId", "\(place)/svg_id", "an identifier of its own: letters, digits, underscores", id)
            }
            displays(entry["display"], "\(place)/display", named: "label")
        }
    }

    private static func isIdentifier(_ value: JSON) -> Bool {
        guard let text = value.string, let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
        }
    }

    // MARK: Parts

    /// The members that end with `#integrity`: of the hashes in each, one at least must be of a known kind and length.
    private mutating func integrity(of object: JSONObject, _ place: String) {
        let lengths = ["sha256": 44, "sha384": 64, "sha512": 88]
        for member in object.members where member.name.hasSuffix("#integrity") {
            let hashes = (member.value.string ?? "").split(separator: " ")
            let isKnown = hashes.contains { hash in
                let text = hash.prefix { $0 != "?" }
                guard let dash = text.firstIndex(of: "-"), let length = lengths[String(text[..<dash])] else {
                    return false
                }
                // SRI takes either alphabet.
                let digest = text[text.index(after: dash)...].replacing("-", with: "+").replacing("_", with: "/")
                return digest.utf8.count == length && Base64.decode(digest) != nil
            }
            if !isKnown {
                fault("integrity", "\(place)/\(member.name)", "such as sha256- and 44 characters", member.value)
            }
        }
    }

    private mutating func text(_ value: JSON?, _ code: String, _ place: String) {
        if let value, value.string == nil { fault(code, place, "a text", value) }
    }

    private mutating func fault(_ code: String, _ place: String, _ expected: String, _ seen: JSON?) {
        faults.append(finding(code, place, expected, seen))
    }

    private func finding(_ code: String, _ place: String, _ expected: String, _ seen: JSON?) -> Finding {
        Finding(
            "typeMetadata.\(code)", .issuer, clause: "SD-JWT VC §6.2, §8, §9", at: place, expected: expected,
            seen: seen.map { .kind($0.kind, length: $0.string?.utf8.count) } ?? .absent,
            remedy: "Correct the type metadata document.")
    }
}
