extension DERElement {
    /// UTCTime or GeneralizedTime, in seconds since 1970-01-01T00:00:00Z.
    ///
    /// Only the forms of RFC 5280 §4.1.2.5: seconds present, no fraction, `Z`; two-digit years are 1950 to 2049.
    public func time() throws(DERError) -> Int64 {
        try primitive()
        let yearDigits: Int
        switch tag {
        case .utcTime: yearDigits = 2
        case .generalizedTime: yearDigits = 4
        default: throw DERError(.tag, at: range.lowerBound, "\(tag) is not a time")
        }
        let content = content
        guard content.count == yearDigits + 11, content.last == UInt8(ascii: "Z"),
            content.dropLast().allSatisfy({ (0x30...0x39).contains($0) })
        else { throw invalid("the time is not written as YYMMDDhhmmssZ or YYYYMMDDhhmmssZ") }
        var rest = content.dropLast()
        func number(_ digits: Int) -> Int {
            defer { rest = rest.dropFirst(digits) }
            return rest.prefix(digits).reduce(0) { $0 * 10 + Int($1 & 0x0F) }
        }
        var date = CivilDate()
        date.year = number(yearDigits)
        if yearDigits == 2 { date.year += date.year < 50 ? 2000 : 1900 }
        date.month = number(2)
        date.day = number(2)
        date.hour = number(2)
        date.minute = number(2)
        date.second = number(2)
        guard date.isReal else { throw invalid("the time names a day or hour that does not exist") }
        return date.seconds
    }
}

/// A day and time of the proleptic Gregorian calendar, UTC, without leap seconds.
package struct CivilDate: CustomStringConvertible {
    var year = 1970
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    var second = 0

    init() {}

    /// The date of so many seconds since 1970; years are kept within 0 to 9999, the range that a time can be written in.
    package init(seconds: Int64) {
        let kept = min(max(seconds, -62_167_219_200), 253_402_300_799)
        let days = kept >= 0 ? kept / 86_400 : (kept - 86_399) / 86_400
        let inDay = Int(kept - days * 86_400)
        (hour, minute, second) = (inDay / 3600, inDay / 60 % 60, inDay % 60)
        // Eras of 400 years that begin on 1 March, so that the leap day is the last of its year.
        let shifted = Int(days) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Seconds since 1970 of a date and time, nil for one that does not exist.
    package static func seconds(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) -> Int64? {
        var date = CivilDate()
        (date.year, date.month, date.day) = (year, month, day)
        (date.hour, date.minute, date.second) = (hour, minute, second)
        return date.isReal ? date.seconds : nil
    }

    var isReal: Bool {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...12).contains(month) else { return false }
        return (1...days[month - 1]).contains(day) && hour < 24 && minute < 60 && second < 60
    }

    var seconds: Int64 {
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = Int64(era * 146_097 + dayOfEra - 719_468)
        return days * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    }

    /// Year to second with `Z`, such as `2026-06-01T00:00:00Z`.
    package var description: String {
        let date = "\(Self.digits(year, 4))-\(Self.digits(month))-\(Self.digits(day))"
        return "\(date)T\(Self.digits(hour)):\(Self.digits(minute)):\(Self.digits(second))Z"
    }

    /// A number with leading zeros.
    static func digits(_ value: Int, _ count: Int = 2) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
