internal import LanyardJSON

extension VerifiedSDJWT {
    /// How much of a selected object or array is disclosed.
    public enum Extent: Sendable {
        /// The node itself, and of what is beneath it only what the issuer left open.
        case node
        /// Everything beneath it as well.
        case subtree
    }

    /// The Disclosures that show these claims: those on the way to each, and beneath it by extent; no sibling's.
    ///
    /// Pointers are JSON pointers into `claims`: an index counts the elements of the processed array. The order is that
    /// of the credential and none comes twice. A pointer to nothing, or to what is open anyway, adds none
    /// (RFC 9901 §7.2, OpenID4VP 1.0 §7).
    public func closure(of pointers: some Sequence<String>, _ extent: Extent = .subtree) -> [Disclosure] {
        var selected: Set<Int> = []
        var roots: Set<Int> = []
        let index = DisclosureIndex(of: tree)
        for pointer in pointers {
            guard let (node, isExact) = node(at: pointer, index) else { continue }
            tree.collectAncestors(of: node, into: &selected)
            if isExact { roots.insert(node) }
        }
        if extent == .subtree { tree.collectDescendants(of: roots, into: &selected) }
        return disclosures(numbered: selected)
    }

    /// Whether the holder may withhold the claim that a JSON pointer into `claims` leads to.
    public func isSelectivelyDisclosable(_ pointer: String) -> Bool {
        !closure(of: [pointer], .node).isEmpty
    }

    /// The compact text that discloses these claims and no other; it ends with a tilde.
    ///
    /// What a key binding JWT is bound to, and what it is appended to.
    public func presentation(disclosing pointers: some Sequence<String>, _ extent: Extent = .subtree) -> String {
        text(disclosing: closure(of: pointers, extent))
    }

    /// The compact text with these Disclosures and what they stand on, each once, in the credential's order.
    ///
    /// A Disclosure of another credential is left out.
    public func presentation(of chosen: some Sequence<Disclosure>) -> String {
        let chosen = Set(chosen)
        var selected: Set<Int> = []
        for (number, disclosure) in received.disclosures.enumerated() where chosen.contains(disclosure) {
            if let node = tree.place(of: number) { tree.collectAncestors(of: node, into: &selected) }
        }
        return text(disclosing: disclosures(numbered: selected))
    }

    private func text(disclosing disclosures: [Disclosure]) -> String {
        ([received.issuerText] + disclosures.map(\.text) + [""]).joined(separator: "~")
    }

    private func disclosures(numbered selected: Set<Int>) -> [Disclosure] {
        received.disclosures.enumerated().filter { selected.contains($0.offset) }.map(\.element)
    }

    /// The deepest node on the way to a claim, and whether it is the claim itself; nil when there is no such claim.
    func node(at pointer: String, _ index: DisclosureIndex) -> (node: Int, isExact: Bool)? {
        guard let steps = JSONPointer.steps(of: pointer) else { return nil }
        var value = JSON.object(claims)
        var node = DisclosureTree.root
        var isExact = true
        for step in steps {
            switch value {
            case .object(let object):
                guard let member = object[step] else { return nil }
                value = member
            case .array(let array):
                guard let position = JSONPointer.index(step), array.indices.contains(position) else { return nil }
                value = array[position]
            default:
                return nil
            }
            // A leaf that the issuer left open has no node of its own.
            if let child = index.child(step, of: node), isExact {
                node = child
            } else {
                isExact = false
            }
        }
        return (node, isExact)
    }
}
