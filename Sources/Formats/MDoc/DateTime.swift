internal import LanyardDER
internal import WalletPorts

/// A date and time of RFC 3339 §5.6, as `tdate` is (ISO/IEC 18013-5 §7.2.1).
struct DateTime: Hashable {
    let instant: Instant
    /// Whether it is written as the standard asks: UTC as `Z`, no fraction of a second.
    let isPlain: Bool

    init?(parsing text: String) {
        var scanner = DigitScanner(text)
        guard let date = scanner.date(), scanner.take("T"), let hour = scanner.number(2), scanner.take(":"),
            let minute = scanner.number(2), scanner.take(":"), let second = scanner.number(2)
        else { return nil }
        let milliseconds = scanner.fraction()
        guard let offset = scanner.offset(), scanner.isAtEnd,
            let seconds = CivilDate.seconds(
                year: date.year, month: date.month, day: date.day, hour: hour, minute: minute, second: second)
        else { return nil }
        instant = Instant(milliseconds: (seconds - Int64(offset.seconds)) * 1000 + Int64(milliseconds ?? 0))
        isPlain = milliseconds == nil && offset.isZ
    }
}

/// A day as `full-date` writes it, `YYYY-MM-DD` (RFC 8943, tag 1004).
struct FullDate {
    /// Whether the text is a day that exists.
    static func isValid(_ text: String) -> Bool {
        var scanner = DigitScanner(text)
        guard let date = scanner.date(), scanner.isAtEnd else { return false }
        return CivilDate.seconds(year: date.year, month: date.month, day: date.day, hour: 0, minute: 0, second: 0)
            != nil
    }
}

private struct DigitScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    mutating func number(_ digits: Int) -> Int? {
        let part = rest.prefix(digits)
        guard part.count == digits, part.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        rest = rest.dropFirst(digits)
        return part.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
    }

    mutating func date() -> (year: Int, month: Int, day: Int)? {
        guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2) else { return nil }
        return (year, month, day)
    }

    /// Milliseconds, what is finer being cut; nil where there is no fraction.
    mutating func fraction() -> Int? {
        guard rest.first == UInt8(ascii: "."), rest.dropFirst().first.map({ (0x30...0x39).contains($0) }) == true
        else { return nil }
        rest = rest.dropFirst()
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        rest = rest.dropFirst(digits.count)
        let milliseconds = digits.prefix(3).reduce(0) { $0 * 10 + Int($1 & 0x0F) }
        return digits.count >= 3 ? milliseconds : milliseconds * (digits.count == 1 ? 100 : 10)
    }

    mutating func offset() -> (seconds: Int, isZ: Bool)? {
        if take("Z") { return (0, true) }
        let sign = take("+") ? 1 : take("-") ? -1 : 0
        guard sign != 0, let hours = number(2), take(":"), let minutes = number(2), hours < 24, minutes < 60 else {
            return nil
        }
        return (sign * (hours * 3600 + minutes * 60), false)
    }
}
