public import LanyardCrypto
public import LanyardJOSE
import LanyardJSON
public import LanyardOAuth
public import WalletPorts

/// A `jwt` key proof before it is signed, OpenID4VCI 1.0 Appendix F.1.
///
/// The key itself stands in the header as `jwk`, public and canonical; the signature is the wallet's key store's to make.
public struct KeyProof: Sendable {
    /// The value of `typ`.
    public static let type = "openid4vci-proof+jwt"

    /// What is signed.
    public let unsigned: UnsignedJWS

    /// Makes the proof of one key.
    ///
    /// `audience` is the credential issuer's identifier; `nonce` what its nonce endpoint gave; `clientId` the one that the token
    /// request named, nil after anonymous access. Throws `proof.key` for a key that does not fit the algorithm.
    public init(
        of key: PublicKey, algorithm: SignatureAlgorithm, audience: IssuerIdentifier, issuedAt: Instant, nonce: String?,
        clientId: String?
    ) throws(Finding) {
        guard key.algorithms.contains(algorithm) else {
            throw Finding(
                "proof.key", .wallet, clause: "OpenID4VCI 1.0 §F.1", rows: ["VCI-PROOF-01"], at: "key proof: /alg",
                expected: key.algorithms.map(\.rawValue).joined(separator: " or "), seen: .text(algorithm.rawValue),
                remedy: "Make keys for the algorithm that was chosen.")
        }
        let header = JSONObject([
            ("typ", .string(Self.type)), ("alg", .string(algorithm.rawValue)), ("jwk", JWK(key).json),
        ])
        var claims: [(name: String, value: JSON)] = []
        if let clientId { claims.append(("iss", .string(clientId))) }
        claims.append(("aud", .string(audience.text)))
        claims.append(("iat", .number(JSONNumber(issuedAt.seconds))))
        if let nonce { claims.append(("nonce", .string(nonce))) }
        unsigned = UnsignedJWS(header: header, claims: JSONObject(claims))
    }
}
