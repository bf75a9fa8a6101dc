public import LanyardOAuth
import LanyardText
public import WalletPorts

extension TokenGrant {
    /// The grant type of pre-authorized codes.
    public static let preAuthorizedCode = "urn:ietf:params:oauth:grant-type:pre-authorized_code"

    /// Exchanges a pre-authorized code, OpenID4VCI 1.0 §6.1.
    ///
    /// The transaction code is given if and only if the offer described one; its text is sent as it was typed.
    public static func preAuthorized(code: Secret<String>, txCode: Secret<String>?) -> TokenGrant {
        var fields = [FormEncoding.Field("pre-authorized_code", code.reveal())]
        if let txCode { fields.append(.init("tx_code", txCode.reveal())) }
        return TokenGrant(type: preAuthorizedCode, fields: fields)
    }
}

extension ClientAuthentication {
    /// Who the wallet is when it exchanges a pre-authorized code without authentication.
    ///
    /// The `client_id` is left out only where the server allows anonymous access, OpenID4VCI 1.0 §6.1 and §12.3.
    public static func preAuthorized(
        clientId: String, at server: AuthorizationServerMetadata
    ) -> ClientAuthentication {
        server.allowsAnonymousPreAuthorizedGrant ? .anonymous : .publicClient(clientId)
    }
}
