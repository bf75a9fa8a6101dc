package import LanyardJSON
internal import LanyardText

/// What the issuer says of one claim: where it is, whether it is always there and what it is called.
package struct ClaimLabels: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        case name(String)
        case index(Int)
        case all
    }

    package let path: [Step]
    package let mandatory: Bool
    /// Labels by language tag; the empty tag is the label without a language.
    package let labels: [String: String]

    package init(path: [Step], mandatory: Bool, labels: [String: String]) {
        self.path = path
        self.mandatory = mandatory
        self.labels = labels
    }

    package func label(for languages: [String]) -> String? {
        let tags = labels.keys.sorted()
        return LanguageTags.best(of: tags.map { $0.isEmpty ? nil : $0 }, for: languages).flatMap { labels[tags[$0]] }
    }

    package var json: JSON {
        let path = path.map { step -> JSON in
            switch step {
            case .name(let name): .string(name)
            case .index(let index): .number(JSONNumber(Int64(index)))
            case .all: .null
            }
        }
        var texts = JSONObject()
        for (tag, text) in labels.sorted(by: { $0.key < $1.key }) { texts[tag] = .string(text) }
        return ["path": .array(path), "mandatory": .bool(mandatory), "labels": .object(texts)]
    }

    package init(field: JSONField) throws(JSONError) {
        var path: [Step] = []
        for step in try field["path"].array() {
            switch step.value {
            case .string(let name)?: path.append(.name(name))
            case .null?: path.append(.all)
            default: path.append(.index(Int(clamping: try step.int64())))
            }
        }
        self.path = path
        mandatory = try field["mandatory"].bool()
        var labels: [String: String] = [:]
        for (tag, text) in try field["labels"].object().members { labels[tag] = text.string }
        self.labels = labels
    }
}
