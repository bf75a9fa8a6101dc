/// Percent-encoding of UTF-8 text, RFC 3986 §2.1.
public enum PercentEncoding {
    /// Encodes every byte that is not unreserved (letters, digits, `-`, `.`, `_`, `~`).
    public static func encode(_ text: String) -> String {
        encode(text) { isUnreserved($0) }
    }

    /// Decodes exactly once; nil for a `%` without two hexadecimal digits and for bytes that are not UTF-8.
    ///
    /// `+` stays as it is: only a form knows it as a space.
    public static func decode(_ text: some StringProtocol) -> String? {
        decode(text, plusIsSpace: false)
    }

    static func encode(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isKept(byte) {
                out.append(byte)
            } else {
                out.append(UInt8(ascii: "%"))
                out.append(digit(byte >> 4))
                out.append(digit(byte & 15))
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    static func decode(_ text: some StringProtocol, plusIsSpace: Bool) -> String? {
        var out: [UInt8] = []
        out.reserveCapacity(text.utf8.count)
        var bytes = text.utf8.makeIterator()
        while let byte = bytes.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let first = bytes.next(), let second = bytes.next(), let high = Hex.value(first),
                    let low = Hex.value(second)
                else { return nil }
                out.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: out.append(UInt8(ascii: " "))
            default: out.append(byte)
            }
        }
        return String(validating: out, as: UTF8.self)
    }

    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
