import LanyardJSON
import LanyardOAuth
import LanyardText
import WalletPorts

/// How an issuer, a credential or a claim is shown in one language, OpenID4VCI 1.0 §12.2.4; untrusted text.
public struct DisplayEntry: Hashable, Sendable {
    /// An image and what to say where it cannot be seen.
    public struct Image: Hashable, Sendable {
        /// Where the image is; only `https:` and `data:` are ever used.
        public let uri: String
        /// What it shows.
        public let altText: String?
    }

    /// The name.
    public let name: String?
    /// The language tag, nil for an entry that fits all.
    public let locale: String?
    /// A logo.
    public let logo: Image?
    /// A few words about it.
    public let description: String?
    /// A CSS colour.
    public let backgroundColor: String?
    /// A picture behind the text.
    public let backgroundImage: Image?
    /// A CSS colour.
    public let textColor: String?

    /// The entry that fits a person best: by BCP 47, then one without a locale, then the first.
    public static func best(of entries: [DisplayEntry], for languages: [String]) -> DisplayEntry? {
        LanguageTags.best(of: entries.map(\.locale), for: languages).map { entries[$0] }
    }

    /// More entries than there are languages to speak of are not read.
    private static let most = 200

    /// Reads a `display` array; what does not hold is left out and recorded, since nothing depends on it.
    static func list(_ member: OutsideMember, needsName: Bool, findings: inout Findings) -> [DisplayEntry] {
        guard !member.isAbsent else { return [] }
        var entries: [DisplayEntry] = []
        do {
            for element in try member.array(rows: ["VCI-META-16"]).prefix(most) {
                do {
                    entries.append(try DisplayEntry(element, needsName: needsName, findings: &findings))
                } catch {
                    findings.note(error.asWarning)
                }
            }
        } catch {
            findings.note(error.asWarning)
        }
        return entries
    }

    private init(_ member: OutsideMember, needsName: Bool, findings: inout Findings) throws(Finding) {
        let rows = ["VCI-META-16"]
        _ = try member.object(rows: rows)
        name = needsName ? try member["name"].string(rows: rows) : try member["name"].optionalString(rows: rows)
        locale = try member["locale"].optionalString(rows: rows)
        description = try member["description"].optionalString(rows: rows)
        backgroundColor = try member["background_color"].optionalString(rows: rows)
        textColor = try member["text_color"].optionalString(rows: rows)
        logo = Image(member["logo"], findings: &findings)
        backgroundImage = Image(member["background_image"], findings: &findings)
    }
}

extension DisplayEntry.Image {
    /// Drafts wrote `url` for `uri`.
    fileprivate init?(_ member: OutsideMember, findings: inout Findings) {
        guard !member.isAbsent else { return nil }
        guard let uri = member["uri"].value?.string ?? member["url"].value?.string else {
            findings.note(
                member["uri"].finding("missing", rows: ["VCI-META-16"], expected: "the image's URI").asWarning)
            return nil
        }
        self.init(uri: uri, altText: member["alt_text"].value?.string)
    }

    /// Whether the wallet may use the image: `https:` to fetch, `data:` to decode, nothing else.
    public var isUsable: Bool {
        let scheme = uri.prefix { $0 != ":" }.lowercased()
        return scheme == "https" || scheme == "data"
    }
}
