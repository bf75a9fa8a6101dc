public import WalletPorts

/// An access token with the scheme under which it is presented.
public struct AccessToken: Sendable {
    /// The kinds of token, RFC 6749 §7.1; names compare without case.
    public enum Kind: String, Hashable, Sendable {
        case bearer
        case dpop

        /// The spelling in an `Authorization` field.
        public var scheme: String {
            switch self {
            case .bearer: "Bearer"
            case .dpop: "DPoP"
            }
        }
    }

    /// The token.
    public let value: Secret<String>
    /// Its kind.
    public let kind: Kind

    /// Makes a token.
    public init(_ value: Secret<String>, kind: Kind) {
        self.value = value
        self.kind = kind
    }

    /// The header field that presents it; it appears nowhere else.
    public var authorization: HttpHeader {
        HttpHeader("Authorization", "\(kind.scheme) \(value.reveal())")
    }
}
