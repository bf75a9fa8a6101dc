import LanyardJSON
import LanyardLock
import WalletPorts

/// Checks `proofs` of a credential request: OpenID4VCI 1.0 §8.2 and Appendix F.
struct ProofDesk {
    let issuer: PeerIssuer
    let configuration: PeerConfiguration
    let access: IssuerLedger.Access

    private var options: PeerIssuer.Options { issuer.options }

    /// The keys to issue to, each with the nonce that was proved with it.
    func examine(_ proofs: JSON?, _ examination: inout Examination) -> [ProofExamination.Outcome] {
        guard configuration.isKeyBound else {
            examination.check("VCI-META-20", proofs == nil, "no proofs where the configuration has no proof types")
            return []
        }
        let members = proofs?.object
        let hasOneType = examination.check("VCI-CREQ-06", members?.count == 1, "proofs has exactly one member")
        guard hasOneType, let (type, value) = members?.members.first.map({ ($0.name, $0.value) }) else { return [] }
        let isListed = examination.check(
            "VCI-CREQ-07", configuration.proofTypes.contains(type),
            "the proof type is one that the issuer lists, was \"\(type)\"")
        let list = value.array ?? []
        let texts = list.compactMap(\.string)
        examination.check("VCI-CREQ-06", !list.isEmpty && texts.count == list.count, "it holds an array of strings")
        guard isListed, isWithinBatch(texts.count, &examination) else { return [] }
        let outcomes = type == "attestation" ? examineAttestation(texts, &examination) : examine(texts, &examination)
        guard isWithinBatch(outcomes.count, &examination) else { return [] }
        let keys = outcomes.map(\.key.thumbprint)
        examination.check("VCI-PROOF-09", Set(keys).count == keys.count, "the keys of a batch differ")
        let used = issuer.ledger.withLock { $0.usedKeys }
        examination.check("VCI-PROOF-09", used.isDisjoint(with: keys), "the keys are fresh")
        return outcomes
    }

    /// Beyond the limit nothing is looked at: a stranger decides how many there are.
    private func isWithinBatch(_ count: Int, _ examination: inout Examination) -> Bool {
        let limit = options.batchSize ?? 1
        return examination.check("VCI-META-15", count <= limit, "at most \(limit) keys in a request, were \(count)")
    }

    private var nonces: Set<String>? {
        let isOwed = options.hasNonceEndpoint || access.nonce != nil || access.refusal != nil
        return isOwed ? issuer.ledger.withLock { Set($0.nonces.keys) } : nil
    }

    private var attestations: KeyAttestationExamination {
        KeyAttestationExamination(issuer: issuer, configuration: configuration, nonces: nonces)
    }

    /// Appendix F.1.
    private func examine(_ texts: [String], _ examination: inout Examination) -> [ProofExamination.Outcome] {
        let proof = ProofExamination(
            identifier: issuer.identifier, algorithms: configuration.proofAlgorithms, methods: configuration.methods,
            clientID: access.entitlement.clientID, now: issuer.clock.now, nonces: nonces)
        let outcomes = texts.compactMap { proof.examine($0, &examination) }
        let attested = outcomes.compactMap { outcome in outcome.attestation.map { (outcome, $0) } }
        guard let (outcome, text) = attested.first else {
            examination.check(
                "VCI-META-21", configuration.keyAttestation == nil, "a key attestation comes where the issuer wants it")
            return outcomes
        }
        examination.check("VCI-PROOF-10", texts.count == 1, "one proof with an attestation stands for all keys")
        let keys = attestations.examine(text, inProof: true, &examination)
        examination.check(
            "VCI-PROOF-10", keys.first?.key == outcome.key.key, "the proof is made with the first of the attested keys")
        return keys.map { ProofExamination.Outcome(key: $0, nonce: outcome.nonce) }
    }

    /// Appendix F.3.
    private func examineAttestation(
        _ texts: [String], _ examination: inout Examination
    ) -> [ProofExamination.Outcome] {
        guard examination.check("VCI-PROOF-11", texts.count == 1, "there is exactly one attestation"),
            let text = texts.first
        else { return [] }
        let keys = attestations.examine(text, inProof: false, &examination)
        let nonce = CompactJWS(text)?.payload["nonce"]?.string
        return keys.map { ProofExamination.Outcome(key: $0, nonce: nonce) }
    }
}
