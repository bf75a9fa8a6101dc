package import LanyardJSON
package import LanyardOAuth
internal import LanyardOpenID4VCI

/// A request to the authorization server that can be made anew for each attempt.
package enum AuthorizationServerMessage: Sendable {
    case pushed(AuthorizationRequest, requestObject: String?)
    case token(TokenGrant, details: [JSON], resources: [String])

    fileprivate var endpoint: Endpoint {
        switch self {
        case .pushed: .pushedAuthorization
        case .token: .token
        }
    }

    fileprivate func http(to url: String, as client: ClientAuthentication) -> HttpRequest {
        switch self {
        case .pushed(let request, nil):
            request.pushed(to: url, client: client)
        case .pushed(let request, let object?):
            AuthorizationRequest.pushed(requestObject: object, clientId: request.clientId, to: url, client: client)
        case .token(let grant, let details, let resources):
            TokenRequest(
                endpoint: url, grant: grant, client: client, authorizationDetails: details, resources: resources
            ).http
        }
    }
}

extension OAuthClient {
    /// Sends a request as the wallet's identity, with a DPoP proof, and repeats it once for each cause that the server names.
    ///
    /// Gives the last answer, a success or not.
    package func send(_ message: AuthorizationServerMessage, to url: String) async throws(IssuanceError) -> HttpResponse
    {
        var causes: Set<Cause> = []
        var renewsAttestation = false
        while true {
            var request = message.http(to: url, as: try await authentication(renewing: renewsAttestation))
            renewsAttestation = false
            if let proof = try await dpop(request.method, url, role: .authorizationServer) {
                request.headers.append(proof)
            }
            let response = try await client.exchange.send(request, to: message.endpoint)
            learn(from: response, as: .authorizationServer, url: url)
            guard !(200...299).contains(response.status) else { return response }
            let cause: Cause
            switch AuthorizationServerFailure(response: response, at: now).step {
            case .useDPoPNonce where dpopKey != nil: cause = .dpopNonce
            case .useAttestationChallenge: cause = .challenge
            case .useFreshAttestation:
                cause = .attestation
                renewsAttestation = true
            case .correctClock(let time) where dpopKey != nil:
                cause = .clock
                correctClock(to: time)
            default: return response
            }
            guard causes.insert(cause).inserted else { return response }
        }
    }

    /// Exchanges a grant for tokens, which this client holds from then on.
    package func obtainTokens(
        by grant: TokenGrant, details: [JSON] = [], resources: [String] = [], askedWithDetails: Bool,
        failure: (HttpResponse) -> IssuanceError
    ) async throws(IssuanceError) {
        let server = try await metadata()
        let endpoint = server.tokenEndpoint
        let response = try await send(.token(grant, details: details, resources: resources), to: endpoint)
        guard response.status == 200 else { throw failure(response) }
        let tokens: TokenSet
        var findings = client.newFindings
        do throws(Finding) {
            let answer = try TokenResponse(response: response, findings: &findings)
            try answer.checkBinding(
                sentProof: dpopKey != nil, isAdvertised: server.dpopAlgorithms != nil, findings: &findings)
            let granted = try answer.grantedCredentials(askedWithDetails: askedWithDetails, findings: &findings)
            tokens = TokenSet(answer, granted: granted ?? self.tokens?.granted, at: now, keeping: self.tokens?.refresh)
        } catch {
            client.record.note(findings.list)
            throw client.refused(error, answer: response, from: .token, endpoint)
        }
        client.record.note(findings.list)
        client.record.passed("token response", clause: "OpenID4VCI 1.0 §6.2", rows: ["VCI-TOK-06", "VCI-TOK-07"])
        take(tokens)
        if let storedContext { try await saveTokens(tokens, in: storedContext) }
    }

    private enum Cause: Hashable {
        case dpopNonce
        case challenge
        case attestation
        case clock
    }
}
