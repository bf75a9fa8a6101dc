public import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardOAuth
public import WalletPorts

/// A wallet provider's statement about where keys are kept, checked before it is sent, OpenID4VCI 1.0 Appendix D.1.
public struct KeyAttestation: Sendable {
    /// How an attestation is sent.
    public enum Purpose: Hashable, Sendable {
        /// In the header of a `jwt` proof, where it must have an expiry.
        case jwtProof
        /// As the one `attestation` proof.
        case alone
    }

    /// The value of `typ`.
    public static let type = "key-attestation+jwt"

    /// The JWT to the letter.
    public let text: String
    /// The attested keys in the order of the attestation; the first one signs a `jwt` proof that carries it.
    public let keys: [PublicKey]
    /// When it ends; nil if it does not say.
    public let expiresAt: Instant?

    /// Reads what a provider gave for exactly these keys.
    ///
    /// `nonce` is the issuer's, which the attestation then must carry; `requirement` names the levels of which one of each must be
    /// asserted; `algorithms` are those that the issuer takes, nil for any that is asymmetric. Under High Assurance profiles the header
    /// must bring the signer's certificates without the anchor.
    public init(
        _ text: String, of keys: [PublicKey], nonce: String?, requirement: ProofType.KeyAttestationRequirement?,
        purpose: Purpose, algorithms: [String]? = nil, now: Instant, findings: inout Findings
    ) throws(Finding) {
        let statement = try ProviderStatement(text, Self.kind, algorithms: algorithms, findings: &findings)
        let claims = statement.claims
        self.text = text
        guard try claims["iat"].optionalDate() != nil else {
            throw claims["iat"].finding("missing", expected: "the time of issuance")
        }
        expiresAt = try statement.expiry(now: now, rows: ["VCI-KA-02"])
        if purpose == .jwtProof, expiresAt == nil {
            throw claims["exp"].finding(
                "missing", rows: ["VCI-KA-02"], expected: "a time of expiry, since it goes into a jwt proof")
        }
        self.keys = try Self.keys(claims["attested_keys"], expected: keys)
        if let nonce, try claims["nonce"].optionalString() != nonce {
            throw claims["nonce"].finding(
                "nonce", rows: ["VCI-KA-03"], clause: "OpenID4VCI 1.0 §F.1", expected: "the issuer's nonce",
                remedy: "Attest over the nonce that was given.")
        }
        try Self.checkLevel(claims["key_storage"], accepted: requirement?.keyStorage)
        try Self.checkLevel(claims["user_authentication"], accepted: requirement?.userAuthentication)
    }

    /// Each key once, and exactly those that were to be attested: one more would get a credential that the wallet cannot use.
    private static func keys(_ member: OutsideMember, expected: [PublicKey]) throws(Finding) -> [PublicKey] {
        let finding = member.finding(
            "keys", rows: ["VCI-KA-01", "VCI-KA-06"],
            expected: "the \(expected.count) keys that were sent, each once",
            remedy: "Attest exactly the keys that were sent.")
        let elements = try member.array()
        guard elements.count == expected.count else { throw finding }
        let keys = try elements.map { element throws(Finding) in
            guard let json = element.value else { throw element.finding("type", expected: "a key") }
            return try JWK(json: json, at: element.location, refusingPrivate: true, from: .walletProvider).key
        }
        guard Set(keys).count == keys.count, Set(keys) == Set(expected) else { throw finding }
        return keys
    }

    /// One level in common is enough; an issuer that names none takes any.
    private static func checkLevel(_ member: OutsideMember, accepted: [String]?) throws(Finding) {
        guard let accepted, !accepted.isEmpty else { return }
        let rows = ["VCI-KA-05", "VCI-META-21"]
        let asserted = try member.optionalStrings(rows: rows) ?? []
        guard !Set(asserted).isDisjoint(with: accepted) else {
            throw member.finding(
                "level", rows: rows, clause: "OpenID4VCI 1.0 §D.2",
                expected: "one of \(accepted.joined(separator: ", "))",
                seen: asserted.isEmpty ? .absent : .text(asserted.joined(separator: " ")),
                remedy: "Keep the keys where the issuer asks for, or choose another issuer.")
        }
    }

    static let kind = ProviderStatement.Kind(
        type: type, oldType: "keyattestation+jwt",
        document: OutsideDocument(
            "key attestation", code: "keyAttestation", party: .walletProvider, clause: "OpenID4VCI 1.0 §D.1",
            rows: ["VCI-KA-01"]),
        certificateRows: ["VCI-KA-04"])
}
