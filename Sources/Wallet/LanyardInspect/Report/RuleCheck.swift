public import WalletPorts

/// A rule and what became of it.
public struct RuleCheck: Sendable {
    /// What can become of a rule.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// It holds.
        case passed
        /// It is broken, and a wallet stops.
        case failed
        /// It is broken, and a wallet goes on.
        case tolerated
        /// It is about something that is not there.
        case notApplicable
        /// Nothing can be said, for the reason given.
        case notJudged
    }

    /// The rule in a few words.
    public let rule: String
    /// Where it is written, such as "RFC 9901 §7.1".
    public let clause: String
    /// The ids of the requirement rows that it belongs to.
    public let rows: [String]
    /// What became of it.
    public let outcome: Outcome
    /// Why, in a few words.
    public let why: String
    /// The findings against it: the same, with the same codes, that an issuance session records.
    public let findings: [Finding]

    init(
        _ rule: String, clause: String, rows: [String], _ outcome: Outcome, why: String, findings: [Finding] = []
    ) {
        self.rule = rule
        self.clause = clause
        self.rows = rows
        self.outcome = outcome
        self.why = why
        self.findings = findings
    }

    /// The check that a finding about no listed rule makes.
    init(_ finding: Finding) {
        self.init(
            finding.expected, clause: finding.clause, rows: finding.requirements, finding.outcome, why: finding.reason,
            findings: [finding])
    }
}

extension Finding {
    /// What a finding makes of its rule.
    var outcome: RuleCheck.Outcome {
        switch severity {
        case .error: .failed
        case .warning: .tolerated
        case .note: .passed
        }
    }

    /// What was seen and where, for a person.
    var reason: String {
        let place = location.isEmpty ? "" : " at \(location)"
        return seen == .nothing ? "not so\(place)" : "saw \(seen)\(place)"
    }
}
