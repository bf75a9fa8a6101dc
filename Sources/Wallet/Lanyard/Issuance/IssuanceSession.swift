internal import LanyardLock

/// One issuance, from an offer or an issuer to its end.
///
/// Calls may come from anywhere and never wait; each is one event of the session's state machine. A call that the state
/// does not wait for changes nothing and leaves a finding in `record`.
public final class IssuanceSession: Sendable {
    private struct Inside {
        var machine: IssuanceMachine
        var watchers: [Int: AsyncStream<IssuanceState>.Continuation] = [:]
        var nextWatcher = 0
        var driver: Task<Void, Never>?
        var isReleased = false
    }

    /// Names the session.
    public let id: String
    /// What was checked, found and exchanged, without anything secret.
    public let record: SessionRecord

    private let inside: Mutex<Inside>
    private let work: AsyncStream<IssuanceMachine.Action>.Continuation
    private let performer: IssuancePerformer

    package init(id: String, request: IssuanceRequest, context: WalletContext) {
        self.id = id
        record = SessionRecord(clock: context.environment.clock)
        inside = Mutex(Inside(machine: IssuanceMachine(txCode: request.txCode?.reveal())))
        let (actions, work) = AsyncStream<IssuanceMachine.Action>.makeStream()
        self.work = work
        let performer = IssuancePerformer(session: id, request: request, context: context, record: record)
        self.performer = performer
        let driver = Task {
            for await action in actions {
                switch action {
                case .prepare: await performer.prepare { self.feed($0) }
                case .obtain(let input): await performer.obtain(input) { self.feed($0) }
                case .note(let finding): record.note(finding)
                }
            }
            // The driver may have been cancelled; what was made must still be deleted.
            await Task { await performer.release() }.value
            self.finishWatchers()
        }
        inside.withLock { $0.driver = driver }
        feed(.start)
    }

    /// The states from the current one on, for each caller a stream of its own.
    ///
    /// Ends after the terminal state, once everything that the session held is released.
    public var states: AsyncStream<IssuanceState> {
        let (stream, watcher) = AsyncStream<IssuanceState>.makeStream()
        let number: Int? = inside.withLock { inside in
            watcher.yield(inside.machine.state)
            guard !inside.isReleased else { return nil }
            inside.nextWatcher += 1
            inside.watchers[inside.nextWatcher] = watcher
            return inside.nextWatcher
        }
        guard let number else {
            watcher.finish()
            return stream
        }
        watcher.onTermination = { [weak self] _ in
            self?.inside.withLock { _ = $0.watchers.removeValue(forKey: number) }
        }
        return stream
    }

    /// The state now.
    public var currentState: IssuanceState { inside.withLock { $0.machine.state } }

    /// Gives the transaction code that the person entered.
    public func submitTxCode(_ code: String) { feed(.txCode(code)) }

    /// The URL to open in the browser now; throws `IssuanceError`.
    ///
    /// It is the one of the state `authorizationRequired`, or a fresh one where a pushed request is over by now. Nil in
    /// any other state.
    public func authorizationURL() async throws -> String? {
        guard case .authorizationRequired = currentState else { return nil }
        return try await performer.authorizationURL()
    }

    /// Gives the whole redirect with which the browser came back.
    ///
    /// One that does not belong to this session ends it: no token is requested with it.
    public func completeAuthorization(_ redirectUri: String) { feed(.redirect(redirectUri)) }

    /// Ends the session: nothing more is requested and unused keys are deleted.
    ///
    /// A credential that is being stored at this moment is still stored, and the session completes with it.
    public func cancel() { feed(.cancel) }

    /// Drives the session to its end, asking for what it needs.
    ///
    /// Throws `IssuanceError`, or what `answering` threw, after the session is cancelled and released. Cancelling the
    /// task cancels the session.
    public func run(answering: @Sendable (IssuanceStep) async throws -> IssuanceAnswer) async throws -> IssuanceResult {
        try await withTaskCancellationHandler {
            for await state in states {
                do {
                    switch state {
                    case .txCodeRequired(let prompt): answer(try await answering(.txCode(prompt)))
                    case .authorizationRequired(let url): answer(try await answering(.browser(url)))
                    case .preparing, .processing, .completed, .failed: break
                    }
                } catch {
                    cancel()
                    for await _ in states {}
                    throw error
                }
            }
            switch currentState {
            case .completed(let result): return result
            case .failed(let error): throw error
            default: throw IssuanceError.cancelled
            }
        } onCancel: {
            cancel()
        }
    }

    private func answer(_ answer: IssuanceAnswer) {
        switch answer {
        case .txCode(let code): submitTxCode(code)
        case .redirect(let redirect): completeAuthorization(redirect)
        }
    }

    /// Feeds one event; yields under the lock, so that every watcher sees one order.
    ///
    /// False when the session has ended.
    @discardableResult
    private func feed(_ event: IssuanceMachine.Event) -> Bool {
        let (isOver, ended): (Bool, Task<Void, Never>??) = inside.withLock { inside in
            let wasTerminal = inside.machine.state.isTerminal
            let before = inside.machine.state.name
            for action in inside.machine.handle(event) {
                if case .note(let finding) = action { record.note(finding) } else { work.yield(action) }
            }
            let state = inside.machine.state
            if state.name != before {
                for watcher in inside.watchers.values { watcher.yield(state) }
            }
            guard state.isTerminal, !wasTerminal else { return (state.isTerminal, nil) }
            return (true, .some(inside.driver))
        }
        if let ended {
            work.finish()
            ended?.cancel()
        }
        return !isOver
    }

    /// Finishing calls the watchers' `onTermination`, which takes the lock: so outside of it.
    private func finishWatchers() {
        let watchers = inside.withLock { inside in
            inside.isReleased = true
            inside.driver = nil
            defer { inside.watchers = [:] }
            return Array(inside.watchers.values)
        }
        for watcher in watchers { watcher.finish() }
    }
}

extension IssuanceState {
    fileprivate var name: Int {
        switch self {
        case .preparing: 0
        case .authorizationRequired: 1
        case .txCodeRequired: 2
        case .processing: 3
        case .completed: 4
        case .failed: 5
        }
    }
}
