import LanyardJSON
import LanyardLock
import WalletPorts

/// Answers for the token endpoint: RFC 6749 §5 and OpenID4VCI 1.0 §6.
struct TokenDesk {
    /// What became of a grant.
    enum Outcome {
        /// A token is due.
        case granted(IssuerLedger.Entitlement)
        /// None is.
        case refused(HttpResponse)
    }

    let issuer: PeerIssuer
    let server: String

    private var options: PeerIssuer.Options { issuer.options }

    func answer(_ request: HttpRequest, _ examination: inout Examination) -> HttpResponse {
        examination.check(
            "VCI-TOK-12", !request.url.contains("?"), "nothing secret is in the URL of the token request")
        guard let form = RequestForm(bodyOf: request, "VCI-TOK-03", &examination) else {
            return .error("invalid_request", examination.complaint)
        }
        switch outcome(of: form, &examination) {
        case .granted(let entitlement): return grantAccess(entitlement)
        case .refused(let response): return response
        }
    }

    private func outcome(of form: RequestForm, _ examination: inout Examination) -> Outcome {
        let type = form["grant_type"] ?? ""
        if type == "authorization_code", options.authorization != nil {
            return CodeGrant(issuer: issuer, server: server).examine(form, &examination)
        }
        if examination.check("VCI-GEN-02", type != "password", "the password grant is not used") {
            examination.check(
                "VCI-TOK-02", type == PeerIssuer.preAuthorizedGrant,
                "grant_type is one that the server supports, was \"\(type)\"")
        }
        return PreAuthorizedGrant(issuer: issuer, server: server).examine(form, &examination)
    }

    /// OpenID4VCI 1.0 §6.2.
    private func grantAccess(_ entitlement: IssuerLedger.Entitlement) -> HttpResponse {
        let granted = (entitlement.wanted ?? entitlement.configurations).filter {
            !options.withheldConfigurations.contains($0)
        }
        // A request with details must be answered with details.
        let count = max(options.identifiersPerConfiguration, entitlement.hasDetails ? 1 : 0)
        let identifiers = granted.flatMap { id in (0..<count).map { ("\(id)#\($0)", id) } }
        let nonce = options.sendsNonceWithToken ? issuer.makeNonce() : nil
        let token = PeerIssuer.token()
        let access = IssuerLedger.Access(
            entitlement: entitlement, granted: granted, identifiers: identifiers,
            expiry: issuer.clock.now.advanced(by: Double(options.tokenLifetime)), nonce: nonce)
        issuer.ledger.withLock { $0.accesses[token] = access }
        var body: JSONObject = [
            "access_token": .string(token), "token_type": "Bearer",
            "expires_in": .number(JSONNumber(options.tokenLifetime)),
        ]
        if let nonce {
            body["c_nonce"] = .string(nonce)
            body["c_nonce_expires_in"] = 300
        }
        if entitlement.isByScope {
            let scopes = granted.compactMap { id in options.configurations.first { $0.id == id }?.scope }
            body["scope"] = .string(scopes.joined(separator: " "))
        }
        if count > 0 {
            body["authorization_details"] = .array(
                granted.map { id in
                    [
                        "type": "openid_credential", "credential_configuration_id": .string(id),
                        "credential_identifiers": .array(
                            identifiers.filter { $0.1 == id }.map { .string($0.0) }),
                    ]
                })
        }
        return .json(.object(body))
    }
}
