/// Why bytes are not the CBOR that was asked for, and where.
public struct CBORError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: String, Hashable, Sendable {
        /// The input ends before the item does.
        case truncated
        /// The bytes break the grammar of RFC 8949 §3.
        case malformed
        /// Something follows the item.
        case trailing
        /// A text string is not UTF-8.
        case encoding
        /// A key occurs twice in one map.
        case duplicateKey
        /// Items are nested deeper than the limit.
        case depth
        /// The input is longer, or has more items, than the limit.
        case tooLarge
        /// A value is of another kind, or outside what its place allows.
        case type
        /// A member that must be there is not.
        case missing
    }

    /// What kind of failure it is.
    public let code: Code
    /// The place, such as `/documents/0/docType`; empty for the whole.
    public let location: String
    /// Where in the input, in bytes from its start; nil when it concerns a value that was already parsed.
    public let offset: Int?
    /// What is wrong, in a few words that hold nothing of the values.
    public let reason: String

    /// Makes an error.
    public init(_ code: Code, at location: String = "", offset: Int? = nil, _ reason: String) {
        self.code = code
        self.location = location
        self.offset = offset
        self.reason = reason
    }

    /// The reason and the place.
    public var description: String {
        let place = location.isEmpty ? "" : " at \(location)"
        let byte = offset.map { " (byte \($0))" } ?? ""
        return "\(reason)\(place)\(byte)"
    }

    /// The same error seen from the container of the place.
    public func within(_ location: String) -> CBORError {
        CBORError(code, at: location + self.location, offset: offset, reason)
    }
}

/// How much CBOR is read.
public struct CBORLimits: Sendable, Hashable {
    /// The most arrays, maps, tags and chunked strings inside one another.
    public let depth: Int
    /// The longest input, in bytes.
    public let bytes: Int
    /// The most items, each key, value and container counted.
    public let items: Int

    /// Sets limits; the depth is held between 1 and 128, for printing descends that many calls.
    public init(depth: Int = 32, bytes: Int = 16 << 20, items: Int = 1 << 20) {
        self.depth = min(max(depth, 1), 128)
        self.bytes = min(max(bytes, 0), 1 << 30)
        self.items = min(max(items, 1), 1 << 30)
    }

    /// 32 levels, 16 MiB, 1,048,576 items.
    public static let `default` = CBORLimits()
}
