import Lanyard
public import LanyardJSON

extension Inspection {
    /// The inspection as JSON; the shape is documented in `Documentation/Inspect.md`.
    public var json: JSON {
        var object: JSONObject = ["kind": .string(kind), "title": .string(title), "passed": .bool(hasPassed)]
        object["counts"] = counts.json
        object["sections"] = .array(sections.map(\.json))
        object["checks"] = .array(checks.map(\.json))
        object["parts"] = .array(parts.map(\.json))
        return .object(object)
    }
}

extension Inspection.Counts {
    fileprivate var json: JSON {
        func number(_ count: Int) -> JSON { .number(JSONNumber(Int64(count))) }
        return [
            "passed": number(passed), "failed": number(failed), "tolerated": number(tolerated),
            "notApplicable": number(notApplicable), "notJudged": number(notJudged),
        ]
    }
}

extension Inspection.Section {
    fileprivate var json: JSON {
        [
            "title": .string(title),
            "facts": .array(facts.map { ["name": .string($0.name), "value": .string($0.value)] }),
        ]
    }
}

extension RuleCheck {
    fileprivate var json: JSON {
        [
            "rule": .string(rule), "outcome": .string(outcome.rawValue), "why": .string(why),
            "clause": .string(clause), "requirements": .array(rows.map(JSON.string)),
            "findings": .array(findings.map(\.json)),
        ]
    }
}
