/// A claims path pointer, OpenID4VCI 1.0 Appendix C: where in a credential a claim is.
public struct ClaimsPath: Sendable, Hashable {
    /// One step of a path.
    public enum Element: Sendable, Hashable {
        /// The member of that name.
        case key(String)
        /// The element at that index, from zero.
        case index(Int)
        /// All elements of an array.
        case all
    }

    /// The steps, at least one.
    public let elements: [Element]

    /// Makes a path; nil if it is empty or an index is negative.
    public init?(_ elements: [Element]) {
        let isValid = elements.allSatisfy { if case .index(let index) = $0 { index >= 0 } else { true } }
        guard !elements.isEmpty, isValid else { return nil }
        self.elements = elements
    }

    /// Reads a non-empty array of strings, nulls and non-negative integers; a float such as `1.0` is none.
    public init(json: JSON, at location: String = "") throws(JSONError) {
        let steps = try JSONField(json, at: location).array()
        guard !steps.isEmpty else { throw JSONError(.type, at: location, "a claims path needs at least one step") }
        var elements: [Element] = []
        elements.reserveCapacity(steps.count)
        for step in steps { elements.append(try Element(step)) }
        self.elements = elements
    }

    /// The array that `init(json:at:)` reads.
    public var json: JSON {
        .array(
            elements.map { element in
                switch element {
                case .key(let name): .string(name)
                case .index(let index): .number(JSONNumber(Int64(index)))
                case .all: .null
                }
            })
    }

    /// Selects what the path points to, OpenID4VCI 1.0 Appendix C.1.1, with the JSON pointer of each value.
    ///
    /// Throws `.type` when a step meets a value of another kind, and `.missing` when nothing is selected.
    public func select(in root: JSON) throws(JSONError) -> [(pointer: String, value: JSON)] {
        var budget = Int.max
        return try select(in: root, within: &budget)
    }

    /// The same, for paths and values of others: throws `.tooLarge` once more values were looked at than the budget has.
    package func select(
        in root: JSON, within budget: inout Int
    ) throws(JSONError) -> [(pointer: String, value: JSON)] {
        var selected: [(pointer: String, value: JSON)] = [("", root)]
        for element in elements {
            var next: [(pointer: String, value: JSON)] = []
            for one in selected { try element.step(into: one, appendingTo: &next) }
            budget -= selected.count + next.count
            guard budget >= 0 else { throw JSONError(.tooLarge, "the path selects too much") }
            selected = next
        }
        guard !selected.isEmpty else { throw JSONError(.missing, "the path selects nothing") }
        return selected
    }
}

extension ClaimsPath.Element {
    fileprivate init(_ field: JSONField) throws(JSONError) {
        switch field.value {
        case .string(let name): self = .key(name)
        case .null: self = .all
        case .number(let number):
            // The text decides: `-0` and `1.0` are not the integers that they equal.
            guard let index = Int(number.text), index >= 0, number.text.first != "-" else {
                throw field.error(.type, "an index is a non-negative integer")
            }
            self = .index(index)
        default:
            throw field.error(.type, "a step is a string, null or a non-negative integer")
        }
    }

    fileprivate func step(
        into one: (pointer: String, value: JSON), appendingTo next: inout [(pointer: String, value: JSON)]
    ) throws(JSONError) {
        let field = JSONField(one.value, at: one.pointer)
        switch self {
        case .key(let name):
            guard let value = try field.object()[name] else { return }
            next.append((one.pointer + JSONPointer.token(name), value))
        case .index(let index):
            let elements = try field.array()
            guard elements.indices.contains(index) else { return }
            next.append((one.pointer + JSONPointer.token(index), try elements[index].json()))
        case .all:
            for element in try field.array() { next.append((element.location, try element.json())) }
        }
    }
}
