import WalletPorts

/// A rule that a reader of the product enforces, and what to say of it when the reader found nothing against it.
///
/// The rule itself stands in the reader; here is only which findings break it.
struct Rule<Subject>: Sendable {
    let title: String
    let clause: String
    let rows: [String]
    /// The codes of the findings that break it: whole ones, or with a dot at the end all that begin so.
    ///
    /// When nil, findings that name one of its rows break it.
    let codes: [String]?
    /// The top-level members that it is about; when one of them was taken out, nothing can be said from what is left.
    let members: [String]
    let verdict: @Sendable (Subject) -> Verdict

    init(
        _ title: String, clause: String, rows: [String], codes: [String]? = nil, about members: [String] = [],
        _ verdict: @escaping @Sendable (Subject) -> Verdict
    ) {
        self.title = title
        self.clause = clause
        self.rows = rows
        self.codes = codes
        self.members = members
        self.verdict = verdict
    }

    func isBroken(by finding: Finding) -> Bool {
        guard let codes else { return finding.requirements.contains { rows.contains($0) } }
        let code = finding.code.description
        guard codes.contains(where: { $0.hasSuffix(".") ? code.hasPrefix($0) : code == $0 }) else { return false }
        return Mending.member(of: finding.location).map { members.isEmpty || members.contains($0) } ?? true
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
