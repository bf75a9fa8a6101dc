internal import LanyardJSON

/// The places in a content that descriptions have reached, each found and numbered once.
///
/// Names are told apart by their exact code points, as in the credential: what only looks alike is another claim.
struct ClaimTree: Sendable {
    private struct Node: Sendable {
        let parent: Int?
        let step: Claim.PathElement?
        let value: ClaimValue
        var isListed = false
        /// Whether something beneath it is listed.
        var isOpened = false
    }

    private struct Edge: Hashable {
        enum Step: Hashable {
            case name(ExactText)
            case index(Int)
        }

        let parent: Int
        let step: Step

        init(_ parent: Int, _ step: Claim.PathElement) {
            self.parent = parent
            switch step {
            case .name(let name): self.step = .name(ExactText(name))
            case .index(let index): self.step = .index(index)
            }
        }
    }

    /// The content itself.
    static let root = 0

    private var nodes: [Node]
    private var edges: [Edge: Int] = [:]
    /// Where each member of an object is, for objects of which a member was looked for.
    private var members: [Int: [ExactText: Int]] = [:]

    init(_ content: ClaimValue) {
        nodes = [Node(parent: nil, step: nil, value: content)]
    }

    func value(of node: Int) -> ClaimValue { nodes[node].value }
    func isListed(_ node: Int) -> Bool { nodes[node].isListed }
    func isOpened(_ node: Int) -> Bool { nodes[node].isOpened }

    /// The names and indexes that lead to a place.
    func path(to node: Int) -> [Claim.PathElement] {
        var path: [Claim.PathElement] = []
        var next: Int? = node
        while let number = next {
            if let step = nodes[number].step { path.append(step) }
            next = nodes[number].parent
        }
        return path.reversed()
    }

    /// The place of a member or element if it was reached before.
    func known(_ step: Claim.PathElement, of parent: Int) -> Int? { edges[Edge(parent, step)] }

    /// The place of a member or element; nil if there is none.
    mutating func child(_ step: Claim.PathElement, of parent: Int) -> Int? {
        let edge = Edge(parent, step)
        if let known = edges[edge] { return known }
        let value: ClaimValue
        switch (edge.step, nodes[parent].value) {
        case (.name(let name), .object(let all)):
            guard let place = place(of: name, among: all, of: parent) else { return nil }
            value = all[place].value
        case (.index(let index), .array(let values)):
            guard values.indices.contains(index) else { return nil }
            value = values[index]
        default: return nil
        }
        nodes.append(Node(parent: parent, step: step, value: value))
        edges[edge] = nodes.count - 1
        return nodes.count - 1
    }

    /// Marks a place as listed, and what it is in as opened; false when it was listed before.
    mutating func list(_ node: Int) -> Bool {
        guard !nodes[node].isListed else { return false }
        nodes[node].isListed = true
        var next = nodes[node].parent
        while let number = next, !nodes[number].isOpened {
            nodes[number].isOpened = true
            next = nodes[number].parent
        }
        return true
    }

    private mutating func place(of name: ExactText, among all: [ClaimValue.Member], of parent: Int) -> Int? {
        if members[parent] == nil {
            members[parent] = Dictionary(all.enumerated().map { (ExactText($1.name), $0) }) { first, _ in first }
        }
        return members[parent]?[name]
    }
}
