internal import WalletPorts

/// Writes and reads instants as `YYYY-MM-DDTHH:MM:SSZ`, without a calendar library.
package enum UTCText {
    /// Reads exactly what `format` writes for the years 0 to 9999; nil for any other text, and for no date.
    package static func instant(_ text: String) -> Instant? {
        let bytes = Array(text.utf8)
        guard bytes.count == 20, let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
            let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
            let second = number(bytes[17..<19])
        else { return nil }
        let instant = Instant(
            seconds: dayNumber(year, month, day) * 86400 + hour * 3600 + minute * 60 + second)
        // A thirteenth month or a thirtieth of February comes back as another date.
        return format(instant) == text ? instant : nil
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        Int64(String(decoding: digits, as: UTF8.self))
    }

    /// The inverse of `civil`.
    private static func dayNumber(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = floorDivide(shiftedYear, 400)
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    package static func format(_ instant: Instant) -> String {
        let (days, second) = floorDivide(instant.seconds, 86400)
        let date = civil(days)
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : String(value) }
        let year = date.year
        let yearText = (0..<10000).contains(year) ? String(String(10000 + year).dropFirst()) : String(year)
        return
            "\(yearText)-\(two(date.month))-\(two(date.day))T\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))Z"
    }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> (Int64, Int64) {
        let remainder = value % divisor
        return remainder < 0 ? (value / divisor - 1, remainder + divisor) : (value / divisor, remainder)
    }

    /// Days since 1970-01-01 to a date of the proleptic Gregorian calendar, counted in eras of 400 years from March.
    private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = floorDivide(days + 719_468, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shifted + 2) / 5 + 1
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}
