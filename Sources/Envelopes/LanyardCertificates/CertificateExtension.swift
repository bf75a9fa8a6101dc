public import LanyardDER

/// One extension of a certificate, as it arrived.
public struct CertificateExtension: Sendable, Hashable {
    /// Which extension it is.
    public let id: OID
    /// Whether one who does not understand it must refuse the certificate.
    public let isCritical: Bool
    /// The DER inside its OCTET STRING.
    public let value: [UInt8]
}

extension OID {
    static let subjectKeyIdentifier = OID(2, 5, 29, 14)
    static let keyUsage = OID(2, 5, 29, 15)
    static let subjectAlternativeName = OID(2, 5, 29, 17)
    static let issuerAlternativeName = OID(2, 5, 29, 18)
    static let basicConstraints = OID(2, 5, 29, 19)
    static let nameConstraints = OID(2, 5, 29, 30)
    static let crlDistributionPoints = OID(2, 5, 29, 31)
    static let certificatePolicies = OID(2, 5, 29, 32)
    static let policyMappings = OID(2, 5, 29, 33)
    static let authorityKeyIdentifier = OID(2, 5, 29, 35)
    static let policyConstraints = OID(2, 5, 29, 36)
    static let extendedKeyUsage = OID(2, 5, 29, 37)
    static let freshestCRL = OID(2, 5, 29, 46)
    static let inhibitAnyPolicy = OID(2, 5, 29, 54)
}

/// What a key may be used for (RFC 5280 §4.2.1.3).
public struct KeyUsage: OptionSet, Sendable, Hashable {
    /// Bit 0 of the BIT STRING is the lowest bit here.
    public let rawValue: UInt16

    /// Takes bits, the first of the BIT STRING lowest.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Signatures other than those on certificates and revocation lists.
    public static let digitalSignature = KeyUsage(rawValue: 1 << 0)
    /// Signatures that commit to content, once called non-repudiation.
    public static let contentCommitment = KeyUsage(rawValue: 1 << 1)
    /// Encrypting keys.
    public static let keyEncipherment = KeyUsage(rawValue: 1 << 2)
    /// Encrypting data.
    public static let dataEncipherment = KeyUsage(rawValue: 1 << 3)
    /// Key agreement.
    public static let keyAgreement = KeyUsage(rawValue: 1 << 4)
    /// Signing certificates.
    public static let keyCertSign = KeyUsage(rawValue: 1 << 5)
    /// Signing revocation lists.
    public static let crlSign = KeyUsage(rawValue: 1 << 6)
    /// Key agreement for encryption alone.
    public static let encipherOnly = KeyUsage(rawValue: 1 << 7)
    /// Key agreement for decryption alone.
    public static let decipherOnly = KeyUsage(rawValue: 1 << 8)

    init(_ element: DERElement) throws(DERError) {
        let (octets, _) = try element.bitString()
        var bits: UInt16 = 0
        for (index, octet) in octets.prefix(2).enumerated() {
            for bit in 0..<8 where octet & (0x80 >> UInt8(bit)) != 0 { bits |= 1 << UInt16(index * 8 + bit) }
        }
        rawValue = bits
    }
}

/// Whether a certificate may sign others, and how many may come below it (RFC 5280 §4.2.1.9).
public struct BasicConstraints: Sendable, Hashable {
    /// Whether it is a certificate authority.
    public let isCA: Bool
    /// How many intermediates may stand between it and the leaf, not counting self-issued ones; nil without a bound.
    public let pathLength: Int?

    init(_ element: DERElement) throws(DERError) {
        var fields = try element.reader()
        isCA = try fields.nextIf(.boolean)?.boolean() ?? false
        if let length = try fields.nextIf(.integer) {
            let magnitude = try length.magnitude()
            // More than any chain has is no bound.
            pathLength = magnitude.count > 2 ? 0xFFFF : magnitude.reduce(0) { $0 << 8 | Int($1) }
        } else {
            pathLength = nil
        }
        try fields.finish()
    }
}

/// Which key signed a certificate (RFC 5280 §4.2.1.1).
public struct AuthorityKeyIdentifier: Sendable, Hashable {
    /// The signer's subject key identifier.
    public let keyIdentifier: [UInt8]?
    /// The name of the signer's own issuer.
    public let issuer: DistinguishedName?
    /// The signer's serial number.
    public let serial: [UInt8]?

    init(_ element: DERElement) throws(DERError) {
        var fields = try element.reader()
        keyIdentifier = try fields.nextIf(.context(0)).map { element throws(DERError) in Array(try element.octets()) }
        var issuer: DistinguishedName?
        if let names = try fields.nextIf(.constructed(1)) {
            for case .directory(let name) in try GeneralName.list(names) where issuer == nil { issuer = name }
        }
        self.issuer = issuer
        serial = try fields.nextIf(.context(2)).map { element throws(DERError) in Array(try element.octets()) }
        try fields.finish()
    }
}

/// A name of the kinds that extensions carry (RFC 5280 §4.2.1.6).
public enum GeneralName: Sendable, Hashable {
    /// A DNS name, as it arrived.
    case dns(String)
    /// A URI, as it arrived.
    case uri(String)
    /// A mail address, as it arrived.
    case email(String)
    /// A distinguished name.
    case directory(DistinguishedName)
    /// An address of four or sixteen bytes.
    case ip([UInt8])
    /// Another kind: its original bytes.
    case other([UInt8])

    /// Reads GeneralNames, whose outer tag may be implicit.
    static func list(_ element: DERElement) throws(DERError) -> [GeneralName] {
        var names: [GeneralName] = []
        var fields = try element.reader()
        while !fields.isAtEnd {
            let name = try fields.next()
            switch name.tag {
            case .context(1): names.append(.email(try name.text(as: .ia5String)))
            case .context(2): names.append(.dns(try name.text(as: .ia5String)))
            case .context(6): names.append(.uri(try name.text(as: .ia5String)))
            case .context(7): names.append(.ip(Array(try name.octets())))
            case .constructed(4):
                var inner = try name.reader()
                names.append(.directory(try DistinguishedName(try inner.next(.sequence))))
                try inner.finish()
            default: names.append(.other(name.bytes))
            }
        }
        return names
    }
}
