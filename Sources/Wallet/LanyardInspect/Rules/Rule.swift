import WalletPorts

/// A rule that a reader of the product enforces, and what to say of it when the reader found nothing against it.
///
/// The rule itself stands in the reader; here is only which findings break it.
struct Rule<Subject>: Sendable {
    let title: String
    let clause: String
    let rows: [String]
    /// The codes of the findings that break it.
    ///
    /// Whole codes, or with a dot at the end all that begin so. Without any, findings that name one of its rows break it.
    let codes: [String]
    let verdict: @Sendable (Subject) -> Verdict

    init(
        _ title: String, clause: String, rows: [String], codes: [String] = [],
        _ verdict: @escaping @Sendable (Subject) -> Verdict
    ) {
        self.title = title
        self.clause = clause
        self.rows = rows
        self.codes = codes
        self.verdict = verdict
    }

    func isBroken(by finding: Finding) -> Bool {
        guard codes.isEmpty else {
            let code = finding.code.description
            return codes.contains { $0.hasSuffix(".") ? code.hasPrefix($0) : code == $0 }
        }
        return finding.requirements.contains { rows.contains($0) }
    }

    func check(_ outcome: RuleCheck.Outcome, _ why: String, _ findings: [Finding] = []) -> RuleCheck {
        RuleCheck(title, clause: clause, rows: rows, outcome, why: why, findings: findings)
    }
}

/// What is said of a rule against which nothing was found.
enum Verdict: Sendable {
    case passed(String)
    case notApplicable(String)
    case notJudged(String)

    var outcome: RuleCheck.Outcome {
        switch self {
        case .passed: .passed
        case .notApplicable: .notApplicable
        case .notJudged: .notJudged
        }
    }

    var why: String {
        switch self {
        case .passed(let why), .notApplicable(let why), .notJudged(let why): why
        }
    }
}
