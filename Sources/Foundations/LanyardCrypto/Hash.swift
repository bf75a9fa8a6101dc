/// Digests of bytes.
public enum Hash {
    /// Computes the digest of bytes.
    ///
    /// It cannot fail on any input. Should the backend itself fail (no memory, no provider), the answer is random bytes, so
    /// that whatever is compared with it is refused.
    public static func digest(_ algorithm: HashAlgorithm, _ bytes: some Collection<UInt8>) -> [UInt8] {
        bytes.withBytes { HashBackend.digest(algorithm, $0) } ?? RandomBytes.make(algorithm.digestLength)
    }

    /// Computes the SHA-256 digest of bytes, 32 bytes.
    public static func sha256(_ bytes: some Collection<UInt8>) -> [UInt8] {
        digest(.sha256, bytes)
    }
}
