/// Does what is due in the background: resumable, without a prompt or a browser.
///
/// Work is records: sessions that ended without a result, notifications to issuers, promised credentials, credentials that run
/// out. Each is done by itself, so that one failure hinders no other.
public struct Upkeep: Sendable {
    private let context: WalletContext

    package init(_ context: WalletContext) {
        self.context = context
    }

    /// Does what is due until a deadline, and says what was done.
    public func run(until deadline: Instant) async -> UpkeepReport {
        var report = UpkeepReport()
        do throws(StorageError) {
            guard isTime(deadline) else { return report }
            report.released += try await PendingKeys(context).releaseAbandoned()
            report.released += try await PausedAuthorizations(context).dropOver()
            report.notified = await context.outbox.deliver(context, until: deadline)
            for deferral in try await Deferrals(context).due(at: context.environment.clock.now) {
                guard isTime(deadline) else { return report }
                await finish(IssuanceRequest(.deferred(deferral.credential)), deferral.credential, in: &report)
            }
            for id in try await worn() {
                guard isTime(deadline) else { return report }
                // Nobody else renews it at the same time.
                guard await rest(id, for: Self.renewalTime, ifWorn: true) else { continue }
                await finish(IssuanceRequest(.renewal(id, withPerson: false)), id, in: &report)
            }
            await context.outbox.settle()
        } catch {
            report.failure = error
        }
        return report
    }

    /// When the next work is due; nil when there is none.
    public func nextDue() async throws(StorageError) -> Instant? {
        var times = [
            try await PendingKeys(context).nextExpiry(), try await PausedAuthorizations(context).nextExpiry(),
            try await context.outbox.nextDue(), try await Deferrals(context).nextPoll(),
        ]
        for (record, _) in try await context.store.records() where record.context != nil {
            times.append(wearsOut(record))
        }
        return times.compactMap(\.self).min()
    }

    private func isTime(_ deadline: Instant) -> Bool {
        !Task.isCancelled && context.environment.clock.now < deadline
    }

    /// Runs a session to its end; what another process finished or deleted meanwhile is none of this one's business.
    private func finish(_ request: IssuanceRequest, _ id: CredentialId, in report: inout UpkeepReport) async {
        let session = IssuanceSession(
            id: CredentialId(context.environment.rng).value, request: request, context: context)
        for await _ in session.states {}
        switch session.currentState {
        case .completed(let result): report.received += result.issued
        case .failed(let error) where error.code == .authorizationNeeded:
            report.needsPerson.append(id)
            await rest(id, for: Self.personRest)
        case .failed(let error) where error.code == .notFound: break
        case .failed(let error):
            report.failures[id] = error
            await rest(id, for: max(Self.failureRest, error.retryAfter ?? 0))
        default: break
        }
    }

    /// Seconds within which a renewal is done.
    private static let renewalTime: Double = 900
    /// Seconds until a renewal that failed is tried again.
    private static let failureRest: Double = 3600
    /// Seconds until the person is asked for again.
    private static let personRest: Double = 86_400

    /// Leaves a credential alone for a while; false where something else changes it at the same time, which matters more.
    @discardableResult
    private func rest(_ id: CredentialId, for seconds: Double, ifWorn: Bool = false) async -> Bool {
        do {
            guard let (record, version) = try await context.store.record(id), !ifWorn || isWorn(record) else {
                return false
            }
            var resting = record
            resting.renewAfter = context.environment.clock.now.advanced(by: seconds)
            try await context.store.replace([(resting, version)])
            return true
        } catch let error as StorageError where error.code == .conflict {
            return false
        } catch {
            context.environment.logger?.log(
                WalletLogEntry(.warning, "upkeep", "a credential may be renewed again at once: \(error)"))
            return false
        }
    }

    /// Credentials that run out and that can be received anew without a person.
    private func worn() async throws(StorageError) -> [CredentialId] {
        try await context.store.records().map(\.record).filter(isWorn).map(\.id)
    }

    private func isWorn(_ record: CredentialRecord) -> Bool {
        guard record.context != nil, let time = wearsOut(record) else { return false }
        return time <= context.environment.clock.now
    }

    /// When a credential is to be renewed by the policy; nil when nothing is known that would wear it out.
    private func wearsOut(_ record: CredentialRecord) -> Instant? {
        guard record.state == .issued, let time = end(of: record) else { return nil }
        return max(time, record.renewAfter ?? time)
    }

    private func end(of record: CredentialRecord) -> Instant? {
        let policy = record.policy.renewal ?? context.config.issuance.renewal
        if record.policy.use == .oneTime, record.unused < min(policy.unusedBelow, record.policy.batchSize) {
            return record.receivedAt
        }
        guard policy.beforeExpiry > 0, let until = record.validity.until else { return nil }
        // What lives shorter than the margin is renewed at half its life, not all the time.
        let life = max(0, record.receivedAt.distance(to: until))
        return until.advanced(by: -min(Double(policy.beforeExpiry), life / 2))
    }
}

/// What upkeep did.
public struct UpkeepReport: Sendable {
    /// How many abandoned sessions were cleaned up.
    public internal(set) var released = 0
    /// How many notifications were sent or dropped.
    public internal(set) var notified = 0
    /// Credentials that came, promised or anew.
    public internal(set) var received: [CredentialId] = []
    /// Credentials that only a person can renew: `IssuanceService.reissue` opens the browser.
    public internal(set) var needsPerson: [CredentialId] = []
    /// What failed; it is tried again next time.
    public internal(set) var failures: [CredentialId: IssuanceError] = [:]
    /// Why upkeep stopped early, if it did.
    public internal(set) var failure: StorageError?
}
