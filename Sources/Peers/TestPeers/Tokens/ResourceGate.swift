import LanyardLock
import WalletPorts

/// Checks the access token of a request to the issuer: RFC 6750 §2.1 and RFC 9449 §7.1.
struct ResourceGate {
    /// A request that may go on.
    struct Pass {
        let token: String
        let access: IssuerLedger.Access
    }

    let issuer: PeerIssuer
    /// The row of the endpoint, under which the form of the request is written down.
    let row: String

    /// What the token stands for, or the refusal.
    func admit(_ request: HttpRequest, _ examination: inout Examination) -> Result<Pass, Refusal> {
        let fields = request.headers.all("Authorization")
        let parts = (fields.first ?? "").split(separator: " ", maxSplits: 1).map(String.init)
        let scheme = parts.first?.lowercased() ?? ""
        examination.check(
            row, fields.count == 1 && parts.count == 2 && ["bearer", "dpop"].contains(scheme),
            "the token is in one Authorization header of its scheme")
        let token = parts.count == 2 ? parts[1] : ""
        examination.check("VCI-TOK-12", token.isEmpty || !request.url.contains(token), "the token is not in the URL")
        let access = issuer.ledger.withLock { $0.accesses[token] }
        let isBound = access?.entitlement.keyThumbprint != nil
        if let access {
            examination.check(
                isBound ? "VCI-DPOP-03" : row, scheme == (isBound ? "dpop" : "bearer"),
                "the scheme is that of the token, was \"\(scheme)\"")
            if let refusal = checkProof(request, token, access, &examination) { return .failure(Refusal(refusal)) }
        }
        guard let access, access.expiry > issuer.clock.now else {
            return .failure(Refusal(.unauthorized("invalid_token", scheme: isBound ? "DPoP" : "Bearer")))
        }
        return .success(Pass(token: token, access: access))
    }

    private func checkProof(
        _ request: HttpRequest, _ token: String, _ access: IssuerLedger.Access, _ examination: inout Examination
    ) -> HttpResponse? {
        guard let bound = access.entitlement.keyThumbprint else { return nil }
        let proofs = DPoPExamination(issuer: issuer, role: .issuer)
        switch proofs.examine(request, token: token, &examination) {
        case .absent:
            examination.check("VCI-DPOP-03", false, "a proof comes with a token that is bound to a key")
            return proofs.refusal("invalid_dpop_proof", examination.complaint)
        case .refused(let response):
            return response
        case .bound(let key):
            let isSame = examination.check("VCI-DPOP-10", key == bound, "the key is the one that the token is bound to")
            return isSame ? nil : proofs.refusal("invalid_dpop_proof", examination.complaint)
        }
    }

    /// A refusal as an error.
    struct Refusal: Error {
        let response: HttpResponse

        init(_ response: HttpResponse) { self.response = response }
    }
}
