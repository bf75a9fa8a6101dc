public import LanyardCBOR
public import LanyardCOSE
public import LanyardCertificates
public import LanyardCrypto
internal import LanyardText
public import WalletPorts

/// An mdoc as its issuer sends it, ISO/IEC 18013-5 §8.3.2.1.2.2: well formed, and nothing more.
///
/// Elements and security object can be acted on only after `verified(by:)`.
public struct IssuerSigned: Sendable {
    /// The whole structure as it arrived.
    public let bytes: ByteView
    /// The name spaces with their elements, in order.
    public let nameSpaces: [IssuerNameSpace]
    /// The signature over the security object.
    public let issuerAuth: COSESign1
    /// The encoding of the signature as it arrived: what is sent.
    let issuerAuthBytes: ByteView

    static let rows = ["VCI-MDOC-02", "MDOC-DR-02"]
    static let authRows = ["VCI-MDOC-03", "MDOC-MSO-01"]

    /// Reads a credential as OpenID4VCI sends it: base64url without padding of the CBOR (Appendix A.2.4).
    ///
    /// Padding and the plain alphabet are tolerated. Throws `mdoc.encoding.*`, `mdoc.issuerSigned.*` or `cose.*`.
    public init(base64url text: String, findings: inout Findings) throws(Finding) {
        func deviation(_ code: String, _ expected: String) -> Finding {
            .mdoc(
                "encoding.\(code)", clause: "OpenID4VCI 1.0 Appendix A.2.4", rows: ["VCI-MDOC-01"],
                expected: expected, seen: .kind("text", length: text.utf8.count),
                remedy: "The issuer should send base64url without padding.")
        }
        var bytes = Base64URL.decode(text)
        if bytes == nil, let end = text.lastIndex(where: { $0 != "=" }) {
            let unpadded = String(text[...end])
            bytes = Base64URL.decode(unpadded)
            if bytes != nil, text.utf8.count.isMultiple(of: 4) {
                try findings.tolerate(deviation("padding", "base64url without padding"))
            } else if let plain = Base64.decode(text) {
                bytes = plain
                try findings.tolerate(deviation("alphabet", "the alphabet of base64url, without padding"))
            } else {
                bytes = nil
            }
        }
        guard let bytes else { throw deviation("text", "base64url without padding") }
        try self.init(parsing: bytes, findings: &findings)
    }

    /// Reads the CBOR; nothing may follow it.
    public init(parsing bytes: [UInt8], findings: inout Findings) throws(Finding) {
        let item = try reading("issuerSigned", clause: "RFC 8949 §5.1", rows: Self.rows) { () throws(CBORError) in
            try CBORItem(parsing: bytes)
        }
        try self.init(cbor: CBORField(item), findings: &findings)
    }

    /// Reads the structure inside another.
    init(cbor field: CBORField, findings: inout Findings) throws(Finding) {
        (bytes, nameSpaces, issuerAuthBytes) = try reading(
            "issuerSigned", clause: "ISO/IEC 18013-5 §8.3.2.1.2.2", rows: Self.rows
        ) { () throws(CBORError) in
            (try field.any().bytes, try Self.nameSpaces(field["nameSpaces"]), try field["issuerAuth"].any().bytes)
        }
        issuerAuth = try COSESign1(cbor: field["issuerAuth"], from: .issuer, rows: Self.authRows)
        try checkForm(findings: &findings)
    }

    private static func nameSpaces(_ field: CBORField) throws(CBORError) -> [IssuerNameSpace] {
        guard let members = try field.optionalMembers() else { return [] }
        var spaces: [IssuerNameSpace] = []
        for (name, field) in members {
            let elements = try field.array()
            var items: [IssuerSignedItem] = []
            items.reserveCapacity(elements.count)
            for element in elements { items.append(try IssuerSignedItem(cbor: element)) }
            spaces.append(IssuerNameSpace(name: name, items: items))
        }
        return spaces
    }

    private func checkForm(findings: inout Findings) throws(Finding) {
        func deviation(_ code: String, at location: String, _ expected: String, _ seen: Described) -> Finding {
            .mdoc(
                code, clause: "ISO/IEC 18013-5 §9.1.2.4", rows: Self.authRows, at: location, expected: expected,
                seen: seen)
        }
        if issuerAuth.isTagged {
            try findings.tolerate(
                deviation("issuerAuth.tagged", at: "/issuerAuth", "COSE_Sign1 without a tag", .text("tag 18")))
        }
        switch issuerAuth.header.chainPlace {
        case .unprotected: break
        case .protected:
            try findings.tolerate(
                deviation(
                    "x5chain.protected", at: "/issuerAuth/x5chain", "the certificates in the unprotected header",
                    .text("in the protected header")))
        case nil:
            throw deviation("x5chain.missing", at: "/issuerAuth/x5chain", "the signer's certificate", .absent)
        }
    }

    /// The certificates beside the signature, the signer's first; whom they lead to is the caller's question.
    ///
    /// The profile of the path is `.mdocDocumentSigner(docType:)`. Throws `mdoc.x5chain.*` or a finding about a
    /// certificate.
    public func certificates() throws(Finding) -> [Certificate] { try certificates(knowing: KnownCertificates()) }

    /// The certificates beside the signature, of which those that are known are not read again.
    package func certificates(knowing known: KnownCertificates) throws(Finding) -> [Certificate] {
        try issuerAuth.header.signerChain(
            "issuerAuth", .issuer, clause: "RFC 9360 §2", rows: Self.authRows, knowing: known)
    }

    /// Verifies the issuer's signature with a key, then every digest over the bytes that arrived (§9.3.1).
    ///
    /// Whether the key belongs to an issuer who may issue this is the caller's question. Times, type and device key are
    /// judged by ``MDocCredential``. Throws the finding of the first rule that is broken.
    public func verified(by key: PublicKey) throws(Finding) -> VerifiedIssuerSigned {
        let policy = COSEPolicy(
            algorithms: COSEAlgorithm.signatures, party: .issuer, rows: ["VCI-MDOC-04"] + Self.authRows,
            at: "/issuerAuth")
        return try VerifiedIssuerSigned(
            checking: self, object: try issuerAuth.verified(by: key, policy: policy).payload)
    }
}
