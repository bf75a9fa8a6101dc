import LanyardText
public import WalletPorts

/// A place where a server's metadata may be, in the order in which the places are tried.
///
/// Trying several is safe: a document counts only if it names exactly the identifier that was asked for.
public struct MetadataLocation: Hashable, Sendable {
    /// The URL to GET.
    public let url: String
    /// What to record when the document was found here and the place is not where the rule puts it.
    public let deviation: Finding?

    /// Makes a location.
    public init(_ url: String, deviation: Finding? = nil) {
        self.url = url
        self.deviation = deviation
    }

    /// The places of an authorization server's metadata.
    ///
    /// First `/.well-known/oauth-authorization-server` inserted before the path without its terminating slash (RFC 8414
    /// §3.1), then with it, for the conformance suite; `verbatimFirst` swaps the two. When tolerant, then
    /// `openid-configuration` appended, then inserted (OpenID Connect Discovery §4, RFC 8414 §5).
    public static func ofAuthorizationServer(
        _ issuer: IssuerIdentifier, strictness: Strictness, verbatimFirst: Bool = false
    ) -> [MetadataLocation] {
        let name = "oauth-authorization-server"
        var inserted = [
            issuer.uri.insertingWellKnown(name, strippingSlash: true), issuer.uri.insertingWellKnown(name),
        ]
        if verbatimFirst { inserted.reverse() }
        var locations = inserted.map { MetadataLocation($0) }
        if strictness == .tolerant {
            let finding = Finding(
                "as.metadata.openIDConfiguration", .authorizationServer, clause: "RFC 8414 §3",
                rows: ["VCI-AS-03", "LEG-04"], at: "authorization server metadata",
                expected: "the document at /.well-known/oauth-authorization-server",
                seen: .text("openid-configuration"), remedy: "Serve the metadata at the OAuth well-known place as well."
            )
            locations.append(
                MetadataLocation(issuer.uri.appendingWellKnown("openid-configuration"), deviation: finding))
            locations.append(
                MetadataLocation(
                    issuer.uri.insertingWellKnown("openid-configuration", strippingSlash: true), deviation: finding))
        }
        return unique(locations)
    }

    /// Leaves each URL once, at its first place.
    package static func unique(_ locations: [MetadataLocation]) -> [MetadataLocation] {
        var seen: Set<String> = []
        return locations.filter { seen.insert($0.url).inserted }
    }
}
