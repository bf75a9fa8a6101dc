/// Writes CBOR: definite lengths, shortest forms, entries in the order given.
///
///     let bytes = CBORWriter.bytes { $0.map { $0.entry("version") { $0.text("1.0") } } }
///
/// Encodings that arrived are passed through with `raw`, so that they stay as they were.
public struct CBORWriter: Sendable {
    /// What was written so far.
    public fileprivate(set) var bytes: [UInt8] = []
    /// How many items were written so far, those inside others not counted.
    private var count: UInt64 = 0

    /// Starts empty, with room for bytes.
    public init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// What a closure writes; with room for as many bytes as that will be, large content is not moved on the way.
    public static func bytes<Failure: Error>(
        capacity: Int = 0, _ body: (inout CBORWriter) throws(Failure) -> Void
    ) throws(Failure) -> [UInt8] {
        var writer = CBORWriter(capacity: capacity)
        try body(&writer)
        return writer.bytes
    }

    private mutating func head(_ major: UInt8, _ argument: UInt64) {
        let initial = major << 5
        let width: Int
        switch argument {
        case 0..<24:
            bytes.append(initial | UInt8(argument))
            return
        case 24...0xFF: width = 1
        case 0x100...0xFFFF: width = 2
        case 0x1_0000...0xFFFF_FFFF: width = 4
        default: width = 8
        }
        number(initial | (24 + UInt8(width.trailingZeroBitCount)), argument, width)
    }

    private mutating func number(_ initial: UInt8, _ bits: UInt64, _ width: Int) {
        bytes.append(initial)
        for shift in stride(from: (width - 1) * 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
        }
    }

    /// Appends in one piece where the bytes lie in one.
    private mutating func append(_ content: some Collection<UInt8>) {
        let isDone: Void? = content.withContiguousStorageIfAvailable { bytes.append(contentsOf: $0) }
        if isDone == nil { bytes.append(contentsOf: content) }
    }

    /// Appends one item that is encoded already.
    public mutating func raw(_ encoded: some Collection<UInt8>) {
        append(encoded)
        count += 1
    }

    /// A whole number from zero on.
    public mutating func unsigned(_ value: UInt64) {
        head(0, value)
        count += 1
    }

    /// A whole number.
    public mutating func integer(_ value: Int64) {
        if value < 0 { head(1, UInt64(-1 - value)) } else { head(0, UInt64(value)) }
        count += 1
    }

    /// A byte string.
    public mutating func byteString(_ value: some Collection<UInt8>) {
        head(2, UInt64(value.count))
        append(value)
        count += 1
    }

    /// A text string.
    public mutating func text(_ value: String) {
        head(3, UInt64(value.utf8.count))
        bytes.append(contentsOf: value.utf8)
        count += 1
    }

    /// `true` or `false`.
    public mutating func bool(_ value: Bool) { simple(value ? 21 : 20) }

    /// `null`.
    public mutating func null() { simple(22) }

    /// A simple value; those below 32 take one byte.
    public mutating func simple(_ value: UInt8) {
        head(7, UInt64(value))
        count += 1
    }

    /// A floating-point number, in the shortest width that holds it exactly (RFC 8949 §4.2.1).
    public mutating func float(_ value: Double) {
        if let half = HalfFloat.bits(value) {
            number(0xF9, UInt64(half), 2)
        } else if Double(Float(value)) == value {
            number(0xFA, UInt64(Float(value).bitPattern), 4)
        } else {
            number(0xFB, value.bitPattern, 8)
        }
        count += 1
    }

    /// A tag around the one item that the closure writes.
    public mutating func tagged<Failure: Error>(
        _ tag: UInt64, _ body: (inout CBORWriter) throws(Failure) -> Void
    ) throws(Failure) {
        let outer = count
        head(6, tag)
        try body(&self)
        count = outer + 1
    }

    /// Encoded CBOR inside a byte string under tag 24 (RFC 8949 §3.4.5.1).
    public mutating func embedded(_ encoded: some Collection<UInt8>) {
        tagged(24) { $0.byteString(encoded) }
    }

    /// An array of what the closure writes.
    public mutating func array<Failure: Error>(
        _ body: (inout CBORWriter) throws(Failure) -> Void
    ) throws(Failure) {
        let (start, outer) = (openHead(), count)
        count = 0
        try body(&self)
        closeHead(4, count, at: start)
        count = outer + 1
    }

    /// A map of the entries that the closure writes.
    public mutating func map<Failure: Error>(
        _ body: (inout CBORMapWriter) throws(Failure) -> Void
    ) throws(Failure) {
        let start = openHead()
        var inner = CBORMapWriter()
        swap(&bytes, &inner.writer.bytes)
        try body(&inner)
        swap(&bytes, &inner.writer.bytes)
        closeHead(5, inner.count, at: start)
        count += 1
    }

    /// Leaves the one byte that the head of most containers takes: how many items will be inside is not known yet.
    private mutating func openHead() -> Int {
        bytes.append(0)
        return bytes.count - 1
    }

    /// Puts the head of a container before its content; only where it takes more bytes is the content moved.
    private mutating func closeHead(_ major: UInt8, _ argument: UInt64, at start: Int) {
        guard argument >= 24 else { return bytes[start] = major << 5 | UInt8(argument) }
        var writer = CBORWriter()
        writer.head(major, argument)
        bytes.replaceSubrange(start...start, with: writer.bytes)
    }

    /// A value with all that is inside it.
    public mutating func value(_ value: CBOR, _ order: CBOR.KeyOrder = .asGiven) {
        switch value {
        case .unsigned(let value): unsigned(value)
        case .negative(let value):
            head(1, value)
            count += 1
        case .bytes(let value): byteString(value)
        case .text(let value): text(value)
        case .array(let elements): array { for element in elements { $0.value(element, order) } }
        case .map(let entries): sorted(entries, order)
        case .tagged(let tag, let content): tagged(tag) { $0.value(content, order) }
        case .float(let value): float(value)
        case .simple(let value): simple(value)
        }
    }

    private mutating func sorted(_ entries: [(key: CBOR, value: CBOR)], _ order: CBOR.KeyOrder) {
        var encoded = entries.map { ($0.key.encoded(order), $0.value) }
        switch order {
        case .asGiven: break
        case .bytewise: encoded.sort { $0.0.lexicographicallyPrecedes($1.0) }
        case .lengthFirst:
            encoded.sort {
                $0.0.count == $1.0.count ? $0.0.lexicographicallyPrecedes($1.0) : $0.0.count < $1.0.count
            }
        }
        head(5, UInt64(encoded.count))
        for (key, value) in encoded {
            bytes.append(contentsOf: key)
            bytes.append(contentsOf: value.encoded(order))
        }
        count += 1
    }
}

/// Writes the entries of one map; each closure writes one item.
public struct CBORMapWriter: Sendable {
    fileprivate var writer = CBORWriter()
    fileprivate var count: UInt64 = 0

    /// An entry under a text key.
    public mutating func entry<Failure: Error>(
        _ name: String, _ body: (inout CBORWriter) throws(Failure) -> Void
    ) throws(Failure) {
        writer.text(name)
        try body(&writer)
        count += 1
    }

    /// An entry under an integer key.
    public mutating func entry<Failure: Error>(
        _ label: Int64, _ body: (inout CBORWriter) throws(Failure) -> Void
    ) throws(Failure) {
        writer.integer(label)
        try body(&writer)
        count += 1
    }
}
