public import LanyardCBOR
public import WalletPorts

/// The value of a data element, by what it means and not by how it is encoded (ISO/IEC 18013-5 §7.2.1).
public indirect enum ElementValue: Sendable, Hashable {
    /// A text.
    case text(String)
    /// A whole number.
    case integer(Int64)
    /// A number with a fraction.
    case number(Double)
    /// `true` or `false`.
    case bool(Bool)
    /// Bytes, such as a portrait; the media type where the bytes tell it.
    case bytes([UInt8], mediaType: String?)
    /// A day, `YYYY-MM-DD` (tag 1004).
    case fullDate(String)
    /// A time, with the text it was written in (tag 0).
    case dateTime(Instant, text: String)
    /// Values in order.
    case list([ElementValue])
    /// Named values in order; keys that are no texts are shown in diagnostic notation.
    case map([Entry])
    /// No value.
    case null
    /// Something else, in diagnostic notation.
    case other(String)

    /// One named value of a map.
    public struct Entry: Sendable, Hashable {
        /// The name.
        public let name: String
        /// The value.
        public let value: ElementValue
    }

    /// Reads a value; nothing is refused, what is not understood is kept as ``other(_:)``.
    public init(_ item: CBORItem) {
        // Nesting was bounded when the item was parsed.
        switch item.kind {
        case .text: self = .text(item.text ?? "")
        case .bool: self = .bool(item.bool ?? false)
        case .null, .undefined: self = .null
        case .float: self = .number(item.double ?? .nan)
        case .bytes:
            let bytes = item.byteString?.array ?? []
            self = .bytes(bytes, mediaType: MediaSignature.mediaType(of: bytes))
        case .array: self = .list((item.array.map { Array($0) } ?? []).map { ElementValue($0) })
        case .map:
            self = .map(
                (item.map.map { Array($0) } ?? []).map {
                    Entry(name: $0.key.text ?? $0.key.diagnostic(), value: ElementValue($0.value))
                })
        case .tag: self = Self.tagged(item)
        case .unsigned, .negative, .simple:
            self = item.int64.map { .integer($0) } ?? .other(item.diagnostic())
        }
    }

    private static func tagged(_ item: CBORItem) -> ElementValue {
        guard let (tag, content) = item.tagged else { return .null }
        switch (tag, content.text) {
        case (0, let text?):
            if let date = DateTime(parsing: text) { return .dateTime(date.instant, text: text) }
        case (1004, let text?):
            if FullDate.isValid(text) { return .fullDate(text) }
        default: break
        }
        return .other(item.diagnostic(shownBytes: 32))
    }
}

/// What the first bytes of an image say about its type; portraits come without one.
enum MediaSignature {
    private static let known: [(bytes: [UInt8], mediaType: String)] = [
        ([0xFF, 0xD8, 0xFF], "image/jpeg"),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/png"),
        ([0x00, 0x00, 0x00, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A], "image/jp2"),
        ([0xFF, 0x4F, 0xFF, 0x51], "image/j2c"),
    ]

    static func mediaType(of bytes: [UInt8]) -> String? {
        known.first { bytes.starts(with: $0.bytes) }?.mediaType
    }
}
