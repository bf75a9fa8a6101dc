internal import LanyardJSON
internal import LanyardText
internal import WalletPorts

/// Reads the `rendering` of a display entry, SD-JWT VC §8.1: `simple` is given, SVG templates are only looked at.
struct TypeRenderingReader {
    /// The rendering method `simple`, as far as it can be used.
    struct Simple {
        var logo: TypeMetadata.Image?
        var backgroundImage: TypeMetadata.Image?
        var backgroundColor: String?
        var textColor: String?
    }

    private(set) var flaws: [Finding] = []

    mutating func read(_ value: JSON?, _ place: String) -> Simple {
        guard let value else { return Simple() }
        guard let object = value.object else {
            flaw(place, "an object", value)
            return Simple()
        }
        checkTemplates(object["svg_templates"], "\(place)/svg_templates")
        guard let simple = object["simple"] else { return Simple() }
        if simple.object == nil { flaw("\(place)/simple", "an object", simple) }
        return Simple(
            logo: image(simple["logo"], "\(place)/simple/logo"),
            backgroundImage: image(simple["background_image"], "\(place)/simple/background_image"),
            backgroundColor: color(simple["background_color"], "\(place)/simple/background_color"),
            textColor: color(simple["text_color"], "\(place)/simple/text_color"))
    }

    private mutating func color(_ value: JSON?, _ place: String) -> String? {
        guard let value else { return nil }
        let text = value.string?.lowercased() ?? ""
        let digits = text.utf8.dropFirst()
        let isHex = text.hasPrefix("#") && digits.allSatisfy { Hex.value($0) != nil }
        guard isHex && [3, 4, 6, 8].contains(digits.count) || text.hasPrefix("rgb(") || text.hasPrefix("rgba(") else {
            flaw(place, "an RGB colour such as #12107c", value)
            return nil
        }
        return value.string
    }

    /// An object with the `uri` of an image, and perhaps its digest; an image with a fault is left out.
    private mutating func image(_ value: JSON?, _ place: String) -> TypeMetadata.Image? {
        guard let value else { return nil }
        guard let object = value.object else {
            flaw(place, "an object", value)
            return nil
        }
        let known = flaws.count
        let uri = object["uri"]?.string ?? ""
        let start = uri.prefix(8).lowercased()
        if !start.hasPrefix("https://"), !start.hasPrefix("data:") {
            flaw("\(place)/uri", "an https: or data: URI", object["uri"])
        }
        if let text = object["alt_text"], text.string == nil { flaw("\(place)/alt_text", "a text", text) }
        let integrity = object["uri#integrity"]?.string.flatMap { IntegrityMetadata(parsing: $0) }
        if let value = object["uri#integrity"], integrity == nil {
            flaws.append(TypeMetadataReader.badIntegrity("\(place)/uri#integrity", value))
        }
        guard flaws.count == known else { return nil }
        return TypeMetadata.Image(uri: uri, integrity: integrity, altText: object["alt_text"]?.string)
    }

    // MARK: Templates

    private mutating func checkTemplates(_ value: JSON?, _ place: String) {
        guard let value else { return }
        guard let templates = value.array, !templates.isEmpty else {
            return flaw(place, "an array of objects", value)
        }
        for (index, template) in templates.enumerated() {
            let place = "\(place)/\(index)"
            _ = image(template, place)
            if template["properties"] != nil || templates.count > 1 {
                checkProperties(template["properties"], "\(place)/properties")
            }
        }
    }

    private mutating func checkProperties(_ value: JSON?, _ place: String) {
        let known = [
            ("color_scheme", ["light", "dark"]), ("contrast", ["normal", "high"]),
            ("orientation", ["portrait", "landscape"]),
        ]
        let given = known.filter { value?[$0.0] != nil }
        guard !given.isEmpty else {
            return flaw(place, "one of orientation, color_scheme and contrast", value)
        }
        for (name, allowed) in given where !allowed.contains(value?[name]?.string ?? "") {
            flaw("\(place)/\(name)", allowed.joined(separator: " or "), value?[name])
        }
    }

    private mutating func flaw(_ place: String, _ expected: String, _ seen: JSON?) {
        flaws.append(TypeMetadataReader.finding("rendering", place, expected, seen))
    }
}
