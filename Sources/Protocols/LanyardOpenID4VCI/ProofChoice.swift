public import LanyardCrypto
import LanyardOAuth
public import WalletPorts

/// How the wallet proves its keys for one configuration, OpenID4VCI 1.0 §8.2 and Appendix F.
public enum ProofChoice: Hashable, Sendable {
    /// No proof is sent, since the configuration takes none.
    case none
    /// A signed JWT for each key, or one JWT with a key attestation.
    case jwt(SignatureAlgorithm, attestation: ProofType.KeyAttestationRequirement?)
    /// A key attestation alone, which may be signed with any of these algorithms.
    case attestation(ProofType.KeyAttestationRequirement?, algorithms: [String])
    /// A type that the app added, by its name, with the algorithms that the issuer accepts.
    case added(String, algorithms: [String])

    /// What a wallet can do.
    public struct Abilities: Hashable, Sendable {
        /// Signing algorithms of its keys, best first.
        public var algorithms: [SignatureAlgorithm]
        /// Whether it can have its keys attested.
        public var attestsKeys: Bool
        /// Whether it prefers an attestation alone to a JWT with one.
        public var prefersAttestationAlone: Bool
        /// Names of further types that the app added, best first.
        public var addedTypes: [String]

        /// Describes a wallet.
        public init(
            algorithms: [SignatureAlgorithm] = [.es256], attestsKeys: Bool = false,
            prefersAttestationAlone: Bool = false, addedTypes: [String] = []
        ) {
            self.algorithms = algorithms
            self.attestsKeys = attestsKeys
            self.prefersAttestationAlone = prefersAttestationAlone
            self.addedTypes = addedTypes
        }
    }

    /// Chooses among what the issuer takes, before anything is sent.
    ///
    /// Where keys must be attested: a JWT with an attestation, or an attestation alone; else a plain JWT, else an
    /// attestation alone; else a type that the app added. Throws `proof.none` when the two have nothing in common.
    public init(for configuration: CredentialConfiguration, abilities: Abilities) throws(Finding) {
        guard configuration.needsProof else {
            self = .none
            return
        }
        let jwt = configuration.proofTypes.first { $0.name == "jwt" }
        let attestation = configuration.proofTypes.first { $0.name == "attestation" }
        var choices: [ProofChoice] = []
        if let jwt, let algorithm = abilities.algorithms.first(where: { jwt.algorithms.contains($0.rawValue) }),
            jwt.keyAttestation == nil || abilities.attestsKeys
        {
            choices.append(.jwt(algorithm, attestation: jwt.keyAttestation))
        }
        if let attestation, abilities.attestsKeys {
            choices.append(.attestation(attestation.keyAttestation, algorithms: attestation.algorithms))
        }
        for name in abilities.addedTypes where choices.isEmpty {
            let added = configuration.proofTypes.first { $0.name == name && $0.keyAttestation == nil }
            if let added { choices.append(.added(name, algorithms: added.algorithms)) }
        }
        let needsAttestation = configuration.proofTypes.contains { $0.keyAttestation != nil }
        let best = abilities.prefersAttestationAlone && needsAttestation ? choices.last : choices.first
        guard let best else {
            throw Finding(
                "proof.none", .issuer, clause: "OpenID4VCI 1.0 §8.2", rows: ["VCI-CREQ-07", "VCI-PROOF-01"],
                at: "issuer metadata: configuration", expected: Self.expected(abilities),
                seen: .text(configuration.proofTypes.map(Self.described).joined(separator: "; ")),
                remedy: "Offer the proof type jwt with ES256, or give the wallet a provider of key attestations.")
        }
        self = best
    }

    private static func expected(_ abilities: Abilities) -> String {
        let names = abilities.algorithms.map(\.rawValue).joined(separator: ", ")
        return abilities.attestsKeys
            ? "jwt with \(names), or attestation" : "jwt with \(names), without key attestation"
    }

    private static func described(_ type: ProofType) -> String {
        let attested = type.keyAttestation == nil ? "" : " attested"
        return "\(type.name)\(attested): \(type.algorithms.joined(separator: " "))"
    }
}
