import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import WalletPorts

/// A use of JWTs that names itself by `typ`: whose it is, and which members it must have.
struct JWTProfile: Sendable {
    /// What a claim must be.
    enum Shape: String, Sendable {
        case string = "a string that is not empty"
        case stringOrArray = "a string or an array of strings"
        case time = "a number of seconds since 1970"
        case array = "an array that is not empty"
        case object = "an object"
    }

    struct Member: Sendable {
        let name: String
        let shape: Shape
        let isRequired: Bool
        let rows: [String]

        init(_ name: String, _ shape: Shape, required: Bool = true, rows: [String] = []) {
            self.name = name
            self.shape = shape
            isRequired = required
            self.rows = rows
        }
    }

    let kind: String
    let title: String
    let typ: [String]
    let party: Finding.Party
    let clause: String
    let rows: [String]
    /// Header members of which exactly one must be there.
    var keyMembers: [String] = []
    var claims: [Member] = []

    var policy: JWSPolicy {
        JWSPolicy(algorithms: Set(SignatureAlgorithm.allCases), types: typ, party: party)
    }

    /// The profile that a `typ` names.
    static func of(typ: String?) -> JWTProfile? {
        guard let typ else { return nil }
        let name = name(of: typ)
        return all.first { $0.typ.contains(name) }
    }

    /// A media type as `typ` writes it, lower case and without `application/`.
    static func name(of typ: String) -> String {
        let name = typ.lowercased()
        return name.hasPrefix("application/") ? String(name.dropFirst("application/".count)) : name
    }

    /// A check of the key's place and one of each claim.
    func checks(of jws: JWS, claims object: JSONObject) -> [RuleCheck] {
        var checks: [RuleCheck] = []
        if !keyMembers.isEmpty {
            let there = keyMembers.filter { jws.header.json[$0] != nil }
            let rule = keyMembers.count == 1 ? "The header holds the key" : "The header names one key, in one way"
            let finding = Finding(
                "jwt.header.key", party, clause: clause, rows: rows, at: "header",
                expected: keyMembers.count == 1
                    ? keyMembers[0] : "exactly one of \(keyMembers.joined(separator: ", "))",
                seen: there.isEmpty ? .absent : .text(there.joined(separator: ", ")),
                remedy: "Name the key that signed in one way.")
            checks.append(
                there.count == 1
                    ? RuleCheck(rule, clause: clause, rows: rows, .passed, why: there[0])
                    : RuleCheck(rule, clause: clause, rows: rows, .failed, why: finding.reason, findings: [finding]))
        }
        return checks + claims.map { check($0, object[$0.name]) }
    }

    private func check(_ member: Member, _ value: JSON?) -> RuleCheck {
        let rows = member.rows.isEmpty ? rows : member.rows
        let rule = "\(member.name) is \(member.shape.rawValue)"
        func failed(_ code: String, _ seen: Described) -> RuleCheck {
            let finding = Finding(
                "jwt.claim.\(code)", party, clause: clause, rows: rows, at: "/\(member.name)",
                expected: member.shape.rawValue, seen: seen, remedy: "Correct the claim \(member.name).")
            return RuleCheck(rule, clause: clause, rows: rows, .failed, why: finding.reason, findings: [finding])
        }
        guard let value else {
            return member.isRequired
                ? failed("missing", .absent)
                : RuleCheck(rule, clause: clause, rows: rows, .notApplicable, why: "it is optional and absent")
        }
        guard member.shape.holds(for: value) else { return failed("type", .kind(value.kind, length: nil)) }
        return RuleCheck(rule, clause: clause, rows: rows, .passed, why: "it is")
    }
}

extension JWTProfile.Shape {
    func holds(for value: JSON) -> Bool {
        switch self {
        case .string: value.string?.isEmpty == false
        case .stringOrArray:
            value.string?.isEmpty == false
                || value.array.map { !$0.isEmpty && $0.allSatisfy { $0.string != nil } } ?? false
        case .time: value.number != nil
        case .array: value.array?.isEmpty == false
        case .object: value.object != nil
        }
    }
}
