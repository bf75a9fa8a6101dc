import LanyardCrypto
import LanyardJSON
import LanyardLock
import LanyardText
import WalletPorts

/// Checks the DPoP proof of a request, RFC 9449 §4.3.
struct DPoPExamination {
    /// Who wants the proof.
    ///
    /// Both have nonces of their own, even on one host.
    enum Role: Hashable, Sendable {
        case server(String)
        case issuer
    }

    /// What came of it.
    enum Verdict {
        /// There is no proof.
        case absent
        /// The proof holds; the thumbprint of its key.
        case bound(String)
        /// There is no going on.
        case refused(HttpResponse)
    }

    let issuer: PeerIssuer
    let role: Role

    private var policy: PeerIssuer.Options.DPoP { issuer.options.dpop }

    func examine(_ request: HttpRequest, token: String? = nil, _ examination: inout Examination) -> Verdict {
        let proofs = request.headers.all("DPoP")
        guard let text = proofs.first else { return .absent }
        examination.check("VCI-DPOP-03", proofs.count == 1, "there is one DPoP header, were \(proofs.count)")
        guard let proof = CompactJWS(text) else {
            examination.check("VCI-DPOP-01", false, "the proof is a compact JWS")
            return .refused(refusal("invalid_dpop_proof", examination.complaint))
        }
        guard let key = readKey(proof, &examination) else {
            return .refused(refusal("invalid_dpop_proof", examination.complaint))
        }
        examination.proofKey = key.thumbprint
        checkClaims(proof.payload, request, token: token, &examination)
        if let refusal = checkTime(proof.payload, &examination) { return .refused(refusal) }
        let isChallenged = checkNonce(proof.payload["nonce"]?.string, key.thumbprint, request.url, &examination)
        guard examination.isClean else { return .refused(refusal("invalid_dpop_proof", examination.complaint)) }
        return isChallenged ? .refused(challenge(key.thumbprint)) : .bound(key.thumbprint)
    }

    private func readKey(_ proof: CompactJWS, _ examination: inout Examination) -> HolderKey? {
        let row = "VCI-DPOP-01"
        let type = proof.header["typ"]?.string ?? ""
        examination.check(row, type == "dpop+jwt", "typ is dpop+jwt, was \"\(type)\"")
        let algorithm = proof.header["alg"]?.string ?? ""
        examination.check(
            row, policy.algorithms.contains(algorithm), "alg is one that the server lists, was \"\(algorithm)\"")
        let jwk = proof.header["jwk"]
        let leaked = HolderKey.privateMembers.filter { jwk?[$0] != nil }
        examination.check(row, leaked.isEmpty, "jwk holds no private member, saw \(leaked.sorted())")
        let key = jwk.flatMap { HolderKey(jwk: $0) }
        examination.check(row, key != nil, "jwk is an EC key")
        guard let key else { return nil }
        examination.check(row, proof.isSigned(by: key), "the signature is made with the key in jwk")
        return examination.isClean ? key : nil
    }

    private func checkClaims(
        _ claims: JSONObject, _ request: HttpRequest, token: String?, _ examination: inout Examination
    ) {
        let row = "VCI-DPOP-02"
        let id = claims["jti"]?.string ?? ""
        // 96 bits take 16 characters of base64url.
        if examination.check(row, id.utf8.count >= 16, "jti has at least 96 bits") {
            let isFresh = issuer.ledger.withLock { $0.proofIDs.insert(id).inserted }
            examination.check("VCI-DPOP-04", isFresh, "each request has a proof of its own")
        }
        examination.check(
            row, claims["htm"]?.string == request.method, "htm is \(request.method), was \(claims["htm"] ?? .null)")
        let url = String(request.url.prefix { $0 != "?" && $0 != "#" })
        examination.check(row, claims["htu"]?.string == url, "htu is the URL without its query")
        guard let token else { return }
        let digest = Base64URL.encode(Hash.sha256(token.utf8))
        examination.check("VCI-DPOP-03", claims["ath"]?.string == digest, "ath is the SHA-256 of the access token")
    }

    /// Refuses a proof of another time; that is no fault of the wallet where the server's own clock is wrong.
    private func checkTime(_ claims: JSONObject, _ examination: inout Examination) -> HttpResponse? {
        let row = "VCI-DPOP-02"
        let issued = claims["iat"]?.number.flatMap { $0.text.allSatisfy(\.isNumber) ? $0.int64 : nil }
        guard examination.check(row, issued != nil, "iat is an integer of seconds"), let issued else { return nil }
        let now = issuer.clock.now.advanced(by: policy.clockOffset)
        let distance = Double(issued) - Double(now.seconds)
        if policy.clockOffset == 0 {
            examination.check(row, abs(distance) <= 60, "iat is now, differs by \(distance) s")
        } else if abs(distance) > 60 {
            var response = refusal("invalid_dpop_proof", "iat differs from this server's clock")
            response.headers.append(HttpHeader("Date", HTTPDate.text(now)))
            return response
        }
        return nil
    }

    /// Whether the proof must be made again with a nonce, RFC 9449 §8 and §9.
    private func checkNonce(
        _ nonce: String?, _ key: String, _ url: String, _ examination: inout Examination
    ) -> Bool {
        let isIssuer = role == .issuer
        let rows = NonceRoll.Rows(
            unknown: isIssuer ? "VCI-DPOP-07" : "VCI-DPOP-06", retry: isIssuer ? "VCI-DPOP-07" : "VCI-DPOP-06",
            newest: "VCI-DPOP-08", announced: isIssuer && issuer.options.hasNonceEndpoint ? "VCI-NONCE-03" : nil)
        return issuer.ledger.withLock { ledger in
            if let nonce {
                let isOfOthers =
                    ledger.nonces[nonce] != nil || ledger.dpopNonces.contains { $0 != role && $1.knows(nonce) }
                let isRight = examination.check(
                    "VCI-DPOP-09", !isOfOthers, "the nonce was given for these proofs, not for others")
                guard isRight else { return false }
            }
            var roll = ledger.dpopNonces[role] ?? NonceRoll()
            defer { ledger.dpopNonces[role] = roll }
            return roll.judge(
                nonce, of: key, at: url, rows, isWanted: isIssuer ? policy.issuerNonces : policy.serverNonces,
                isSpent: policy.rotatesNonces, isEndless: issuer.options.faults.contains(.endlessNonceChallenge),
                &examination)
        }
    }

    private func challenge(_ key: String) -> HttpResponse {
        var response = refusal("use_dpop_nonce", "the proof needs the nonce of this server")
        if !issuer.options.faults.contains(.challengeWithoutNonce) {
            response.headers.append(HttpHeader("DPoP-Nonce", issuer.makeDPoPNonce(role, for: key)))
        }
        return response
    }

    /// A refusal as the role gives it: the server in JSON, RFC 9449 §5; the issuer in a challenge, §7.1.
    func refusal(_ code: String, _ description: String?) -> HttpResponse {
        guard role == .issuer else { return .error(code, description) }
        let algorithms = policy.algorithms.joined(separator: " ")
        return HttpResponse(
            status: 401,
            headers: [
                HttpHeader(
                    "WWW-Authenticate",
                    "Bearer realm=\"DPoP, error=none\", DPoP realm=\"credentials\", error=\"\(code)\", algs=\"\(algorithms)\""
                ),
                HttpHeader("Cache-Control", "no-store"),
            ])
    }
}

extension PeerIssuer {
    /// Makes a nonce for DPoP proofs; a key's holder is told it, or everybody is.
    func makeDPoPNonce(_ role: DPoPExamination.Role, for key: String?) -> String {
        let nonce = PeerIssuer.token()
        ledger.withLock { $0.dpopNonces[role, default: NonceRoll()].add(nonce, for: key) }
        return nonce
    }

    /// Makes every nonce for DPoP proofs that was given out so far no longer good.
    public func retireDPoPNonces() {
        ledger.withLock { ledger in
            for role in ledger.dpopNonces.keys { ledger.dpopNonces[role]?.retire() }
        }
    }
}
