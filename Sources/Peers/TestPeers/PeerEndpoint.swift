/// The places of an issuer and its authorization server that a wallet asks.
public enum PeerEndpoint: String, Hashable, Sendable, CaseIterable {
    /// A credential offer by reference.
    case offer
    /// `/.well-known/openid-credential-issuer`.
    case issuerMetadata
    /// `/.well-known/oauth-authorization-server`.
    case authorizationServerMetadata
    /// The token endpoint.
    case token
    /// The nonce endpoint.
    case nonce
    /// The credential endpoint.
    case credential
    /// `/.well-known/jwt-vc-issuer`.
    case jwtVcIssuerMetadata
}
