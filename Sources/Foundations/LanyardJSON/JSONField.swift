/// A place in a JSON value that is read with a kind in mind, and names itself when it is wrong.
///
/// `field["a"]["b"].string()` throws `.missing` at `/a/b`, or `.type` at `/a` when that is no object. The optional
/// readers give nil for an absent member only: `null` where a string belongs is an error.
public struct JSONField: Sendable {
    /// What is there; nil if nothing is.
    public let value: JSON?
    /// The place as a JSON pointer, long names cut short.
    public var location: String {
        switch step {
        case .none: base
        case .member(let name): base + JSONPointer.shortToken(name)
        case .element(let index): base + JSONPointer.token(index)
        }
    }

    /// The container's place, and the step from there: the pointer is written only when somebody asks.
    private let base: String
    private let step: Step
    /// The container that should have been an object, and was not.
    private let obstacle: JSONError?

    private enum Step {
        case none
        case member(String)
        case element(Int)
    }

    /// Starts at a value.
    public init(_ value: JSON, at location: String = "") {
        self.init(value, location, .none)
    }

    /// Starts at an object.
    public init(object: JSONObject, at location: String = "") {
        self.init(.object(object), at: location)
    }

    private init(_ value: JSON?, _ base: String, _ step: Step, obstacle: JSONError? = nil) {
        self.value = value
        self.base = base
        self.step = step
        self.obstacle = obstacle
    }

    /// The member of that name; absent members can be stepped into as well.
    public subscript(name: String) -> JSONField {
        guard let value else { return JSONField(nil, location, .member(name), obstacle: obstacle) }
        guard case .object(let object) = value else {
            return JSONField(nil, location, .member(name), obstacle: mismatch(value, "an object"))
        }
        return JSONField(object[name], location, .member(name))
    }

    /// Whether something is there, `null` included.
    public var isPresent: Bool { value != nil }

    /// An error about this place.
    public func error(_ code: JSONError.Code, _ reason: String) -> JSONError {
        JSONError(code, at: location, reason)
    }

    private func mismatch(_ value: JSON, _ expected: String) -> JSONError {
        error(.type, "expected \(expected), found \(value.kind)")
    }

    private func read<T>(_ expected: String, _ take: (JSON) -> T?) throws(JSONError) -> T? {
        if let obstacle { throw obstacle }
        guard let value else { return nil }
        guard let taken = take(value) else { throw mismatch(value, expected) }
        return taken
    }

    private func required<T>(_ value: T?, _ expected: String) throws(JSONError) -> T {
        guard let value else { throw error(.missing, "\(expected) is missing") }
        return value
    }
}

extension JSONField {
    /// The value, of whatever kind.
    public func json() throws(JSONError) -> JSON { try required(read("a value") { $0 }, "a value") }

    /// The string.
    public func string() throws(JSONError) -> String { try required(optionalString(), "a string") }

    /// The string, or nil if absent.
    public func optionalString() throws(JSONError) -> String? { try read("a string") { $0.string } }

    /// The number, with its text.
    public func number() throws(JSONError) -> JSONNumber { try required(optionalNumber(), "a number") }

    /// The number, or nil if absent.
    public func optionalNumber() throws(JSONError) -> JSONNumber? { try read("a number") { $0.number } }

    /// The exact integer.
    public func int64() throws(JSONError) -> Int64 { try required(optionalInt64(), "an integer") }

    /// The exact integer, or nil if absent.
    public func optionalInt64() throws(JSONError) -> Int64? { try read("an integer") { $0.int64 } }

    /// The boolean.
    public func bool() throws(JSONError) -> Bool { try required(optionalBool(), "a boolean") }

    /// The boolean, or nil if absent.
    public func optionalBool() throws(JSONError) -> Bool? { try read("a boolean") { $0.bool } }

    /// The object.
    public func object() throws(JSONError) -> JSONObject { try required(optionalObject(), "an object") }

    /// The object, or nil if absent.
    public func optionalObject() throws(JSONError) -> JSONObject? { try read("an object") { $0.object } }

    /// The elements, each a place of its own.
    public func array() throws(JSONError) -> [JSONField] { try required(optionalArray(), "an array") }

    /// The elements, or nil if absent.
    public func optionalArray() throws(JSONError) -> [JSONField]? {
        let elements = try read("an array") { $0.array }
        guard let elements else { return nil }
        let base = location
        return elements.enumerated().map { JSONField($1, base, .element($0)) }
    }

    /// The members of the object in order, each a place of its own.
    public func members() throws(JSONError) -> [(name: String, field: JSONField)] {
        let base = location
        return try object().members.map { ($0.name, JSONField($0.value, base, .member($0.name))) }
    }

    /// The elements of an array of strings.
    public func strings() throws(JSONError) -> [String] { try required(optionalStrings(), "an array of strings") }

    /// The elements of an array of strings, or nil if absent.
    public func optionalStrings() throws(JSONError) -> [String]? {
        guard let elements = try optionalArray() else { return nil }
        var strings: [String] = []
        strings.reserveCapacity(elements.count)
        for element in elements { strings.append(try element.string()) }
        return strings
    }
}
