public import LanyardJSON

/// A request for credentials that were promised, OpenID4VCI 1.0 §9.1: no proofs, no identifiers.
public struct DeferredCredentialRequest: Sendable {
    /// The transaction that the issuer named.
    public let transactionId: String
    /// The key for the response: a new one for each request.
    public let responseEncryption: JSON?

    /// Makes a request.
    public init(transactionId: String, responseEncryption: JSON? = nil) {
        self.transactionId = transactionId
        self.responseEncryption = responseEncryption
    }

    /// The body, for a ``CredentialMessage``.
    public var json: JSON {
        var members: JSONObject = ["transaction_id": .string(transactionId)]
        members["credential_response_encryption"] = responseEncryption
        return .object(members)
    }
}
