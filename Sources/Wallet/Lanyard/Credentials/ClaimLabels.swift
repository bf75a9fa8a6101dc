package import LanyardJSON
internal import LanyardText

/// What the issuer says of one claim: where it is, whether it is always there and what it is called.
package struct ClaimLabels: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        case name(String)
        case index(Int)
        case all

        package init(_ element: ClaimsPath.Element) {
            switch element {
            case .key(let name): self = .name(name)
            case .index(let index): self = .index(index)
            case .all: self = .all
            }
        }
    }

    package let path: [Step]
    package let mandatory: Bool
    /// Labels in the issuer's order; the empty language is the label without one.
    package let labels: [Label]

    package struct Label: Hashable, Sendable {
        package let language: String
        package let text: String

        package init(_ language: String, _ text: String) {
            self.language = language
            self.text = text
        }

        /// As it is shown: others wrote it.
        fileprivate var cleaned: String { OutsideText.cleaned(text, limit: 120) }
    }

    package init(path: [Step], mandatory: Bool, labels: [Label]) {
        self.path = path
        self.mandatory = mandatory
        self.labels = labels
    }

    package func label(for languages: [String]) -> String? {
        let tags = labels.map { $0.language.isEmpty ? nil : $0.language }
        return LanguageTags.best(of: tags, for: languages).map { labels[$0].cleaned }
    }

    /// The labels by language.
    package var byLanguage: [String: String] {
        Dictionary(labels.map { ($0.language, $0.cleaned) }) { first, _ in first }
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
        for label in labels { texts[label.language] = .string(label.text) }
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
        labels = try field["labels"].object().members.compactMap { tag, text in
            text.string.map { Label(tag, $0) }
        }
    }
}
