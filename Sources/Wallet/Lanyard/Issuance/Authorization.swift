internal import LanyardJOSE
internal import LanyardJSON
internal import LanyardOAuth
internal import LanyardOpenID4VCI
internal import LanyardText

/// The browser step of an issuance: makes the request, keeps what is needed to go on, and reads the redirect.
actor Authorization {
    /// Seconds that a person may take in the browser.
    private static let patience: Double = 3600

    /// One request: what is asked, and what is stored to go on with its answer.
    private struct Attempt {
        let request: AuthorizationRequest
        var record: AuthorizationRecord
        let url: String
        /// The answer to pushing it, with its time; nil where it was not pushed.
        let pushed: (response: PushedAuthorizationResponse, at: Instant)?
    }

    private let plan: IssuancePlan
    private let oauth: OAuthClient
    private let session: String
    private let client: Openid4VciClient
    private let context: WalletContext
    private var attempt: Attempt?

    init(_ plan: IssuancePlan, by oauth: OAuthClient, session: String, client: Openid4VciClient, context: WalletContext)
    {
        self.plan = plan
        self.oauth = oauth
        self.session = session
        self.client = client
        self.context = context
    }

    /// The URL for the browser; where the request was pushed too long ago another one is made.
    ///
    /// The session is stored before the URL is handed out.
    func currentURL() async throws(IssuanceError) -> String {
        let now = context.environment.clock.now
        if let attempt, attempt.pushed.map({ $0.response.isUsable(after: $0.at.distance(to: now)) }) ?? true {
            return attempt.url
        }
        var next = try await begin()
        next.record.nonces = await oauth.nonces
        let handles = [next.record.dpopKey?.handle].compactMap(\.self)
        do {
            try await PausedAuthorizations(context).pause(
                next.record, inPlaceOf: attempt?.record, releasing: await oauth.keys.pendingRecords(of: handles))
        } catch {
            throw IssuanceError(error)
        }
        await oauth.keys.stored(handles)
        attempt = next
        return next.url
    }

    private func begin() async throws(IssuanceError) -> Attempt {
        guard let endpoint = plan.server.authorizationEndpoint else {
            throw IssuanceError(
                .invalidMetadata, "the authorization server names no authorization endpoint",
                party: .authorizationServer, remedy: "Use an offer with a pre-authorized code.")
        }
        let pushing = try pushingEndpoint()
        let (request, record) = try await asked(isPushed: pushing != nil)
        let object = try await requestObject(request)
        let url: String
        var pushed: (response: PushedAuthorizationResponse, at: Instant)?
        if let pushing {
            let response = try await push(request, to: pushing, object)
            url = AuthorizationRequest.url(at: endpoint, clientId: request.clientId, requestURI: response.requestURI)
            pushed = (response, context.environment.clock.now)
        } else if let object {
            url = AuthorizationRequest.url(at: endpoint, clientId: request.clientId, requestObject: object)
        } else {
            url = request.url(at: endpoint)
        }
        return Attempt(request: request, record: record, url: url, pushed: pushed)
    }

    /// A request with a state and a proof key of its own, and its record.
    private func asked(isPushed: Bool) async throws(IssuanceError) -> (AuthorizationRequest, AuthorizationRecord) {
        let rng = context.environment.rng
        guard let pkce = PKCE(random: rng.bytes(32)) else {
            throw IssuanceError(
                .keys, "the source of randomness gave too little", party: .environment, remedy: "Repair it.")
        }
        let subject: AuthorizationSubject
        do {
            subject = try AuthorizationSubject.chosen(
                configurations: plan.configurations, issuer: plan.metadata, server: plan.server,
                prefersDetails: context.config.issuance.prefersAuthorizationDetails, findings: client.newFindings)
        } catch {
            throw client.refused(error, as: .unsupportedConfiguration, plan.server.issuer.text)
        }
        let state = Base64URL.encode(rng.bytes(32))
        client.record.protect(state)
        client.record.protect(pkce.verifier.reveal())
        var request = AuthorizationRequest(
            clientId: plan.source.identity.clientId ?? context.config.issuance.clientId,
            redirectURI: context.config.issuance.redirectUri, state: state, challenge: pkce.challenge)
        request.scopes = subject.scopes
        request.authorizationDetails = subject.details.map(\.json)
        request.resources = subject.resources
        if case .authorizationCode(let issuerState) = plan.grant { request.issuerState = issuerState }
        // The proof that goes with a pushed request binds the code already (RFC 9449 §10.1).
        if !isPushed { request.dpopThumbprint = await oauth.dpopThumbprint }
        let record = AuthorizationRecord(
            session: session, issuer: plan.metadata.credentialIssuer, server: plan.server.issuer,
            identity: plan.source.identity, configurationIds: plan.configurationIds, policy: plan.source.policy,
            renewed: plan.source.renewed, redirectURI: request.redirectURI, state: state, verifier: pkce.verifier,
            resources: subject.resources, askedWithDetails: !subject.details.isEmpty, dpopKey: await oauth.dpopKey,
            expires: context.environment.clock.now.advanced(by: Self.patience))
        return (request, record)
    }

    /// Reads the redirect and exchanges its code; the record is taken first, so that a redirect counts once.
    func complete(_ redirect: String) async throws(IssuanceError) {
        let redirect = AuthorizationRedirect(redirect, context: context, client: client)
        guard let attempt, let taken = try await redirect.taken(attempt.record.state) else {
            throw AuthorizationRedirect.used
        }
        if let key = taken.dpopKey { await oauth.keys.adopt([key.handle], released: taken.released) }
        try await redirect.exchange(taken, at: plan.server, by: oauth)
    }

    /// Forgets the session, if nobody took it.
    func abandon() async {
        guard let attempt else { return }
        do {
            try await PausedAuthorizations(context).drop(attempt.record)
        } catch {
            context.environment.logger?.log(
                WalletLogEntry(.warning, "store", "a paused session stays until upkeep: \(error.code)"))
        }
    }

    // MARK: Pushing

    private func pushingEndpoint() throws(IssuanceError) -> String? {
        do {
            return try plan.server.pushEndpoint(findings: client.newFindings)
        } catch {
            throw client.refused(error, as: .invalidMetadata, plan.server.issuer.text)
        }
    }

    private func push(
        _ request: AuthorizationRequest, to endpoint: String, _ object: String?
    ) async throws(IssuanceError) -> PushedAuthorizationResponse {
        let response = try await oauth.send(.pushed(request, requestObject: object), to: endpoint)
        guard (200...299).contains(response.status) else {
            throw IssuanceError(response, at: endpoint, context.environment.clock.now, client.record)
        }
        var findings = client.newFindings
        do throws(Finding) {
            let pushed = try PushedAuthorizationResponse(response: response, findings: &findings)
            client.record.note(findings.list)
            client.record.passed("pushed authorization request", clause: "RFC 9126 §2.2", rows: ["VCI-PAR-04"])
            return pushed
        } catch {
            throw client.refused(error, answer: response, from: .pushedAuthorization, endpoint)
        }
    }

    /// The signed request object, where the server wants one.
    private func requestObject(_ request: AuthorizationRequest) async throws(IssuanceError) -> String? {
        guard plan.server.requiresSignedRequestObject else { return nil }
        guard let key = context.config.issuance.assertionKey else {
            throw client.refused(
                Finding(
                    "as.requestObject.noKey", .wallet, clause: "RFC 9101 §10.5", rows: ["VCI-PAR-08"],
                    at: "authorization server metadata: /require_signed_request_object",
                    expected: "a key that the server knows the wallet by", seen: .absent,
                    remedy: "Set IssuanceConfig.assertionKey."), as: .unsupportedConfiguration, plan.server.issuer.text)
        }
        let object = request.requestObject(
            audience: plan.server.issuer, algorithm: .init(key.publicKey.algorithm),
            issuedAt: context.environment.clock.now, id: Base64URL.encode(context.environment.rng.bytes(16)))
        let signatures = try await oauth.keys.sign(
            [SigningRequest(key: key.handle, message: object.signingInput)],
            for: UserAction(.receive, with: plan.source.issuer.name))
        return object.compact(signature: signatures.first ?? [])
    }
}

/// A redirect that came back from the browser, and the exchange of its code.
struct AuthorizationRedirect: Sendable {
    private let text: String
    private let context: WalletContext
    private let client: Openid4VciClient

    init(_ text: String, context: WalletContext, client: Openid4VciClient) {
        self.text = text
        self.context = context
        self.client = client
    }

    /// Takes the waiting session that the redirect names; nil where it names none, or one that was taken already.
    ///
    /// With an expected state, a redirect that names another one takes nothing.
    func taken(_ expected: String? = nil) async throws(IssuanceError) -> AuthorizationRecord? {
        guard let state = AuthorizationResponse.state(in: text) ?? expected else { return nil }
        do {
            // One without a state, or with another, still ends the session that it was given to.
            return try await PausedAuthorizations(context).take(state: expected ?? state)
        } catch {
            throw IssuanceError(error)
        }
    }

    /// Checks the redirect against what was asked, and exchanges the code at the server that was asked.
    func exchange(
        _ record: AuthorizationRecord, at server: AuthorizationServerMetadata, by oauth: OAuthClient
    ) async throws(IssuanceError) {
        var findings = client.newFindings
        let response: AuthorizationResponse
        do throws(Finding) {
            response = try AuthorizationResponse(
                redirect: text,
                expecting: AuthorizationExpectation(
                    redirectURI: record.redirectURI, state: record.state, issuer: server.issuer,
                    sendsIssuer: server.sendsIssuerInResponse),
                findings: &findings)
        } catch {
            client.record.note(findings.list)
            throw client.refused(error, as: .authorizationRefused, server.issuer.text)
        }
        client.record.note(findings.list)
        switch response {
        case .error(let error):
            throw IssuanceError(
                error.code == "access_denied" ? .userCancelled : .authorizationRefused,
                "the authorization server sent the browser back with an error", party: .authorizationServer,
                remedy: error.code == "access_denied"
                    ? "Start again and agree in the browser, if that was not meant."
                    : "Start again; if it happens again, tell the issuer what its server answered.",
                serverError: client.record.cleaned(error.code, limit: 80),
                serverDescription: error.description.map { client.record.cleaned($0) },
                isRetryable: ["server_error", "temporarily_unavailable"].contains(error.code))
        case .code(let code):
            client.record.protect(code.reveal())
            client.record.passed(
                "authorization response", clause: "RFC 6749 §4.1.2; RFC 9207 §2.4",
                rows: ["VCI-ARESP-01", "VCI-ARESP-02"])
            let log = client.record
            let clock = context.environment.clock
            let endpoint = server.tokenEndpoint
            try await oauth.obtainTokens(
                by: .authorizationCode(code, redirectURI: record.redirectURI, verifier: record.verifier),
                resources: record.resources, askedWithDetails: record.askedWithDetails
            ) { response in
                IssuanceError(response, at: endpoint, clock.now, log)
            }
        }
    }

    static var used: IssuanceError {
        IssuanceError(
            .authorizationRefused, "no session waits for this redirect", party: .person,
            remedy: "Each redirect counts once: start the issuance again.")
    }
}
