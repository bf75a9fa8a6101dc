internal import LanyardCrypto
internal import LanyardJSON
internal import LanyardOAuth
internal import LanyardOpenID4VCI

/// A request to the issuer that can be made anew for each attempt: a JSON body, encrypted if the issuer wants that.
package struct IssuerMessage: Sendable {
    let endpoint: Endpoint
    let url: String
    let body: JSONObject
    let encryption: MessageEncryption?
    /// How issuers of drafts encrypt the answer to a plain request.
    var draftResponse: MessageEncryption.Response?

    /// One attempt: with encryption its own key for the answer.
    fileprivate func attempt(
        with token: AccessToken
    ) throws(Finding) -> (request: HttpRequest, recipient: JweRecipientKey?) {
        var body = body
        var recipient: JweRecipientKey?
        if let response = encryption?.response ?? draftResponse {
            let key = try Self.key(for: response)
            body["credential_response_encryption"] = draftResponse == nil ? key.parameters : key.draftParameters
            recipient = key
        }
        let request = try CredentialMessage(.object(body), asDraft: draftResponse != nil)
            .http(endpoint: url, token: token, encryption: encryption)
        return (request, recipient)
    }
}

extension IssuerMessage {
    private static func key(for response: MessageEncryption.Response) throws(Finding) -> JweRecipientKey {
        do {
            return try JweRecipientKey(for: response)
        } catch {
            throw Finding(
                "encryption.key", .environment, clause: "OpenID4VCI 1.0 §10", expected: "a fresh key",
                seen: .text(error.reason), remedy: "Try again; the platform's cryptography failed.")
        }
    }
}

/// What the issuer answered, with the key that opens it.
package struct IssuerAnswer: Sendable {
    let response: HttpResponse
    let recipient: JweRecipientKey?
}

extension OAuthClient {
    /// Sends a request with the access token, and repeats it once for each cause: a nonce, a token that is over, the clock.
    ///
    /// A token that is known to be over is refreshed before. Gives the last answer, a success or not.
    package func send(_ message: IssuerMessage) async throws(IssuanceError) -> IssuerAnswer {
        var causes: Set<Cause> = []
        if let tokens, tokens.isOver(at: now), tokens.refresh != nil {
            causes.insert(.token)
            try await refresh()
        }
        while true {
            guard let token = tokens?.access else {
                throw IssuanceError(
                    .authorizationNeeded, "there is no access token", party: .wallet,
                    remedy: "Authorize the issuance again.")
            }
            var (request, recipient) = try attempt(message, token)
            if let proof = try await dpop(request.method, message.url, role: .credentialIssuer, token: token) {
                request.headers.append(proof)
            }
            let response = try await client.exchange.send(request, to: message.endpoint)
            learn(from: response, as: .credentialIssuer, url: message.url)
            let answer = IssuerAnswer(response: response, recipient: recipient)
            guard !(200...299).contains(response.status) else { return answer }
            switch ProtectedResourceFailure(response: response, at: now).step {
            case .useDPoPNonce where token.kind == .dpop:
                guard causes.insert(.dpopNonce).inserted else { return answer }
            case .correctClock(let time) where token.kind == .dpop:
                guard causes.insert(.clock).inserted else { return answer }
                correctClock(to: time)
            case .refreshToken where tokens?.refresh != nil:
                guard causes.insert(.token).inserted else { return answer }
                try await refresh()
            default: return answer
            }
        }
    }

    private func attempt(
        _ message: IssuerMessage, _ token: AccessToken
    ) throws(IssuanceError) -> (request: HttpRequest, recipient: JweRecipientKey?) {
        do {
            return try message.attempt(with: token)
        } catch {
            throw client.refused(error, as: .unsupportedConfiguration, message.url)
        }
    }

    /// Gets new tokens by the refresh token, or from whoever got them meanwhile; one that is refused is never tried again.
    package func refresh() async throws(IssuanceError) {
        guard tokens?.refresh != nil else { throw .authorizationNeeded("there is no refresh token") }
        guard try await claimRefresh() else {
            guard tokens?.refresh != nil else { throw .authorizationNeeded("the refresh token was refused") }
            return
        }
        guard let refresh = tokens?.refresh else { return }
        let cleaned = client.record
        let now = now
        do throws(IssuanceError) {
            let endpoint = try await metadata().tokenEndpoint
            try await obtainTokens(by: .refreshToken(refresh), askedWithDetails: false) { response in
                let failure = AuthorizationServerFailure(response: response, at: now)
                let isOver = failure.error?.code == "invalid_grant"
                let status = UnexpectedStatus(response)
                return IssuanceError(
                    isOver ? .authorizationNeeded : .refused,
                    "the token endpoint answered \(failure.status) to a refresh", party: .authorizationServer,
                    remedy: isOver
                        ? "The authorization is over: receive the credential anew."
                        : status.isTemporary ? status.waiting : "Tell the issuer what its server answered.",
                    serverError: failure.error.map { cleaned.cleaned($0.code, limit: 80) },
                    serverDescription: failure.error?.description.map { cleaned.cleaned($0) }, endpoint: endpoint,
                    isRetryable: status.isTemporary && !isOver, retryAfter: status.retryAfter)
            }
        } catch {
            if error.code == .authorizationNeeded, let storedContext {
                try await forgetRefreshToken(in: storedContext)
            } else {
                await endRefresh()
            }
            throw error
        }
    }

    private enum Cause: Hashable {
        case dpopNonce
        case token
        case clock
    }
}

extension IssuanceError {
    /// The person must authorize again: nothing that is stored suffices.
    package static func authorizationNeeded(_ reason: String) -> IssuanceError {
        IssuanceError(
            .authorizationNeeded, reason, party: .person, remedy: "Receive the credential anew, in the browser.")
    }
}
