/// A CBOR value to be written, or read out of its encoding: the generic data model of RFC 8949 §2.
///
/// Two values are equal when their deterministic encodings are: maps without regard to order, text by its exact code
/// points. How a number was written is not part of it; for that, see ``CBORItem``.
public indirect enum CBOR: Sendable {
    /// A whole number from zero on.
    case unsigned(UInt64)
    /// The whole number −1 − n.
    case negative(UInt64)
    /// A byte string.
    case bytes([UInt8])
    /// A text string.
    case text(String)
    /// An array.
    case array([CBOR])
    /// A map; whoever makes one gives no key twice.
    case map([(key: CBOR, value: CBOR)])
    /// A tag and what it marks.
    case tagged(UInt64, CBOR)
    /// A floating-point number.
    case float(Double)
    /// A simple value: 20 false, 21 true, 22 null, 23 undefined; 24 to 31 do not exist.
    case simple(UInt8)

    /// `true` or `false`.
    public static func bool(_ value: Bool) -> CBOR { .simple(value ? 21 : 20) }
    /// `null`.
    public static let null = CBOR.simple(22)
    /// `undefined`.
    public static let undefined = CBOR.simple(23)

    /// A whole number of either sign.
    public static func integer(_ value: Int64) -> CBOR {
        value < 0 ? .negative(UInt64(-1 - value)) : .unsigned(UInt64(value))
    }

    /// The order in which the entries of maps are written.
    public enum KeyOrder: Hashable, Sendable {
        /// As they stand in the value: mdoc keeps the order of its definitions.
        case asGiven
        /// By the bytes of the encoded keys: core deterministic encoding, RFC 8949 §4.2.1.
        case bytewise
        /// Shorter encoded keys first, then by bytes: RFC 8949 §4.2.3.
        case lengthFirst
    }

    /// The encoding in definite lengths and shortest forms, maps in the order asked for.
    public func encoded(_ order: KeyOrder = .asGiven) -> [UInt8] {
        var writer = CBORWriter()
        writer.value(self, order)
        return writer.bytes
    }
}

extension CBOR {
    /// The whole number, if this is one that fits.
    public var int64: Int64? {
        switch self {
        case .unsigned(let value): Int64(exactly: value)
        case .negative(let value): Int64(exactly: value).map { -1 - $0 }
        default: nil
        }
    }

    /// The text, if this is one.
    public var text: String? {
        if case .text(let value) = self { value } else { nil }
    }

    /// The byte string, if this is one.
    public var bytes: [UInt8]? {
        if case .bytes(let value) = self { value } else { nil }
    }

    /// The elements, if this is an array.
    public var array: [CBOR]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The value under a key, if this is a map that has it.
    public subscript(key: CBOR) -> CBOR? {
        guard case .map(let entries) = self else { return nil }
        return entries.first { $0.key == key }?.value
    }
}

extension CBOR: Hashable {
    /// Compares the deterministic encodings.
    public static func == (left: CBOR, right: CBOR) -> Bool { left.encoded(.bytewise) == right.encoded(.bytewise) }

    /// Hashes the deterministic encoding.
    public func hash(into hasher: inout Hasher) { hasher.combine(encoded(.bytewise)) }
}

extension CBOR: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// Makes a boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Makes a whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Makes a text.
    public init(stringLiteral value: String) { self = .text(value) }
    /// Makes an array.
    public init(arrayLiteral elements: CBOR...) { self = .array(elements) }
    /// Makes a map in the order of the literal.
    public init(dictionaryLiteral entries: (CBOR, CBOR)...) { self = .map(entries.map { (key: $0.0, value: $0.1) }) }
    /// Makes `null`.
    public init(nilLiteral: ()) { self = .null }
}

extension CBORItem {
    /// The value of this item and of all inside it, out of its encoding.
    public var value: CBOR {
        // Nesting was bounded when the item was parsed.
        switch node.major {
        case 0: .unsigned(node.argument)
        case 1: .negative(node.argument)
        case 2: .bytes(byteString?.array ?? [])
        case 3: .text(text ?? "")
        case 4: .array(children.map(\.value))
        case 5: .map((map ?? CBOREntries(children)).map { (key: $0.key.value, value: $0.value.value) })
        case 6: .tagged(node.argument, children.first { _ in true }?.value ?? .null)
        default: double.map { .float($0) } ?? .simple(UInt8(truncatingIfNeeded: node.argument))
        }
    }
}
