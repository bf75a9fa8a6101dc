public import LanyardCrypto
public import LanyardJOSE
import LanyardJSON
import LanyardText
public import WalletPorts

/// A proof of possession for one HTTP request, RFC 9449 §4.2, before it is signed.
public struct DPoPProof: Sendable {
    /// The value of `typ`.
    public static let type = "dpop+jwt"

    /// What is signed.
    public let unsigned: UnsignedJWS

    /// Makes the proof of one request, a retry included.
    ///
    /// `id` is a fresh value for `jti`, at least 96 random bits; `nonce` the last one of this server in this role; `accessToken` the
    /// token that the request presents. Throws `dpop.key` for a key that does not fit the algorithm.
    public init(
        of key: PublicKey, algorithm: SignatureAlgorithm, method: String, url: String, id: String, issuedAt: Instant,
        nonce: String?, accessToken: Secret<String>? = nil
    ) throws(Finding) {
        guard key.algorithms.contains(algorithm) else {
            throw Finding(
                "dpop.key", .wallet, clause: "RFC 9449 §4.2", rows: ["VCI-DPOP-01"], at: "DPoP proof: /alg",
                expected: key.algorithms.map(\.rawValue).joined(separator: " or "), seen: .text(algorithm.rawValue),
                remedy: "Make the DPoP key for the algorithm that was chosen.")
        }
        var claims: JSONObject = [
            "jti": .string(id), "htm": .string(method), "htu": .string(EndpointURL.withoutQuery(url)),
            "iat": .number(JSONNumber(issuedAt.seconds)),
        ]
        claims["ath"] = accessToken.map { .string(Base64URL.encode(Hash.sha256($0.reveal().utf8))) }
        claims["nonce"] = nonce.map(JSON.string)
        unsigned = UnsignedJWS(
            header: ["typ": .string(Self.type), "alg": .string(algorithm.rawValue), "jwk": JWK(key).json],
            claims: claims)
    }

    /// The header field that carries a signed proof; a request has one.
    public static func header(_ proof: String) -> HttpHeader { HttpHeader("DPoP", proof) }
}
