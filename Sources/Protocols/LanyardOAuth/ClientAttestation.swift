public import LanyardCrypto
import LanyardJOSE
public import WalletPorts

/// A wallet provider's statement that a key belongs to a genuine wallet, checked before it is used.
///
/// Attestation-based client authentication, drafts 07 to 10, §5.1; OpenID4VCI 1.0 Appendix E.
public struct ClientAttestation: Sendable {
    /// The value of `typ`.
    public static let type = "oauth-client-attestation+jwt"

    /// The JWT to the letter.
    public let text: String
    /// The subject, which is the `client_id` of every request.
    public let clientId: String
    /// When it ends; it may be used toward the same server until then.
    public let expiresAt: Instant
    /// The key that signs the proofs that go with it.
    public let key: PublicKey

    /// Reads what a provider gave.
    ///
    /// `clientId` is the configured one, if there is one: another subject is an error. `algorithms` are those that the server takes.
    /// Under High Assurance profiles the header must bring the signer's certificates without the anchor.
    public init(
        _ text: String, for key: PublicKey, clientId: String?, now: Instant, algorithms: [String]?,
        findings: inout Findings
    ) throws(Finding) {
        let statement = try ProviderStatement(text, Self.kind, algorithms: algorithms, findings: &findings)
        let claims = statement.claims
        self.text = text
        self.clientId = try claims["sub"].string()
        if let clientId, clientId != self.clientId {
            throw claims["sub"].finding(
                "clientId", rows: ["VCI-WATT-03"], expected: "the client id \"\(clientId)\"",
                seen: .text(self.clientId), remedy: "Configure the client id that the provider attests.")
        }
        guard let expires = try statement.expiry(now: now) else {
            throw claims["exp"].finding("missing", expected: "a time of expiry")
        }
        expiresAt = expires
        let confirmation = claims["cnf"]["jwk"]
        guard let json = confirmation.value else {
            throw confirmation.finding("missing", expected: "the key of this wallet instance")
        }
        let attested = try JWK(json: json, at: confirmation.location, refusingPrivate: true, from: .walletProvider)
        guard attested.key == key else {
            throw confirmation.finding(
                "key", expected: "the key that the wallet asked to attest", remedy: "Attest the key that was sent.")
        }
        self.key = key
    }

    static let kind = ProviderStatement.Kind(
        type: type,
        document: OutsideDocument(
            "client attestation", code: "clientAttestation", party: .walletProvider,
            clause: "attestation-based client authentication §5.1", rows: ["VCI-WATT-02"]),
        certificateRows: ["VCI-WATT-02"])
}
