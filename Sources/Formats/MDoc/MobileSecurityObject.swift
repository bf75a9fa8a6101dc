public import LanyardCBOR
public import LanyardCOSE
public import LanyardCrypto
package import WalletPorts

/// What an issuer signs of an mdoc, ISO/IEC 18013-5 §9.1.2.4: digests, device key, type and times.
public struct MobileSecurityObject: Sendable {
    /// The hash of the digests.
    public let digestAlgorithm: HashAlgorithm
    /// The digests by name space and digest id, those of withheld elements too.
    public let valueDigests: [String: [UInt64: ByteView]]
    /// The key of the device that the mdoc is bound to.
    public let deviceKey: COSEKey
    /// What the device may sign for itself.
    public let keyAuthorizations: KeyAuthorizations
    /// The document type, such as `org.iso.18013.5.1.mDL`.
    public let docType: String
    /// The times as they are written; ``ValidityInfo`` reads them.
    let validity: CBORField
    /// The member `status` as it arrived; ``MSOStatus`` reads it.
    let status: CBORItem?
    /// The whole object as it arrived, members that are not known included.
    public let item: CBORItem

    private static let clause = "ISO/IEC 18013-5 §9.1.2.4"
    private static let rows = ["VCI-MDOC-07", "MDOC-MSO-02"]

    /// Reads the payload of `issuerAuth`: tag 24 around a byte string that holds the object; throws `mdoc.mso.*`.
    package init(payload: ByteView) throws(Finding) {
        let object = try reading("mso", clause: Self.clause, rows: Self.authRows) { () throws(CBORError) in
            try CBORField(CBORItem(parsing: payload), at: "/issuerAuth/mso").embedded()
        }
        let algorithm: String
        (item, algorithm, docType) = try reading("mso", clause: Self.clause, rows: Self.rows) { () throws(CBORError) in
            guard try object["version"].text() == "1.0" else {
                throw object["version"].error(.type, "another version than 1.0")
            }
            return (
                try object.any(), try object["digestAlgorithm"].text(), try object["docType"].text()
            )
        }
        guard let hash = HashAlgorithm(rawValue: algorithm) else {
            throw .mdoc(
                "mso.digestAlgorithm", clause: Self.clause, rows: Self.rows, at: object["digestAlgorithm"].location,
                expected: "SHA-256, SHA-384 or SHA-512", seen: .text(algorithm))
        }
        digestAlgorithm = hash
        let keyInfo = object["deviceKeyInfo"]
        (valueDigests, keyAuthorizations) = try reading("mso", clause: Self.clause, rows: ["MDOC-MSO-05"] + Self.rows) {
            () throws(CBORError) in
            (
                try Self.digests(object["valueDigests"], length: hash.digestLength),
                try KeyAuthorizations(cbor: keyInfo["keyAuthorizations"])
            )
        }
        deviceKey = try COSEKey(cbor: keyInfo["deviceKey"], from: .issuer, rows: ["VCI-MDOC-10"] + Self.rows)
        let times = object["validityInfo"]
        _ = try reading("mso", clause: Self.clause, rows: Self.rows) { () throws(CBORError) in try times.members() }
        validity = times
        status = object["status"].item
    }

    private static let authRows = IssuerSigned.authRows

    private static func digests(
        _ field: CBORField, length: Int
    ) throws(CBORError) -> [String: [UInt64: ByteView]] {
        var spaces: [String: [UInt64: ByteView]] = [:]
        for (name, field) in try field.members() {
            var digests: [UInt64: ByteView] = [:]
            for (label, entry) in try field.numberedMembers() {
                guard let id = UInt64(exactly: label), id < 1 << 31 else {
                    throw entry.error(.type, "a digest id is a number from zero on, below 2^31")
                }
                let digest = try entry.byteString()
                guard digest.count == length else {
                    throw entry.error(.type, "a digest of \(length) bytes belongs here")
                }
                digests[id] = digest
            }
            // Names that Unicode calls equal are two keys of the map and one of the dictionary.
            guard spaces.updateValue(digests, forKey: name) == nil else {
                throw field.error(.duplicateKey, "a name space occurs twice")
            }
        }
        return spaces
    }
}

/// What the device key may sign beyond its own authentication (§9.1.2.4): whole name spaces, or single elements.
public struct KeyAuthorizations: Hashable, Sendable {
    /// The name spaces of which every element may be device-signed.
    public let nameSpaces: Set<String>
    /// The elements that may be device-signed, by name space.
    public let dataElements: [String: Set<String>]

    init(cbor field: CBORField) throws(CBORError) {
        var spaces: Set<String> = []
        for name in try field["nameSpaces"].optionalArray() ?? [] { spaces.insert(try name.text()) }
        var elements: [String: Set<String>] = [:]
        for (name, field) in try field["dataElements"].optionalMembers() ?? [] {
            for element in try field.array() { elements[name, default: []].insert(try element.text()) }
        }
        nameSpaces = spaces
        dataElements = elements
    }

    /// Whether the device may sign that element.
    public func cover(_ elementIdentifier: String, in nameSpace: String) -> Bool {
        nameSpaces.contains(nameSpace) || dataElements[nameSpace]?.contains(elementIdentifier) == true
    }
}
