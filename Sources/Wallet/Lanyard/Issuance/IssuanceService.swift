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

    /// Asks again for a credential that the issuer deferred.
    ///
    /// This release defers nothing: the session fails with `.notYet`.
    public func resumeDeferred(_ id: CredentialId) -> IssuanceSession {
        failed(.notYet("deferred issuance"))
    }

    /// Receives a stored credential anew.
    ///
    /// This release cannot renew: the session fails with `.notYet`.
    public func reissue(_ id: CredentialId) -> IssuanceSession {
        failed(.notYet("renewing a credential"))
    }

    private func session(_ request: IssuanceRequest) -> IssuanceSession {
        IssuanceSession(id: CredentialId(context.environment.rng).value, request: request, context: context)
    }

    private func failed(_ error: IssuanceError) -> IssuanceSession {
        session(IssuanceRequest(source: .impossible(error), txCode: nil, policy: CredentialPolicy()))
    }
}
