/// Message authentication by a shared key (RFC 2104).
public enum HMAC {
    /// Computes the code of a message, as long as the digest of the hash.
    ///
    /// Any key length is fine. Should the backend itself fail, the answer is random bytes, so that nothing matches it.
    public static func code(
        _ algorithm: HashAlgorithm, key: some Collection<UInt8>, message: some Collection<UInt8>
    ) -> [UInt8] {
        let code = key.withBytes { key in
            message.withBytes { HMACBackend.code(algorithm, key: key, message: $0) }
        }
        return code ?? RandomBytes.make(algorithm.digestLength)
    }

    /// Tells whether a whole code is the right one, in constant time.
    public static func isValid(
        _ code: some Collection<UInt8>, _ algorithm: HashAlgorithm, key: some Collection<UInt8>,
        message: some Collection<UInt8>
    ) -> Bool {
        ConstantTime.areEqual(code, self.code(algorithm, key: key, message: message))
    }
}
