/// The rules of an issuance session: events in, actions out, no waiting inside.
package struct IssuanceMachine: Sendable {
    package enum Event: Sendable {
        case start
        /// Metadata is read: the configurations to ask for, and what is needed of a person first.
        case prepared(configurations: [String], Step)
        case txCode(String)
        case redirect(String)
        /// The token endpoint refused and a wrong transaction code may be why.
        case txCodeRejected(IssuanceError)
        /// A credential passed its checks and is being committed: cancelling waits for the outcome.
        case storing
        case stored(configuration: String, CredentialId)
        /// The issuer promised a credential, which is remembered.
        case deferred(configuration: String, CredentialId)
        /// Asking for a promised credential failed; for good, or for this time.
        case undelivered(IssuanceFailure, CredentialId, isOver: Bool)
        case missed(IssuanceFailure)
        /// Every configuration was dealt with.
        case finished
        case failed(IssuanceError)
        case cancel
    }

    /// What is needed of a person before the token is requested.
    package enum Step: Sendable {
        case nothing
        case txCode(TxCodePrompt)
        case browser(String)
    }

    /// What a person gave.
    package enum Input: Sendable {
        case nothing
        case txCode(Secret<String>)
        case redirect(String)
    }

    package enum Action: Sendable {
        case prepare
        /// Exchange the code, then request the credentials.
        case obtain(Input)
        /// A call came that the state has no use for.
        case note(Finding)
    }

    private enum Phase: Sendable {
        case preparing
        case waitingForTxCode(TxCodePrompt)
        case waitingForBrowser(String)
        case obtaining(TxCodePrompt?)
        case ended(IssuanceState)
    }

    private var phase = Phase.preparing
    /// The code that the app knew already; used once.
    private var knownTxCode: Secret<String>?
    private var outstanding: [String] = []
    private var issued: [CredentialId] = []
    private var deferred: [CredentialId] = []
    private var failures: [IssuanceFailure] = []
    private var isStoring = false
    private var isCancelled = false

    package init(txCode: String?) {
        knownTxCode = txCode.map(Secret.init)
    }

    package var state: IssuanceState {
        switch phase {
        case .preparing: .preparing
        case .waitingForTxCode(let prompt): .txCodeRequired(prompt)
        case .waitingForBrowser(let url): .authorizationRequired(url)
        case .obtaining: .processing
        case .ended(let state): state
        }
    }

    package mutating func handle(_ event: Event) -> [Action] {
        switch (phase, event) {
        case (.ended, .cancel):
            return []
        case (_, .cancel):
            isCancelled = true
            if !isStoring { end(.cancelled) }
            return []
        case (.ended, .txCode), (.ended, .redirect):
            return [.note(misplaced(event))]
        case (.ended, _):
            // What was under way when the session ended reports too late.
            return []
        case (_, .failed(let error)):
            isStoring = false
            end(isCancelled ? .cancelled : error)
            return []

        case (.preparing, .start):
            return [.prepare]
        case (.preparing, .prepared(let configurations, let step)):
            outstanding = configurations
            switch step {
            case .nothing: return obtain(nil, .nothing)
            case .browser(let url): phase = .waitingForBrowser(url)
            case .txCode(let prompt):
                if let code = knownTxCode {
                    knownTxCode = nil
                    return obtain(prompt, .txCode(code))
                }
                phase = .waitingForTxCode(prompt)
            }
            return []

        case (.waitingForTxCode(let prompt), .txCode(let code)):
            return obtain(prompt, .txCode(Secret(code)))
        case (.waitingForBrowser, .redirect(let redirect)):
            return obtain(nil, .redirect(redirect))

        case (.obtaining(let prompt), .txCodeRejected(let error)):
            guard let prompt, prompt.attemptsLeft > 1 else {
                end(error)
                return []
            }
            phase = .waitingForTxCode(prompt.after(error))
            return []
        case (.obtaining, .storing):
            isStoring = true
            return []
        case (.obtaining, .stored(let configuration, let id)):
            issued.append(id)
            deferred.removeAll { $0 == id }
            settle(configuration)
            return []
        case (.obtaining, .deferred(let configuration, let id)):
            deferred.append(id)
            settle(configuration)
            return []
        case (.obtaining, .undelivered(let failure, let id, let isOver)):
            isStoring = false
            failures.append(failure)
            if isOver { deferred.removeAll { $0 == id } }
            if isCancelled { end(.cancelled) }
            return []
        case (.obtaining, .missed(let failure)):
            failures.append(failure)
            settle(failure.configurationId)
            return []
        case (.obtaining, .finished):
            end(nil)
            return []

        default:
            return [.note(misplaced(event))]
        }
    }

    private mutating func obtain(_ prompt: TxCodePrompt?, _ input: Input) -> [Action] {
        phase = .obtaining(prompt)
        return [.obtain(input)]
    }

    private mutating func settle(_ configuration: String) {
        isStoring = false
        if let index = outstanding.firstIndex(of: configuration) { outstanding.remove(at: index) }
        if isCancelled { end(.cancelled) }
    }

    /// Ends the session: `.failed` only if nothing was issued or deferred; what is outstanding failed for the same reason.
    private mutating func end(_ error: IssuanceError?) {
        if let error {
            failures += outstanding.map { IssuanceFailure(configurationId: $0, identifier: nil, error: error) }
        }
        guard issued.isEmpty, deferred.isEmpty else {
            phase = .ended(.completed(IssuanceResult(issued: issued, deferred: deferred, failures: failures)))
            return
        }
        let reason = error ?? failures.first?.error
        phase = .ended(
            .failed(
                reason
                    ?? IssuanceError(
                        .invalidOffer, "nothing was asked for", party: .wallet,
                        remedy: "Name at least one configuration of the offer.")))
    }

    private func misplaced(_ event: Event) -> Finding {
        let call =
            switch event {
            case .txCode: "submitTxCode"
            case .redirect: "completeAuthorization"
            default: "a step of the session's own"
            }
        return Finding(
            "session.call.misplaced", .wallet, severity: .warning, clause: "Lanyard session rules", rows: ["API-01"],
            at: call, expected: "a call that the state \(stateName) waits for", seen: .value(call),
            remedy: "Call it only in the state that asks for it; nothing was changed.")
    }

    private var stateName: String {
        switch phase {
        case .preparing: "preparing"
        case .waitingForTxCode: "txCodeRequired"
        case .waitingForBrowser: "authorizationRequired"
        case .obtaining: "processing"
        case .ended(.completed): "completed"
        case .ended: "failed"
        }
    }
}

extension TxCodePrompt {
    fileprivate func after(_ rejection: IssuanceError) -> TxCodePrompt {
        TxCodePrompt(
            inputMode: inputMode, length: length, description: description, host: host, rejection: rejection,
            attemptsLeft: attemptsLeft - 1)
    }
}
