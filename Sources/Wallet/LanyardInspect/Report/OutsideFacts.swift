import LanyardJSON

/// JSON from outside as facts: one a leaf, named by its JSON pointer, of secrets only kind and length.
enum OutsideFacts {
    private static let most = 400
    private static let longest = 200

    /// The leaves of an object.
    static func list(_ object: JSONObject) -> [Inspection.Fact] {
        var facts: [Inspection.Fact] = []
        var left = 0
        append(object, under: "", to: &facts, left: &left)
        if left > 0 { facts.append(.init("…", "\(left) more")) }
        return facts
    }

    /// One value as text.
    private static func text(_ value: JSON) -> String {
        switch value {
        case .string(let text): text
        default: value.encodedText()
        }
    }

    /// The parser bounds how deep this goes.
    private static func append(
        _ object: JSONObject, under name: String, to facts: inout [Inspection.Fact], left: inout Int
    ) {
        for member in object.members {
            let name = name.isEmpty ? member.name : "\(name)/\(member.name)"
            if let hidden = Secrets.hidden(member.name, member.value) {
                add(name, hidden, to: &facts, left: &left)
            } else {
                append(member.value, under: name, to: &facts, left: &left)
            }
        }
    }

    private static func append(
        _ value: JSON, under name: String, to facts: inout [Inspection.Fact], left: inout Int
    ) {
        switch value {
        case .object(let object) where object.count > 0:
            append(object, under: name, to: &facts, left: &left)
        case .array(let elements) where elements.contains(where: { $0.object != nil || $0.array != nil }):
            for (index, element) in elements.enumerated() {
                append(element, under: "\(name)/\(index)", to: &facts, left: &left)
            }
        default:
            add(name, Secrets.hidden("", value) ?? shortened(text(value)), to: &facts, left: &left)
        }
    }

    private static func add(_ name: String, _ value: String, to facts: inout [Inspection.Fact], left: inout Int) {
        if facts.count < most { facts.append(.init(name, value)) } else { left += 1 }
    }

    private static func shortened(_ text: String) -> String {
        text.utf8.count <= longest
            ? text : "\(String(text.unicodeScalars.prefix(longest)))… (\(text.utf8.count) bytes)"
    }
}
