public import LanyardCrypto
public import LanyardDER

/// How a certificate was signed.
public enum CertificateAlgorithm: Sendable, Hashable, CustomStringConvertible {
    /// ECDSA; hash and curve are independent in certificates.
    case ecdsa(HashAlgorithm)
    /// RSASSA-PKCS1-v1_5.
    case rsaPKCS1(HashAlgorithm)
    /// RSASSA-PSS with MGF1 over the same hash and a salt of its length.
    case rsaPSS(HashAlgorithm)
    /// Ed25519.
    case ed25519
    /// A signature over MD5 or SHA-1, which proves nothing any more.
    case weak(OID)
    /// Anything else.
    case unsupported(OID)

    init(_ element: DERElement) throws(DERError) {
        var fields = try element.reader()
        let id = try fields.next(.oid).oid()
        let parameters = fields.isAtEnd ? nil : try fields.next()
        try fields.finish()
        let known: CertificateAlgorithm? =
            switch id {
            case OID(1, 2, 840, 10045, 4, 3, 2): .ecdsa(.sha256)
            case OID(1, 2, 840, 10045, 4, 3, 3): .ecdsa(.sha384)
            case OID(1, 2, 840, 10045, 4, 3, 4): .ecdsa(.sha512)
            case OID(1, 2, 840, 113_549, 1, 1, 11): .rsaPKCS1(.sha256)
            case OID(1, 2, 840, 113_549, 1, 1, 12): .rsaPKCS1(.sha384)
            case OID(1, 2, 840, 113_549, 1, 1, 13): .rsaPKCS1(.sha512)
            case OID(1, 2, 840, 113_549, 1, 1, 10): try Self.pss(parameters)
            case OID(1, 3, 101, 112): .ed25519
            case OID(1, 2, 840, 10045, 4, 1), OID(1, 2, 840, 113_549, 1, 1, 5), OID(1, 2, 840, 113_549, 1, 1, 4),
                OID(1, 2, 840, 113_549, 1, 1, 2), OID(1, 2, 840, 10040, 4, 3), OID(1, 3, 14, 3, 2, 29):
                .weak(id)
            default: nil
            }
        switch known {
        case .ecdsa, .ed25519: self = parameters == nil ? known ?? .unsupported(id) : .unsupported(id)
        case .rsaPKCS1: self = parameters.map { $0.tag == .null } ?? true ? known ?? .unsupported(id) : .unsupported(id)
        default: self = known ?? .unsupported(id)
        }
    }

    /// RFC 4055 §3.1; nil for hashes, masks and salts other than the usual ones.
    private static func pss(_ parameters: DERElement?) throws(DERError) -> CertificateAlgorithm? {
        guard var fields = try parameters?.reader() else { return nil }
        guard let hashField = try fields.nextIf(.constructed(0)), let maskField = try fields.nextIf(.constructed(1)),
            let saltField = try fields.nextIf(.constructed(2))
        else { return nil }
        let trailer = try fields.nextIf(.constructed(3))
        try fields.finish()
        var inner = try hashField.reader()
        guard let hash = try digest(try inner.next(.sequence)) else { return nil }
        inner = try maskField.reader()
        var mask = try inner.next(.sequence).reader()
        guard try mask.next(.oid).oid() == OID(1, 2, 840, 113_549, 1, 1, 8) else { return nil }
        guard try digest(try mask.next(.sequence)) == hash else { return nil }
        inner = try saltField.reader()
        guard try inner.next(.integer).int64() == Int64(hash.digestLength) else { return nil }
        if let trailer {
            inner = try trailer.reader()
            guard try inner.next(.integer).int64() == 1 else { return nil }
        }
        return .rsaPSS(hash)
    }

    private static func digest(_ element: DERElement) throws(DERError) -> HashAlgorithm? {
        var fields = try element.reader()
        return switch try fields.next(.oid).oid() {
        case OID(2, 16, 840, 1, 101, 3, 4, 2, 1): .sha256
        case OID(2, 16, 840, 1, 101, 3, 4, 2, 2): .sha384
        case OID(2, 16, 840, 1, 101, 3, 4, 2, 3): .sha512
        default: nil
        }
    }

    /// Whether a signature was made by a key; false when key and algorithm do not fit each other.
    func isValid(_ signature: [UInt8], for message: [UInt8], by key: PublicKey) -> Bool {
        switch (self, key) {
        case (.ecdsa(let hash), .ec(let key)): key.isValidSignature(der: signature, for: message, hash: hash)
        case (.rsaPKCS1(let hash), .rsa(let key)):
            key.isValidSignature(signature, for: message, padding: .pkcs1, hash: hash)
        case (.rsaPSS(let hash), .rsa(let key)):
            key.isValidSignature(signature, for: message, padding: .pss, hash: hash)
        case (.ed25519, .ed25519(let key)): key.isValidSignature(signature, for: message)
        default: false
        }
    }

    /// A short name, such as "ECDSA with SHA-256", or the identifier.
    public var description: String {
        switch self {
        case .ecdsa(let hash): "ECDSA with SHA-\(hash.digestLength * 8)"
        case .rsaPKCS1(let hash): "RSA PKCS #1 with SHA-\(hash.digestLength * 8)"
        case .rsaPSS(let hash): "RSA PSS with SHA-\(hash.digestLength * 8)"
        case .ed25519: "Ed25519"
        case .weak(let id): "\(id), over MD5 or SHA-1"
        case .unsupported(let id): id.description
        }
    }
}
