package import LanyardCBOR
package import WalletPorts

extension Finding {
    /// Tells a CBOR failure as a finding whose code is the prefix and the kind, such as `mdoc.mso.missing`.
    package init(
        cbor error: CBORError, _ prefix: String, _ party: Party, clause: String, rows: [String] = [], remedy: String
    ) {
        self.init(
            "\(prefix).\(error.code.rawValue)", party, clause: clause, rows: rows, at: error.location,
            expected: error.code == .missing ? "the member" : "valid CBOR of the kind that belongs here",
            seen: error.code == .missing ? .absent : .text(error.reason), remedy: remedy)
    }
}

extension CBORItem {
    /// Parses bytes whose failure is a finding.
    package init(
        parsing bytes: some Collection<UInt8>, _ prefix: String, _ party: Finding.Party, clause: String,
        rows: [String] = [], remedy: String
    ) throws(Finding) {
        do throws(CBORError) {
            try self.init(parsing: bytes)
        } catch {
            throw Finding(cbor: error, prefix, party, clause: clause, rows: rows, remedy: remedy)
        }
    }
}
