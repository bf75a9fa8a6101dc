/// Walks over a row of DER elements, one level at a time.
///
/// Strict X.690 DER: definite lengths in their shortest form, tags below 31. Each length is checked against the bytes
/// that are left. The reader never recurses; a caller steps down with ``DERElement/reader()``.
public struct DERReader: Sendable {
    private let source: [UInt8]
    private let end: Int
    private var position: Int

    /// Starts at the first byte of an input.
    public init(_ bytes: [UInt8]) {
        self.init(bytes, 0..<bytes.count)
    }

    init(_ source: [UInt8], _ range: Range<Int>) {
        self.source = source
        self.position = range.lowerBound
        self.end = range.upperBound
    }

    /// Reads the only element of an input, such as a certificate: nothing may follow it.
    public static func only(_ tag: DERTag, in bytes: [UInt8]) throws(DERError) -> DERElement {
        var reader = DERReader(bytes)
        let element = try reader.next(tag)
        try reader.finish()
        return element
    }

    /// Whether every element was read.
    public var isAtEnd: Bool { position >= end }

    /// Where the next element starts, in bytes from the start of the outermost input.
    public var offset: Int { position }

    /// The tag of the next element, nil at the end.
    public var nextTag: DERTag? { isAtEnd ? nil : DERTag(octet: source[position]) }

    /// Reads the next element, whatever its tag.
    public mutating func next() throws(DERError) -> DERElement {
        let start = position
        guard start < end else { throw DERError(.truncated, at: start, "an element is missing") }
        let tag = DERTag(octet: source[start])
        guard tag.number != 0x1F else { throw DERError(.tag, at: start, "the tag has more than one byte") }
        guard start + 1 < end else { throw DERError(.truncated, at: start, "the length is missing") }
        let first = source[start + 1]
        var content = start + 2
        var length = Int(first)
        if first >= 0x80 {
            let count = Int(first & 0x7F)
            guard count > 0 else { throw DERError(.length, at: start, "the length is indefinite") }
            guard count <= 4 else { throw DERError(.length, at: start, "the length is longer than the input") }
            guard count <= end - content else { throw DERError(.truncated, at: start, "the length is cut off") }
            length = source[content..<content + count].reduce(0) { $0 << 8 | Int($1) }
            content += count
            let isMinimal = count == 1 ? length >= 0x80 : length >> (8 * (count - 1)) != 0
            guard isMinimal else { throw DERError(.length, at: start, "the length is not in its shortest form") }
        }
        guard length <= end - content else {
            throw DERError(.truncated, at: start, "the length goes beyond the bytes that are left")
        }
        position = content + length
        return DERElement(tag: tag, source: source, range: start..<position, contentRange: content..<position)
    }

    /// Reads the next element, which must have this tag.
    public mutating func next(_ tag: DERTag) throws(DERError) -> DERElement {
        guard let found = nextTag else { throw DERError(.truncated, at: position, "\(tag) is missing") }
        guard found == tag else { throw DERError(.tag, at: position, "expected \(tag), saw \(found)") }
        return try next()
    }

    /// Reads the next element if it has this tag: how OPTIONAL and DEFAULT fields are read.
    public mutating func nextIf(_ tag: DERTag) throws(DERError) -> DERElement? {
        guard nextTag == tag else { return nil }
        return try next()
    }

    /// Checks that nothing follows.
    public func finish() throws(DERError) {
        guard isAtEnd else { throw DERError(.trailing, at: position, "bytes follow the last element") }
    }
}
