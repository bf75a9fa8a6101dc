import LanyardLock
public import WalletPorts

/// What a peer thought of one request in the light of one requirement row.
public struct PeerCheck: Hashable, Sendable, CustomStringConvertible {
    /// The id of the row, such as `VCI-TOK-03`.
    public let row: String
    /// Whether the request kept the rule.
    public let passed: Bool
    /// The rule in a few words; when it was broken, what was seen instead.
    public let why: String

    /// Makes a check.
    public init(_ row: String, _ passed: Bool, _ why: String) {
        self.row = row
        self.passed = passed
        self.why = why
    }

    /// The row, the verdict and the reason.
    public var description: String { "\(row) \(passed ? "ok" : "BROKEN"): \(why)" }
}

/// Everything that a peer received and thought of it, in order.
public final class PeerLog: Sendable {
    /// One request with the answer it got.
    public struct Exchange: Hashable, Sendable {
        /// What was asked.
        public let endpoint: PeerEndpoint?
        /// The request as it arrived.
        public let request: HttpRequest
        /// The answer as the honest peer gave it.
        public let response: HttpResponse
        /// The checks made on the request.
        public let checks: [PeerCheck]
    }

    private struct Inside {
        var exchanges: [Exchange] = []
        var watchers: [@Sendable (Exchange) -> Void] = []
    }

    private let inside = Mutex(Inside())

    /// Starts empty.
    public init() {}

    /// The exchanges so far.
    public var exchanges: [Exchange] { inside.withLock { $0.exchanges } }

    /// The checks so far.
    public var checks: [PeerCheck] { exchanges.flatMap(\.checks) }

    /// The checks that failed.
    public var failures: [PeerCheck] { checks.filter { !$0.passed } }

    /// The ids of the rows that were checked at least once.
    public var rows: Set<String> { Set(checks.map(\.row)) }

    /// The requests that reached an endpoint, in order.
    public func requests(_ endpoint: PeerEndpoint) -> [HttpRequest] {
        exchanges.filter { $0.endpoint == endpoint }.map(\.request)
    }

    /// Calls a closure with each exchange to come, before the answer is sent.
    public func watch(_ watcher: @escaping @Sendable (Exchange) -> Void) {
        inside.withLock { $0.watchers.append(watcher) }
    }

    func append(_ exchange: Exchange) {
        let watchers = inside.withLock { inside in
            inside.exchanges.append(exchange)
            return inside.watchers
        }
        for watcher in watchers { watcher(exchange) }
    }
}

/// The checks of one request while they are made.
struct Examination {
    private(set) var checks: [PeerCheck] = []
    /// The thumbprint of the key of the request's DPoP proof, whose holder is told the nonce of the answer.
    var proofKey: String?
    /// The thumbprint of the client instance's key, whose holder is told the challenge of the answer.
    var instanceKey: String?

    /// Whether all checks passed so far.
    var isClean: Bool { checks.allSatisfy(\.passed) }

    /// Why the first failed check failed.
    var complaint: String? { checks.first { !$0.passed }?.description }

    /// Records a check and hands its verdict back.
    @discardableResult
    mutating func check(_ row: String, _ passed: Bool, _ why: @autoclosure () -> String) -> Bool {
        checks.append(PeerCheck(row, passed, why()))
        return passed
    }
}
