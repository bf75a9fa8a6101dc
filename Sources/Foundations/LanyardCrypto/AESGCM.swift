/// Authenticated encryption with AES-GCM (NIST SP 800-38D): keys of 128, 192 or 256 bits, 96-bit nonces, 128-bit tags.
public enum AESGCM {
    /// The length of a nonce, in bytes.
    public static let nonceLength = 12
    /// The length of a tag, in bytes.
    public static let tagLength = 16

    /// Encrypts, and binds the ciphertext to data that travels beside it.
    ///
    /// The key has 16, 24 or 32 bytes. A nonce must never be used twice under one key. Throws `.invalidKey` or
    /// `.invalidInput` for a wrong length.
    public static func seal(
        _ plaintext: some Collection<UInt8>, key: some Collection<UInt8>, nonce: [UInt8],
        authenticating data: some Collection<UInt8>
    ) throws(CryptoError) -> (ciphertext: [UInt8], tag: [UInt8]) {
        try key.withBytes { (key) throws(CryptoError) in
            try check(key: key.count, nonce: nonce.count, tag: tagLength)
            return try plaintext.withBytes { (plaintext) throws(CryptoError) in
                try AESGCMBackend.seal(plaintext, key: key, nonce: nonce, authenticating: Array(data))
            }
        }
    }

    /// Decrypts, after the tag has shown that ciphertext and data are unchanged.
    ///
    /// Throws `.authenticationFailed` when they are not, `.invalidKey` or `.invalidInput` for a wrong length.
    public static func open(
        _ ciphertext: some Collection<UInt8>, tag: [UInt8], key: some Collection<UInt8>, nonce: [UInt8],
        authenticating data: some Collection<UInt8>
    ) throws(CryptoError) -> [UInt8] {
        var plaintext = [UInt8](repeating: 0, count: ciphertext.count)
        let failure = plaintext.withUnsafeMutableBytes { output in
            failureOpening(ciphertext, tag: tag, key: key, nonce: nonce, authenticating: data, into: output)
        }
        if let failure { throw failure }
        return plaintext
    }

    /// Decrypts into memory that is as long as the ciphertext; a failure is returned, for closures that cannot throw it.
    static func failureOpening(
        _ ciphertext: some Collection<UInt8>, tag: [UInt8], key: some Collection<UInt8>, nonce: [UInt8],
        authenticating data: some Collection<UInt8>, into output: UnsafeMutableRawBufferPointer
    ) -> CryptoError? {
        do throws(CryptoError) {
            try key.withBytes { (key) throws(CryptoError) in
                try check(key: key.count, nonce: nonce.count, tag: tag.count)
                try ciphertext.withBytes { (ciphertext) throws(CryptoError) in
                    try AESGCMBackend.open(
                        ciphertext, tag: tag, key: key, nonce: nonce, authenticating: Array(data), into: output)
                }
            }
            return nil
        } catch {
            // What was decrypted before the tag failed must not be read.
            output.initializeMemory(as: UInt8.self, repeating: 0)
            return error
        }
    }

    private static func check(key: Int, nonce: Int, tag: Int) throws(CryptoError) {
        guard key == 16 || key == 24 || key == 32 else {
            throw CryptoError(.invalidKey, "an AES key has 16, 24 or 32 bytes, not \(key)")
        }
        guard nonce == nonceLength else {
            throw CryptoError(.invalidInput, "an AES-GCM nonce has \(nonceLength) bytes, not \(nonce)")
        }
        guard tag == tagLength else {
            throw CryptoError(.invalidInput, "an AES-GCM tag has \(tagLength) bytes, not \(tag)")
        }
    }
}
