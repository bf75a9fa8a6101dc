/// A long-lived AES key in locked pages, with the verbs of `AESGCM`.
public final class AESGCMKey: Sendable {
    private let bytes: SecretBytes

    /// Takes 16, 24 or 32 bytes; throws `.invalidKey` for another length.
    public init(_ bytes: SecretBytes) throws(CryptoError) {
        guard [16, 24, 32].contains(bytes.count) else {
            throw CryptoError(.invalidKey, "an AES key has 16, 24 or 32 bytes, not \(bytes.count)")
        }
        self.bytes = bytes
    }

    /// Encrypts under a nonce of 12 bytes that was never used with this key, as `AESGCM.seal`.
    public func seal(
        _ plaintext: some Collection<UInt8>, nonce: [UInt8], authenticating data: some Collection<UInt8>
    ) throws(CryptoError) -> (ciphertext: [UInt8], tag: [UInt8]) {
        try bytes.withUnsafeBytes { (key) throws(CryptoError) in
            try AESGCM.seal(plaintext, key: key, nonce: nonce, authenticating: data)
        }
    }

    /// Encrypts what is in locked pages, such as another key.
    public func seal(
        _ plaintext: SecretBytes, nonce: [UInt8], authenticating data: some Collection<UInt8>
    ) throws(CryptoError) -> (ciphertext: [UInt8], tag: [UInt8]) {
        try plaintext.withUnsafeBytes { (plaintext) throws(CryptoError) in
            try seal(plaintext, nonce: nonce, authenticating: data)
        }
    }

    /// Decrypts, as `AESGCM.open`.
    public func open(
        _ ciphertext: some Collection<UInt8>, tag: [UInt8], nonce: [UInt8], authenticating data: some Collection<UInt8>
    ) throws(CryptoError) -> [UInt8] {
        try bytes.withUnsafeBytes { (key) throws(CryptoError) in
            try AESGCM.open(ciphertext, tag: tag, key: key, nonce: nonce, authenticating: data)
        }
    }

    /// Decrypts straight into locked pages, for what is itself a key.
    public func openSecret(
        _ ciphertext: some Collection<UInt8>, tag: [UInt8], nonce: [UInt8], authenticating data: some Collection<UInt8>
    ) throws(CryptoError) -> SecretBytes {
        try SecretBytes(count: ciphertext.count) { (output) throws(CryptoError) in
            let failure = bytes.withUnsafeBytes { key in
                AESGCM.failureOpening(
                    ciphertext, tag: tag, key: key, nonce: nonce, authenticating: data, into: output)
            }
            if let failure { throw failure }
        }
    }
}
