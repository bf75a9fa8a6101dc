import LanyardCrypto
public import LanyardDER
public import WalletPorts

/// A certificate before it is signed: every field can be chosen, wrong ones included.
public struct CertificateDraft: Sendable {
    /// The common name of the subject.
    public var commonName: String
    /// The country of the subject, two letters.
    public var country = "UT"
    /// The state or province of the subject; nil leaves it out.
    public var state: String?
    /// Whether basic constraints say CA; nil leaves the extension out.
    public var isAuthority: Bool? = false
    /// The longest path below a CA.
    public var pathLength: Int64?
    /// The bits of key usage, 0 for digitalSignature; nil leaves the extension out.
    public var keyUsage: [Int]? = [0]
    /// The purposes of extended key usage; empty leaves the extension out.
    public var purposes: [OID] = []
    /// Whether extended key usage is critical.
    public var arePurposesCritical = false
    /// DNS names.
    public var dnsNames: [String] = []
    /// IP addresses, four or sixteen bytes each.
    public var addresses: [[UInt8]] = []
    /// URIs.
    public var uris: [String] = []
    /// Where the issuer can be reached, a URI in the issuer alternative name; nil leaves the extension out.
    public var issuerURI: String?
    /// Where revoked certificates are listed; nil leaves the extension out.
    public var revocationList: String?
    /// When it begins to be valid.
    public var notBefore: Instant
    /// When it ends to be valid.
    public var notAfter: Instant
    /// An extension that nobody knows and that is critical.
    public var hasUnknownCriticalExtension = false

    /// Drafts a leaf for signatures, valid from a day before until a year after the instant.
    public init(_ commonName: String, at now: Instant) {
        self.commonName = commonName
        notBefore = now.advanced(by: -86_400)
        notAfter = now.advanced(by: 365 * 86_400)
    }

    /// Drafts a CA, valid from a year before until ten years after the instant.
    public static func authority(_ commonName: String, at now: Instant) -> CertificateDraft {
        var draft = CertificateDraft(commonName, at: now)
        draft.isAuthority = true
        draft.keyUsage = [5, 6]
        draft.notBefore = now.advanced(by: -365 * 86_400)
        draft.notAfter = now.advanced(by: 3650 * 86_400)
        return draft
    }

    /// The TBSCertificate for a subject key, under an issuer; RFC 5280 §4.1.
    func tbsCertificate(key: ECPublicKey, issuerName: [UInt8], issuerKey: ECPublicKey) -> [UInt8] {
        DERWriter.bytes { writer in
            writer.sequence {
                $0.explicit(0) { $0.integer(2) }
                $0.integer(magnitude: [0x40] + RandomBytes.make(15))
                $0.raw(CertificateDraft.ecdsaWithSHA256)
                $0.raw(issuerName)
                $0.sequence {
                    $0.time(notBefore.seconds)
                    $0.time(notAfter.seconds)
                }
                $0.raw(subjectName)
                $0.raw(CertificateDraft.subjectPublicKeyInfo(key))
                $0.explicit(3) { $0.sequence { writeExtensions(key: key, issuerKey: issuerKey, into: &$0) } }
            }
        }
    }

    /// The subject's name.
    var subjectName: [UInt8] {
        func attribute(_ type: OID, _ write: (inout DERWriter) -> Void, _ writer: inout DERWriter) {
            writer.set {
                $0.sequence {
                    $0.oid(type)
                    write(&$0)
                }
            }
        }
        return DERWriter.bytes { writer in
            writer.sequence {
                attribute(OID(2, 5, 4, 6), { $0.printableString(country) }, &$0)
                if let state { attribute(OID(2, 5, 4, 8), { $0.utf8String(state) }, &$0) }
                attribute(OID(2, 5, 4, 3), { $0.utf8String(commonName) }, &$0)
            }
        }
    }

    private func writeExtensions(key: ECPublicKey, issuerKey: ECPublicKey, into writer: inout DERWriter) {
        func write(_ arc: UInt32, critical: Bool = false, _ body: (inout DERWriter) -> Void) {
            writer.sequence {
                $0.oid(OID(2, 5, 29, arc))
                if critical { $0.boolean(true) }
                $0.octetString(body)
            }
        }
        write(14) { $0.octetString(CertificateDraft.keyIdentifier(key)) }
        write(35) { $0.sequence { $0.implicit(0, CertificateDraft.keyIdentifier(issuerKey)) } }
        if let isAuthority {
            write(19, critical: true) {
                $0.sequence {
                    if isAuthority { $0.boolean(true) }
                    if let pathLength { $0.integer(pathLength) }
                }
            }
        }
        if let keyUsage { write(15, critical: true) { $0.namedBits(keyUsage) } }
        if !purposes.isEmpty {
            write(37, critical: arePurposesCritical) { $0.sequence { for purpose in purposes { $0.oid(purpose) } } }
        }
        if !(dnsNames.isEmpty && addresses.isEmpty && uris.isEmpty) {
            write(17) {
                $0.sequence {
                    for name in dnsNames { $0.implicit(2, name.utf8) }
                    for uri in uris { $0.implicit(6, uri.utf8) }
                    for address in addresses { $0.implicit(7, address) }
                }
            }
        }
        if let issuerURI { write(18) { $0.sequence { $0.implicit(6, issuerURI.utf8) } } }
        if let revocationList {
            // One distribution point with one full name, RFC 5280 §4.2.1.13.
            write(31) {
                $0.sequence {
                    $0.sequence { $0.explicit(0) { $0.explicit(0) { $0.implicit(6, revocationList.utf8) } } }
                }
            }
        }
        if hasUnknownCriticalExtension { write(999, critical: true) { $0.null() } }
    }

    /// The AlgorithmIdentifier of ECDSA with SHA-256.
    static let ecdsaWithSHA256 = DERWriter.bytes { $0.sequence { $0.oid(OID(1, 2, 840, 10045, 4, 3, 2)) } }

    /// The AlgorithmIdentifier of a P-256 key.
    static let p256 = DERWriter.bytes {
        $0.sequence {
            $0.oid(OID(1, 2, 840, 10045, 2, 1))
            $0.oid(OID(1, 2, 840, 10045, 3, 1, 7))
        }
    }

    private static func subjectPublicKeyInfo(_ key: ECPublicKey) -> [UInt8] {
        DERWriter.bytes { writer in
            writer.sequence {
                $0.raw(p256)
                $0.bitString(key.x963)
            }
        }
    }

    /// RFC 7093 §2 method 1: the leftmost 160 bits of the SHA-256 of the key.
    private static func keyIdentifier(_ key: ECPublicKey) -> [UInt8] {
        Array(Hash.sha256(key.x963).prefix(20))
    }
}
