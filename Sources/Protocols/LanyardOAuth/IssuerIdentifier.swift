public import LanyardText

/// The identifier of a credential issuer or an authorization server: an https URL without query and fragment.
///
/// It is kept to the letter and compared character by character; nothing is normalised (OpenID4VCI 1.0 §12.2.1,
/// RFC 8414 §2).
public struct IssuerIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// The identifier as a URI.
    public let uri: URI

    /// Takes an identifier; nil unless it is https with a host, without query, fragment, user name and password.
    public init?(_ text: String) {
        guard let uri = URI(text), uri.isHTTPS, uri.query == nil, uri.fragment == nil else { return nil }
        self.uri = uri
    }

    /// The identifier as it was written.
    public var text: String { uri.text }

    /// The identifier as it was written.
    public var description: String { uri.text }
}
