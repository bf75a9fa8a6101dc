public import LanyardCrypto
public import LanyardJOSE
public import LanyardJSON
public import WalletPorts

/// The JWT by which a holder proves to one verifier, once, that the credential is theirs (RFC 9901 §4.3).
public enum KeyBindingJWT {
    /// Its media type, without `application/`.
    public static let type = "kb+jwt"

    /// The `sd_hash` of a presentation: the digest over its text, the last tilde included.
    public static func presentationHash(of presentation: String, using hash: DisclosureHash) -> String {
        hash.digest(of: presentation)
    }

    /// Drafts the JWT for a presentation, to be signed by the key of the credential's `cnf`.
    ///
    /// `presentation` is exactly what is sent, up to and with its last tilde; `audience` and `nonce` are the verifier's,
    /// as they stand in its request. Further claims are those of a protocol, such as `transaction_data_hashes`; they do
    /// not replace the four that are always there.
    public static func unsigned(
        for presentation: String, hash: DisclosureHash, audience: String, nonce: String, issuedAt: Instant,
        algorithm: SignatureAlgorithm, adding more: JSONObject = JSONObject()
    ) -> UnsignedJWS {
        var header = JSONObject()
        header["alg"] = .string(algorithm.rawValue)
        header["typ"] = .string(type)
        var claims = more
        claims["iat"] = .number(JSONNumber(issuedAt.seconds))
        claims["aud"] = .string(audience)
        claims["nonce"] = .string(nonce)
        claims["sd_hash"] = .string(presentationHash(of: presentation, using: hash))
        return UnsignedJWS(header: header, payload: JSON.object(claims).encoded())
    }
}
