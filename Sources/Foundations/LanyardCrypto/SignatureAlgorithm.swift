/// The signature algorithms that are accepted, under their JOSE names (RFC 7518 §3.1, RFC 8037 §3.1).
///
/// There is no `none` and no MAC, so that neither can be chosen.
public enum SignatureAlgorithm: String, Hashable, Sendable, CaseIterable {
    /// ECDSA on P-256 with SHA-256.
    case es256 = "ES256"
    /// ECDSA on P-384 with SHA-384.
    case es384 = "ES384"
    /// ECDSA on P-521 with SHA-512.
    case es512 = "ES512"
    /// EdDSA on Curve25519.
    case edDSA = "EdDSA"
    /// RSASSA-PKCS1-v1_5 with SHA-256; verification only.
    case rs256 = "RS256"
    /// RSASSA-PSS with SHA-256; verification only.
    case ps256 = "PS256"

    /// The curve that an ECDSA algorithm is bound to.
    public var curve: Curve? {
        switch self {
        case .es256: .p256
        case .es384: .p384
        case .es512: .p521
        case .edDSA, .rs256, .ps256: nil
        }
    }

    /// The hash that is applied to the message; EdDSA has its own inside.
    public var hash: HashAlgorithm? {
        switch self {
        case .es256, .rs256, .ps256: .sha256
        case .es384: .sha384
        case .es512: .sha512
        case .edDSA: nil
        }
    }
}

extension Curve {
    /// The signature algorithm of JOSE on this curve.
    public var signatureAlgorithm: SignatureAlgorithm {
        switch self {
        case .p256: .es256
        case .p384: .es384
        case .p521: .es512
        }
    }
}
