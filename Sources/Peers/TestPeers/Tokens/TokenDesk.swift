import LanyardJSON
import LanyardLock
import WalletPorts

/// Answers for the token endpoint: RFC 6749 §5, RFC 9449 §5 and OpenID4VCI 1.0 §6.
struct TokenDesk {
    /// A token request whose sender was looked at.
    struct Asked {
        let form: RequestForm
        /// The client id, if there was one.
        let clientID: String?
        /// The thumbprint of the client instance's key, if it is attested.
        let instanceKey: String?
        /// The thumbprint of the key of the DPoP proof, if there was one that counts.
        let keyThumbprint: String?
    }

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
        let clientID: String?
        let instanceKey: String?
        switch ClientExamination(issuer: issuer, server: server).examine(request, form, &examination) {
        case .refused(let response): return response
        case .client(let id, let key): (clientID, instanceKey) = (id, key)
        }
        var key: String?
        switch DPoPExamination(issuer: issuer, role: .server(server)).examine(request, &examination) {
        case .refused(let response): return response
        case .bound(let thumbprint): key = options.dpop.demand == .off ? nil : thumbprint
        case .absent:
            let isWanted = options.dpop.demand == .required
            guard examination.check("VCI-DPOP-05", !isWanted, "a proof comes with every token request") else {
                return .error("invalid_dpop_proof", examination.complaint)
            }
        }
        let asked = Asked(form: form, clientID: clientID, instanceKey: instanceKey, keyThumbprint: key)
        switch outcome(of: asked, &examination) {
        case .granted(let entitlement): return grantAccess(entitlement, renewing: form["refresh_token"])
        case .refused(let response): return response
        }
    }

    private func outcome(of asked: Asked, _ examination: inout Examination) -> Outcome {
        let type = asked.form["grant_type"] ?? ""
        if type == "authorization_code", options.authorization != nil {
            return CodeGrant(issuer: issuer, server: server).examine(asked, &examination)
        }
        if type == "refresh_token", options.refreshTokens != nil {
            return RefreshGrant(issuer: issuer, server: server).examine(asked, &examination)
        }
        if examination.check("VCI-GEN-02", type != "password", "the password grant is not used") {
            examination.check(
                "VCI-TOK-02", type == PeerIssuer.preAuthorizedGrant,
                "grant_type is one that the server supports, was \"\(type)\"")
        }
        return PreAuthorizedGrant(issuer: issuer, server: server).examine(asked, &examination)
    }

    /// OpenID4VCI 1.0 §6.2.
    private func grantAccess(
        _ granted: IssuerLedger.Entitlement, renewing refreshToken: String?
    ) -> HttpResponse {
        var entitlement = granted
        if options.faults.contains(.bearerForProof) { entitlement.keyThumbprint = nil }
        let ids = (entitlement.wanted ?? entitlement.configurations).filter {
            !options.withheldConfigurations.contains($0)
        }
        // A request with details must be answered with details.
        let count = max(options.identifiersPerConfiguration, entitlement.hasDetails ? 1 : 0)
        let identifiers = ids.flatMap { id in (0..<count).map { ("\(id)#\($0)", id) } }
        let nonce = options.sendsNonceWithToken ? issuer.makeNonce() : nil
        let token = PeerIssuer.token()
        let access = IssuerLedger.Access(
            entitlement: entitlement, granted: ids, identifiers: identifiers,
            expiry: issuer.clock.now.advanced(by: Double(options.tokenLifetime)), nonce: nonce)
        issuer.ledger.withLock { $0.accesses[token] = access }
        var body: JSONObject = [
            "access_token": .string(token),
            "token_type": entitlement.keyThumbprint == nil ? "Bearer" : "DPoP",
            "expires_in": .number(JSONNumber(options.tokenLifetime)),
        ]
        if let fresh = makeRefreshToken(for: granted, after: refreshToken) { body["refresh_token"] = .string(fresh) }
        if let nonce {
            body["c_nonce"] = .string(nonce)
            body["c_nonce_expires_in"] = 300
        }
        if entitlement.isByScope {
            let scopes = ids.compactMap { id in options.configurations.first { $0.id == id }?.scope }
            body["scope"] = .string(scopes.joined(separator: " "))
        }
        if count > 0 {
            body["authorization_details"] = .array(
                ids.map { id in
                    [
                        "type": "openid_credential", "credential_configuration_id": .string(id),
                        "credential_identifiers": .array(
                            identifiers.filter { $0.1 == id }.map { .string($0.0) }),
                    ]
                })
        }
        return .json(.object(body))
    }

    /// A refresh token, RFC 6749 §6; none where the old one goes on.
    private func makeRefreshToken(
        for entitlement: IssuerLedger.Entitlement, after old: String?
    ) -> String? {
        guard let policy = options.refreshTokens else { return nil }
        if let old { issuer.ledger.withLock { $0.refreshes[old]?.isUsed = true } }
        guard old == nil || policy.areRotated else { return nil }
        let token = PeerIssuer.token()
        let expiry = policy.lifetime.map { issuer.clock.now.advanced(by: Double($0)) }
        issuer.ledger.withLock { ledger in
            ledger.refreshes[token] = IssuerLedger.Refresh(entitlement: entitlement, expiry: expiry)
            if let old { ledger.refreshes[old]?.successor = token }
        }
        return token
    }
}
