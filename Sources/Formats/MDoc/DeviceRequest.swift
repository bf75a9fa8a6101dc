public import LanyardCBOR
public import LanyardCOSE
public import WalletPorts

/// What a reader asks for, ISO/IEC 18013-5 §8.3.2.1.2.1 and the second edition: well formed, and nothing more.
///
/// Who asks is known only after ``DocRequest/reader(in:)`` or ``readers(in:)``.
public struct DeviceRequest: Sendable {
    /// The version, `1.0` or a later one of the same major version.
    public let version: String
    /// One request a document; never empty.
    public let docRequests: [DocRequest]
    /// How the documents belong together; read from version 1.1 on.
    public let info: DeviceRequestInfo?
    /// Signatures over the whole request; read from version 1.1 on.
    public let readerAuthAll: [COSESign1]

    private static let clause = "ISO/IEC 18013-5 §8.3.2.1.2.1"
    private static let rows = ["MDOC-RQ-01", "MDOC-RQ-02"]
    private static let mostReaders = 16

    /// Reads a request; nothing may follow it, members that are not known are ignored.
    ///
    /// Throws `mdoc.deviceRequest.*`, to be answered with status 11 or 12, or `cose.*`.
    public init(parsing bytes: [UInt8]) throws(Finding) {
        let field = try reading("deviceRequest", .verifier, clause: Self.clause, rows: Self.rows) {
            () throws(CBORError) in CBORField(try CBORItem(parsing: bytes))
        }
        let version: MDocVersion
        let entries: [CBORField]
        (version, entries) = try reading("deviceRequest", .verifier, clause: Self.clause, rows: Self.rows) {
            () throws(CBORError) in
            let entries = try field["docRequests"].array()
            guard !entries.isEmpty else { throw field["docRequests"].error(.type, "no document is asked for") }
            guard let version = MDocVersion(try field["version"].text()) else {
                throw field["version"].error(.type, "another major version than 1")
            }
            return (version, entries)
        }
        self.version = version.text
        var requests: [DocRequest] = []
        for entry in entries { requests.append(try DocRequest(cbor: entry)) }
        docRequests = requests
        guard version.minor >= 1 else {
            (info, readerAuthAll) = (nil, [])
            return
        }
        info = try DeviceRequestInfo(cbor: field["deviceRequestInfo"], documents: requests.count)
        let signatures = try reading("deviceRequest", .verifier, clause: Self.clause, rows: ["MDOC-2E-03"]) {
            () throws(CBORError) in try field["readerAuthAll"].optionalArray() ?? []
        }
        // Each of them is over the whole request.
        guard signatures.count <= Self.mostReaders else {
            throw .mdoc(
                "deviceRequest.readerAuthAll", .verifier, clause: "Lanyard limits", rows: ["MDOC-2E-03"],
                at: "/readerAuthAll", expected: "at most \(Self.mostReaders) signatures",
                seen: .kind("array", length: signatures.count))
        }
        var messages: [COSESign1] = []
        for entry in signatures { messages.append(try COSESign1(cbor: entry, from: .verifier, rows: ["MDOC-2E-03"])) }
        readerAuthAll = messages
    }

    /// Who signed the whole request, in order (second edition §12.5).
    ///
    /// Each must have signed every part as it arrived, in this session. Throws the first one's finding that did not: a
    /// request with a wrong signature is not answered.
    public func readers(in transcript: SessionTranscript) throws(Finding) -> [AuthenticatedReader] {
        let bytes = transcript.readerAuthenticationAll(
            itemsRequests: docRequests.map(\.itemsRequestBytes), deviceRequestInfo: info?.bytes)
        var readers: [AuthenticatedReader] = []
        for (index, message) in readerAuthAll.enumerated() {
            readers.append(
                try AuthenticatedReader(
                    of: message, over: bytes, rows: ["MDOC-2E-03"], at: "/readerAuthAll/\(index)"))
        }
        return readers
    }
}

/// The request for one document as it arrived.
public struct DocRequest: Sendable {
    /// The encoding of the items request under tag 24 as it arrived: what is signed.
    public let itemsRequestBytes: ByteView
    /// What is asked for.
    public let items: ItemsRequest
    /// The reader's signature over it.
    public let readerAuth: COSESign1?

    init(cbor field: CBORField) throws(Finding) {
        (itemsRequestBytes, items) = try reading(
            "itemsRequest", .verifier, clause: "ISO/IEC 18013-5 §8.3.2.1.2.1", rows: ["MDOC-RQ-02"]
        ) { () throws(CBORError) in
            let request = field["itemsRequest"]
            return (try request.any().bytes, try ItemsRequest(cbor: request.embedded()))
        }
        let auth = field["readerAuth"]
        readerAuth =
            auth.isPresent ? try COSESign1(cbor: auth, from: .verifier, rows: ["MDOC-RQ-04"]) : nil
    }

    /// Who signed this request in this session; nil when nobody did.
    ///
    /// Throws a finding when the signature is wrong: then the reader is not shown as known, and nothing is answered
    /// (§9.1.4). Whether the reader is trusted is decided elsewhere, from its certificates.
    public func reader(in transcript: SessionTranscript) throws(Finding) -> AuthenticatedReader? {
        guard let readerAuth else { return nil }
        let bytes = transcript.readerAuthentication(itemsRequest: itemsRequestBytes)
        return try AuthenticatedReader(
            of: readerAuth, over: bytes, rows: ["MDOC-RQ-04", "MDOC-RQ-05"], at: "/readerAuth")
    }
}
