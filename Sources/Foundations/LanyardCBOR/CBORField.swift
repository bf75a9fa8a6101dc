/// A place in parsed CBOR that is read with a kind in mind, and names itself when it is wrong.
///
/// `field["validityInfo"]["signed"].text()` throws `.missing` at `/validityInfo/signed`, or `.type` at `/validityInfo`
/// when that is no map. The optional readers give nil for an absent member only.
public struct CBORField: Sendable {
    /// What is there; nil if nothing is.
    public let item: CBORItem?
    private let place: CBORPlace
    /// Why the container of this place was not one that could be looked into.
    private let obstacle: CBORError?

    /// Starts at an item.
    public init(_ item: CBORItem, at location: String = "") {
        self.init(item, CBORPlace(.root(location), in: nil), nil)
    }

    private init(_ item: CBORItem?, _ place: CBORPlace, _ obstacle: CBORError?) {
        self.item = item
        self.place = place
        self.obstacle = obstacle
    }

    /// The place, such as `/documents/0`.
    public var location: String { place.description }

    /// The member under a text key; absent members can be stepped into as well.
    public subscript(name: String) -> CBORField { member(.name(name)) { $0[name] } }

    /// The member under an integer key.
    public subscript(label: Int64) -> CBORField { member(.label(label)) { $0[label] } }

    private func member(_ step: CBORPlace.Step, _ find: (CBORItem) -> CBORItem?) -> CBORField {
        let place = CBORPlace(step, in: place)
        guard let item else { return CBORField(nil, place, obstacle) }
        guard item.kind == .map else { return CBORField(nil, place, mismatch(item, "a map")) }
        return CBORField(find(item), place, nil)
    }

    /// Whether something is there, `null` included.
    public var isPresent: Bool { item != nil }

    /// An error about this place.
    public func error(_ code: CBORError.Code, _ reason: String) -> CBORError {
        CBORError(code, at: location, reason)
    }

    private func mismatch(_ item: CBORItem, _ expected: String) -> CBORError {
        error(.type, "expected \(expected), found \(item.kind.rawValue)")
    }

    private func read<T>(_ expected: String, _ take: (CBORItem) -> T?) throws(CBORError) -> T? {
        if let obstacle { throw obstacle }
        guard let item else { return nil }
        guard let taken = take(item) else { throw mismatch(item, expected) }
        return taken
    }

    private func required<T>(_ value: T?, _ expected: String) throws(CBORError) -> T {
        guard let value else { throw error(.missing, "\(expected) is missing") }
        return value
    }
}

extension CBORField {
    /// The item, of whatever kind.
    public func any() throws(CBORError) -> CBORItem { try required(read("an item") { $0 }, "an item") }

    /// The text.
    public func text() throws(CBORError) -> String { try required(optionalText(), "a text") }

    /// The text, or nil if absent.
    public func optionalText() throws(CBORError) -> String? { try read("a text") { $0.text } }

    /// The byte string.
    public func byteString() throws(CBORError) -> ByteView { try required(optionalByteString(), "a byte string") }

    /// The byte string, or nil if absent.
    public func optionalByteString() throws(CBORError) -> ByteView? { try read("a byte string") { $0.byteString } }

    /// The whole number from zero on.
    public func unsigned() throws(CBORError) -> UInt64 { try required(optionalUnsigned(), "a number from zero on") }

    /// The whole number from zero on, or nil if absent.
    public func optionalUnsigned() throws(CBORError) -> UInt64? { try read("a number from zero on") { $0.unsigned } }

    /// The whole number.
    public func int64() throws(CBORError) -> Int64 { try required(optionalInt64(), "a whole number") }

    /// The whole number, or nil if absent.
    public func optionalInt64() throws(CBORError) -> Int64? { try read("a whole number") { $0.int64 } }

    /// The boolean.
    public func bool() throws(CBORError) -> Bool { try required(optionalBool(), "a boolean") }

    /// The boolean, or nil if absent.
    public func optionalBool() throws(CBORError) -> Bool? { try read("a boolean") { $0.bool } }

    /// The elements of an array, each a place of its own.
    public func array() throws(CBORError) -> [CBORField] { try required(optionalArray(), "an array") }

    /// The elements of an array, or nil if absent.
    public func optionalArray() throws(CBORError) -> [CBORField]? {
        guard let elements = try read("an array", { $0.array }) else { return nil }
        return elements.enumerated().map { CBORField($1, CBORPlace(.index($0), in: place), nil) }
    }

    /// The entries of a map as they are.
    public func entries() throws(CBORError) -> CBOREntries { try required(read("a map") { $0.map }, "a map") }

    /// The members of a map whose keys are texts, in order, each a place of its own.
    public func members() throws(CBORError) -> [(name: String, field: CBORField)] {
        try required(optionalMembers(), "a map")
    }

    /// The members of a map whose keys are texts, or nil if absent.
    public func optionalMembers() throws(CBORError) -> [(name: String, field: CBORField)]? {
        guard let entries = try read("a map", { $0.map }) else { return nil }
        var members: [(name: String, field: CBORField)] = []
        for (key, value) in entries {
            guard let name = key.text else { throw mismatch(key, "a text as key") }
            members.append((name, CBORField(value, CBORPlace(.name(name), in: place), nil)))
        }
        return members
    }

    /// The members of a map whose keys are whole numbers, in order, each a place of its own.
    public func numberedMembers() throws(CBORError) -> [(label: Int64, field: CBORField)] {
        let entries = try required(read("a map") { $0.map }, "a map")
        var members: [(label: Int64, field: CBORField)] = []
        for (key, value) in entries {
            guard let label = key.int64 else { throw mismatch(key, "a whole number as key") }
            members.append((label, CBORField(value, CBORPlace(.label(label), in: place), nil)))
        }
        return members
    }

    /// What a tag marks, at the same place; another tag or none is of the wrong kind.
    public func content(of tag: UInt64) throws(CBORError) -> CBORField {
        let content = try required(read("tag \(tag)") { $0.content(of: tag) }, "tag \(tag)")
        return CBORField(content, place, nil)
    }

    /// Parses the CBOR inside a byte string under tag 24; what is in it is at the same place.
    public func embedded() throws(CBORError) -> CBORField {
        let bytes = try content(of: 24).byteString()
        do throws(CBORError) {
            return CBORField(try CBORItem(parsing: bytes), place, nil)
        } catch {
            throw error.within(location)
        }
    }
}

/// A place as the steps that lead to it, spelled out only when an error needs it.
private final class CBORPlace: Sendable, CustomStringConvertible {
    enum Step: Sendable {
        case root(String)
        case name(String)
        case label(Int64)
        case index(Int)
    }

    private let step: Step
    private let container: CBORPlace?

    init(_ step: Step, in container: CBORPlace?) {
        self.step = step
        self.container = container
    }

    var description: String {
        var parts: [String] = []
        var place: CBORPlace? = self
        while let current = place {
            switch current.step {
            case .root(let location): parts.append(location)
            // A name is text from outside and may be megabytes long.
            case .name(let name): parts.append("/\(String(name.unicodeScalars.prefix(64)))")
            case .label(let label): parts.append("/\(label)")
            case .index(let index): parts.append("/\(index)")
            }
            place = current.container
        }
        return parts.reversed().joined()
    }
}
