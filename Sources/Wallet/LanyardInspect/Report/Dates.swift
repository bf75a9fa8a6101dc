import Lanyard
import LanyardJSON
import WalletPorts

/// Times for a person.
enum Dates {
    /// `YYYY-MM-DDTHH:MM:SSZ`.
    static func text(_ instant: Instant) -> String { UTCText.format(instant) }

    /// The times among registered claims, in words.
    static func facts(_ claims: JSONObject) -> [Inspection.Fact] {
        [("iat", "issued"), ("nbf", "valid from"), ("exp", "expires")].compactMap { name, words in
            claims[name]?.double.flatMap { Instant(numericDate: $0) }.map { .init("(\(words))", text($0)) }
        }
    }
}
