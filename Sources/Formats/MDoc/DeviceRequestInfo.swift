internal import LanyardCBOR
internal import WalletPorts

/// How the documents of a request belong together (ISO/IEC 18013-5 second edition).
public struct DeviceRequestInfo: Sendable {
    /// One purpose for which documents are asked.
    public struct UseCase: Sendable, Hashable {
        /// Whether the reader needs it answered.
        public let isMandatory: Bool
        /// Sets of documents, each of which would do; every number is the position of a document request.
        public let documentSets: [[Int]]
        /// Codes of purposes, by who defined them.
        public let purposeHints: [String: Int64]
    }

    /// The use cases, in order.
    public let useCases: [UseCase]
    /// The encoding under tag 24 as it arrived: what is signed.
    let bytes: ByteView

    /// Reads tag 24 around the map; nil when there is none.
    init?(cbor field: CBORField, documents: Int) throws(Finding) {
        guard field.isPresent else { return nil }
        (bytes, useCases) = try reading(
            "deviceRequestInfo", .verifier, clause: "ISO/IEC 18013-5 second edition §10.2.2",
            rows: ["MDOC-2E-01", "MDOC-2E-02"]
        ) { () throws(CBORError) in
            var cases: [UseCase] = []
            for entry in try field.embedded()["useCases"].optionalArray() ?? [] {
                var sets: [[Int]] = []
                for set in try entry["documentSets"].array() { sets.append(try Self.positions(set, of: documents)) }
                var hints: [String: Int64] = [:]
                for (name, code) in try entry["purposeHints"].optionalMembers() ?? [] { hints[name] = try code.int64() }
                cases.append(
                    UseCase(isMandatory: try entry["mandatory"].bool(), documentSets: sets, purposeHints: hints))
            }
            return (try field.any().bytes, cases)
        }
    }

    private static func positions(_ field: CBORField, of documents: Int) throws(CBORError) -> [Int] {
        var positions: [Int] = []
        for entry in try field.array() {
            guard let position = Int(exactly: try entry.unsigned()), position < documents else {
                throw entry.error(.type, "no document is asked for at this position")
            }
            positions.append(position)
        }
        return positions
    }
}
