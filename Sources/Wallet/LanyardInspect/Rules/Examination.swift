import WalletPorts

/// Runs readers of the product over one thing, and turns what they find into checks of rules.
struct Examination {
    let options: InspectOptions
    private(set) var checks: [RuleCheck] = []
    /// The members of JSON that were taken out or replaced, so that the rest could be judged.
    var refused: [String] = []

    init(_ options: InspectOptions) {
        self.options = options
    }

    /// Runs a reader once; nil when it refused.
    mutating func examine<Subject>(
        _ rules: [Rule<Subject>], _ read: (inout Findings) throws(Finding) -> Subject
    ) -> Subject? {
        var findings = options.newFindings
        do throws(Finding) {
            let subject = try read(&findings)
            conclude(rules, findings.list, subject)
            return subject
        } catch {
            conclude(rules, findings.list + [error.asFault], nil)
            return nil
        }
    }

    /// Runs a reader again and again, each time without what it refused, so that one fault does not hide the next.
    ///
    /// `mend` changes the input after a finding, or gives nil when it cannot. The subject of the last run is given even
    /// when something had to be mended: the rules that no finding touches are told from it. `settle` has the last word
    /// on the findings.
    mutating func examine<Input, Subject>(
        _ rules: [Rule<Subject>], reading input: Input, mending mend: (Input, inout Finding) -> Input?,
        settle: (Subject, [Finding]) -> [Finding] = { $1 },
        _ read: (Input, inout Findings) throws(Finding) -> Subject
    ) -> Subject? {
        var input = input
        var faults: [Finding] = []
        while true {
            var findings = options.newFindings
            do throws(Finding) {
                let subject = try read(input, &findings)
                refused += faults.compactMap { Mending.member(of: $0.location) }
                conclude(rules, settle(subject, faults + findings.list), subject)
                return subject
            } catch {
                var fault = error.asFault
                let mended = faults.count < Self.mostFaults ? mend(input, &fault) : nil
                faults.append(fault)
                guard let mended else {
                    conclude(rules, findings.list + faults, nil)
                    return nil
                }
                input = mended
            }
        }
    }

    /// A document with more faults than this is told by its first ones; the bound also bounds the work.
    private static let mostFaults = 10

    /// Says of each rule what the findings make of it, and of each finding without a rule that it is one.
    mutating func conclude<Subject>(_ rules: [Rule<Subject>], _ findings: [Finding], _ subject: Subject?) {
        var isTold = [Bool](repeating: false, count: findings.count)
        for rule in rules {
            var against: [Finding] = []
            for (index, finding) in findings.enumerated() where rule.isBroken(by: finding) {
                isTold[index] = true
                against.append(finding)
            }
            checks.append(check(rule, against, subject, stoppedBy: findings.last { $0.severity == .error }))
        }
        for (finding, isTold) in zip(findings, isTold) where !isTold { checks.append(RuleCheck(finding)) }
    }

    /// The same for a reader that goes through the rules in order and stops at the first that is broken.
    mutating func concludeInOrder<Subject>(_ rules: [Rule<Subject>], _ fault: Finding?, _ subject: Subject) {
        guard let fault else { return conclude(rules, [], subject) }
        let end = rules.firstIndex { $0.isBroken(by: fault) } ?? 0
        conclude(Array(rules[..<end]), [], subject)
        conclude(Array(rules[end...]), [fault], nil)
    }

    mutating func add(_ check: RuleCheck) { checks.append(check) }

    /// Says of rules that cannot be looked at why not.
    mutating func skip<Subject>(_ rules: [Rule<Subject>], _ why: String) {
        checks += rules.map { $0.check(.notJudged, why) }
    }

    private func check<Subject>(
        _ rule: Rule<Subject>, _ against: [Finding], _ subject: Subject?, stoppedBy fault: Finding?
    ) -> RuleCheck {
        if let worst = against.first(where: { $0.severity == .error }) ?? against.first {
            return rule.check(worst.outcome, worst.reason, against)
        }
        if let member = rule.members.first(where: refused.contains) {
            return rule.check(.notJudged, "\(member) was refused: nothing can be said of it")
        }
        if let subject {
            let verdict = rule.verdict(subject)
            return rule.check(verdict.outcome, verdict.why)
        }
        return rule.check(.notJudged, "reading stopped before: \(fault?.code.description ?? "another rule is broken")")
    }
}

extension Finding {
    /// A thrown finding is an error whatever its severity says.
    var asFault: Finding {
        var fault = self
        fault.severity = .error
        return fault
    }
}
