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

    static let root = 0
    private(set) var nodes = [Node(parent: nil, step: "", disclosure: nil)]
    /// The node of each Disclosure.
    private var places: [Int?]

    init(disclosures: Int) {
        places = Array(repeating: nil, count: disclosures)
        nodes.reserveCapacity(2 * disclosures + 1)
    }

    /// Adds a node and gives its number.
    mutating func add(_ step: String, under parent: Int, disclosure: Int?) -> Int {
        let number = nodes.count
        nodes.append(Node(parent: parent, step: step, disclosure: disclosure))
        if let disclosure { places[disclosure] = number }
        return number
    }

    /// The node that a Disclosure made.
    func place(of disclosure: Int) -> Int? { places.indices.contains(disclosure) ? places[disclosure] : nil }

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

    /// The top-level claims of which at least a part came from a Disclosure, each once.
    var topLevelClaims: [String] {
        // Parents stand before their children, so that backwards each hands on what is beneath it.
        var isDisclosed = nodes.map { $0.disclosure != nil }
        for number in nodes.indices.reversed() where isDisclosed[number] {
            if let parent = nodes[number].parent, parent != Self.root { isDisclosed[parent] = true }
        }
        return nodes.indices.filter { isDisclosed[$0] && nodes[$0].parent == Self.root }.map { nodes[$0].step }
    }

    /// The JSON pointer of a node, for findings.
    func pointer(to node: Int) -> String {
        var steps: [String] = []
        var number = node
        while let parent = nodes[number].parent {
            steps.append(JSONPointer.shortToken(nodes[number].step))
            number = parent
        }
        return steps.reversed().joined()
    }
}

/// The children of a tree by name: made for the question that needs it, since verifying asks none.
struct DisclosureIndex {
    private struct Edge: Hashable {
        let parent: Int
        let step: ExactText
    }

    private var edges: [Edge: Int] = [:]

    init(of tree: DisclosureTree) {
        for (number, node) in tree.nodes.enumerated() {
            guard let parent = node.parent else { continue }
            edges[Edge(parent: parent, step: ExactText(node.step))] = number
        }
    }

    func child(_ step: String, of parent: Int) -> Int? { edges[Edge(parent: parent, step: ExactText(step))] }
}
