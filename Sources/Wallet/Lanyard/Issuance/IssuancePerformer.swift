internal import LanyardOAuth
internal import LanyardOpenID4VCI
internal import LanyardText

/// Does what a session's machine asks for, one action at a time, and reports events.
package actor IssuancePerformer {
    /// Takes an event; false when the session has ended and nothing more may be done.
    package typealias Report = @Sendable (IssuanceMachine.Event) -> Bool

    /// Identifiers of one configuration that are asked for; each is a credential of its own.
    private static let mostIdentifiers = 50

    private let request: IssuanceRequest
    private let context: WalletContext
    private let client: Openid4VciClient
    private let keys: SessionKeys
    private var plan: IssuancePlan?

    package init(session: String, request: IssuanceRequest, context: WalletContext, record: SessionRecord) {
        self.request = request
        self.context = context
        client = Openid4VciClient(context, record: record)
        keys = SessionKeys(session: session, context: context)
    }

    package func prepare(_ report: Report) async {
        do {
            let plan = try await IssuancePlanning(context: context, client: client).plan(request)
            self.plan = plan
            _ = report(.prepared(configurations: plan.configurationIds, prompt: prompt(of: plan)))
        } catch {
            _ = report(.failed(error))
        }
    }

    package func obtain(txCode: Secret<String>?, _ report: Report) async {
        guard let plan else { return }
        do {
            try await obtain(plan, txCode: txCode, report)
        } catch  where error.code == .txCodeRejected {
            _ = report(.txCodeRejected(error))
        } catch {
            _ = report(.failed(error))
        }
    }

    /// Deletes what was made and not stored.
    package func release() async {
        await keys.release()
    }

    private func prompt(of plan: IssuancePlan) -> TxCodePrompt? {
        guard let prompt = plan.offer.txCode else { return nil }
        return TxCodePrompt(
            inputMode: prompt.inputMode, length: prompt.length, description: prompt.description,
            host: plan.server.issuer.uri.host ?? prompt.host, rejection: nil, attemptsLeft: prompt.attemptsLeft
        )
    }

    private func obtain(_ plan: IssuancePlan, txCode: Secret<String>?, _ report: Report) async throws(IssuanceError) {
        if txCode != nil {
            let host = plan.server.issuer.uri.host ?? ""
            guard await context.environment.approval.maySendTxCode(to: host) else { throw .cancelled }
        }
        let token = try await client.token(plan, txCode: txCode)
        let acquisition = CredentialAcquisition(
            plan: plan, token: token, client: client, keys: keys, context: context)
        for configuration in plan.configurations {
            var known: Set<CredentialRequest.Subject> = []
            let subjects = token.subjects(of: configuration.id).filter { known.insert($0).inserted }
            guard subjects.count <= Self.mostIdentifiers else {
                throw IssuanceError(
                    .invalidResponse,
                    "the token response names \(subjects.count) credential identifiers for one configuration",
                    party: .authorizationServer, remedy: "Grant at most \(Self.mostIdentifiers) at a time.",
                    endpoint: plan.server.tokenEndpoint)
            }
            if subjects.isEmpty {
                let error = IssuanceError(
                    .refused, "the authorization server granted nothing of this configuration",
                    party: .authorizationServer, remedy: "Ask the issuer why it was left out.",
                    endpoint: plan.server.tokenEndpoint)
                guard report(.missed(failure(configuration, nil, error))) else { return }
            }
            for subject in subjects {
                do {
                    try await acquisition.acquire(configuration, as: subject, report)
                } catch {
                    guard error.code != .userCancelled || !Task.isCancelled else { throw error }
                    await acquisition.log(error, of: configuration)
                    guard report(.missed(failure(configuration, subject, error))) else { return }
                }
            }
        }
        _ = report(.finished)
    }

    private func failure(
        _ configuration: CredentialConfiguration, _ subject: CredentialRequest.Subject?, _ error: IssuanceError
    ) -> IssuanceFailure {
        var identifier: String?
        if case .identifier(let text) = subject { identifier = text }
        return IssuanceFailure(configurationId: configuration.id, identifier: identifier, error: error)
    }
}
