internal import LanyardOAuth
internal import LanyardOpenID4VCI
internal import LanyardText

/// Does what a session's machine asks for, one action at a time, and reports events.
package actor IssuancePerformer {
    /// Takes an event; false when the session has ended and nothing more may be done.
    package typealias Report = @Sendable (IssuanceMachine.Event) -> Bool

    private enum Work {
        /// Credentials are to be requested by this plan.
        case plan(IssuancePlan, OAuthClient)
        /// Credentials are to be requested with tokens that are there.
        case renewal(IssuanceSource, CredentialConfiguration, OAuthClient)
        /// A promise is to be kept.
        case promise(CredentialId)
    }

    private let session: String
    private let request: IssuanceRequest
    private let context: WalletContext
    private let client: Openid4VciClient
    private let keys: SessionKeys
    private var work: Work?
    private var authorization: Authorization?
    private var deferred: [CredentialId] = []
    /// Contexts that deferred credentials came by.
    private var heldContexts: Set<String> = []

    package init(session: String, request: IssuanceRequest, context: WalletContext, record: SessionRecord) {
        self.session = session
        self.request = request
        self.context = context
        client = Openid4VciClient(context, record: record)
        keys = SessionKeys(session: session, context: context)
    }

    // MARK: Preparing

    package func prepare(_ report: Report) async {
        do throws(IssuanceError) {
            switch request.source {
            case .offer(let offer, let ids):
                try await begin(planning.plan(offer, ids, policy: request.policy), report)
            case .issuer(let text, let ids):
                try await begin(
                    planning.plan(issuer: try identifier(text), ids, policy: request.policy), report)
            case .paused(let record, _):
                try await resume(record, report)
            case .deferred(let id):
                guard let deferral = try await poll.deferral(of: id) else { throw .notDeferred }
                work = .promise(id)
                _ = report(.prepared(configurations: [deferral.configurationId], .nothing))
            case .renewal(let id, let withPerson):
                try await renew(id, withPerson: withPerson, report)
            }
        } catch {
            _ = report(.failed(error))
        }
    }

    /// The URL for the browser, pushed again if it is too old; nil where no browser is waited for.
    package func authorizationURL() async throws(IssuanceError) -> String? {
        try await authorization?.currentURL()
    }

    private var planning: IssuancePlanning { IssuancePlanning(context: context, client: client) }
    private var poll: DeferredPoll { DeferredPoll(context: context, client: client, keys: keys, living: oauth) }
    private var oauth: OAuthClient? {
        switch work {
        case .plan(_, let oauth), .renewal(_, _, let oauth): oauth
        case .promise, nil: nil
        }
    }

    private func identifier(_ text: String) throws(IssuanceError) -> IssuerIdentifier {
        guard let issuer = IssuerIdentifier(text) else {
            throw IssuanceError(
                .invalidOffer, "the issuer \(client.record.cleaned(text)) is no https URL without query and fragment",
                party: .person, remedy: "Check the issuer's identifier.")
        }
        return issuer
    }

    private func begin(_ plan: IssuancePlan, _ report: Report) async throws(IssuanceError) {
        let plan = plan.with(
            try await Registration(context: context, client: client)
                .identity(plan.source.identity, at: plan.server))
        let oauth = OAuthClient(
            of: plan.server, as: plan.source.identity, client: client, keys: keys, context: context)
        work = .plan(plan, oauth)
        try await oauth.prepareDPoP()
        var step = IssuanceMachine.Step.nothing
        switch plan.grant {
        case .preAuthorized:
            if let prompt = plan.txCode { step = .txCode(prompt) }
        case .authorizationCode:
            let authorization = Authorization(
                plan, by: oauth, session: session, client: client, context: context)
            self.authorization = authorization
            step = .browser(try await authorization.currentURL())
        }
        _ = report(.prepared(configurations: plan.configurationIds, step))
    }

    private func resume(_ record: AuthorizationRecord, _ report: Report) async throws(IssuanceError) {
        let plan = try await planning.plan(resuming: record)
        let oauth = OAuthClient(
            of: plan.server, as: plan.source.identity, client: client, keys: keys, context: context)
        if let key = record.dpopKey {
            await keys.adopt([key.handle], released: record.released)
            await oauth.resumeDPoP(with: key, record.nonces)
        }
        work = .plan(plan, oauth)
        _ = report(.prepared(configurations: plan.configurationIds, .nothing))
    }

    /// Receives a credential anew: with the tokens of its issuance, else through the browser if a person is there.
    private func renew(_ id: CredentialId, withPerson: Bool, _ report: Report) async throws(IssuanceError) {
        let renewal = Renewal(context: context, client: client, keys: keys)
        let record = try await renewal.record(of: id)
        if let (source, configuration, oauth) = try await renewal.authorized(record, orFail: !withPerson) {
            work = .renewal(source, configuration, oauth)
            _ = report(.prepared(configurations: [configuration.id], .nothing))
            return
        }
        let plan = try await planning.plan(
            issuer: try identifier(record.issuer), [record.configurationId], policy: record.policy, renewing: id)
        try await begin(plan, report)
    }

    // MARK: Obtaining

    package func obtain(_ input: IssuanceMachine.Input, _ report: Report) async {
        do {
            switch work {
            case .plan(let plan, let oauth):
                try await authorize(plan, oauth, input)
                try await acquire(plan, oauth, report)
            case .renewal(let source, let configuration, let oauth):
                try await acquire(source, [configuration], oauth, report)
            case .promise(let id): deferred = [id]
            case nil: return
            }
            try await waitForDeferred(report)
            _ = report(.finished)
        } catch  where error.code == .txCodeRejected {
            _ = report(.txCodeRejected(error))
        } catch {
            _ = report(.failed(error))
        }
    }

    private func authorize(
        _ plan: IssuancePlan, _ oauth: OAuthClient, _ input: IssuanceMachine.Input
    ) async throws(IssuanceError) {
        switch (plan.grant, input) {
        case (.preAuthorized(let code), _):
            var txCode: Secret<String>?
            if case .txCode(let given) = input {
                guard await context.environment.approval.maySendTxCode(to: plan.server.issuer.uri.host ?? "") else {
                    throw .cancelled
                }
                txCode = given
            }
            try await PreAuthorizedExchange(
                plan: plan, code: code, client: client, now: context.environment.clock.now
            ).tokens(by: oauth, txCode: txCode)
        case (.authorizationCode, .redirect(let redirect)):
            try await authorization?.complete(redirect)
        case (.authorizationCode, _):
            guard case .paused(let record, let redirect) = request.source else { return }
            try await AuthorizationRedirect(redirect, context: context, client: client)
                .exchange(record, at: plan.server, by: oauth)
        }
    }

    private func acquire(_ plan: IssuancePlan, _ oauth: OAuthClient, _ report: Report) async throws(IssuanceError) {
        try await acquire(plan.source, plan.configurations, oauth, report)
    }

    private func acquire(
        _ source: IssuanceSource, _ configurations: [CredentialConfiguration], _ oauth: OAuthClient, _ report: Report
    ) async throws(IssuanceError) {
        let acquisition = CredentialAcquisition(
            source: source, oauth: oauth, client: client, keys: keys, context: context)
        for configuration in configurations {
            let subjects = try await subjects(of: configuration, oauth)
            if subjects.isEmpty {
                let error = IssuanceError(
                    .refused, "the authorization server granted nothing of this configuration",
                    party: .authorizationServer, remedy: "Ask the issuer why it was left out.")
                guard report(.missed(failure(configuration, nil, error))) else { return }
            }
            for subject in subjects {
                do {
                    if let id = try await acquisition.acquire(configuration, as: subject, report) {
                        deferred.append(id)
                    }
                } catch {
                    guard error.code != .userCancelled || !Task.isCancelled else { throw error }
                    await acquisition.log(error, of: configuration)
                    guard report(.missed(failure(configuration, subject, error))) else { return }
                }
            }
        }
    }

    /// What to ask for to get a configuration, each once.
    private func subjects(
        of configuration: CredentialConfiguration, _ oauth: OAuthClient
    ) async throws(IssuanceError) -> [CredentialRequest.Subject] {
        var known: Set<CredentialRequest.Subject> = []
        let subjects = (await oauth.tokens?.subjects(of: configuration.id) ?? []).filter { known.insert($0).inserted }
        guard subjects.count <= Self.mostIdentifiers else {
            throw IssuanceError(
                .invalidResponse,
                "the token response names \(subjects.count) credential identifiers for one configuration",
                party: .authorizationServer, remedy: "Grant at most \(Self.mostIdentifiers) at a time.")
        }
        return subjects
    }

    /// Identifiers of one configuration that are asked for; each is a credential of its own.
    private static let mostIdentifiers = 50

    /// Asks again for what was deferred, while the next answer is due within the session's patience.
    private func waitForDeferred(_ report: Report) async throws(IssuanceError) {
        let start = context.environment.clock.now
        while let next = try await nextDeferral(since: start) {
            do {
                try await context.environment.clock.sleep(until: next.nextPoll)
            } catch {
                throw .cancelled
            }
            heldContexts.insert(next.context)
            do {
                if case .received = try await poll.poll(next.credential, report) {
                    deferred.removeAll { $0 == next.credential }
                }
            } catch {
                guard error.code != .userCancelled || !Task.isCancelled else { throw error }
                deferred.removeAll { $0 == next.credential }
                if case .promise = work { throw error }
                let isOver = try await poll.deferral(of: next.credential) == nil
                let failure = IssuanceFailure(
                    configurationId: next.configurationId, identifier: nil, error: error)
                guard report(.undelivered(failure, next.credential, isOver: isOver)) else { return }
            }
        }
        for id in deferred {
            if let deferral = try await poll.deferral(of: id) {
                // A promise that is not due soon is still one.
                if case .promise = work { _ = report(.deferred(configuration: deferral.configurationId, id)) }
            } else {
                // Another session asked at the same time, and its answer counts.
                let record = try await Renewal(context: context, client: client, keys: keys).record(of: id)
                _ = report(.stored(configuration: record.configurationId, id))
            }
        }
    }

    /// The deferral that is due first, if that is soon enough.
    private func nextDeferral(since start: Instant) async throws(IssuanceError) -> DeferralRecord? {
        var first: DeferralRecord?
        for id in deferred {
            guard let deferral = try await poll.deferral(of: id) else { continue }
            if first.map({ deferral.nextPoll < $0.nextPoll }) ?? true { first = deferral }
        }
        guard let first else { return nil }
        if case .seconds(let patience) = context.config.issuance.deferredPatience,
            first.nextPoll > start.advanced(by: patience)
        {
            return nil
        }
        return first
    }

    // MARK: Ending

    /// Deletes what was made and not stored, and lets go of what the session held.
    package func release() async {
        var ended = heldContexts
        if let oauth {
            await oauth.settle()
            if let id = await oauth.storedContext { ended.insert(id) }
        }
        await authorization?.abandon()
        await keys.release()
        context.outbox.wake(context, ending: ended)
    }

    private func failure(
        _ configuration: CredentialConfiguration, _ subject: CredentialRequest.Subject?, _ error: IssuanceError
    ) -> IssuanceFailure {
        var identifier: String?
        if case .identifier(let text) = subject { identifier = text }
        return IssuanceFailure(configurationId: configuration.id, identifier: identifier, error: error)
    }
}
