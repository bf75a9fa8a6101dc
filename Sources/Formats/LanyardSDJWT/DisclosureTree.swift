internal import LanyardJSON

/// Where in the processed claims each Disclosure stands.
///
/// Nodes are the containers and the disclosed values; a parent stands before its children. Steps are member names and,
/// in arrays, the index in the *processed* array, in decimal, as in a JSON pointer.
struct DisclosureTree: Sendable {
    struct Node: Sendable {
        let parent: Int?
        let step: String
        let disclosure: Int?
    }

    private struct Edge: Hashable {
        let parent: Int
        let step: ExactText
    }

    static let root = 0
    private(set) var nodes = [Node(parent: nil, step: "", disclosure: nil)]
    private var edges: [Edge: Int] = [:]
    private var places: [Int: Int] = [:]

    /// Adds a node and gives its number.
    mutating func add(_ step: String, under parent: Int, disclosure: Int?) -> Int {
        let number = nodes.count
        nodes.append(Node(parent: parent, step: step, disclosure: disclosure))
        edges[Edge(parent: parent, step: ExactText(step))] = number
        if let disclosure { places[disclosure] = number }
        return number
    }

    func child(_ step: String, of parent: Int) -> Int? { edges[Edge(parent: parent, step: ExactText(step))] }

    /// The node that a Disclosure made.
    func place(of disclosure: Int) -> Int? { places[disclosure] }

    /// Adds the Disclosures on the way from the root to a node, the node's own included.
    func collectAncestors(of node: Int, into disclosures: inout Set<Int>) {
        var next: Int? = node
        while let number = next, nodes.indices.contains(number) {
            if let disclosure = nodes[number].disclosure { disclosures.insert(disclosure) }
            next = nodes[number].parent
        }
    }

    /// Adds the Disclosures of everything beneath these nodes, in one pass over the tree.
    func collectDescendants(of roots: Set<Int>, into disclosures: inout Set<Int>) {
        var isBeneath = [Bool](repeating: false, count: nodes.count)
        for (number, node) in nodes.enumerated() {
            guard let parent = node.parent, roots.contains(parent) || isBeneath[parent] else { continue }
            isBeneath[number] = true
            if let disclosure = node.disclosure { disclosures.insert(disclosure) }
        }
    }

    /// The first step of the way to a Disclosure: the top-level claim that it belongs to.
    func topLevelClaim(of disclosure: Int) -> String? {
        guard var number = places[disclosure] else { return nil }
        while let parent = nodes[number].parent, parent != Self.root { number = parent }
        return nodes[number].step
    }

    /// The JSON pointer of a node, for findings: each name is text from outside and is cut at 64 characters.
    func pointer(to node: Int) -> String {
        var steps: [String] = []
        var number = node
        while let parent = nodes[number].parent {
            steps.append(JSONPointer.token(String(nodes[number].step.prefix(64))))
            number = parent
        }
        return steps.reversed().joined()
    }
}
