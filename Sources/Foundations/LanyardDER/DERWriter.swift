/// Writes DER: shortest lengths, shortest integers, elements in the order given.
///
///     let name = DERWriter.bytes { $0.sequence { $0.oid(OID(2, 5, 4, 3)); $0.utf8String("PID issuer") } }
///
/// A SET OF with several elements must be given in DER's order; the writer does not sort.
public struct DERWriter: Sendable {
    /// What was written so far.
    public private(set) var bytes: [UInt8] = []

    /// Starts empty.
    public init() {}

    /// What a closure writes.
    public static func bytes(_ body: (inout DERWriter) -> Void) -> [UInt8] {
        var writer = DERWriter()
        body(&writer)
        return writer.bytes
    }

    /// Appends bytes that are DER already.
    public mutating func raw(_ encoded: some Collection<UInt8>) {
        bytes += encoded
    }

    /// Writes one element with its content.
    public mutating func element(_ tag: DERTag, _ content: some Collection<UInt8>) {
        bytes.append(tag.octet)
        let count = content.count
        if count < 0x80 {
            bytes.append(UInt8(count))
        } else {
            var length: [UInt8] = []
            var rest = count
            while rest > 0 {
                length.append(UInt8(rest & 0xFF))
                rest >>= 8
            }
            bytes.append(0x80 | UInt8(length.count))
            bytes += length.reversed()
        }
        bytes += content
    }

    /// Writes one element around what the closure writes: an explicit tag, or an OCTET STRING that holds DER.
    public mutating func element(_ tag: DERTag, _ body: (inout DERWriter) -> Void) {
        element(tag, DERWriter.bytes(body))
    }

    /// SEQUENCE.
    public mutating func sequence(_ body: (inout DERWriter) -> Void) { element(.sequence, body) }
    /// SET.
    public mutating func set(_ body: (inout DERWriter) -> Void) { element(.set, body) }
    /// An explicit context tag.
    public mutating func explicit(_ number: UInt8, _ body: (inout DERWriter) -> Void) {
        element(.constructed(number), body)
    }
    /// An implicit context tag over a primitive type.
    public mutating func implicit(_ number: UInt8, _ content: some Collection<UInt8>) {
        element(.context(number), content)
    }

    /// BOOLEAN.
    public mutating func boolean(_ value: Bool) { element(.boolean, [value ? 0xFF : 0x00]) }
    /// NULL.
    public mutating func null() { element(.null, []) }
    /// INTEGER.
    public mutating func integer(_ value: Int64) {
        let octets = (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        var content = octets[...]
        while let first = content.first, let second = content.dropFirst().first,
            (first == 0 && second < 0x80) || (first == 0xFF && second >= 0x80)
        {
            content = content.dropFirst()
        }
        element(.integer, content)
    }
    /// INTEGER that is not negative, from its big-endian magnitude with or without leading zeros.
    public mutating func integer(magnitude: some Collection<UInt8>) {
        let trimmed = Array(magnitude.drop { $0 == 0 })
        let needsZero = trimmed.first.map { $0 >= 0x80 } ?? true
        element(.integer, needsZero ? [0] + trimmed : trimmed)
    }
    /// OBJECT IDENTIFIER.
    public mutating func oid(_ oid: OID) { element(.oid, oid.content) }
    /// OCTET STRING.
    public mutating func octetString(_ content: some Collection<UInt8>) { element(.octetString, content) }
    /// OCTET STRING around what the closure writes.
    public mutating func octetString(_ body: (inout DERWriter) -> Void) { element(.octetString, body) }
    /// BIT STRING of whole bytes.
    public mutating func bitString(_ content: some Collection<UInt8>) { element(.bitString, [0] + content) }
    /// BIT STRING with named bits: the numbers that are set, bit 0 the first; trailing zero bits are left out.
    public mutating func namedBits(_ numbers: some Collection<Int>) {
        var octets: [UInt8] = []
        for number in numbers where number >= 0 {
            while octets.count <= number / 8 { octets.append(0) }
            octets[number / 8] |= 0x80 >> (number % 8)
        }
        let unused = octets.last.map { UInt8($0.trailingZeroBitCount) } ?? 0
        element(.bitString, [unused] + octets)
    }
    /// UTF8String.
    public mutating func utf8String(_ text: String) { element(.utf8String, text.utf8) }
    /// PrintableString; the caller keeps to its characters.
    public mutating func printableString(_ text: String) { element(.printableString, text.utf8) }
    /// IA5String; the caller keeps to ASCII.
    public mutating func ia5String(_ text: String) { element(.ia5String, text.utf8) }

    /// A time in seconds since 1970, as RFC 5280 §4.1.2.5 wants it: UTCTime from 1950 to 2049, GeneralizedTime else.
    public mutating func time(_ seconds: Int64) {
        let date = CivilDate(seconds: seconds)
        let isShort = (1950..<2050).contains(date.year)
        let year = isShort ? CivilDate.digits(date.year % 100) : CivilDate.digits(date.year, 4)
        let rest = [date.month, date.day, date.hour, date.minute, date.second].map { CivilDate.digits($0) }.joined()
        element(isShort ? .utcTime : .generalizedTime, (year + rest + "Z").utf8)
    }
}
