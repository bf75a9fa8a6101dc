import LanyardJSON
import LanyardLock
import WalletPorts

/// Checks a client attestation and its proof of possession: OAuth 2.0 Attestation-Based Client Authentication, draft 07 §6
/// and later.
struct AttestationExamination {
    let issuer: PeerIssuer
    let server: String
    let clientID: String?

    private var policy: PeerIssuer.Options.Clients { issuer.options.clients }

    func examine(
        _ attestations: [String], _ proofs: [String], at url: String, _ examination: inout Examination
    ) -> ClientExamination.Verdict {
        guard
            examination.check(
                "VCI-WATT-01", attestations.count == 1 && proofs.count == 1,
                "attestation and proof come in one header each")
        else { return refused("invalid_client", examination) }
        if issuer.options.faults.contains(.attestationRefused) {
            let isFirst = issuer.ledger.withLock { $0.refusedAttestations.insert(attestations[0]).inserted }
            examination.check("VCI-WATT-08", isFirst, "an attestation that was refused is not sent again")
            return refused("invalid_client_attestation", examination)
        }
        guard let key = readAttestation(attestations[0], &examination), examination.isClean else {
            return refused("invalid_client_attestation", examination)
        }
        let isStale = issuer.ledger.withLock { ledger -> Bool in
            examination.check(
                "VCI-WATT-08", !ledger.refusedAttestations.contains(attestations[0]),
                "an attestation that was refused is not sent again")
            guard ledger.refusedAttestations.count < policy.staleAttestations else { return false }
            ledger.refusedAttestations.insert(attestations[0])
            return true
        }
        if isStale { return refused("use_fresh_attestation", examination) }
        let isChallenged = checkProof(proofs[0], of: key, at: url, &examination)
        guard examination.isClean else { return refused("invalid_client", examination) }
        guard !isChallenged else {
            var response = HttpResponse.error("use_attestation_challenge", "the proof needs a challenge of this server")
            let challenge = issuer.makeChallenge(server, for: key.thumbprint)
            response.headers.append(HttpHeader("OAuth-Client-Attestation-Challenge", challenge))
            return .refused(response)
        }
        examination.instanceKey = key.thumbprint
        return .client(id: clientID, instanceKey: key.thumbprint)
    }

    private func refused(_ code: String, _ examination: Examination) -> ClientExamination.Verdict {
        .refused(.error(code, examination.complaint, status: code == "invalid_client" ? 401 : 400))
    }

    /// The instance key of an attestation.
    private func readAttestation(_ text: String, _ examination: inout Examination) -> HolderKey? {
        let row = "VCI-WATT-02"
        guard let attestation = CompactJWS(text) else {
            examination.check(row, false, "the attestation is a compact JWS")
            return nil
        }
        let claims = attestation.payload
        examination.check(
            row, attestation.header["typ"]?.string == "oauth-client-attestation+jwt",
            "typ is oauth-client-attestation+jwt")
        let signer = CertificatePath(issuer.options.walletProviders, at: issuer.clock.now)
            .signer(of: attestation.header, row, &examination)
        examination.check(
            row, signer.map { attestation.isSigned(by: $0) } ?? false, "the signature is made with the key in x5c")
        let now = issuer.clock.now.seconds
        examination.check(row, claims["exp"]?.int64.map { $0 > now } ?? false, "the attestation has not expired")
        let client = claims["sub"]?.string
        examination.check("VCI-WATT-03", client != nil && client == clientID, "client_id is sub of the attestation")
        let jwk = claims["cnf"]?["jwk"]
        let leaked = HolderKey.privateMembers.filter { jwk?[$0] != nil }
        let key = jwk.flatMap { HolderKey(jwk: $0) }
        examination.check(row, leaked.isEmpty && key != nil, "cnf.jwk is a public key")
        guard let key else { return nil }
        let server = issuer.ledger.withLock { ledger -> String in
            let known = ledger.instanceKeys[key.thumbprint] ?? self.server
            ledger.instanceKeys[key.thumbprint] = known
            return known
        }
        examination.check("VCI-WATT-10", server == self.server, "each server gets an instance key of its own")
        return key
    }

    /// Whether the proof must be made again with a challenge.
    private func checkProof(
        _ text: String, of key: HolderKey, at url: String, _ examination: inout Examination
    ) -> Bool {
        let row = "VCI-WATT-04"
        guard let proof = CompactJWS(text) else {
            examination.check(row, false, "the proof is a compact JWS")
            return false
        }
        let claims = proof.payload
        examination.check(
            row, proof.header["typ"]?.string == "oauth-client-attestation-pop+jwt",
            "typ is oauth-client-attestation-pop+jwt")
        examination.check(row, proof.header["alg"]?.string == "ES256", "alg is one that the server lists")
        examination.check(row, proof.isSigned(by: key), "the signature is made with the key in the attestation")
        examination.check(row, claims["aud"]?.string == server, "aud is the server's identifier as a single string")
        let now = issuer.clock.now.seconds
        examination.check(row, claims["iat"]?.int64.map { abs($0 - now) <= 60 } ?? false, "iat is now")
        examination.check("VCI-WATT-05", claims["iss"]?.string == clientID, "iss is the client id, as draft 07 has it")
        let id = claims["jti"]?.string ?? ""
        examination.check(row, id.utf8.count >= 16, "jti has at least 96 bits")
        let isFresh = issuer.ledger.withLock { $0.proofIDs.insert(id).inserted }
        examination.check("VCI-WATT-09", isFresh, "each request has a proof of its own")
        let challenge = claims["challenge"]?.string
        return issuer.ledger.withLock { ledger in
            let rows = NonceRoll.Rows(
                unknown: "VCI-WATT-06", retry: "VCI-WATT-08", newest: "VCI-WATT-07",
                announced: policy.challenge == .endpoint ? "VCI-WATT-06" : nil)
            var roll = ledger.challengeRolls[server] ?? NonceRoll()
            defer { ledger.challengeRolls[server] = roll }
            return roll.judge(
                challenge, of: key.thumbprint, at: url, rows, isWanted: policy.challenge != .none,
                isSpent: policy.rotatesChallenges, &examination)
        }
    }
}

extension PeerIssuer {
    /// Makes a challenge for proofs of possession; an instance key's holder is told it, or everybody is.
    func makeChallenge(_ server: String, for key: String?) -> String {
        let challenge = PeerIssuer.token()
        ledger.withLock { $0.challengeRolls[server, default: NonceRoll()].add(challenge, for: key) }
        return challenge
    }
}
