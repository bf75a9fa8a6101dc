/// A JSON value, RFC 8259, with member order and number text kept as they were written.
///
/// Two values are equal when they are the same JSON: objects without regard to member order, strings by their exact
/// code points (never by Unicode equivalence), numbers by their text.
public enum JSON: Sendable {
    /// The literal `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, as text.
    case number(JSONNumber)
    /// A string, decoded.
    case string(String)
    /// An array.
    case array([JSON])
    /// An object without duplicate names.
    case object(JSONObject)
}

extension JSON {
    /// Parses exactly one value and nothing after it.
    ///
    /// Strict: UTF-8 without byte order mark, no duplicate member, no lone surrogate, bounded depth. Throws where and why.
    @inlinable
    public init(parsing bytes: some Collection<UInt8>, limits: JSONLimits = .default) throws(JSONError) {
        self = try JSON.parsed(Array(bytes), limits)
    }

    @usableFromInline
    static func parsed(_ bytes: [UInt8], _ limits: JSONLimits) throws(JSONError) -> JSON {
        var parser = JSONParser(bytes, limits: limits)
        return try parser.document()
    }

    /// Parses the UTF-8 of a text.
    public init(parsing text: some StringProtocol, limits: JSONLimits = .default) throws(JSONError) {
        try self.init(parsing: text.utf8, limits: limits)
    }

    /// Compact UTF-8: no white space, members in their order, only the escapes that RFC 8259 §7 demands.
    public func encoded() -> [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.bytes
    }

    /// The compact encoding as text.
    public func encodedText() -> String {
        String(decoding: encoded(), as: UTF8.self)
    }
}

extension JSON {
    /// Whether this is `null`.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The boolean, if this is one.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The number, if this is one.
    public var number: JSONNumber? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The number as an exact integer; nil for any other value.
    public var int64: Int64? { number?.int64 }

    /// The number as the nearest double; nil if this is no number.
    public var double: Double? { number?.double }

    /// The string, if this is one.
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements, if this is an array.
    public var array: [JSON]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The object, if this is one.
    public var object: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// The member of that name, if this is an object that has one.
    public subscript(name: String) -> JSON? { object?[name] }

    /// The element at that index, if this is an array that long.
    public subscript(index: Int) -> JSON? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// The kind of value in one word, as errors name it.
    public var kind: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}

extension JSON: Hashable {
    /// Compares as JSON; strings by code points.
    public static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): ExactText(left) == ExactText(right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// Hashes in agreement with equality.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0 as UInt8)
        case .bool(let value): hasher.combine(value)
        case .number(let value): hasher.combine(value)
        case .string(let value): hasher.combine(ExactText(value))
        case .array(let value): hasher.combine(value)
        case .object(let value): hasher.combine(value)
        }
    }
}

extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringInterpolation,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Makes a boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Makes a number.
    public init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }

    /// Makes a string.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Makes an array.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }

    /// Makes an object; of equal names the last one counts.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(JSONObject(elements.map { (name: $0.0, value: $0.1) }))
    }
}
