/// The members of a JSON object, in the order they were written, each name once.
///
/// Names are told apart by their exact code points. Looking up is constant time; equality ignores the order.
public struct JSONObject: Sendable {
    /// The members in order.
    public private(set) var members: [(name: String, value: JSON)] = []

    /// Where each name is; kept only when scanning the members would take longer.
    private var places: [ExactText: Int]?

    private static let scanned = 32

    /// Makes an empty object.
    public init() {}

    /// Makes an empty object with room for members.
    package init(capacity: Int) {
        members.reserveCapacity(capacity)
        if capacity > Self.scanned { places = Dictionary(minimumCapacity: capacity) }
    }

    /// Makes an object from members; of equal names the last value counts, at the place of the first.
    public init(_ members: [(name: String, value: JSON)]) {
        for member in members where !append(member.name, member.value) {
            self[member.name] = member.value
        }
    }

    /// The number of members.
    public var count: Int { members.count }

    /// Whether there are no members.
    public var isEmpty: Bool { members.isEmpty }

    /// The names in order.
    public var keys: [String] { members.map(\.name) }

    /// The value of a name; setting nil removes the member, setting a new name appends it.
    public subscript(name: String) -> JSON? {
        get { place(of: name).map { members[$0].value } }
        set {
            switch (place(of: name), newValue) {
            case (let place?, let value?):
                members[place].value = value
            case (let place?, nil):
                members.remove(at: place)
                places = nil
                index()
            case (nil, let value?):
                append(name, value)
            case (nil, nil):
                break
            }
        }
    }

    /// Whether there is a member of that name, even if its value is `null`.
    public func contains(_ name: String) -> Bool { place(of: name) != nil }

    /// Appends a member unless its name is taken; says whether it did.
    @discardableResult
    package mutating func append(_ name: String, _ value: JSON) -> Bool {
        if places == nil {
            guard place(of: name) == nil else { return false }
            members.append((name, value))
            index()
        } else {
            // One look-up both finds out and takes the name.
            let key = ExactText(name)
            if let taken = places?.updateValue(members.count, forKey: key) {
                places?[key] = taken
                return false
            }
            members.append((name, value))
        }
        return true
    }

    private func place(of name: String) -> Int? {
        let name = ExactText(name)
        if let places { return places[name] }
        return members.firstIndex { ExactText($0.name) == name }
    }

    private mutating func index() {
        guard members.count > Self.scanned else { return }
        var places: [ExactText: Int] = [:]
        places.reserveCapacity(2 * members.count)
        for (place, member) in members.enumerated() { places[ExactText(member.name)] = place }
        self.places = places
    }
}

extension JSONObject: Hashable {
    /// Whether both have the same names with the same values, in any order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.members.allSatisfy { right[$0.name] == $0.value }
    }

    /// Hashes without regard to the order.
    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for member in members {
            var one = hasher
            one.combine(ExactText(member.name))
            one.combine(member.value)
            sum &+= one.finalize()
        }
        hasher.combine(sum)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Makes an object; of equal names the last one counts.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self.init(elements.map { (name: $0.0, value: $0.1) })
    }
}
