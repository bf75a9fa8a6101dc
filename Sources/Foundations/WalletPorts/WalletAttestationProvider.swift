/// The wallet provider's service: attests this wallet instance and its keys.
///
/// May call a backend. Sources: attestation-based client authentication; OpenID4VCI 1.0 Appendices D and E.
public protocol WalletAttestationProvider: Sendable {
    /// An attestation of a client instance key for one authorization server (`typ` `oauth-client-attestation+jwt`).
    func clientAttestation(for key: PublicKeyBytes, authorizationServer: String) async throws(WalletAttestationError)
        -> String

    /// An attestation of keys (`typ` `key-attestation+jwt`), over the issuer's nonce if it gave one.
    ///
    /// `keyStorage` and `userAuthentication` are the levels that the issuer accepts; empty means any.
    func keyAttestation(
        for keys: [PublicKeyBytes], nonce: String?, keyStorage: [String], userAuthentication: [String]
    ) async throws(WalletAttestationError) -> String
}

/// Why there is no attestation.
public struct WalletAttestationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What happened, for a developer; nothing secret.
    public let reason: String
    /// Whether trying again may help.
    public let isRetryable: Bool

    /// Makes an error.
    public init(_ reason: String, isRetryable: Bool) {
        self.reason = reason
        self.isRetryable = isRetryable
    }

    /// The reason.
    public var description: String { reason }
}
