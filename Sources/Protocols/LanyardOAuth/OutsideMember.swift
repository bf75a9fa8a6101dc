package import LanyardJSON
import LanyardText
package import WalletPorts

/// A message from outside, as far as errors about it go: its name, whose it is, and where its rules are written.
package struct OutsideDocument: Sendable {
    /// What a person calls it, such as "issuer metadata"; locations begin with it.
    package let name: String
    /// How its codes begin, such as `issuerMetadata`.
    package let code: String
    package let party: Finding.Party
    package let clause: String
    package let rows: [String]
    /// What to do when the server has no such document.
    package let absence: String

    package init(
        _ name: String, code: String, party: Finding.Party, clause: String, rows: [String] = [],
        absence: String = "Correct the address in the metadata: the server has nothing there."
    ) {
        self.name = name
        self.code = code
        self.party = party
        self.clause = clause
        self.rows = rows
        self.absence = absence
    }

    /// The whole document as a member.
    package func root(_ json: JSON) -> OutsideMember {
        OutsideMember(value: json, pointer: "", document: self)
    }

    package func finding(
        _ kind: String, rows: [String] = [], clause: String? = nil, at pointer: String = "", expected: String,
        seen: Described = .nothing, remedy: String? = nil
    ) -> Finding {
        Finding(
            "\(code).\(kind)", party, clause: clause ?? self.clause, rows: rows.isEmpty ? self.rows : rows,
            at: pointer.isEmpty ? name : "\(name): \(OutsideText.cleaned(pointer, limit: 200))", expected: expected,
            seen: seen, remedy: remedy ?? "Correct the \(name).")
    }

    /// What an envelope finds wrong with the document concerns the document's rows too.
    package func concerned<Value>(
        rows: [String] = [], _ body: () throws(Finding) -> Value
    ) throws(Finding) -> Value {
        do throws(Finding) {
            return try body()
        } catch {
            throw Finding(
                error.code.description, error.party, severity: error.severity, clause: error.clause,
                rows: error.requirements + (rows.isEmpty ? self.rows : rows), at: error.location,
                expected: error.expected, seen: error.seen, remedy: error.remedy)
        }
    }

    /// Reads the bytes as JSON.
    package func json(_ bytes: [UInt8], rows: [String] = []) throws(Finding) -> JSON {
        do {
            return try JSON(parsing: bytes)
        } catch {
            throw finding(
                "json", rows: rows, at: error.location, expected: "JSON: \(error.reason)",
                seen: .kind("text", length: bytes.count))
        }
    }

    /// Reads the JSON body of a response after checking status, body and media type.
    ///
    /// A missing media type is a tolerable deviation; any other type is an error.
    package func json(
        of response: HttpResponse, statuses: ClosedRange<Int> = 200...200, rows: [String] = [],
        findings: inout Findings
    ) throws(Finding) -> JSON {
        guard statuses.contains(response.status) else {
            throw finding(
                "status", rows: rows,
                expected: "status \(statuses.lowerBound)"
                    + (statuses.count == 1 ? "" : " to \(statuses.upperBound)"),
                seen: .text("\(response.status)"),
                remedy: UnexpectedStatus(response).remedy(for: name, absence: absence))
        }
        guard !response.body.isEmpty else {
            throw finding(
                "empty", rows: rows, expected: "a body", seen: .text("status \(response.status) without one"),
                remedy: "Answer with the \(name) as JSON.")
        }
        if let type = response.mediaType {
            guard type == "application/json" else {
                throw finding(
                    "mediaType", rows: rows, expected: "application/json", seen: .text(type),
                    remedy: "Answer with Content-Type: application/json.")
            }
        } else {
            try findings.tolerate(
                finding(
                    "mediaType", rows: rows, expected: "application/json", seen: .absent,
                    remedy: "Answer with Content-Type: application/json."))
        }
        return try json(response.body, rows: rows)
    }
}

/// A member of a message from outside; whatever is wrong with it is said with its place.
///
/// JSON `null` counts as absent, since deployed servers write it for what they do not have.
package struct OutsideMember: Sendable {
    package let value: JSON?
    package let pointer: String
    package let document: OutsideDocument

    package subscript(name: String) -> OutsideMember {
        var value = value?.object?[name]
        if case .null? = value { value = nil }
        return OutsideMember(value: value, pointer: "\(pointer)\(JSONPointer.shortToken(name))", document: document)
    }

    package var isAbsent: Bool { value == nil }

    package func finding(
        _ kind: String, rows: [String] = [], clause: String? = nil, expected: String, seen: Described? = nil,
        remedy: String? = nil
    ) -> Finding {
        document.finding(
            kind, rows: rows, clause: clause, at: pointer, expected: expected, seen: seen ?? described, remedy: remedy)
    }

    /// Kind and size of the value, without the value.
    package var described: Described {
        switch value {
        case nil: .absent
        case .null?: .kind("null", length: nil)
        case .bool?: .kind("boolean", length: nil)
        case .number?: .kind("number", length: nil)
        case .string(let text)?: .kind("string", length: text.utf8.count)
        case .array(let array)?: .kind("array", length: array.count)
        case .object(let object)?: .kind("object", length: object.count)
        }
    }

    private func wrong(_ expected: String, rows: [String]) -> Finding {
        finding(isAbsent ? "missing" : "type", rows: rows, expected: expected)
    }
}

extension OutsideMember {
    /// A string that is not empty.
    package func string(rows: [String] = []) throws(Finding) -> String {
        guard let text = value?.string, !text.isEmpty else { throw wrong("a string that is not empty", rows: rows) }
        return text
    }

    package func optionalString(rows: [String] = []) throws(Finding) -> String? {
        guard !isAbsent else { return nil }
        guard let text = value?.string else { throw wrong("a string", rows: rows) }
        return text
    }

    package func bool(default absent: Bool, rows: [String] = []) throws(Finding) -> Bool {
        guard !isAbsent else { return absent }
        guard let bool = value?.bool else { throw wrong("true or false", rows: rows) }
        return bool
    }

    package func optionalInteger(rows: [String] = []) throws(Finding) -> Int64? {
        guard !isAbsent else { return nil }
        guard let integer = value?.int64 else { throw wrong("an integer", rows: rows) }
        return integer
    }

    /// An integer above zero, nil for anything else.
    package var positiveInteger: Int64? {
        value?.int64.flatMap { $0 > 0 ? $0 : nil }
    }

    /// A NumericDate, RFC 7519 §2: seconds since the epoch, which may have a fraction.
    package func optionalDate(rows: [String] = []) throws(Finding) -> Instant? {
        guard !isAbsent else { return nil }
        guard let seconds = value?.double, seconds.isFinite else { throw wrong("a number of seconds", rows: rows) }
        return Instant(milliseconds: 0).advanced(by: seconds)
    }

    /// The members of an object, in order, nulls left out.
    package func object(rows: [String] = []) throws(Finding) -> [(name: String, member: OutsideMember)] {
        guard let object = value?.object else { throw wrong("an object", rows: rows) }
        return object.members.map { ($0.name, self[$0.name]) }.filter { !$0.1.isAbsent }
    }

    /// The elements of an array.
    package func array(rows: [String] = []) throws(Finding) -> [OutsideMember] {
        guard let array = value?.array else { throw wrong("an array", rows: rows) }
        return array.enumerated().map { index, value in
            OutsideMember(value: value, pointer: "\(pointer)\(JSONPointer.token(index))", document: document)
        }
    }

    /// An array of strings that is not empty.
    package func strings(rows: [String] = []) throws(Finding) -> [String] {
        let strings = try array(rows: rows).map { element throws(Finding) in try element.string(rows: rows) }
        guard !strings.isEmpty else { throw finding("empty", rows: rows, expected: "an array that is not empty") }
        return strings
    }

    package func optionalStrings(rows: [String] = []) throws(Finding) -> [String]? {
        isAbsent ? nil : try array(rows: rows).map { element throws(Finding) in try element.string(rows: rows) }
    }

    /// The URL of an endpoint: https, kept as written.
    package func endpoint(rows: [String] = []) throws(Finding) -> String {
        let text = try string(rows: rows)
        guard let uri = URI(text), uri.isHTTPS else {
            throw finding(
                "notHTTPS", rows: rows, expected: "an https URL", seen: .kind("string", length: text.utf8.count))
        }
        return text
    }

    package func optionalEndpoint(rows: [String] = []) throws(Finding) -> String? {
        isAbsent ? nil : try endpoint(rows: rows)
    }
}

extension OutsideMember {
    /// Where the member is, for errors of other readers.
    package var location: String { "\(document.name): \(pointer)" }
}

extension Finding {
    /// The same finding, recorded rather than thrown.
    package var asWarning: Finding {
        var finding = self
        finding.severity = .warning
        return finding
    }
}
