internal import LanyardJSON

/// One claim of a stored credential, ready to be shown.
public struct Claim: Hashable, Sendable {
    /// Where it is, as a path of names and indexes.
    public let path: [PathElement]
    /// Its value.
    public let value: ClaimValue
    /// Its label in the person's language; without one the last name of the path.
    public let label: String
    /// Its labels by language tag; the empty tag is the label without a language.
    public let labels: [String: String]
    /// Whether the issuer says that it is always there.
    public let mandatory: Bool

    /// One step of a path.
    public enum PathElement: Hashable, Sendable, CustomStringConvertible {
        /// A member of an object, or a namespace or element of an mdoc.
        case name(String)
        /// An element of an array, from 0.
        case index(Int)

        /// The name or the index.
        public var description: String {
            switch self {
            case .name(let name): name
            case .index(let index): String(index)
            }
        }
    }

    /// Makes a claim; for the wallet.
    public init(path: [PathElement], value: ClaimValue, label: String, labels: [String: String], mandatory: Bool) {
        self.path = path
        self.value = value
        self.label = label
        self.labels = labels
        self.mandatory = mandatory
    }

    /// The path as a JSON pointer (RFC 6901).
    public var pointer: String { path.map { JSONPointer.token($0.description) }.joined() }
}

extension ClaimValue {
    /// JSON pointers to the single values that only one of the two has, or that are not the same in both.
    package func differences(from other: ClaimValue) -> [String] {
        let ours = leaves
        let theirs = other.leaves
        return Set(ours.keys).union(theirs.keys).filter { ours[$0] != theirs[$0] }.sorted()
    }

    private var leaves: [String: ClaimValue] {
        var found: [String: ClaimValue] = [:]
        visit { pointer, value in
            switch value {
            case .object, .array: break
            default: found[pointer] = value
            }
        }
        return found
    }

    /// JSON pointers to every value inside, the containers included.
    package var pointers: [String] {
        var found: [String] = []
        visit { pointer, _ in found.append(pointer) }
        return found
    }

    /// Every value inside in order, the containers included, with its JSON pointer.
    private func visit(_ body: (String, ClaimValue) -> Void) {
        var pending: [(pointer: String, value: ClaimValue)] = [("", self)]
        while let (pointer, value) = pending.popLast() {
            if !pointer.isEmpty { body(pointer, value) }
            switch value {
            case .object(let members):
                for member in members.reversed() {
                    pending.append((pointer + JSONPointer.token(member.name), member.value))
                }
            case .array(let values):
                for (index, inner) in values.enumerated().reversed() { pending.append(("\(pointer)/\(index)", inner)) }
            default: break
            }
        }
    }
}
