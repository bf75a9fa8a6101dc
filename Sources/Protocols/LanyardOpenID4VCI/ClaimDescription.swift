public import LanyardJSON
import LanyardOAuth
import WalletPorts

/// How an issuer describes one claim of a credential, OpenID4VCI 1.0 Appendix B.2.
public struct ClaimDescription: Hashable, Sendable {
    /// Where the claim is.
    public let path: ClaimsPath
    /// Whether the issuer always includes it.
    public let isMandatory: Bool
    /// Its labels by language.
    public let display: [DisplayEntry]

    /// A path longer than this describes no credential.
    private static let longestPath = 64
    private static let mostClaims = 1000

    /// Reads a `claims` array; repeated, contradictory or broken descriptions void the list and are recorded.
    ///
    /// The credential can still be issued. The map of the drafts is read as well, as far as it goes.
    static func list(_ member: OutsideMember, format: CredentialFormat, findings: inout Findings) -> [ClaimDescription]
    {
        do throws(Finding) {
            switch member.value {
            case nil: return []
            case .object?: return try legacyMap(member, format: format, findings: &findings)
            default:
                let elements = try member.array(rows: rows)
                guard elements.count <= mostClaims else {
                    throw member.finding("claims.tooMany", rows: rows, expected: "at most \(mostClaims) claims")
                }
                let list = try elements.map { element throws(Finding) in
                    try ClaimDescription(element, findings: &findings)
                }
                if let conflict = conflict(in: list.map(\.path)) {
                    throw member.finding(
                        "claims.conflict", rows: rows, clause: "OpenID4VCI 1.0 §B.3", expected: conflict,
                        remedy: "Describe each claim once, and arrays in one way.")
                }
                return list
            }
        } catch {
            findings.note(error.asWarning)
            return []
        }
    }

    /// What is contradictory in a list of paths, or nil, OpenID4VCI 1.0 Appendix B.3.
    ///
    /// Two descriptions of one claim; `null` beside an index in one array; one claim as an array and as an object.
    public static func conflict(in paths: [ClaimsPath]) -> String? {
        enum Kind { case object, wholeArray, indexedArray }
        var seen: Set<ClaimsPath> = []
        var kinds: [[ClaimsPath.Element]: Kind] = [:]
        for path in paths {
            guard seen.insert(path).inserted else { return "each claim described once" }
            for (depth, element) in path.elements.enumerated() {
                let kind: Kind =
                    switch element {
                    case .key: .object
                    case .all: .wholeArray
                    case .index: .indexedArray
                    }
                let parent = Array(path.elements.prefix(depth))
                let known = kinds.updateValue(kind, forKey: parent) ?? kind
                guard known == kind else {
                    return known == .object || kind == .object
                        ? "a claim that is an array or an object" : "null or indices in one array"
                }
            }
        }
        return nil
    }

    private init(_ member: OutsideMember, findings: inout Findings) throws(Finding) {
        let pathMember = member["path"]
        guard let json = pathMember.value else {
            throw pathMember.finding("missing", rows: Self.rows, expected: "a path")
        }
        do {
            path = try ClaimsPath(json: json, at: pathMember.location)
        } catch {
            throw pathMember.finding(
                "claims.path", rows: ["VCI-PATH-01"], clause: "OpenID4VCI 1.0 §C", expected: error.reason)
        }
        guard path.elements.count <= Self.longestPath else {
            throw pathMember.finding("claims.path", rows: ["VCI-PATH-01"], expected: "at most 64 steps")
        }
        isMandatory = try member["mandatory"].bool(default: false, rows: Self.rows)
        display = DisplayEntry.list(member["display"], needsName: false, findings: &findings)
    }

    private static let rows = ["VCI-META-23"]
}

extension ClaimDescription {
    private init(path: ClaimsPath, _ member: OutsideMember, findings: inout Findings) {
        self.path = path
        isMandatory = member["mandatory"].value?.bool ?? false
        display = DisplayEntry.list(member["display"], needsName: false, findings: &findings)
    }

    /// Claims by name, nested, as drafts 13 and earlier described them; of an mdoc the first level is the namespace.
    private static func legacyMap(
        _ member: OutsideMember, format: CredentialFormat, findings: inout Findings
    ) throws(Finding) -> [ClaimDescription] {
        var found: [ClaimDescription] = []
        var pending: [(path: [ClaimsPath.Element], member: OutsideMember)] = [([], member)]
        let isMDoc = if case .msoMdoc = format { true } else { false }
        while let (path, member) = pending.popLast() {
            if let path = ClaimsPath(path), !(isMDoc && path.elements.count == 1) {
                found.append(ClaimDescription(path: path, member, findings: &findings))
            }
            guard path.count < 8, member.value?.object != nil else { continue }
            let nested = try member.object().filter { entry in
                entry.member.value?.object != nil && (path.isEmpty || entry.name != "display")
            }
            pending += nested.reversed().map { (path + [.key($0.name)], $0.member) }
        }
        return found
    }
}
