/// The two spellings of an ECDSA signature: raw r‖s (RFC 7518 §3.4) and DER (RFC 3279 §2.2.3).
///
/// By hand, and the same on every platform: two INTEGERs in a SEQUENCE, shortest form only.
public enum ECDSASignature {
    /// Turns DER into raw r‖s of two coordinates, or nil when it is not strict DER or a number is too long.
    public static func raw(der: some Collection<UInt8>, curve: Curve) -> [UInt8]? {
        let bytes = Array(der)
        var position = 0
        guard let length = contentLength(tag: 0x30, in: bytes, at: &position), position + length == bytes.count,
            let r = integer(in: bytes, at: &position, width: curve.coordinateLength),
            let s = integer(in: bytes, at: &position, width: curve.coordinateLength), position == bytes.count
        else { return nil }
        return r + s
    }

    /// Turns raw r‖s into DER, or nil when the length is not that of two coordinates.
    public static func der(raw: some Collection<UInt8>, curve: Curve) -> [UInt8]? {
        guard raw.count == 2 * curve.coordinateLength else { return nil }
        let content = encoded(raw.prefix(curve.coordinateLength)) + encoded(raw.suffix(curve.coordinateLength))
        return [0x30] + (content.count < 0x80 ? [] : [0x81]) + [UInt8(truncatingIfNeeded: content.count)] + content
    }

    /// One INTEGER; its content is at most 67 bytes, so the length is one byte.
    private static func encoded(_ number: some Collection<UInt8>) -> [UInt8] {
        var digits = Array(number.drop { $0 == 0 })
        if digits.first.map({ $0 >= 0x80 }) ?? true { digits.insert(0, at: 0) }
        return [0x02, UInt8(truncatingIfNeeded: digits.count)] + digits
    }

    private static func contentLength(tag: UInt8, in bytes: [UInt8], at position: inout Int) -> Int? {
        guard position + 2 <= bytes.count, bytes[position] == tag else { return nil }
        let first = bytes[position + 1]
        position += 2
        if first < 0x80 { return Int(first) }
        // Longer than 127 only for P-521, and then below 256: the one-byte long form.
        guard first == 0x81, position < bytes.count, bytes[position] >= 0x80 else { return nil }
        position += 1
        return Int(bytes[position - 1])
    }

    private static func integer(in bytes: [UInt8], at position: inout Int, width: Int) -> [UInt8]? {
        guard let length = contentLength(tag: 0x02, in: bytes, at: &position), length > 0,
            position + length <= bytes.count
        else { return nil }
        var digits = bytes[position..<position + length]
        position += length
        guard let lead = digits.first, lead < 0x80 else { return nil }
        if lead == 0, digits.count > 1 {
            digits = digits.dropFirst()
            guard let next = digits.first, next >= 0x80 else { return nil }
        }
        guard digits.count <= width else { return nil }
        return [UInt8](repeating: 0, count: width - digits.count) + digits
    }
}
