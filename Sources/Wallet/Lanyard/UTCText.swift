internal import WalletPorts

/// Writes instants as `YYYY-MM-DDTHH:MM:SSZ`, without a calendar library.
package enum UTCText {
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
