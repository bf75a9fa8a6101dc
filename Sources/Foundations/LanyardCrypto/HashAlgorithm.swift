/// The hash functions of the SHA-2 family that credentials use (FIPS 180-4).
public enum HashAlgorithm: String, Hashable, Sendable, CaseIterable {
    /// SHA-256, 32 bytes.
    case sha256 = "SHA-256"
    /// SHA-384, 48 bytes.
    case sha384 = "SHA-384"
    /// SHA-512, 64 bytes.
    case sha512 = "SHA-512"

    /// The length of a digest, in bytes.
    public var digestLength: Int {
        switch self {
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }
}
