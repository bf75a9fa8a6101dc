package import LanyardJSON
package import WalletPorts

extension Finding {
    /// Tells a JSON failure as a finding whose code is the prefix and the kind, such as `jwk.missing`.
    package init(
        json error: JSONError, _ prefix: String, _ party: Party, clause: String, rows: [String] = [], remedy: String
    ) {
        self.init(
            "\(prefix).\(error.code.rawValue)", party, clause: clause, rows: rows, at: error.location,
            expected: error.code == .missing ? "the member" : "valid JSON of the kind that belongs here",
            seen: error.code == .missing ? .absent : .text(error.reason), remedy: remedy)
    }
}

extension JSON {
    /// Parses bytes whose failure is a finding.
    package init(
        parsing bytes: some Collection<UInt8>, _ prefix: String, _ party: Finding.Party, clause: String,
        rows: [String] = [], remedy: String
    ) throws(Finding) {
        do throws(JSONError) {
            try self.init(parsing: bytes)
        } catch {
            throw Finding(json: error, prefix, party, clause: clause, rows: rows, remedy: remedy)
        }
    }
}
