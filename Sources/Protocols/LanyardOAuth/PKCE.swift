import LanyardCrypto
import LanyardText
public import WalletPorts

/// A proof key for one authorization request, RFC 7636; only `S256` exists here.
public struct PKCE: Sendable {
    /// The secret, sent with the token request alone: 43 to 128 unreserved characters.
    public let verifier: Secret<String>
    /// Base64url of SHA-256 of the verifier, sent with the authorization request.
    public let challenge: String
    /// The value of `code_challenge_method`.
    public static let method = "S256"

    /// Makes a proof key from fresh random bytes, at least 32 of them.
    public init?(random bytes: [UInt8]) {
        self.init(verifier: Base64URL.encode(bytes))
    }

    /// Takes a verifier as it is; nil unless it is 43 to 128 unreserved characters.
    public init?(verifier: String) {
        guard (43...128).contains(verifier.utf8.count), PercentEncoding.encode(verifier) == verifier else { return nil }
        self.verifier = Secret(verifier)
        challenge = Base64URL.encode(Hash.sha256(Array(verifier.utf8)))
    }
}
