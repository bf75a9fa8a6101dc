import LanyardJSON
import WalletPorts

/// Checks a key attestation, OpenID4VCI 1.0 Appendix D.
struct KeyAttestationExamination {
    let issuer: PeerIssuer
    let configuration: PeerConfiguration
    /// Every nonce that the issuer gave out for this request; nil when it gives none.
    let nonces: Set<String>?

    /// The attested keys; `inProof` tells whether it rides in a `jwt` proof.
    func examine(_ text: String, inProof: Bool, _ examination: inout Examination) -> [HolderKey] {
        let row = "VCI-KA-01"
        guard let attestation = CompactJWS(text) else {
            examination.check(row, false, "the attestation is a compact JWS")
            return []
        }
        let claims = attestation.payload
        examination.check(
            row, attestation.header["typ"]?.string == "key-attestation+jwt", "typ is key-attestation+jwt")
        let algorithm = attestation.header["alg"]?.string ?? ""
        examination.check(
            inProof ? row : "VCI-PROOF-11", configuration.proofAlgorithms.contains(algorithm),
            "alg is one that the issuer lists, was \"\(algorithm)\"")
        let signer = CertificatePath(issuer.options.walletProviders, at: issuer.clock.now)
            .signer(of: attestation.header, "VCI-KA-04", &examination)
        if let signer {
            examination.check(row, attestation.isSigned(by: signer), "the signature is made with the key in x5c")
        }
        let now = issuer.clock.now.seconds
        examination.check(row, claims["iat"]?.int64.map { $0 <= now + 60 } ?? false, "iat is there and not to come")
        let expiry = claims["exp"]?.int64
        if inProof { examination.check("VCI-KA-02", expiry != nil, "an attestation in a proof has an expiry") }
        examination.check("VCI-KA-02", expiry.map { $0 > now } ?? true, "the attestation has not expired")
        checkNonce(claims["nonce"]?.string, &examination)
        checkLevel("key_storage", configuration.keyAttestation?.keyStorage, claims, &examination)
        checkLevel("user_authentication", configuration.keyAttestation?.userAuthentication, claims, &examination)
        let jwks = claims["attested_keys"]?.array ?? []
        let keys = jwks.compactMap { HolderKey(jwk: $0) }
        let isPublic = jwks.allSatisfy { jwk in HolderKey.privateMembers.allSatisfy { jwk[$0] == nil } }
        examination.check(
            row, !jwks.isEmpty && keys.count == jwks.count && isPublic, "attested_keys holds public keys, at least one")
        return keys
    }

    private func checkNonce(_ nonce: String?, _ examination: inout Examination) {
        let row = "VCI-KA-03"
        guard let nonces else { return }
        examination.check(row, nonce.map { nonces.contains($0) } ?? false, "the nonce is one that this issuer gave")
    }

    private func checkLevel(
        _ name: String, _ accepted: [String]?, _ claims: JSONObject, _ examination: inout Examination
    ) {
        guard let accepted else { return }
        let levels = claims[name]?.array?.compactMap(\.string) ?? []
        examination.check(
            "VCI-KA-05", !Set(levels).isDisjoint(with: accepted), "\(name) is one of \(accepted), was \(levels)")
    }
}
