/// A JSON number as the text that was written, RFC 8259 §6.
///
/// Nothing is rounded on the way through: `1.0`, `1` and `1e0` stay three texts and are not equal to each other.
public struct JSONNumber: Sendable, Hashable {
    /// The number as it was written, such as `-12.50` or `1e3`.
    public let text: String

    /// Makes a number from an integer.
    public init(_ value: Int64) {
        text = String(value)
    }

    /// Makes a number from its text; nil unless the text is a whole JSON number.
    public init?(_ text: String) {
        guard let value = try? JSON(parsing: text), case .number(let number) = value, number.text == text else {
            return nil
        }
        self = number
    }

    /// Takes a text that the parser has found to be a number.
    init(scanned text: String) {
        self.text = text
    }

    /// The nearest double; infinite beyond the range of doubles.
    public var double: Double { Double(text) ?? .nan }

    /// The value if it is an integer in range, exactly: `1.0` is 1, `1e3` is 1000, `1.5` and `1e300` are nil.
    public var int64: Int64? {
        if let value = Int64(text) { return value }
        return decimal.flatMap { $0.integer }
    }

    /// The digits without leading and trailing zeros, and the power of ten that belongs to the last of them.
    private var decimal: Decimal? {
        var digits: [UInt8] = []
        var fraction = 0
        var isFraction = false
        var rest = text.utf8[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest.removeFirst() }
        while let byte = rest.first, byte | 0x20 != UInt8(ascii: "e") {
            rest.removeFirst()
            guard byte != UInt8(ascii: ".") else {
                isFraction = true
                continue
            }
            digits.append(byte &- UInt8(ascii: "0"))
            if isFraction { fraction += 1 }
        }
        let significant = digits.drop { $0 == 0 }
        guard let last = significant.lastIndex(where: { $0 != 0 }) else { return Decimal() }
        // An exponent that does not fit leaves no integer in range.
        guard let written = rest.isEmpty ? 0 : Int(String(rest.dropFirst()) ?? "") else { return nil }
        let (shift, overflow) = written.subtractingReportingOverflow(fraction - (digits.count - 1 - last))
        guard !overflow else { return nil }
        return Decimal(isNegative: isNegative, digits: Array(significant[...last]), exponent: shift)
    }

    private struct Decimal {
        var isNegative = false
        var digits: [UInt8] = []
        var exponent = 0

        var integer: Int64? {
            // 19 digits are the most an Int64 has.
            guard exponent >= 0, exponent <= 19, digits.count <= 19 else { return nil }
            var value: Int64 = 0
            for digit in digits + [UInt8](repeating: 0, count: exponent) {
                let (tens, tooLarge) = value.multipliedReportingOverflow(by: 10)
                let step = isNegative ? -Int64(digit) : Int64(digit)
                let (sum, overflow) = tens.addingReportingOverflow(step)
                guard !tooLarge, !overflow else { return nil }
                value = sum
            }
            return value
        }
    }
}
