package import LanyardJSON
internal import LanyardLock
internal import LanyardText

/// What a session checked, found and exchanged; nothing secret is in it.
///
/// Exchanges are recorded member by member from an allow-list; what is not on it is kind and length. At most 4 MiB.
public final class SessionRecord: Sendable {
    /// One thing that happened.
    public enum Entry: Hashable, Sendable {
        /// A check that passed.
        case check(PassedCheck)
        /// Something that was found.
        case finding(Finding)
        /// A request and its answer.
        case exchange(HttpExchange)
    }

    private struct Inside {
        var entries: [(at: Instant, entry: Entry)] = []
        var size = 0
        var secrets: Set<String> = []
    }

    private static let limit = 4 << 20

    private let clock: any WalletClock
    private let inside = Mutex(Inside())

    package init(clock: any WalletClock) {
        self.clock = clock
    }

    /// What happened, in order.
    public var entries: [Entry] { inside.withLock { $0.entries.map(\.entry) } }

    /// The findings alone, in order.
    public var findings: [Finding] {
        entries.compactMap { if case .finding(let finding) = $0 { finding } else { nil } }
    }

    /// The record as a JSON text.
    public func json() -> String {
        let entries = inside.withLock { $0.entries }
        return JSON.array(
            entries.map { at, entry in
                var object: JSONObject = ["at": .string(UTCText.format(at))]
                for (name, value) in entry.members { object[name] = value }
                return .object(object)
            }
        ).encodedText()
    }

    package func note(_ finding: Finding) { add(.finding(finding), size: 600) }

    package func note(_ findings: [Finding]) {
        for finding in findings { note(finding) }
    }

    package func passed(_ name: String, clause: String, rows: [String] = [], _ detail: String = "") {
        add(.check(PassedCheck(name: name, clause: clause, requirements: rows, detail: detail)), size: 200)
    }

    package func add(_ exchange: HttpExchange) {
        add(.exchange(exchange), size: 400 + (exchange.body?.utf8.count ?? 0))
    }

    /// Remembers a text that must not appear in what a server sends back and the record keeps.
    package func protect(_ secret: String) {
        guard secret.utf8.count >= 4 else { return }
        inside.withLock { _ = $0.secrets.insert(secret) }
    }

    /// Cleans and caps text from outside, and takes out secrets that a server echoes.
    package func cleaned(_ text: String, limit: Int = 200) -> String {
        var text = text
        for secret in inside.withLock({ $0.secrets }) where text.utf8.contains(bytes: secret.utf8) {
            text = text.replacing(secret, with: "<secret>")
        }
        return OutsideText.cleaned(text, limit: limit)
    }

    private func add(_ entry: Entry, size: Int) {
        inside.withLock { inside in
            guard inside.size + size <= Self.limit else { return }
            inside.size += size
            inside.entries.append((clock.now, entry))
        }
    }
}

/// A check that passed.
public struct PassedCheck: Hashable, Sendable {
    /// What was checked.
    public let name: String
    /// Where the rule is written.
    public let clause: String
    /// The requirement rows it belongs to.
    public let requirements: [String]
    /// A public detail, such as the algorithm.
    public let detail: String

    /// Makes the value; for handlers of formats.
    public init(name: String, clause: String, requirements: [String] = [], detail: String = "") {
        self.name = name
        self.clause = clause
        self.requirements = requirements
        self.detail = detail
    }
}

/// A request and its answer, as far as they are public.
public struct HttpExchange: Hashable, Sendable {
    /// One member of a message.
    public struct Member: Hashable, Sendable {
        /// Its name.
        public let name: String
        /// Its value if it is public, else kind and length.
        public let value: Described
    }

    /// Which endpoint, such as `token`.
    public let endpoint: String
    /// The method.
    public let method: String
    /// The URL without its query.
    public let url: String
    /// Members of the request.
    public let request: [Member]
    /// The status of the answer, nil without one.
    public let status: Int?
    /// Members of the answer.
    public let response: [Member]
    /// The whole answer, for documents that are public; at most 64 KiB.
    public let body: String?
    /// Why there was no answer.
    public let failure: String?
    /// How long it took, in seconds.
    public let seconds: Double
}

extension SessionRecord.Entry {
    fileprivate var members: [(String, JSON)] {
        func texts(_ values: [String]) -> JSON { .array(values.map(JSON.string)) }
        switch self {
        case .check(let check):
            return [
                ("check", .string(check.name)), ("clause", .string(check.clause)),
                ("requirements", texts(check.requirements)), ("detail", .string(check.detail)),
            ]
        case .finding(let finding):
            return [("finding", finding.json)]
        case .exchange(let exchange):
            func members(_ members: [HttpExchange.Member]) -> JSON {
                .object(
                    members.reduce(into: JSONObject()) { $0[$1.name] = .string($1.value.description) })
            }
            return [
                ("endpoint", .string(exchange.endpoint)), ("method", .string(exchange.method)),
                ("url", .string(exchange.url)), ("request", members(exchange.request)),
                ("status", exchange.status.map { .number(JSONNumber(Int64($0))) } ?? .null),
                ("response", members(exchange.response)),
                ("body", exchange.body.map(JSON.string) ?? .null),
                ("failure", exchange.failure.map(JSON.string) ?? .null),
            ]
        }
    }
}

extension Finding {
    /// The finding as JSON, for records and output.
    package var json: JSON {
        [
            "code": .string(code.description), "severity": .string(severity.rawValue),
            "party": .string(party.rawValue), "clause": .string(clause),
            "requirements": .array(requirements.map(JSON.string)), "location": .string(location),
            "expected": .string(expected), "seen": .string(seen.description), "remedy": .string(remedy),
        ]
    }
}
