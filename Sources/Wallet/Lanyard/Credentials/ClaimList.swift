/// Makes the list of claims that a person sees: declared claims in the issuer's order, then what was not declared.
///
/// OpenID4VCI 1.0 Appendices B.2 and C.
package struct ClaimList: Sendable {
    private let languages: [String]
    private var claims: [Claim] = []
    private var covered: Set<[Claim.PathElement]> = []
    /// Paths below which something is covered.
    private var opened: Set<[Claim.PathElement]> = []
    /// Values that may still be looked at for descriptions; what they reach no more is shown without a label.
    private var budget = 50_000

    package static func make(
        of content: ClaimValue, described descriptions: [ClaimLabels], languages: [String]
    ) -> [Claim] {
        var list = ClaimList(languages: languages)
        for description in descriptions { list.declare(description, in: content) }
        list.append(rest: content, at: [])
        return list.claims
    }

    private init(languages: [String]) {
        self.languages = languages
    }

    private mutating func declare(_ description: ClaimLabels, in content: ClaimValue) {
        for (path, value) in select(description.path, in: content) where !path.isEmpty {
            guard covered.insert(path).inserted else { continue }
            for length in 1..<max(1, path.count) { opened.insert(Array(path[..<length])) }
            claims.append(
                Claim(
                    path: path, value: value, label: description.label(for: languages) ?? Self.name(of: path),
                    labels: description.byLanguage, mandatory: description.mandatory))
        }
    }

    /// Appends what no description covers, opening objects only where a description reaches inside.
    private mutating func append(rest value: ClaimValue, at path: [Claim.PathElement]) {
        guard case .object(let members) = value else { return }
        for member in members {
            let inner = path + [.name(member.name)]
            if covered.contains(inner) { continue }
            if opened.contains(inner) {
                append(rest: member.value, at: inner)
            } else {
                claims.append(
                    Claim(path: inner, value: member.value, label: Self.name(of: inner), labels: [:], mandatory: false))
            }
        }
    }

    /// A label for what has none: the names of its path.
    private static func name(of path: [Claim.PathElement]) -> String {
        path.compactMap { if case .name(let name) = $0 { name } else { nil } }.joined(separator: " ")
    }

    /// The values that a path selects, with their concrete paths.
    private mutating func select(_ path: [ClaimLabels.Step], in content: ClaimValue) -> [(
        path: [Claim.PathElement], value: ClaimValue
    )] {
        var selected: [(path: [Claim.PathElement], value: ClaimValue)] = [([], content)]
        for step in path {
            var next: [(path: [Claim.PathElement], value: ClaimValue)] = []
            for (path, value) in selected {
                guard budget > 0 else { return [] }
                switch (step, value) {
                case (.name(let name), .object(let members)):
                    budget -= 1 + members.count / 64
                    if let member = members.first(where: { $0.name == name }) {
                        next.append((path + [.name(name)], member.value))
                    }
                case (.index(let index), .array(let values)):
                    budget -= 1
                    if values.indices.contains(index) { next.append((path + [.index(index)], values[index])) }
                case (.all, .array(let values)):
                    budget -= values.count
                    guard budget > 0 else { return [] }
                    for (index, value) in values.enumerated() { next.append((path + [.index(index)], value)) }
                default: budget -= 1
                }
            }
            selected = next
        }
        return selected
    }
}
