package import LanyardJSON
internal import LanyardText

/// The issuer's display entries in every language, as they were when a credential was received.
package struct DisplaySnapshot: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package var locale: String?
        package var name: String?
        package var details: String?
        package var logo: String?
        package var backgroundColor: String?
        package var backgroundImage: String?
        package var textColor: String?

        package init(
            locale: String?, name: String?, details: String? = nil, logo: String? = nil,
            backgroundColor: String? = nil, backgroundImage: String? = nil, textColor: String? = nil
        ) {
            self.locale = locale
            self.name = name
            self.details = details
            self.logo = logo
            self.backgroundColor = backgroundColor
            self.backgroundImage = backgroundImage
            self.textColor = textColor
        }
    }

    package let entries: [Entry]

    package init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// The entry for a person's languages: BCP 47 match, then the one without a language, then the first.
    package func best(for languages: [String]) -> Entry? {
        LanguageTags.best(of: entries.map(\.locale), for: languages).map { entries[$0] }
    }

    package func issuer(id: String, languages: [String]) -> CredentialIssuer {
        let entry = best(for: languages)
        let name = entry?.name ?? URI(id)?.host ?? id
        return CredentialIssuer(id: id, name: OutsideText.cleaned(name, limit: 120), logo: entry?.logo)
    }

    package func credential(fallback: String, languages: [String]) -> CredentialDisplay {
        let entry = best(for: languages)
        return CredentialDisplay(
            name: OutsideText.cleaned(entry?.name ?? fallback, limit: 120),
            details: entry?.details.map { OutsideText.cleaned($0, limit: 400) }, logo: entry?.logo,
            backgroundColor: entry?.backgroundColor, backgroundImage: entry?.backgroundImage,
            textColor: entry?.textColor)
    }

    package var json: JSON {
        .array(
            entries.map { entry in
                var object = JSONObject()
                object["locale"] = entry.locale.map(JSON.string)
                object["name"] = entry.name.map(JSON.string)
                object["details"] = entry.details.map(JSON.string)
                object["logo"] = entry.logo.map(JSON.string)
                object["backgroundColor"] = entry.backgroundColor.map(JSON.string)
                object["backgroundImage"] = entry.backgroundImage.map(JSON.string)
                object["textColor"] = entry.textColor.map(JSON.string)
                return .object(object)
            })
    }

    package init(field: JSONField) throws(JSONError) {
        var entries: [Entry] = []
        for item in try field.array() {
            var entry = Entry(locale: nil, name: nil)
            // One walk over what is there: most entries have two of the seven members, and lists read many entries.
            for (name, value) in try item.object().members {
                guard let text = value.string else { throw item[name].error(.type, "expected a string") }
                switch name {
                case "locale": entry.locale = text
                case "name": entry.name = text
                case "details": entry.details = text
                case "logo": entry.logo = text
                case "backgroundColor": entry.backgroundColor = text
                case "backgroundImage": entry.backgroundImage = text
                case "textColor": entry.textColor = text
                default: break
                }
            }
            entries.append(entry)
        }
        self.entries = entries
    }
}
