import LanyardJSON
import LanyardLock
import WalletPorts

/// Answers for the pushed authorization request endpoint, RFC 9126 §2.
struct PushedRequestDesk {
    let issuer: PeerIssuer
    let server: String

    func answer(_ request: HttpRequest, _ examination: inout Examination) -> HttpResponse {
        guard let policy = issuer.options.authorization, policy.pushing != .none else {
            return HttpResponse(status: 404)
        }
        let row = "VCI-PAR-02"
        examination.check(row, !request.url.contains("?"), "all parameters are in the body")
        guard let form = RequestForm(bodyOf: request, row, &examination) else {
            return .error("invalid_request", examination.complaint)
        }
        examination.check(row, form["client_id"] != nil, "client_id is sent")
        examination.check(row, form["request_uri"] == nil, "request_uri is not pushed")
        var instanceKey: String?
        switch ClientExamination(issuer: issuer, server: server).examine(request, form, &examination) {
        case .refused(let response): return response
        case .client(_, let thumbprint): instanceKey = thumbprint
        }
        var key: String?
        switch DPoPExamination(issuer: issuer, role: .server(server)).examine(request, &examination) {
        case .absent: break
        case .refused(let response): return response
        case .bound(let thumbprint): key = issuer.options.dpop.demand == .off ? nil : thumbprint
        }
        // A request that was sent back for a nonce comes again as it was, so its content is looked at only now.
        guard let parameters = RequestObject(issuer: issuer, server: server).parameters(of: form, &examination) else {
            return .error("invalid_request_object", examination.complaint)
        }
        var asked = AuthorizationExamination(issuer: issuer, server: server).examine(parameters, &examination)
        asked?.instanceKey = instanceKey
        if let key {
            examination.check(
                "VCI-AUTHZ-11", asked?.keyThumbprint ?? key == key, "dpop_jkt is the thumbprint of the proof's key")
            asked?.keyThumbprint = key
        }
        guard examination.isClean, let asked else { return .error("invalid_request", examination.complaint) }
        let uri = "urn:ietf:params:oauth:request_uri:\(PeerIssuer.token())"
        let expiry = issuer.clock.now.advanced(by: Double(policy.pushedLifetime))
        issuer.ledger.withLock { $0.pushed[uri] = IssuerLedger.Pushed(authorization: asked, expiry: expiry) }
        return .json(
            ["request_uri": .string(uri), "expires_in": .number(JSONNumber(policy.pushedLifetime))], status: 201)
    }
}
