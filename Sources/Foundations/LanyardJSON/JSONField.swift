/// A place in a JSON value that is read with a kind in mind, and names itself when it is wrong.
///
/// `field["a"]["b"].string()` throws `.missing` at `/a/b`, or `.type` at `/a` when that is no object. The optional
/// readers give nil for an absent member only: `null` where a string belongs is an error.
public struct JSONField: Sendable {
    /// What is there; nil if nothing is.
    public var value: JSON? {
        if case .value(let value) = content { value } else { nil }
    }

    /// The place as a JSON pointer, long names cut short.
    public var location: String { place.location }

    private let content: Content
    /// The container's place, and the step from there: one is made of both only when somebody steps on or asks.
    private let base: Place
    private let step: Step?

    private enum Content: Sendable {
        case value(JSON)
        case nothing
        /// The container should have been an object, and was not.
        indirect case obstacle(JSONError)
    }

    private enum Step: Sendable {
        case member(String)
        case element(Int)
    }

    private enum Place: Sendable {
        case root(String)
        indirect case inside(Place, Step)

        var location: String {
            var tokens: [String] = []
            var place = self
            while case .inside(let container, let step) = place {
                switch step {
                case .member(let name): tokens.append(JSONPointer.shortToken(name))
                case .element(let index): tokens.append(JSONPointer.token(index))
                }
                place = container
            }
            guard case .root(let location) = place else { return tokens.reversed().joined() }
            return location + tokens.reversed().joined()
        }
    }

    private var place: Place { step.map { .inside(base, $0) } ?? base }

    /// Starts at a value.
    public init(_ value: JSON, at location: String = "") {
        self.init(.value(value), .root(location), nil)
    }

    /// Starts at an object.
    public init(object: JSONObject, at location: String = "") {
        self.init(.object(object), at: location)
    }

    private init(_ content: Content, _ base: Place, _ step: Step?) {
        self.content = content
        self.base = base
        self.step = step
    }

    /// The member of that name; absent members can be stepped into as well.
    public subscript(name: String) -> JSONField {
        JSONField(member(name), place, .member(name))
    }

    private func member(_ name: String) -> Content {
        switch content {
        case .value(.object(let object)): object[name].map { .value($0) } ?? .nothing
        case .value(let value): .obstacle(mismatch(value, "an object"))
        case .nothing, .obstacle: content
        }
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
        if case .obstacle(let error) = content { throw error }
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
        let place = place
        return elements.enumerated().map { JSONField(.value($1), place, .element($0)) }
    }

    /// The members of the object in order, each a place of its own.
    public func members() throws(JSONError) -> [(name: String, field: JSONField)] {
        let place = place
        return try object().members.map { ($0.name, JSONField(.value($0.value), place, .member($0.name))) }
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
