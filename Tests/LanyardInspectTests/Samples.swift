import LanyardInspect
import LanyardJSON
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

/// What the tests of the inspector share.
enum Samples {
    /// 2025-05-26, within the validity of most samples.
    static let now = Instant(seconds: 1_748_300_000)

    static let detector = Detector(InspectOptions(now: now))

    /// A file under `Vectors/` as JSON.
    static func json(_ path: String) throws -> JSON { try JSON(parsing: try Vector.bytes(path)) }

    /// Inspects what must be recognised.
    static func inspect(_ text: String, _ detector: Detector = detector) throws -> Inspection {
        try #require(detector.inspect(text), "not recognised: \(Detector.hint(Array(text.utf8)))")
    }

    /// A compact JWS with a signature that fits no key.
    static func jwt(_ header: JSON, _ claims: JSON) -> String {
        let parts = [header.encoded(), claims.encoded(), [UInt8](repeating: 1, count: 64)]
        return parts.map { Base64URL.encode($0) }.joined(separator: ".")
    }
}

extension Inspection {
    /// Every check here and inside.
    var allChecks: [RuleCheck] { checks + parts.flatMap(\.allChecks) }

    /// The codes of the rules that are broken, here and inside.
    var faults: Set<String> { codes(.failed) }

    /// The codes of the findings of checks with an outcome.
    func codes(_ outcome: RuleCheck.Outcome) -> Set<String> {
        Set(allChecks.filter { $0.outcome == outcome }.flatMap(\.findings).map(\.code.description))
    }

    /// The outcome of each row, the worst one first.
    func outcome(_ row: String) -> RuleCheck.Outcome? {
        let outcomes = allChecks.filter { $0.rows.contains(row) }.map(\.outcome)
        return [.failed, .tolerated, .notJudged, .passed, .notApplicable].first { outcomes.contains($0) }
    }

    /// Every fact here and inside.
    var allFacts: [Fact] { sections.flatMap(\.facts) + parts.flatMap(\.allFacts) }

    func fact(_ name: String) -> String? { allFacts.first { $0.name == name }?.value }

    /// Whether each verdict says why, and each broken rule where it is written.
    var isExplained: Bool {
        allChecks.allSatisfy { check in
            let isReasoned = !check.why.isEmpty && !check.rule.isEmpty && !check.clause.isEmpty
            let isBroken = check.outcome == .failed || check.outcome == .tolerated
            return isReasoned && isBroken == !check.findings.isEmpty
                || (check.outcome == .passed && check.findings.allSatisfy { $0.severity == .note } && isReasoned)
        }
    }
}
