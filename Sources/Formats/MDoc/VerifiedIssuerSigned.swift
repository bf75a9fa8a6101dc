internal import LanyardCBOR
internal import LanyardCOSE
internal import LanyardCrypto
package import WalletPorts

/// An mdoc whose issuer signature holds, and each of whose elements has its digest in the security object.
public struct VerifiedIssuerSigned: Sendable {
    /// The mdoc as it arrived.
    public let received: IssuerSigned
    /// The security object that the issuer signed.
    public let securityObject: MobileSecurityObject

    init(checking received: IssuerSigned, object payload: ByteView) throws(Finding) {
        self.received = received
        securityObject = try MobileSecurityObject(payload: payload)
        if let fault = Self.faults(of: received, by: securityObject, atMost: 1).first { throw fault }
    }

    /// What speaks against the elements of an mdoc by a security object, in order; an mdoc with any is not verified.
    package static func faults(
        of received: IssuerSigned, by object: MobileSecurityObject, atMost limit: Int
    ) -> [Finding] {
        var faults: [Finding] = []
        for space in received.nameSpaces where faults.count < limit {
            faults += Self.faults(of: space, by: object, atMost: limit - faults.count)
        }
        return faults
    }

    /// Opens an mdoc that was verified before and was kept where nobody else can write.
    ///
    /// Everything but the signature is checked again.
    package init(reopening bytes: [UInt8]) throws(Finding) {
        var findings = Findings()
        try self.init(reopening: IssuerSigned(parsing: bytes, findings: &findings))
    }

    /// Opens the text of an mdoc that was verified before, in any encoding that was tolerated then.
    package init(reopening text: String) throws(Finding) {
        var findings = Findings()
        try self.init(reopening: IssuerSigned(base64url: text, findings: &findings))
    }

    private init(reopening received: IssuerSigned) throws(Finding) {
        guard let payload = received.issuerAuth.payload else {
            throw .mdoc(
                "issuerAuth.detached", clause: "ISO/IEC 18013-5 §9.1.2.4", rows: IssuerSigned.authRows,
                at: "/issuerAuth", expected: "the security object as payload", seen: .absent)
        }
        try self.init(checking: received, object: payload)
    }

    private static func faults(
        of space: IssuerNameSpace, by object: MobileSecurityObject, atMost limit: Int
    ) -> [Finding] {
        func finding(_ code: String, _ index: Int, _ expected: String, _ seen: Described = .nothing) -> Finding {
            .mdoc(
                code, clause: "ISO/IEC 18013-5 §9.3.1", rows: ["VCI-MDOC-09", "MDOC-DR-08"],
                at: "/nameSpaces/\(String(space.name.unicodeScalars.prefix(64)))/\(index)", expected: expected,
                seen: seen)
        }
        let digests = object.valueDigests[space.name]
        var seenIDs: Set<UInt64> = []
        var seenNames: Set<String> = []
        func fault(of item: IssuerSignedItem, _ index: Int) -> Finding? {
            guard seenIDs.insert(item.digestID).inserted else {
                return finding("digestID.repeated", index, "a digest id of its own", .text(String(item.digestID)))
            }
            guard seenNames.insert(item.elementIdentifier).inserted else {
                return finding("element.repeated", index, "each element once")
            }
            guard let digest = digests?[item.digestID] else {
                return finding("digest.missing", index, "a digest under that id", .text(String(item.digestID)))
            }
            guard digest == ByteView(Hash.digest(object.digestAlgorithm, item.bytes)) else {
                return finding("digest.mismatch", index, "the digest of the bytes that arrived")
            }
            return nil
        }
        var faults: [Finding] = []
        for (index, item) in space.items.enumerated() {
            guard faults.count < limit else { break }
            if let fault = fault(of: item, index) { faults.append(fault) }
        }
        return faults
    }

    /// The element of that name, if the mdoc has it.
    public func item(_ elementIdentifier: String, in nameSpace: String) -> IssuerSignedItem? {
        received.nameSpaces.first { $0.name == nameSpace }?.items.first { $0.elementIdentifier == elementIdentifier }
    }
}
