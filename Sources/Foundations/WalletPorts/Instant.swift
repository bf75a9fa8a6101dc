/// A point in time, in milliseconds since 1970-01-01T00:00:00Z.
///
/// The wallet's own time value: it needs no Foundation and its arithmetic saturates, so that no date from the wire can
/// overflow it.
public struct Instant: Hashable, Comparable, Sendable, Codable {
    /// Milliseconds since the Unix epoch.
    public let milliseconds: Int64

    /// Makes an instant from milliseconds since the Unix epoch.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Makes an instant from whole seconds since the Unix epoch, saturating at the ends.
    public init(seconds: Int64) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        self.milliseconds = overflow ? (seconds < 0 ? .min : .max) : product
    }

    /// Makes an instant from a NumericDate, RFC 7519 §2: seconds, fractions allowed; nil beyond the year 9999 either way.
    package init?(numericDate seconds: Double) {
        guard abs(seconds) < 253_402_300_800 else { return nil }
        self.init(milliseconds: Int64(seconds * 1000))
    }

    /// Whole seconds since the Unix epoch, rounded down: the unit of `iat`, `nbf` and `exp`.
    public var seconds: Int64 {
        let quotient = milliseconds / 1000
        return milliseconds % 1000 < 0 ? quotient - 1 : quotient
    }

    /// The instant so many seconds later, saturating; fractions of a second are cut to the millisecond.
    public func advanced(by seconds: Double) -> Instant {
        guard !seconds.isNaN else { return self }
        let scaled = seconds * 1000
        let delta: Int64 = abs(scaled) < 9e18 ? Int64(scaled) : (seconds < 0 ? .min : .max)
        let (sum, overflow) = milliseconds.addingReportingOverflow(delta)
        return Instant(milliseconds: overflow ? (delta < 0 ? .min : .max) : sum)
    }

    /// Seconds from this instant to another.
    public func distance(to other: Instant) -> Double {
        (Double(other.milliseconds) - Double(milliseconds)) / 1000
    }

    /// Earlier instants come first.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.milliseconds < right.milliseconds
    }
}
