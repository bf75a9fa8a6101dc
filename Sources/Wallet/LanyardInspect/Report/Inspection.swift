/// What was recognised, what it says, and what became of each rule that applies to it.
public struct Inspection: Sendable {
    /// A name and a value, for a person; a value may hold text from outside, which is cleaned when it is printed.
    public struct Fact: Hashable, Sendable {
        /// What the value is.
        public let name: String
        /// The value as text; of a secret only its kind and length.
        public let value: String

        /// Makes a fact.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Facts that belong together, such as the members of a header.
    public struct Section: Hashable, Sendable {
        /// What they are about; empty for the first ones.
        public let title: String
        /// The facts, in order.
        public let facts: [Fact]

        init(_ title: String, _ facts: [Fact]) {
            self.title = title
            self.facts = facts
        }
    }

    /// How often each outcome came, in this inspection and its parts.
    public struct Counts: Hashable, Sendable {
        /// Rules that hold.
        public var passed = 0
        /// Rules that are broken.
        public var failed = 0
        /// Rules that are broken in a way that a wallet may overlook.
        public var tolerated = 0
        /// Rules about something that is not there.
        public var notApplicable = 0
        /// Rules of which nothing can be said.
        public var notJudged = 0
    }

    /// What it is: a stable word, such as `credential-offer`.
    public let kind: String
    /// What it is, for a person.
    public let title: String
    /// What it says.
    public internal(set) var sections: [Section] = []
    /// The rules that were looked at.
    public internal(set) var checks: [RuleCheck] = []
    /// What was found inside, such as a certificate chain.
    public internal(set) var parts: [Inspection] = []

    init(_ kind: String, _ title: String) {
        self.kind = kind
        self.title = title
    }

    /// The outcomes here and in all parts.
    public var counts: Counts {
        var counts = Counts()
        for check in checks { counts.add(check.outcome) }
        for part in parts { counts.add(part.counts) }
        return counts
    }

    /// Whether no rule is broken beyond what may be tolerated.
    public var hasPassed: Bool { counts.failed == 0 }

    mutating func add(_ title: String, _ facts: [Fact]) {
        guard !facts.isEmpty else { return }
        sections.append(Section(title, facts))
    }

    /// Takes over the checks, and says what was taken out to make them.
    mutating func conclude(_ examination: Examination) {
        if !examination.refused.isEmpty {
            add("", [.init("judged without", examination.refused.joined(separator: ", "))])
        }
        checks += examination.checks
    }

    /// Says that of many things only the first were looked at.
    mutating func noteRest(of count: Int, looked limit: Int, _ what: String) {
        guard count > limit else { return }
        checks.append(
            RuleCheck(
                "Each of the \(what) is judged", clause: "this inspector's limit", rows: [], .notJudged,
                why: "the first \(limit) of \(count) are; give the others one by one"))
    }
}

extension Inspection.Counts {
    mutating func add(_ outcome: RuleCheck.Outcome) {
        switch outcome {
        case .passed: passed += 1
        case .failed: failed += 1
        case .tolerated: tolerated += 1
        case .notApplicable: notApplicable += 1
        case .notJudged: notJudged += 1
        }
    }

    mutating func add(_ other: Self) {
        passed += other.passed
        failed += other.failed
        tolerated += other.tolerated
        notApplicable += other.notApplicable
        notJudged += other.notJudged
    }
}
