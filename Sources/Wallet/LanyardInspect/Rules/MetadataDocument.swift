import LanyardJSON
import LanyardOAuth
import WalletPorts

/// A kind of metadata document: who it is about, how a session reads it, and by which rules it is judged.
struct MetadataDocument<Metadata: Sendable>: Sendable {
    struct Subject: Sendable {
        let json: JSONObject
        let metadata: Metadata
    }

    /// Something that it says, and the member that says it.
    struct Statement: Sendable {
        let member: String
        let fact: Inspection.Fact

        init(_ member: String, _ name: String, _ value: String) {
            self.member = member
            fact = Inspection.Fact(name, value)
        }
    }

    let kind: String
    let title: String
    /// The member that names the issuer or server.
    let member: String
    let party: Finding.Party
    /// What the codes of its findings begin with.
    let code: String
    /// The rule that it names the identifier under which it was asked for.
    let identity: Rule<String>
    /// The rules for its other members, in the order of their rows.
    let rules: [Rule<Subject>]
    let mending: Mending
    /// What a session's reader makes of it.
    let read: @Sendable (JSON, IssuerIdentifier, inout Findings) throws(Finding) -> Metadata
    /// The last word on the findings of a document that was read.
    let settle: @Sendable (Subject, [Finding]) -> [Finding]
    let statements: @Sendable (Metadata) -> [Statement]

    /// Judges a document of which nobody knows where it was found; of its delivery, `skip` says what can be said.
    func inspection(
        _ object: JSONObject, _ options: InspectOptions, skip: (inout Examination) -> Void
    ) -> Inspection {
        var inspection = Inspection(kind, title)
        var examination = Examination(options)
        skip(&examination)
        let named = object[member]?.string.flatMap { IssuerIdentifier($0) }
        if let named {
            examination.skip([identity], "it names \(named.text); where it was found is not known")
        } else {
            examination.conclude([identity], [unusableIdentifier(object[member])], nil)
            examination.refused.append(member)
        }
        if let issuer = named ?? IssuerIdentifier("https://issuer.invalid") {
            _ = examine(object, issuer, in: &examination, of: &inspection)
        }
        inspection.conclude(examination)
        inspection.checks = inspection.checks.inRowOrder
        return inspection
    }

    /// Reads the document under an identifier, mending what is refused, and concludes its rules.
    ///
    /// Its own identifier is the identity's business. What something else stood in for is no fact.
    func examine(
        _ object: JSONObject, _ issuer: IssuerIdentifier, in examination: inout Examination,
        of inspection: inout Inspection
    ) -> Metadata? {
        var named = object
        named[member] = .string(issuer.text)
        let subject = examination.examine(
            rules, reading: named, mending: { mending($0, $1) }, settle: settle
        ) { object, findings throws(Finding) in
            Subject(json: object, metadata: try read(.object(object), issuer, &findings))
        }
        guard let subject else { return nil }
        let refused = examination.refused
        inspection.add("", statements(subject.metadata).filter { !refused.contains($0.member) }.map(\.fact))
        return subject.metadata
    }

    /// Concludes whether the document names the identifier under which it was asked for, whatever else is wrong with it.
    func examineIdentity(_ object: JSONObject, _ issuer: IssuerIdentifier, in examination: inout Examination) {
        var findings = Findings()
        do throws(Finding) {
            _ = try read(.object(object), issuer, &findings)
            examination.conclude([identity], [], issuer.text)
        } catch {
            examination.conclude([identity], identity.isBroken(by: error) ? [error] : [], issuer.text)
        }
    }

    /// Says of its rules why they cannot be looked at.
    func skip(_ why: String, in examination: inout Examination) {
        examination.skip([identity], why)
        examination.skip(rules, why)
    }

    private func unusableIdentifier(_ value: JSON?) -> Finding {
        Finding(
            value == nil ? "\(code).missing" : "\(code).identifier", party, clause: identity.clause,
            rows: identity.rows, at: "/\(member)", expected: "an https URL without query and fragment",
            seen: value.map { .kind($0.kind, length: $0.string?.utf8.count) } ?? .absent,
            remedy: "Name the identifier as an https URL.")
    }
}

extension [RuleCheck] {
    /// Checks by the number of their first row, those of other families after them; the order among equals stays.
    var inRowOrder: [RuleCheck] {
        func key(_ check: RuleCheck) -> Int {
            guard let row = check.rows.first, let dash = row.lastIndex(of: "-") else { return 10_000 }
            let number = Int(row[row.index(after: dash)...]) ?? 0
            return row.hasPrefix("VCI-META-") || row.hasPrefix("VCI-AS-") ? number : 1_000
        }
        return enumerated().sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }.map(\.element)
    }
}
