/// Receives credentials by OpenID4VCI 1.0.
public struct IssuanceService: Sendable {
    private let context: WalletContext

    package init(_ context: WalletContext) {
        self.context = context
    }

    /// Reads an offer from a deep link, a QR text or raw JSON, fetches it if it is by reference, and the issuer's metadata.
    ///
    /// The offer is read once: what is resolved here is what `start` uses. Throws `IssuanceError`.
    public func resolveOffer(_ text: String) async throws -> CredentialOffer {
        try await resolveOffer(text, record: SessionRecord(clock: context.environment.clock))
    }

    /// Reads an offer as `resolveOffer(_:)` does and keeps what was checked and exchanged in a record.
    public func resolveOffer(_ text: String, record: SessionRecord) async throws -> CredentialOffer {
        try await OfferResolution(context: context, record: record).resolve(text)
    }

    /// An empty record, for `resolveOffer(_:record:)`.
    public func newRecord() -> SessionRecord { SessionRecord(clock: context.environment.clock) }

    /// Starts a session; it runs at once and ends in one terminal state.
    public func start(_ request: IssuanceRequest) -> IssuanceSession {
        session(request)
    }

    /// Goes on with a session that waited for a browser, in this process or an earlier one.
    ///
    /// The redirect names it by `state`; each redirect counts once. Throws `IssuanceError` when no session waits for it.
    public func resume(_ redirectUri: String) async throws -> IssuanceSession {
        let client = Openid4VciClient(context, record: newRecord())
        let redirect = AuthorizationRedirect(redirectUri, context: context, client: client)
        guard let record = try await redirect.taken() else { throw AuthorizationRedirect.used }
        return session(IssuanceRequest(.paused(record, redirect: redirectUri), policy: record.policy))
    }

    /// Asks again for a credential that the issuer deferred, not before the issuer's interval is over.
    ///
    /// Ends `.completed` with the id in `issued`, or in `deferred` when the issuer needs longer than
    /// `IssuanceConfig.deferredPatience`.
    public func resumeDeferred(_ id: CredentialId) -> IssuanceSession {
        session(IssuanceRequest(.deferred(id)))
    }

    /// Receives a stored credential anew under the same id; the old instances serve until the new ones are stored.
    ///
    /// Uses what the issuance left (a refresh token), else a person authorizes in the browser.
    public func reissue(_ id: CredentialId) -> IssuanceSession {
        session(IssuanceRequest(.renewal(id, withPerson: true)))
    }

    /// Receives a stored credential anew without a person: fails with `.authorizationNeeded` where one is needed.
    package func refill(_ id: CredentialId) -> IssuanceSession {
        session(IssuanceRequest(.renewal(id, withPerson: false)))
    }

    /// Waits until issuers were told, as far as they can be reached now, what became of their credentials.
    ///
    /// For a process that ends next; what could not be told is told by upkeep.
    public func settle() async {
        await context.outbox.settle()
    }

    private func session(_ request: IssuanceRequest) -> IssuanceSession {
        IssuanceSession(id: CredentialId(context.environment.rng).value, request: request, context: context)
    }
}
