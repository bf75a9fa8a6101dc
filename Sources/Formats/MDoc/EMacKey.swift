public import LanyardCrypto

/// The key with which a device authenticates itself to a reader in proximity (ISO/IEC 18013-5 §9.1.3.5).
public struct EMacKey: Sendable {
    /// Thirty-two bytes.
    let key: SecretBytes

    /// Derives the key from what the device key and the reader's ephemeral key agree on: ECDH, the x coordinate.
    ///
    /// Throws `.invalidInput` for a transcript of a flow without a reader's key: there a device signs.
    public init(agreedSecret: SecretBytes, in transcript: SessionTranscript) throws(CryptoError) {
        guard transcript.eReaderKey != nil else {
            throw CryptoError(.invalidInput, "this session has no ephemeral key of a reader")
        }
        key = SecretBytes(
            try HKDF.derive(
                .sha256, input: agreedSecret, salt: transcript.salt, info: Array("EMacKey".utf8), count: 32))
    }

    /// Lends the bytes.
    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try key.withUnsafeBytes(body)
    }
}
