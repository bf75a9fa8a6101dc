public import LanyardCrypto
public import LanyardJOSE
import LanyardJSON
public import WalletPorts

/// A client's own signed statement of who it is, `private_key_jwt`, RFC 7523 §3, before it is signed.
public struct ClientAssertion: Sendable {
    /// The value of `client_assertion_type`.
    public static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

    /// Seconds that an assertion is valid.
    public static let lifetime: Double = 60

    /// What is signed.
    public let unsigned: UnsignedJWS

    /// Makes an assertion for one request.
    ///
    /// `audience` is the authorization server's identifier, not an endpoint; `id` a fresh value for `jti`.
    public init(
        clientId: String, audience: IssuerIdentifier, algorithm: SignatureAlgorithm, kid: String? = nil, id: String,
        issuedAt: Instant
    ) {
        var header: JSONObject = ["alg": .string(algorithm.rawValue)]
        header["kid"] = kid.map(JSON.string)
        unsigned = UnsignedJWS(
            header: header,
            claims: [
                "iss": .string(clientId), "sub": .string(clientId), "aud": .string(audience.text), "jti": .string(id),
                "iat": .number(JSONNumber(issuedAt.seconds)),
                "exp": .number(JSONNumber(issuedAt.advanced(by: Self.lifetime).seconds)),
            ])
    }
}
