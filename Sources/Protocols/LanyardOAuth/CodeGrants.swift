import LanyardText
public import WalletPorts

extension TokenGrant {
    /// Exchanges an authorization code, RFC 6749 §4.1.3 and RFC 7636 §4.5.
    ///
    /// `redirectURI` is the one of the authorization request, to the letter.
    public static func authorizationCode(
        _ code: Secret<String>, redirectURI: String, verifier: Secret<String>
    ) -> TokenGrant {
        TokenGrant(
            type: "authorization_code",
            fields: [
                .init("code", code.reveal()), .init("redirect_uri", redirectURI),
                .init("code_verifier", verifier.reveal()),
            ])
    }

    /// Exchanges a refresh token, RFC 6749 §6; the client authenticates and proves as it did when the token was issued.
    public static func refreshToken(_ token: Secret<String>) -> TokenGrant {
        TokenGrant(type: "refresh_token", fields: [.init("refresh_token", token.reveal())])
    }
}
