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
            guard let seconds = claims[name]?.double, abs(seconds) < 253_402_300_800 else { return nil }
            return .init("(\(words))", text(Instant(milliseconds: Int64(seconds * 1000))))
        }
    }
}
