/// Makes the list of claims that a person sees: declared claims in the issuer's order, then what was not declared.
///
/// OpenID4VCI 1.0 Appendices B.2 and C.
package struct ClaimList: Sendable {
    private let languages: [String]
    private let depth: Int
    private var claims: [Claim] = []
    private var tree: ClaimTree
    /// Values that may still be looked at for descriptions; what they reach no more is shown without a label.
    private var budget = 50_000

    /// Lists the claims of an object; `depth` is how many names make a claim, 2 where they stand in name spaces.
    package static func make(
        of content: ClaimValue, described descriptions: [ClaimLabels], depth: Int = 1, languages: [String]
    ) -> [Claim] {
        var list = ClaimList(languages: languages, depth: depth, tree: ClaimTree(content))
        for description in descriptions { list.declare(description) }
        list.append(rest: content, of: ClaimTree.root, at: [])
        return list.claims
    }

    private init(languages: [String], depth: Int, tree: ClaimTree) {
        self.languages = languages
        self.depth = depth
        self.tree = tree
    }

    private mutating func declare(_ description: ClaimLabels) {
        for node in select(description.path) where node != ClaimTree.root {
            guard tree.list(node) else { continue }
            let path = tree.path(to: node)
            claims.append(
                Claim(
                    path: path, value: tree.value(of: node),
                    label: description.label(for: languages) ?? Self.name(of: path), labels: description.byLanguage,
                    mandatory: description.mandatory))
        }
    }

    /// Appends what no description covers, opening objects only above claims and where a description reaches inside.
    private mutating func append(rest value: ClaimValue, of node: Int?, at path: [Claim.PathElement]) {
        guard case .object(let members) = value else { return }
        for member in members {
            let inner = path + [.name(member.name)]
            let known = node.flatMap { tree.known(.name(member.name), of: $0) }
            if let known, tree.isListed(known) { continue }
            if inner.count < depth || known.map(tree.isOpened) == true {
                append(rest: member.value, of: known, at: inner)
                continue
            }
            claims.append(
                Claim(path: inner, value: member.value, label: Self.name(of: inner), labels: [:], mandatory: false))
        }
    }

    /// A label for what has none: the names of its path.
    private static func name(of path: [Claim.PathElement]) -> String {
        path.compactMap { if case .name(let name) = $0 { name } else { nil } }.joined(separator: " ")
    }

    /// The places that a path selects.
    private mutating func select(_ path: [ClaimLabels.Step]) -> [Int] {
        var selected = [ClaimTree.root]
        for step in path {
            var next: [Int] = []
            for node in selected {
                guard budget > 0 else { return [] }
                switch step {
                case .name(let name):
                    budget -= 1
                    if let child = tree.child(.name(name), of: node) { next.append(child) }
                case .index(let index):
                    budget -= 1
                    if let child = tree.child(.index(index), of: node) { next.append(child) }
                case .all:
                    guard case .array(let values) = tree.value(of: node) else { continue }
                    budget -= values.count
                    guard budget > 0 else { return [] }
                    for index in values.indices {
                        if let child = tree.child(.index(index), of: node) { next.append(child) }
                    }
                }
            }
            selected = next
        }
        return selected
    }
}
