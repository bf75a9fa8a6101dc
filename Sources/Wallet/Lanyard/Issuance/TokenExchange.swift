package import LanyardOAuth
package import LanyardOpenID4VCI

/// A token and what it covers.
package struct IssuanceToken: Sendable {
    let response: TokenResponse
    /// What was granted by identifiers, by configuration; nil when the server gave none.
    private let granted: [String: [GrantedCredential]]?

    package init(_ response: TokenResponse, granted: [GrantedCredential]?) {
        self.response = response
        self.granted = granted.map { Dictionary(grouping: $0, by: \.configurationId) }
    }

    /// What to ask for to get a configuration; empty when it was not granted.
    package func subjects(of configurationId: String) -> [CredentialRequest.Subject] {
        CredentialRequest.subjects(of: configurationId, granted: granted.map { $0[configurationId] ?? [] })
    }
}

extension Openid4VciClient {
    /// Exchanges the pre-authorized code, once: a code is single use, so nothing is retried here.
    func token(_ plan: IssuancePlan, txCode: Secret<String>?) async throws(IssuanceError) -> IssuanceToken {
        record.protect(plan.grant.code.reveal())
        if let txCode { record.protect(txCode.reveal()) }
        let details = plan.authorizationDetails
        let request = TokenRequest(
            endpoint: plan.server.tokenEndpoint, grant: .preAuthorized(code: plan.grant.code, txCode: txCode),
            client: plan.client, authorizationDetails: details.map(\.json))
        let response = try await exchange.send(request.http, to: .token)
        guard response.status == 200 else { throw tokenError(response, of: plan, sentTxCode: txCode != nil) }
        var findings = newFindings
        do throws(Finding) {
            let token = try TokenResponse(response: response, findings: &findings)
            record.protect(token.accessToken.value.reveal())
            if let refresh = token.refreshToken { record.protect(refresh.reveal()) }
            try token.checkBinding(sentProof: false, findings: &findings)
            let granted = try token.grantedCredentials(askedWithDetails: !details.isEmpty, findings: &findings)
            record.note(findings.list)
            record.passed("token response", clause: "OpenID4VCI 1.0 §6.2", rows: ["VCI-TOK-06", "VCI-TOK-07"])
            return IssuanceToken(token, granted: granted)
        } catch {
            throw refused(error, answer: response, from: .token, plan.server.tokenEndpoint)
        }
    }

    private func tokenError(_ response: HttpResponse, of plan: IssuancePlan, sentTxCode: Bool) -> IssuanceError {
        let token = TokenFailure(response: response, at: exchange.now)
        let failure = token.failure
        let status = UnexpectedStatus(response)
        let code: IssuanceError.Code
        let remedy: String
        var isRetryable = false
        var retryAfter: Double?
        switch token.step(sentTransactionCode: sentTxCode) {
        case .askForTransactionCode:
            code = .txCodeRejected
            remedy = "Check the transaction code; if it is right, the offer is too old: ask for a new one."
        case .server(.useDPoPNonce), .server(.correctClock): return .notYet("DPoP, which this server wants,")
        case .server(.useAttestationChallenge), .server(.useFreshAttestation):
            return .notYet("client attestation, which this server wants,")
        case .server(.retryLater(let seconds)):
            code = .refused
            remedy = "The server is not ready: try again in \(UnexpectedStatus.seconds(seconds))."
            isRetryable = true
            retryAfter = seconds
        case .server(.stop):
            isRetryable = failure.error == nil && status.isTemporary
            code = failure.error != nil || isRetryable ? .refused : .invalidResponse
            remedy =
                switch (failure.error?.code, response.status) {
                case ("invalid_grant", _): "The code was used or is too old: ask the issuer for a new offer."
                case ("invalid_client", _), ("unauthorized_client", _), (nil, 401), (nil, 403):
                    "Configure the client id that the authorization server knows."
                case (nil, _):
                    status.remedy(
                        for: "token",
                        absence: "Correct the token endpoint in the metadata: the server has nothing there.")
                default: "Tell the issuer what its server answered."
                }
        }
        return IssuanceError(
            code, "the token endpoint answered \(failure.status)", party: .authorizationServer, remedy: remedy,
            serverError: failure.error.map { record.cleaned($0.code, limit: 80) },
            serverDescription: failure.error?.description.map { record.cleaned($0) },
            endpoint: plan.server.tokenEndpoint, isRetryable: isRetryable, retryAfter: retryAfter)
    }
}
