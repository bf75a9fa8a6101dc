public import LanyardOAuth
import LanyardText
public import WalletPorts

extension MetadataLocation {
    /// The places of a credential issuer's metadata, OpenID4VCI 1.0 §12.2.2.
    ///
    /// `/.well-known/openid-credential-issuer` inserted before the path to the letter, then before the path without its
    /// terminating slash; for a bare `/` the other way round. When tolerant and there is a path, the suffix form of the
    /// drafts comes last.
    public static func ofCredentialIssuer(_ issuer: IssuerIdentifier, strictness: Strictness) -> [MetadataLocation] {
        let name = "openid-credential-issuer"
        let verbatim = MetadataLocation(issuer.uri.insertingWellKnown(name))
        let stripped = MetadataLocation(issuer.uri.insertingWellKnown(name, strippingSlash: true))
        var locations = issuer.uri.path == "/" ? [stripped, verbatim] : [verbatim, stripped]
        if strictness == .tolerant, !issuer.uri.path.isEmpty, issuer.uri.path != "/" {
            let finding = Finding(
                "issuerMetadata.suffix", .issuer, clause: "OpenID4VCI 1.0 §12.2.2", rows: ["LEG-05"],
                at: "issuer metadata", expected: "the document at \(verbatim.url)", seen: .text("the path as a prefix"),
                remedy: "Insert /.well-known/openid-credential-issuer between host and path.")
            locations.append(MetadataLocation(issuer.uri.appendingWellKnown(name), deviation: finding))
        }
        return unique(locations)
    }
}
