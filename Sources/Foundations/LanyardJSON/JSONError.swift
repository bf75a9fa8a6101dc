/// Why a text is not the JSON that was asked for, and where.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: String, Hashable, Sendable {
        /// The text breaks the grammar of RFC 8259.
        case syntax
        /// The text is not UTF-8, begins with a byte order mark, or escapes half a surrogate pair.
        case encoding
        /// A name occurs twice in one object.
        case duplicateMember
        /// Arrays and objects are nested deeper than the limit.
        case depth
        /// The text is longer than the limit.
        case tooLarge
        /// A value is of another kind, or outside what its place allows.
        case type
        /// A member that must be there is not.
        case missing
    }

    /// What kind of failure it is.
    public let code: Code
    /// The place as a JSON pointer, RFC 6901; empty for the whole.
    public let location: String
    /// Where in the text, in bytes from its start; nil when it concerns a value that was already parsed.
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
    func within(_ token: String) -> JSONError {
        JSONError(code, at: JSONPointer.shortToken(token) + location, offset: offset, reason)
    }
}

/// How much JSON is read.
public struct JSONLimits: Sendable, Hashable {
    /// The most arrays and objects inside one another.
    public let depth: Int
    /// The longest text, in bytes.
    public let bytes: Int

    /// Sets limits; the depth is held between 1 and 512, for the reader descends that many calls.
    public init(depth: Int = 64, bytes: Int = 16 << 20) {
        self.depth = min(max(depth, 1), 512)
        self.bytes = bytes
    }

    /// 64 levels, 16 MiB.
    public static let `default` = JSONLimits()
}
