import WalletPorts

/// A time as HTTP writes it, RFC 9110 §5.6.7.
enum HTTPDate {
    static func text(_ instant: Instant) -> String {
        let days = Int(instant.seconds / 86_400)
        let second = Int(instant.seconds % 86_400)
        // The civil calendar from a count of days, in eras of 400 years that begin in March.
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let year = era * 400 + yearOfEra + (month >= 10 ? 1 : 0)
        let names = ["Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan", "Feb"]
        let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = [second / 3600, second / 60 % 60, second % 60].map(padded).joined(separator: ":")
        return "\(weekdays[days % 7]), \(padded(day)) \(names[month]) \(year) \(time) GMT"
    }
}
