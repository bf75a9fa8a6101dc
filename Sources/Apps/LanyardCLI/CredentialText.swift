import Lanyard
import LanyardJSON
import LanyardText

/// Stored credentials as lines and as JSON.
enum CredentialText {
    static func line(_ credential: CredentialSummary) -> String {
        let parts = [
            "\(credential.id)", "\(credential.display.name)", type(credential.format), state(credential.lifecycle),
            "issuer \(trust(credential.authority))",
        ]
        return parts.joined(separator: "  ")
    }

    static func lines(_ credential: StoredCredential) -> [String] {
        var lines = [
            "\(credential.display.name)", "  id       \(credential.id)", "  type     \(type(credential.format))",
            "  issuer   \(credential.issuer.name) (\(OutsideText.cleaned(credential.issuer.id, limit: 200)))",
            "  trust    \(trust(credential.authority))",
            "  state    \(state(credential.lifecycle))",
        ]
        let width = min(30, credential.claims.map { label($0).count }.max() ?? 0)
        for claim in credential.claims {
            let label = label(claim)
            let gap = String(repeating: " ", count: max(0, width - label.count))
            lines.append("    \(label)\(gap)  \(claim.value)")
        }
        for finding in credential.findings {
            lines.append("  \(finding.severity.rawValue)  \(OutsideText.cleaned(finding.description, limit: 400))")
        }
        return lines
    }

    static func json(_ credential: CredentialSummary) -> JSONObject {
        var object: JSONObject = [
            "id": .string(credential.id.value), "format": .string(credential.format.identifier),
            "type": .string(credential.format.type), "name": .string(credential.display.name),
            "configuration": .string(credential.configurationId),
            "issuer": ["id": .string(credential.issuer.id), "name": .string(credential.issuer.name)],
            "authority": json(credential.authority),
        ]
        switch credential.lifecycle {
        case .issued(let at, let validity, let instances):
            object["state"] = "issued"
            object["received"] = .string(Self.time(at))
            object["validFrom"] = validity?.from.map { .string(Self.time($0)) }
            object["validUntil"] = validity?.until.map { .string(Self.time($0)) }
            object["instances"] = .number(JSONNumber(Int64(instances.total)))
            object["unused"] = .number(JSONNumber(Int64(instances.unused)))
        case .deferred(let next):
            object["state"] = "deferred"
            object["nextPoll"] = .string(Self.time(next))
        case .unusable(let reason):
            object["state"] = "unusable"
            object["reason"] = .string(reason.rawValue)
        }
        return object
    }

    static func json(_ credential: StoredCredential) -> JSONObject {
        var object = json(credential.summary)
        object["claims"] = .array(
            credential.claims.map { claim in
                [
                    "path": .string(claim.pointer), "label": .string(claim.label), "value": json(claim.value),
                    "mandatory": .bool(claim.mandatory),
                ]
            })
        object["findings"] = .array(credential.findings.map(\.json))
        return object
    }

    private static func json(_ authority: Authority) -> JSON {
        switch authority {
        case .trusted(let anchor, let source):
            ["state": "trusted", "anchor": .string(anchor), "source": .string(source)]
        case .untrusted(let reasons): ["state": "untrusted", "reasons": .array(reasons.map(JSON.string))]
        case .unknown: ["state": "unknown"]
        }
    }

    private static func json(_ value: ClaimValue) -> JSON {
        switch value {
        case .text(let text): .string(text)
        case .integer(let number): .number(JSONNumber(number))
        case .decimal, .date, .instant: .string(value.description)
        case .boolean(let flag): .bool(flag)
        case .bytes(let bytes, let mediaType):
            ["mediaType": mediaType.map(JSON.string) ?? .null, "base64": .string(Base64.encode(bytes))]
        case .array(let values): .array(values.map(json))
        case .object(let members): .object(members.reduce(into: JSONObject()) { $0[$1.name] = json($1.value) })
        case .null: .null
        }
    }

    private static func label(_ claim: Claim) -> String { OutsideText.cleaned(claim.label, limit: 60) }

    private static func trust(_ authority: Authority) -> String {
        if case .unknown = authority { return "unknown: no anchors were given (--trust FILE)" }
        return OutsideText.cleaned(authority.description, limit: 300)
    }

    private static func type(_ format: CredentialFormat) -> String {
        "\(format.identifier) \(OutsideText.cleaned(format.type, limit: 120))"
    }

    private static func state(_ lifecycle: CredentialLifecycle) -> String {
        switch lifecycle {
        case .issued(_, let validity, let instances):
            let until = validity?.until.map { "valid until \(Self.time($0))" } ?? "valid without end"
            return "\(until), \(instances.unused) of \(instances.total) instances unused"
        case .deferred(let next): return "not issued yet; asks again \(Self.time(next))"
        case .unusable: return "unusable: its key is lost, receive it again"
        }
    }

    private static func time(_ instant: Instant) -> String { UTCText.format(instant) }
}
