/// Choosing among texts in several languages, BCP 47 (RFC 4647).
public enum LanguageTags {
    /// The index of the entry that fits a person best, or nil if there is none at all.
    ///
    /// `offered` holds the language tag of each entry, nil for an entry without one; `preferred` is in order of
    /// preference. Each preferred tag is looked up by truncation (RFC 4647 §3.4: `fr-CH`, then `fr`), then any regional
    /// form of the same language is taken. Failing all, the first entry without a tag wins, then the first entry.
    public static func best(of offered: [String?], for preferred: [String]) -> Int? {
        for range in preferred.map(\.utf8) {
            var lookup = range[...]
            while !lookup.isEmpty {
                if let exact = offered.firstIndex(where: { isSame($0?.utf8[...], lookup) }) { return exact }
                lookup = truncated(lookup)
            }
            let language = primary(range)
            guard !language.isEmpty else { continue }
            if let regional = offered.firstIndex(where: { isSame(($0?.utf8).map(primary), language) }) {
                return regional
            }
        }
        return offered.firstIndex(of: nil) ?? (offered.isEmpty ? nil : 0)
    }

    /// The subtag that names the language.
    private static func primary(_ tag: String.UTF8View) -> Substring.UTF8View { tag.prefix { !isSeparator($0) } }

    /// The tag without its last subtag, and without any of a single character that would then be the last.
    private static func truncated(_ tag: Substring.UTF8View) -> Substring.UTF8View {
        var rest = tag
        repeat {
            guard let end = rest.lastIndex(where: isSeparator) else { return rest.prefix(0) }
            rest = rest[..<end]
        } while rest.suffix(2).dropLast().allSatisfy(isSeparator)
        return rest
    }

    /// Compares without regard to case, and to which separator is written.
    private static func isSame(_ tag: Substring.UTF8View?, _ other: Substring.UTF8View) -> Bool {
        tag?.elementsEqual(other) { folded($0) == folded($1) } ?? false
    }

    private static func folded(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        case UInt8(ascii: "_"): UInt8(ascii: "-")
        default: byte
        }
    }

    private static func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") }
}
