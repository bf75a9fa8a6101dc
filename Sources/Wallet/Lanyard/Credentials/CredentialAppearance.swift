internal import LanyardJSON
package import LanyardSDJWT

/// How a credential's type says it is shown; it outranks what the issuer's metadata says (OpenID4VCI 1.0 §12.2.4).
package struct CredentialAppearance: Sendable {
    /// Nil where the type says nothing.
    package let display: DisplaySnapshot?
    private let claims: [ClaimLabels]

    package init() {
        display = nil
        claims = []
    }

    package init(_ rules: TypeRules) {
        let entries = rules.display.map { entry in
            DisplaySnapshot.Entry(
                locale: entry.locale, name: entry.name, details: entry.description, logo: entry.logo?.uri,
                backgroundColor: entry.backgroundColor, backgroundImage: entry.backgroundImage?.uri,
                textColor: entry.textColor)
        }
        display = entries.isEmpty ? nil : DisplaySnapshot(entries)
        claims = rules.claims.map { claim in
            ClaimLabels(
                path: claim.path.elements.map(ClaimLabels.Step.init), mandatory: claim.isMandatory ?? false,
                labels: claim.labels.map { ClaimLabels.Label($0.locale, $0.text) })
        }
    }

    /// The type's claims in its order, then those that only the issuer describes.
    ///
    /// A claim without labels of its own keeps the issuer's.
    package func labels(before issuer: [ClaimLabels]) -> [ClaimLabels] {
        let known = Dictionary(issuer.map { ($0.path, $0) }) { first, _ in first }
        let paths = Set(claims.map(\.path))
        return claims.map { claim in
            guard let other = known[claim.path] else { return claim }
            return ClaimLabels(
                path: claim.path, mandatory: claim.mandatory || other.mandatory,
                labels: claim.labels.isEmpty ? other.labels : claim.labels)
        } + issuer.filter { !paths.contains($0.path) }
    }
}
