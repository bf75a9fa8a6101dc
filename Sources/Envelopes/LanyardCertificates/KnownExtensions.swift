import LanyardDER

/// The extensions of one certificate, those that are understood decoded.
struct KnownExtensions {
    private(set) var all: [CertificateExtension] = []
    private(set) var malformed: [OID] = []
    private(set) var subjectAlternativeNames: [GeneralName] = []
    private(set) var subjectKeyIdentifier: [UInt8]?
    private(set) var authorityKeyIdentifier: AuthorityKeyIdentifier?
    private(set) var keyUsage: KeyUsage?
    private(set) var extendedKeyUsage: [OID]?
    private(set) var basicConstraints: BasicConstraints?

    /// What a path validator takes into account, so that it may be critical.
    static let understood: Set<OID> = [
        .keyUsage, .subjectAlternativeName, .basicConstraints, .extendedKeyUsage, .certificatePolicies,
        .crlDistributionPoints,
    ]

    init(_ field: DERElement?) throws(DERError) {
        guard let field else { return }
        var outer = try field.reader()
        var rows = try outer.next(.sequence).reader()
        try outer.finish()
        var seen: Set<OID> = []
        var refused: Set<OID> = []
        while !rows.isAtEnd {
            var parts = try rows.next(.sequence).reader()
            let id = try parts.next(.oid).oid()
            let isCritical = try parts.nextIf(.boolean)?.boolean() ?? false
            let value = Array(try parts.next(.octetString).octets())
            try parts.finish()
            all.append(CertificateExtension(id: id, isCritical: isCritical, value: value))
            if seen.insert(id).inserted {
                do {
                    try read(id, value)
                } catch {
                    refused.insert(id)
                    malformed.append(id)
                }
            } else if refused.insert(id).inserted {
                malformed.append(id)
            }
        }
    }

    private mutating func read(_ id: OID, _ value: [UInt8]) throws(DERError) {
        switch id {
        case .keyUsage: keyUsage = try KeyUsage(DERReader.only(.bitString, in: value))
        case .basicConstraints: basicConstraints = try BasicConstraints(DERReader.only(.sequence, in: value))
        case .subjectKeyIdentifier:
            subjectKeyIdentifier = Array(try DERReader.only(.octetString, in: value).octets())
        case .authorityKeyIdentifier:
            authorityKeyIdentifier = try AuthorityKeyIdentifier(DERReader.only(.sequence, in: value))
        case .subjectAlternativeName:
            subjectAlternativeNames = try GeneralName.list(DERReader.only(.sequence, in: value))
        case .extendedKeyUsage:
            var purposes: [OID] = []
            var fields = try DERReader.only(.sequence, in: value).reader()
            while !fields.isAtEnd { purposes.append(try fields.next(.oid).oid()) }
            extendedKeyUsage = purposes
        default: break
        }
    }
}
