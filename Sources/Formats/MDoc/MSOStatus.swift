internal import LanyardCBOR
public import WalletPorts

/// Where the status of an mdoc can be asked (ISO/IEC 18013-5 second edition §12.3.6, Token Status List §6.3).
public struct MSOStatus: Hashable, Sendable {
    /// An entry of a token status list.
    public struct ListEntry: Hashable, Sendable {
        /// The list.
        public let uri: String
        /// The entry.
        public let index: Int64
    }

    /// A place in a list of the identifiers of revoked mdocs.
    public struct Identifier: Hashable, Sendable {
        /// The list.
        public let uri: String
        /// What stands in the list once the mdoc is revoked.
        public let id: [UInt8]
        /// The certificate of the list's signer, DER, if the issuer pins it.
        public let certificate: [UInt8]?
    }

    /// The entry of a token status list.
    public let statusList: ListEntry?
    /// The place in an identifier list.
    public let identifierList: Identifier?

    private static let clause = "ISO/IEC 18013-5 second edition §12.3.6, Token Status List §6.3"
    private static let rows = ["MDOC-2E-06", "VCI-MDOC-12", "TSL-02"]

    /// Reads the member `status`; nil when there is none, or none that can be read.
    ///
    /// What cannot be read is tolerated under the core profile, `mdoc.status.*`: one list may be right and the other wrong.
    public init?(of object: MobileSecurityObject, findings: inout Findings) throws(Finding) {
        guard let item = object.status else { return nil }
        let field = CBORField(item, at: "/issuerAuth/mso/status")
        statusList = try Self.read(field["status_list"], findings: &findings) { (list) throws(CBORError) in
            guard let index = Int64(exactly: try list["idx"].unsigned()) else {
                throw list["idx"].error(.type, "an index beyond every list")
            }
            return ListEntry(uri: try list["uri"].text(), index: index)
        }
        identifierList = try Self.read(field["identifier_list"], findings: &findings) { (list) throws(CBORError) in
            Identifier(
                uri: try list["uri"].text(), id: try list["id"].byteString().array,
                certificate: try list["certificate"].optionalByteString()?.array)
        }
        guard statusList == nil, identifierList == nil else { return }
        if !field["status_list"].isPresent, !field["identifier_list"].isPresent {
            try findings.tolerateUnlessHighAssurance(
                .mdoc(
                    "status.noList", clause: Self.clause, rows: Self.rows, at: field.location,
                    expected: "status_list or identifier_list", seen: .absent))
        }
        return nil
    }

    private static func read<T>(
        _ field: CBORField, findings: inout Findings, _ body: (CBORField) throws(CBORError) -> T
    ) throws(Finding) -> T? {
        guard field.isPresent else { return nil }
        do throws(CBORError) {
            return try body(field)
        } catch {
            try findings.tolerateUnlessHighAssurance(.mdoc(error, in: "status", clause: clause, rows: rows))
            return nil
        }
    }
}
