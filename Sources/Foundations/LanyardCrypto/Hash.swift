/// Digests of bytes.
public enum Hash {
    /// Computes the digest of bytes.
    ///
    /// It cannot fail on any input. Should the backend itself fail (no memory, no provider), the answer is random bytes, so
    /// that whatever is compared with it is refused.
    @inlinable
    public static func digest(_ algorithm: HashAlgorithm, _ bytes: some Collection<UInt8>) -> [UInt8] {
        bytes.withContiguousStorageIfAvailable { digest(algorithm, of: $0) }
            ?? Array(bytes).withUnsafeBufferPointer { digest(algorithm, of: $0) }
    }

    @usableFromInline
    static func digest(_ algorithm: HashAlgorithm, of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        HashBackend.digest(algorithm, UnsafeRawBufferPointer(bytes)) ?? RandomBytes.make(algorithm.digestLength)
    }

    /// Computes the SHA-256 digest of bytes, 32 bytes.
    @inlinable
    public static func sha256(_ bytes: some Collection<UInt8>) -> [UInt8] {
        digest(.sha256, bytes)
    }
}
