public import LanyardCrypto

/// An algorithm by its number in the COSE registry (RFC 9053, RFC 9864).
public struct COSEAlgorithm: Hashable, Sendable, CustomStringConvertible {
    /// The number in the registry.
    public let id: Int64

    /// Names an algorithm by number, known or not.
    public init(id: Int64) { self.id = id }

    /// ECDSA with SHA-256; here on P-256 only.
    public static let es256 = COSEAlgorithm(id: -7)
    /// ECDSA with SHA-384; here on P-384 only.
    public static let es384 = COSEAlgorithm(id: -35)
    /// ECDSA with SHA-512; here on P-521 only.
    public static let es512 = COSEAlgorithm(id: -36)
    /// EdDSA; here on Curve25519 only.
    public static let edDSA = COSEAlgorithm(id: -8)
    /// ECDSA on P-256 with SHA-256, fully specified.
    public static let esp256 = COSEAlgorithm(id: -9)
    /// ECDSA on P-384 with SHA-384, fully specified.
    public static let esp384 = COSEAlgorithm(id: -51)
    /// ECDSA on P-521 with SHA-512, fully specified.
    public static let esp512 = COSEAlgorithm(id: -52)
    /// EdDSA on Curve25519, fully specified.
    public static let ed25519 = COSEAlgorithm(id: -19)
    /// HMAC with SHA-256, the whole tag.
    public static let hmac256 = COSEAlgorithm(id: 5)

    /// Every signature algorithm that can be verified.
    public static let signatures: Set<COSEAlgorithm> = [
        .es256, .es384, .es512, .edDSA, .esp256, .esp384, .esp512, .ed25519,
    ]

    /// The signature algorithm, its curve included; nil for a MAC and for what is not supported.
    ///
    /// COSE leaves the curve of the first four to the key. Each is held to the curve of its hash, as ISO/IEC 18013-5 and
    /// OpenID4VC pair them.
    public var signature: SignatureAlgorithm? {
        switch self {
        case .es256, .esp256: .es256
        case .es384, .esp384: .es384
        case .es512, .esp512: .es512
        case .edDSA, .ed25519: .edDSA
        default: nil
        }
    }

    /// The registered name, or the number.
    public var description: String {
        switch self {
        case .es256: "ES256"
        case .es384: "ES384"
        case .es512: "ES512"
        case .edDSA: "EdDSA"
        case .esp256: "ESP256"
        case .esp384: "ESP384"
        case .esp512: "ESP512"
        case .ed25519: "Ed25519"
        case .hmac256: "HMAC 256/256"
        default: String(id)
        }
    }
}

extension SignatureAlgorithm {
    /// The number that this algorithm has in COSE; RSA is not used with it here.
    public var cose: COSEAlgorithm? {
        switch self {
        case .es256: .es256
        case .es384: .es384
        case .es512: .es512
        case .edDSA: .edDSA
        case .rs256, .ps256: nil
        }
    }
}
