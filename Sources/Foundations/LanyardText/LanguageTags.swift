/// Choosing among texts in several languages, BCP 47 (RFC 4647).
public enum LanguageTags {
    /// The index of the entry that fits a person best, or nil if there is none at all.
    ///
    /// `offered` holds the language tag of each entry, nil for an entry without one; `preferred` is in order of
    /// preference. Each preferred tag is looked up by truncation (RFC 4647 §3.4: `fr-CH`, then `fr`), then any regional
    /// form of the same language is taken. Failing all, the first entry without a tag wins, then the first entry.
    public static func best(of offered: [String?], for preferred: [String]) -> Int? {
        let tags = offered.map { $0.map(subtags) }
        for range in preferred.map(subtags) {
            for length in lookupLengths(of: range) {
                if let exact = tags.firstIndex(of: Array(range.prefix(length))) { return exact }
            }
            if let language = range.first, let regional = tags.firstIndex(where: { $0?.first == language }) {
                return regional
            }
        }
        return tags.firstIndex(of: nil) ?? (offered.isEmpty ? nil : 0)
    }

    private static func subtags(_ tag: String) -> [Substring] {
        tag.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" })
    }

    /// The lengths to try, longest first; a truncation never ends in a single-character subtag.
    private static func lookupLengths(of range: [Substring]) -> [Int] {
        guard !range.isEmpty else { return [] }
        return (1...range.count).reversed().filter { $0 == range.count || range[$0 - 1].count > 1 }
    }
}
