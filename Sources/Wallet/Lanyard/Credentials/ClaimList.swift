/// Makes the list of claims that a person sees: declared claims in the issuer's order, then what was not declared.
///
/// OpenID4VCI 1.0 Appendices B.2 and C.
package struct ClaimList: Sendable {
    private let languages: [String]
    private var claims: [Claim] = []
    private var covered: Set<[Claim.PathElement]> = []

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
        for (path, value) in Self.select(description.path, in: content) where !path.isEmpty {
            guard covered.insert(path).inserted else { continue }
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
            if covered.contains(where: { $0.count > inner.count && $0.starts(with: inner) }) {
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
    private static func select(_ path: [ClaimLabels.Step], in content: ClaimValue) -> [(
        path: [Claim.PathElement], value: ClaimValue
    )] {
        var selected: [(path: [Claim.PathElement], value: ClaimValue)] = [([], content)]
        for step in path {
            selected = selected.flatMap { path, value -> [([Claim.PathElement], ClaimValue)] in
                switch (step, value) {
                case (.name(let name), .object(let members)):
                    return members.first { $0.name == name }.map { [(path + [.name(name)], $0.value)] } ?? []
                case (.index(let index), .array(let values)):
                    return values.indices.contains(index) ? [(path + [.index(index)], values[index])] : []
                case (.all, .array(let values)):
                    return values.enumerated().map { (path + [.index($0.offset)], $0.element) }
                default: return []
                }
            }
        }
        return selected
    }
}
