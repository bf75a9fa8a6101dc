/// The value of a claim, typed.
public indirect enum ClaimValue: Hashable, Sendable {
    /// A text.
    case text(String)
    /// An integer.
    case integer(Int64)
    /// A number that is no integer, or too large for one, with its own digits.
    case decimal(String)
    /// True or false.
    case boolean(Bool)
    /// A calendar date without a time zone.
    case date(CalendarDate)
    /// A point in time.
    case instant(Instant)
    /// Bytes, such as a portrait, with their media type where it is known.
    case bytes([UInt8], mediaType: String?)
    /// Several values in order.
    case array([ClaimValue])
    /// Named values in order.
    case object([Member])
    /// An explicit nothing.
    case null

    /// A named value of an object.
    public struct Member: Hashable, Sendable {
        /// Its name.
        public let name: String
        /// Its value.
        public let value: ClaimValue

        /// Makes a member.
        public init(_ name: String, _ value: ClaimValue) {
            self.name = name
            self.value = value
        }
    }
}

/// A calendar date, as ISO 8601 and RFC 8943 write it.
public struct CalendarDate: Hashable, Sendable, CustomStringConvertible {
    /// Year, month from 1, day from 1.
    public let year: Int, month: Int, day: Int

    /// Reads `YYYY-MM-DD`; nil for anything else or a day that does not exist.
    public init?(_ text: String) {
        let utf8 = Array(text.utf8)
        guard utf8.count == 10, utf8[4] == UInt8(ascii: "-"), utf8[7] == UInt8(ascii: "-") else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for byte in utf8[range] {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                value = value * 10 + Int(byte - UInt8(ascii: "0"))
            }
            return value
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), (1...12).contains(month)
        else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let length = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
        guard (1...length).contains(day) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// `YYYY-MM-DD`.
    public var description: String {
        func padded(_ number: Int, _ width: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
}
