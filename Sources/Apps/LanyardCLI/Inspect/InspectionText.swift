import Lanyard
import LanyardInspect
import LanyardText

/// An inspection as lines: what it is, what it says, each rule, and the count.
enum InspectionText {
    static func lines(_ inspection: Inspection) -> [String] {
        var lines = part(inspection, "")
        lines += ["", summary(inspection)]
        return lines
    }

    private static func part(_ inspection: Inspection, _ indent: String) -> [String] {
        var lines = [indent + cleaned(inspection.title)]
        for section in inspection.sections {
            lines.append("")
            let inner = section.title.isEmpty ? "\(indent)  " : "\(indent)    "
            if !section.title.isEmpty { lines.append("\(indent)  \(cleaned(section.title))") }
            let width = min(section.facts.map(\.name.count).max() ?? 0, 32)
            for fact in section.facts {
                let name = cleaned(fact.name)
                let gap = String(repeating: " ", count: max(0, width - name.count) + 2)
                lines.append("\(inner)\(name)\(gap)\(cleaned(fact.value))")
            }
        }
        if !inspection.checks.isEmpty { lines.append("") }
        for check in inspection.checks { lines += self.check(check, indent) }
        for part in inspection.parts {
            lines.append("")
            lines += self.part(part, indent + "    ")
        }
        return lines
    }

    private static func check(_ check: RuleCheck, _ indent: String) -> [String] {
        let rows = check.rows.isEmpty ? "" : " [\(check.rows.joined(separator: " "))]"
        var lines = [
            "\(indent)  \(word(check.outcome))  \(cleaned(check.rule)): \(cleaned(check.why)) (\(check.clause))\(rows)"
        ]
        let inner = indent + String(repeating: " ", count: 18)
        for finding in check.findings.prefix(most) {
            let place = finding.location.isEmpty ? "" : " at \(cleaned(finding.location))"
            let sight = finding.seen == .nothing ? "" : ", saw \(finding.seen)"
            lines.append("\(inner)\(finding.code)\(place): expected \(cleaned(finding.expected))\(cleaned(sight))")
            lines.append("\(inner)by \(finding.party.name). \(cleaned(finding.remedy))")
        }
        if check.findings.count > most { lines.append("\(inner)and \(check.findings.count - most) more: see --json") }
        return lines
    }

    private static func summary(_ inspection: Inspection) -> String {
        let counts = inspection.counts
        let words = [
            "\(counts.passed) passed", "\(counts.failed) failed", "\(counts.tolerated) tolerated",
            "\(counts.notApplicable) not applicable", "\(counts.notJudged) not judged",
        ]
        return words.joined(separator: ", ")
    }

    private static func word(_ outcome: RuleCheck.Outcome) -> String {
        switch outcome {
        case .passed: "passed        "
        case .failed: "FAILED        "
        case .tolerated: "tolerated     "
        case .notApplicable: "not applicable"
        case .notJudged: "not judged    "
        }
    }

    /// How many findings of one rule are told.
    private static let most = 10

    private static func cleaned(_ text: String) -> String { OutsideText.cleaned(text, limit: 400) }
}
