/// One element as it arrived: its tag and where its bytes are.
///
/// Reading its value checks the rules of the type.
public struct DERElement: Sendable {
    /// The identifier octet.
    public let tag: DERTag
    private let source: [UInt8]
    /// Where the whole element is in the outermost input.
    public let range: Range<Int>
    /// Where its content is in the outermost input.
    public let contentRange: Range<Int>

    init(tag: DERTag, source: [UInt8], range: Range<Int>, contentRange: Range<Int>) {
        self.tag = tag
        self.source = source
        self.range = range
        self.contentRange = contentRange
    }

    /// The original bytes, tag and length included.
    public var bytes: [UInt8] { Array(source[range]) }
    /// The original content bytes, without a copy.
    public var content: ArraySlice<UInt8> { source[contentRange] }

    /// A reader over the elements inside; throws for a primitive element.
    public func reader() throws(DERError) -> DERReader {
        guard tag.isConstructed else { throw invalid("a primitive element has no elements inside") }
        return DERReader(source, contentRange)
    }

    /// BOOLEAN: one byte, 0x00 or 0xFF.
    public func boolean() throws(DERError) -> Bool {
        guard content.count == 1, let byte = content.first, byte == 0 || byte == 0xFF else {
            throw invalid("a boolean is one byte, 00 or FF")
        }
        return byte == 0xFF
    }

    /// INTEGER: two's complement, big-endian, in its shortest form.
    public func integer() throws(DERError) -> ArraySlice<UInt8> {
        try primitive()
        let content = content
        guard let first = content.first else { throw invalid("an integer has at least one byte") }
        if let second = content.dropFirst().first {
            let isPadded = (first == 0 && second < 0x80) || (first == 0xFF && second >= 0x80)
            guard !isPadded else { throw invalid("the integer is not in its shortest form") }
        }
        return content
    }

    /// INTEGER that is not negative: its magnitude, big-endian, without leading zeros (empty for zero).
    public func magnitude() throws(DERError) -> ArraySlice<UInt8> {
        let content = try integer()
        guard let first = content.first, first < 0x80 else { throw invalid("the integer is negative") }
        return first == 0 ? content.dropFirst() : content
    }

    /// INTEGER that fits 64 bits.
    public func int64() throws(DERError) -> Int64 {
        let content = try integer()
        guard content.count <= 8, let first = content.first else { throw invalid("the integer is too large") }
        return content.reduce(first >= 0x80 ? -1 : 0) { $0 << 8 | Int64($1) }
    }

    /// BIT STRING: its bytes and how many of the last bits are unused; unused bits are zero.
    public func bitString() throws(DERError) -> (bytes: ArraySlice<UInt8>, unused: Int) {
        try primitive()
        guard let unused = content.first, unused < 8 else { throw invalid("a bit string begins with 0 to 7") }
        let bits = content.dropFirst()
        if unused > 0 {
            guard let last = bits.last, last & (1 << unused - 1) == 0 else {
                throw invalid("the unused bits of a bit string are not zero")
            }
        }
        return (bits, Int(unused))
    }

    /// BIT STRING of whole bytes: a key or a signature.
    public func wholeBytes() throws(DERError) -> ArraySlice<UInt8> {
        let (bytes, unused) = try bitString()
        guard unused == 0 else { throw invalid("the bit string is not whole bytes") }
        return bytes
    }

    /// OCTET STRING, or a string with an implicit tag: its bytes.
    public func octets() throws(DERError) -> ArraySlice<UInt8> {
        try primitive()
        return content
    }

    /// NULL: no content.
    public func null() throws(DERError) {
        try primitive()
        guard content.isEmpty else { throw invalid("a null has content") }
    }

    /// OBJECT IDENTIFIER.
    public func oid() throws(DERError) -> OID {
        try primitive()
        guard let oid = OID(content: content) else { throw invalid("the object identifier is malformed") }
        return oid
    }

    func primitive() throws(DERError) {
        guard !tag.isConstructed else { throw invalid("the element is constructed") }
    }

    func invalid(_ reason: String) -> DERError { DERError(.value, at: range.lowerBound, reason) }
}
