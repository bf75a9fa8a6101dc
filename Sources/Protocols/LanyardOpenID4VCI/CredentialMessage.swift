import LanyardJOSE
public import LanyardJSON
public import LanyardOAuth
public import WalletPorts

/// A message to the credential or the deferred endpoint, plain or encrypted, OpenID4VCI 1.0 §8.2, §9.1 and §10.
public struct CredentialMessage: Sendable {
    /// The body before encryption.
    public let json: JSON
    private let isOfDraft: Bool

    /// Takes the body of a ``CredentialRequest`` or a ``DeferredCredentialRequest``.
    ///
    /// `asDraft` for an issuer that is known to follow a draft: there alone a plain request may bring a response key.
    public init(_ json: JSON, asDraft: Bool = false) {
        self.json = json
        isOfDraft = asDraft
    }

    /// The message as HTTP: JSON, or a JWE to the issuer's key.
    ///
    /// Throws `encryption.unpaired` when the body brings a response key and is not encrypted, or should bring one and does not.
    public func http(
        endpoint: String, token: AccessToken, encryption: MessageEncryption?
    ) throws(Finding) -> HttpRequest {
        let bringsKey = json["credential_response_encryption"] != nil
        guard bringsKey == (encryption?.response != nil) || isOfDraft && encryption == nil else {
            throw Finding(
                "encryption.unpaired", .wallet, clause: "OpenID4VCI 1.0 §8.2", rows: ["VCI-ENC-01"],
                at: "credential request: /credential_response_encryption",
                expected: "a key for the response in a request that is encrypted and asks for it, and nowhere else",
                seen: bringsKey ? .kind("key", length: nil) : .absent,
                remedy: "Make the parameters and the encryption of a request from one choice.")
        }
        let accept = bringsKey ? "application/jwt, application/json" : "application/json"
        let headers = [
            token.authorization,
            HttpHeader("Content-Type", encryption == nil ? "application/json" : "application/jwt"),
            HttpHeader("Accept", accept),
        ]
        var body = json.encoded()
        if let request = encryption?.request {
            body = Array(try JWE.seal(body, to: request.key, enc: request.enc, zip: request.zip, party: .issuer).utf8)
        }
        return HttpRequest("POST", endpoint, headers: headers, body: body)
    }
}
