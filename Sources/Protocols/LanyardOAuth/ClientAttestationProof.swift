public import LanyardCrypto
public import LanyardJOSE
import LanyardJSON
public import WalletPorts

/// The proof that a client holds the key of its attestation, before it is signed; one for each request.
///
/// Attestation-based client authentication, drafts 07 to 10, §5.2: draft 07 wants `iss`, later ones ignore it.
public struct ClientAttestationProof: Sendable {
    /// The value of `typ`.
    public static let type = "oauth-client-attestation-pop+jwt"

    /// What is signed, by the key that the attestation names.
    public let unsigned: UnsignedJWS

    /// Makes a proof for one request.
    ///
    /// `audience` is the authorization server's identifier, not an endpoint; `id` a fresh value for `jti`; `challenge` the last one
    /// that the server gave.
    public init(
        clientId: String, audience: IssuerIdentifier, algorithm: SignatureAlgorithm, id: String, issuedAt: Instant,
        challenge: String?
    ) {
        var claims: JSONObject = [
            "iss": .string(clientId), "aud": .string(audience.text), "jti": .string(id),
            "iat": .number(JSONNumber(issuedAt.seconds)),
        ]
        claims["challenge"] = challenge.map(JSON.string)
        unsigned = UnsignedJWS(
            header: ["typ": .string(Self.type), "alg": .string(algorithm.rawValue)], claims: claims)
    }
}
