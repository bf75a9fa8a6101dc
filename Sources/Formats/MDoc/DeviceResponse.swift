internal import LanyardCBOR
internal import LanyardCOSE
public import LanyardCrypto
public import WalletPorts

/// What a wallet sends, ISO/IEC 18013-5 §8.3.2.1.2.2, as it arrived at a reader: well formed, and nothing more.
public struct DeviceResponse: Sendable {
    /// The outcome as a whole.
    public enum Status: UInt64, Sendable {
        /// All is well.
        case ok = 0
        /// An error without a name.
        case general = 10
        /// The request was no CBOR.
        case cborDecoding = 11
        /// The request was CBOR of another shape.
        case cborValidation = 12
    }

    /// `1.0`, or `1.1` when members of the second edition are used.
    public let version: String
    /// The documents, in order.
    public let documents: [Document]
    /// Why documents were not returned, by document type; wallets that guard privacy say nothing.
    public let documentErrors: [(docType: String, code: Int64)]
    /// The status, as a number.
    public let status: UInt64

    private static let clause = "ISO/IEC 18013-5 §8.3.2.1.2.2"
    static let rows = ["MDOC-DR-01", "MDOC-DR-02"]

    /// Reads a response; nothing may follow it.
    ///
    /// Throws `mdoc.deviceResponse.*` or `cose.*`.
    public init(parsing bytes: [UInt8], findings: inout Findings) throws(Finding) {
        let field = try reading("deviceResponse", .wallet, clause: Self.clause, rows: Self.rows) {
            () throws(CBORError) in CBORField(try CBORItem(parsing: bytes))
        }
        let entries: [CBORField]
        (version, status, entries, documentErrors) = try reading(
            "deviceResponse", .wallet, clause: Self.clause, rows: Self.rows
        ) { () throws(CBORError) in
            let version = try field["version"].text()
            guard MDocVersion(version) != nil else {
                throw field["version"].error(.type, "another major version than 1")
            }
            var errors: [(docType: String, code: Int64)] = []
            for entry in try field["documentErrors"].optionalArray() ?? [] {
                for (docType, code) in try entry.members() { errors.append((docType, try code.int64())) }
            }
            return (version, try field["status"].unsigned(), try field["documents"].optionalArray() ?? [], errors)
        }
        var documents: [Document] = []
        for entry in entries { documents.append(try Document(cbor: entry, findings: &findings)) }
        self.documents = documents
    }

    /// Encodes a response of documents that were signed or authenticated; without any it has no such member.
    public static func encoded(_ documents: [SignedDocument], status: Status = .ok) -> [UInt8] {
        CBORWriter.bytes(capacity: documents.reduce(64) { $0 + $1.bytes.count }) {
            $0.map {
                $0.entry("version") { $0.text("1.0") }
                if !documents.isEmpty {
                    $0.entry("documents") { $0.array { for document in documents { $0.raw(document.bytes) } } }
                }
                $0.entry("status") { $0.unsigned(status.rawValue) }
            }
        }
    }
}

/// One document of a response as it arrived.
public struct Document: Sendable {
    /// The document type that the device names.
    public let docType: String
    /// The issuer's part.
    public let issuerSigned: IssuerSigned
    /// The device's part; a credential that was never presented has none.
    public let deviceSigned: DeviceSigned?
    /// Why elements were not returned, by name space and name.
    public let errors: [(nameSpace: String, elementIdentifier: String, code: Int64)]

    init(cbor field: CBORField, findings: inout Findings) throws(Finding) {
        (docType, errors) = try reading(
            "document", .wallet, clause: "ISO/IEC 18013-5 §8.3.2.1.2.2", rows: DeviceResponse.rows
        ) { () throws(CBORError) in
            var errors: [(nameSpace: String, elementIdentifier: String, code: Int64)] = []
            for (space, field) in try field["errors"].optionalMembers() ?? [] {
                for (name, code) in try field.members() { errors.append((space, name, try code.int64())) }
            }
            return (try field["docType"].text(), errors)
        }
        issuerSigned = try IssuerSigned(cbor: field["issuerSigned"], findings: &findings)
        let device = field["deviceSigned"]
        deviceSigned = device.isPresent ? try DeviceSigned(cbor: device) : nil
    }

    /// Verifies the issuer's part by a key, and the device's part by the key that the issuer bound (§9.1.3, §9.3.1).
    ///
    /// A MAC needs the reader's own ephemeral key. Throws the finding of the first rule that is broken.
    public func verified(
        by issuerKey: PublicKey, in transcript: SessionTranscript, readerKey: ECPrivateKey? = nil
    ) throws(Finding) -> VerifiedDocument {
        let credential = try issuerSigned.verified(by: issuerKey)
        let object = credential.securityObject
        guard docType.utf8.elementsEqual(object.docType.utf8) else {
            throw Self.finding(
                "document.docType", rows: ["MDOC-MSO-04"], at: "/docType",
                "the type that the issuer signed, \(object.docType)", .text(docType))
        }
        guard let deviceSigned else {
            throw Self.finding(
                "deviceSigned.missing", rows: ["MDOC-AUTH-04"], at: "/deviceSigned", "the part that the device signs",
                .absent)
        }
        for element in deviceSigned.elements
        where !object.keyAuthorizations.cover(element.elementIdentifier, in: element.nameSpace) {
            throw Self.finding(
                "deviceSigned.unauthorized", rows: ["MDOC-AUTH-05"], at: "/deviceSigned/nameSpaces",
                "elements that the issuer lets the device sign", .text(element.elementIdentifier))
        }
        let bytes = ByteView(
            transcript.deviceAuthentication(docType: docType, deviceNameSpaces: deviceSigned.nameSpacesBytes))
        switch deviceSigned.authentication {
        case .signature(let message):
            let policy = COSEPolicy(
                algorithms: COSEAlgorithm.signatures, party: .wallet, rows: ["MDOC-AUTH-01", "MDOC-AUTH-02"],
                at: "/deviceSigned/deviceAuth/deviceSignature")
            _ = try message.verified(by: object.deviceKey.key, policy: policy, detached: bytes)
        case .mac(let message):
            let key = try Self.macKey(readerKey, object.deviceKey.key, transcript)
            let policy = COSEPolicy(
                algorithms: [.hmac256], party: .wallet, rows: ["MDOC-AUTH-01", "MDOC-AUTH-03"],
                at: "/deviceSigned/deviceAuth/deviceMac")
            _ = try key.withBytes { (key) throws(Finding) in
                try message.verified(by: key, policy: policy, detached: bytes)
            }
        }
        return VerifiedDocument(credential: credential, deviceElements: deviceSigned.elements)
    }

    private static func macKey(
        _ readerKey: ECPrivateKey?, _ deviceKey: PublicKey, _ transcript: SessionTranscript
    ) throws(Finding) -> EMacKey {
        guard let readerKey, case .ec(let deviceKey) = deviceKey else {
            throw finding(
                "deviceMac.key", rows: ["MDOC-AUTH-03"], at: "/deviceSigned/deviceAuth/deviceMac",
                "a signature, or the reader's ephemeral key")
        }
        do throws(CryptoError) {
            return try EMacKey(agreedSecret: readerKey.sharedSecret(with: deviceKey), in: transcript)
        } catch {
            throw finding(
                "deviceMac.key", rows: ["MDOC-AUTH-03"], at: "/deviceSigned/deviceAuth/deviceMac",
                "keys on one curve, in a session that has a reader's key", .text(error.reason))
        }
    }

    private static func finding(
        _ code: String, rows: [String], at location: String, _ expected: String, _ seen: Described = .nothing
    ) -> Finding {
        .mdoc(
            code, .wallet, clause: "ISO/IEC 18013-5 §9.1.3, §9.3.1", rows: rows, at: location, expected: expected,
            seen: seen)
    }
}

/// A document of which the issuer's and the device's part hold, for one session.
public struct VerifiedDocument: Sendable {
    /// The issuer's part.
    public let credential: VerifiedIssuerSigned
    /// What the device stated itself, each element covered by its authorizations.
    public let deviceElements: [DeviceSigned.Element]
}
