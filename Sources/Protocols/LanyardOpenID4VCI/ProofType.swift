import LanyardOAuth
import WalletPorts

/// A kind of key proof that an issuer takes for a configuration, OpenID4VCI 1.0 §12.2.4 and Appendix F.
public struct ProofType: Hashable, Sendable {
    /// What the issuer asks of the store of the keys, OpenID4VCI 1.0 Appendix D.2; empty lists ask for no level.
    public struct KeyAttestationRequirement: Hashable, Sendable {
        /// The accepted levels of key storage.
        public let keyStorage: [String]
        /// The accepted levels of user authentication.
        public let userAuthentication: [String]
        /// Seconds for which the status of the key storage should still be kept, if the issuer says; European wallet TS3 §2.4.
        public let preferredStatusPeriod: Int64?
    }

    /// The name: `jwt`, `attestation`, `di_vp` or another.
    public let name: String
    /// The accepted signing algorithms.
    public let algorithms: [String]
    /// What a key attestation must say; nil when none is needed.
    public let keyAttestation: KeyAttestationRequirement?

    static func list(_ member: OutsideMember) throws(Finding) -> [ProofType] {
        guard !member.isAbsent else { return [] }
        return try member.object(rows: ["VCI-META-18"]).map { entry throws(Finding) in
            try ProofType(name: entry.name, entry.member)
        }
    }

    private init(name: String, _ member: OutsideMember) throws(Finding) {
        _ = try member.object(rows: ["VCI-META-18"])
        self.name = name
        algorithms = try member["proof_signing_alg_values_supported"].strings(rows: ["VCI-PROOF-01"])
        let required = member["key_attestations_required"]
        if required.isAbsent {
            keyAttestation = nil
        } else {
            let rows = ["VCI-META-21"]
            _ = try required.object(rows: rows)
            keyAttestation = KeyAttestationRequirement(
                keyStorage: try required["key_storage"].optionalStrings(rows: rows) ?? [],
                userAuthentication: try required["user_authentication"].optionalStrings(rows: rows) ?? [],
                preferredStatusPeriod: required["preferred_key_storage_status_period"].positiveInteger)
        }
    }
}
