import LanyardCrypto
import LanyardLock
import LanyardText
import WalletPorts

/// Exchanges an authorization code: RFC 6749 §4.1.3 and RFC 7636 §4.5.
struct CodeGrant {
    let issuer: PeerIssuer
    let server: String

    func examine(_ request: TokenDesk.Asked, _ examination: inout Examination) -> TokenDesk.Outcome {
        let form = request.form
        let row = "VCI-TOK-01"
        let others = ["pre-authorized_code", "tx_code", "refresh_token", "code_challenge"].filter { form[$0] != nil }
        examination.check(row, others.isEmpty, "no parameters of other requests beside it, saw \(others)")
        examination.check("VCI-OFFER-11", form["issuer_state"] == nil, "issuer_state is not sent to the token endpoint")
        let code = form["code"] ?? ""
        examination.check(row, !code.isEmpty, "code is sent")
        guard let asked = issuer.ledger.withLock({ $0.codes[code] }) else {
            examination.check("VCI-TOK-03", code.isEmpty, "the code arrives as it was in the redirect")
            return .refused(.error("invalid_grant", "no such code"))
        }
        examination.check("VCI-ARESP-06", server == asked.server, "the code goes to the server that gave it")
        examination.check(
            "VCI-AUTHZ-01", form["redirect_uri"] == asked.redirectURI,
            "redirect_uri is that of the authorization request")
        examination.check(
            "VCI-CAUTH-01", request.clientID == asked.clientID, "client_id is that of the authorization request")
        examination.check(
            "VCI-AUTHZ-11",
            asked.keyThumbprint == nil || issuer.options.dpop.demand == .off
                || asked.keyThumbprint == request.keyThumbprint,
            "the proof is made with the key that the code is bound to")
        examination.check(
            "VCI-PAR-03", asked.instanceKey == nil || asked.instanceKey == request.instanceKey,
            "the client is authenticated as it was when it pushed the request")
        checkVerifier(form["code_verifier"] ?? "", asked, &examination)
        examination.check(
            "VCI-AUTHZ-07", form["resource"] == (asked.wantsResource ? issuer.identifier : nil),
            "resource is sent as in the authorization request")
        let wanted = form["authorization_details"].map {
            DetailsExamination(issuer: issuer).examine($0, &examination)
        }
        let beyond = (wanted ?? []).filter { !asked.configurations.contains($0) }
        examination.check("VCI-TOK-04", beyond.isEmpty, "details narrow what was authorized, saw \(beyond)")
        guard examination.isClean else { return .refused(.error("invalid_request", examination.complaint)) }
        let now = issuer.clock.now
        let isGood = issuer.ledger.withLock { ledger -> Bool in
            defer { ledger.codes[code]?.isSpent = true }
            return !asked.isSpent && asked.expiry.map { $0 > now } ?? false
        }
        guard isGood else { return .refused(.error("invalid_grant", "the code was used or has expired")) }
        return .granted(
            IssuerLedger.Entitlement(
                server: server, configurations: asked.configurations, wanted: wanted,
                hasDetails: asked.hasDetails || wanted != nil, isByScope: !asked.hasDetails, clientID: asked.clientID,
                keyThumbprint: request.keyThumbprint, instanceKey: request.instanceKey))
    }

    private func checkVerifier(
        _ verifier: String, _ asked: IssuerLedger.Authorization, _ examination: inout Examination
    ) {
        let isFit = (43...128).contains(verifier.utf8.count) && PercentEncoding.encode(verifier) == verifier
        examination.check("VCI-AUTHZ-08", isFit, "code_verifier is 43 to 128 unreserved characters")
        let challenge = Base64URL.encode(Hash.sha256(verifier.utf8))
        examination.check(
            "VCI-TOK-01", challenge == asked.challenge, "code_verifier is what code_challenge is made from")
    }
}
