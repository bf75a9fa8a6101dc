/// The format of a credential and its type in that format.
public enum CredentialFormat: Hashable, Sendable {
    /// ISO/IEC 18013-5 mdoc, with its doctype.
    case msoMdoc(String)
    /// SD-JWT VC, with its `vct`.
    case sdJwtVc(String)
    /// Another format, with its OpenID4VCI identifier and its type, if its handler knows one.
    case other(String, type: String?)

    /// The OpenID4VCI format identifier.
    public var identifier: String {
        switch self {
        case .msoMdoc: "mso_mdoc"
        case .sdJwtVc: "dc+sd-jwt"
        case .other(let identifier, _): identifier
        }
    }

    /// The `vct` or doctype; for another format its type or, without one, its identifier.
    public var type: String {
        switch self {
        case .msoMdoc(let type), .sdJwtVc(let type): type
        case .other(let identifier, let type): type ?? identifier
        }
    }

    /// The type that a credential of this format must have; nil where the format has none that the wallet knows.
    package var requestedType: String? {
        switch self {
        case .msoMdoc(let type), .sdJwtVc(let type): type
        case .other: nil
        }
    }
}
