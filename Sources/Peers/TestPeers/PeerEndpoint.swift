/// The places of an issuer and its authorization server that a wallet asks.
public enum PeerEndpoint: String, Hashable, Sendable, CaseIterable {
    /// A credential offer by reference.
    case offer
    /// `/.well-known/openid-credential-issuer`.
    case issuerMetadata
    /// `/.well-known/oauth-authorization-server`.
    case authorizationServerMetadata
    /// The authorization endpoint, which a browser visits.
    case authorization
    /// The pushed authorization request endpoint.
    case pushedAuthorization
    /// The challenge endpoint of attestation-based client authentication.
    case attestationChallenge
    /// The client registration endpoint.
    case registration
    /// The token endpoint.
    case token
    /// The nonce endpoint.
    case nonce
    /// The credential endpoint.
    case credential
    /// The deferred credential endpoint.
    case deferred
    /// The notification endpoint.
    case notification
    /// A type metadata document.
    case typeMetadata
    /// `/.well-known/jwt-vc-issuer`.
    case jwtVcIssuerMetadata

    /// What a wallet asks a plain issuer in the pre-authorized flow.
    public static let preAuthorized: [PeerEndpoint] = [
        .offer, .issuerMetadata, .authorizationServerMetadata, .token, .nonce, .credential,
    ]
}
