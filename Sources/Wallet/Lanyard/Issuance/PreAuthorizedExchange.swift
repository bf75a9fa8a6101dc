internal import LanyardJSON
internal import LanyardOAuth
internal import LanyardOpenID4VCI

/// Exchanges a pre-authorized code, once: a code is single use, so only what the server asks for by name is repeated.
struct PreAuthorizedExchange: Sendable {
    let plan: IssuancePlan
    let code: OfferedGrants.PreAuthorizedCode
    let client: Openid4VciClient
    let now: Instant

    func tokens(by oauth: OAuthClient, txCode: Secret<String>?) async throws(IssuanceError) {
        client.record.protect(code.code.reveal())
        if let txCode { client.record.protect(txCode.reveal()) }
        let details = plan.narrowing
        try await oauth.obtainTokens(
            by: .preAuthorized(code: code.code, txCode: txCode), details: details.map(\.json),
            askedWithDetails: !details.isEmpty
        ) { refusal($0, sentTxCode: txCode != nil) }
    }

    private func refusal(_ response: HttpResponse, sentTxCode: Bool) -> IssuanceError {
        let record = client.record
        let answer = TokenFailure(response: response, at: now)
        let failure = answer.failure
        let status = UnexpectedStatus(response)
        let code: IssuanceError.Code
        let remedy: String
        var isRetryable = false
        var retryAfter: Double?
        switch answer.step(sentTransactionCode: sentTxCode) {
        case .askForTransactionCode:
            code = .txCodeRejected
            remedy = "Check the transaction code; if it is right, the offer is too old: ask for a new one."
        case .server(.retryLater(let seconds)):
            code = .refused
            remedy = "The server is not ready: try again in \(UnexpectedStatus.seconds(seconds))."
            isRetryable = true
            retryAfter = seconds
        default:
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
