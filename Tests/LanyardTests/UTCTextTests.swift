import LanyardTestSupport
import Testing
import WalletPorts

@testable import Lanyard

/// Expected texts were computed with Python's `datetime`.
@Suite struct UTCTextTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"), (951_868_799, "2000-02-29T23:59:59Z"),
        (1_709_164_800, "2024-02-29T00:00:00Z"), (4_102_444_800, "2100-01-01T00:00:00Z"),
        (-1, "1969-12-31T23:59:59Z"), (-62_135_596_800, "0001-01-01T00:00:00Z"),
        (253_402_300_799, "9999-12-31T23:59:59Z"),
    ]) func `an instant is written in UTC`(seconds: Int64, text: String) {
        #expect(UTCText.format(Instant(seconds: seconds)) == text)
    }

    @Test func `the ends of time do not trap`() {
        #expect(UTCText.format(Instant(milliseconds: .max)).hasSuffix("Z"))
        #expect(UTCText.format(Instant(milliseconds: .min)).hasSuffix("Z"))
    }
}

@Suite struct CalendarDateTests {
    @Test(arguments: ["1990-01-01", "2000-02-29", "2024-02-29", "0001-12-31"])
    func `a day that exists is read and printed alike`(text: String) {
        #expect(CalendarDate(text)?.description == text)
    }

    @Test(arguments: [
        "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-10", "2024-04-31", "2024-1-01", "20240101", "2024-01-01T",
        "２０２４-01-01", "", "2024-01-00", "+024-01-01",
    ]) func `anything else is no date`(text: String) {
        #expect(CalendarDate(text) == nil)
    }
}
