import LanyardCrypto
import LanyardJSON
import LanyardLock
import WalletPorts

/// Answers for the deferred credential endpoint, OpenID4VCI 1.0 §9.
struct DeferredDesk {
    let issuer: PeerIssuer
    private let policy: PeerIssuer.Options.Deferral

    init?(issuer: PeerIssuer) {
        guard let policy = issuer.options.deferral else { return nil }
        self.issuer = issuer
        self.policy = policy
    }

    func answer(_ request: HttpRequest, _ examination: inout Examination) -> HttpResponse {
        let row = "VCI-DEF-02"
        let reading = CredentialMessage.read(request, at: issuer, row: row, &examination)
        let pass: ResourceGate.Pass
        switch ResourceGate(issuer: issuer, row: row).admit(request, &examination) {
        case .failure(let refusal): return refusal.response
        case .success(let admitted): pass = admitted
        }
        let message: CredentialMessage
        switch reading {
        case .refused(let response): return response
        case .message(let read): message = read
        }
        message.checkMembers(["transaction_id"], row: row, &examination)
        let id = message.body["transaction_id"]?.string ?? ""
        guard let transaction = issuer.ledger.withLock({ $0.transactions[id] }) else {
            examination.check(row, false, "the transaction id arrives as it was given")
            return .error("invalid_transaction_id", examination.complaint)
        }
        examination.check("VCI-DEF-07", !transaction.isOver, "a transaction that is over is not asked for again")
        examination.check(
            "VCI-DEF-05", pass.access.entitlement.session == transaction.session, "the token is of the same grant")
        guard !transaction.isOver else { return .error("invalid_transaction_id", examination.complaint) }
        let now = issuer.clock.now
        examination.check(
            "VCI-DEF-03", now >= transaction.due,
            "at least the interval passes between requests, asked \(transaction.due.seconds - now.seconds) s early")
        message.checkParameters(&examination)
        guard examination.isClean else { return .error("invalid_credential_request", examination.complaint) }
        guard transaction.remaining == 0 else { return postpone(id, message) }
        issuer.ledger.withLock { $0.transactions[id]?.isOver = true }
        switch policy.ending {
        case .denied: return .error("credential_request_denied", "the registry has no such person")
        case .forgotten: return .error("invalid_transaction_id", "the issuer does not know it any more")
        case .issued:
            let press = CredentialPress(
                issuer: issuer, configuration: transaction.configuration, session: transaction.session)
            guard let body = try? press.answer(to: transaction.keys) else { return HttpResponse(status: 500) }
            return message.answer(body, status: 200)
        }
    }

    /// Begins a transaction, the answer of the credential endpoint: OpenID4VCI 1.0 §8.3.
    func begin(
        _ configuration: PeerConfiguration, to keys: [HolderKey], session: String, _ message: CredentialMessage
    ) -> HttpResponse {
        let id = PeerIssuer.token()
        let transaction = IssuerLedger.Transaction(
            session: session, configuration: configuration, keys: keys, remaining: policy.polls, due: due)
        issuer.ledger.withLock { $0.transactions[id] = transaction }
        return message.answer(waiting(id), status: 202)
    }

    private func postpone(_ id: String, _ message: CredentialMessage) -> HttpResponse {
        let due = due
        issuer.ledger.withLock { ledger in
            ledger.transactions[id]?.remaining -= 1
            ledger.transactions[id]?.due = due
        }
        let isOther = issuer.options.faults.contains(.otherTransaction)
        return message.answer(waiting(isOther ? PeerIssuer.token() : id), status: 202)
    }

    private var due: Instant { issuer.clock.now.advanced(by: policy.interval.number?.double ?? 0) }

    private func waiting(_ id: String) -> JSONObject {
        var body: JSONObject = ["transaction_id": .string(id)]
        if policy.interval != .null { body["interval"] = policy.interval }
        return body
    }
}

extension IssuerLedger {
    /// A credential that comes later.
    struct Transaction: Sendable {
        let session: String
        let configuration: PeerConfiguration
        let keys: [HolderKey]
        /// How often "not yet" is still to be said.
        var remaining: Int
        /// When it may be asked for next.
        var due: Instant
        var isOver = false
    }
}
