/// Key derivation from a secret that has entropy enough (RFC 5869).
///
/// Composed of `HMAC`, so that both backends share one reading of the RFC.
public enum HKDF {
    /// Concentrates the entropy of the input in a pseudorandom key, as long as the digest of the hash.
    public static func extract(
        _ algorithm: HashAlgorithm, input: some Collection<UInt8>, salt: some Collection<UInt8>
    ) -> [UInt8] {
        HMAC.code(algorithm, key: salt, message: input)
    }

    /// Stretches a pseudorandom key to a number of bytes.
    ///
    /// Throws `.invalidInput` for a negative count or more than 255 digests.
    public static func expand(
        _ algorithm: HashAlgorithm, key: some Collection<UInt8>, info: some Collection<UInt8>, count: Int
    ) throws(CryptoError) -> [UInt8] {
        guard count >= 0, count <= 255 * algorithm.digestLength else {
            throw CryptoError(.invalidInput, "HKDF gives 0 to \(255 * algorithm.digestLength) bytes")
        }
        var output: [UInt8] = []
        output.reserveCapacity(count + algorithm.digestLength)
        var block: [UInt8] = []
        var counter: UInt8 = 0
        while output.count < count {
            counter += 1
            block = HMAC.code(algorithm, key: key, message: block + Array(info) + [counter])
            output += block
        }
        output.removeLast(output.count - count)
        return output
    }

    /// Extracts and expands in one step.
    public static func derive(
        _ algorithm: HashAlgorithm, input: some Collection<UInt8>, salt: some Collection<UInt8>,
        info: some Collection<UInt8>, count: Int
    ) throws(CryptoError) -> [UInt8] {
        try expand(algorithm, key: extract(algorithm, input: input, salt: salt), info: info, count: count)
    }

    /// Extracts from an agreed secret and expands in one step.
    public static func derive(
        _ algorithm: HashAlgorithm, input: SecretBytes, salt: some Collection<UInt8>, info: some Collection<UInt8>,
        count: Int
    ) throws(CryptoError) -> [UInt8] {
        let key = input.withUnsafeBytes { extract(algorithm, input: $0, salt: salt) }
        return try expand(algorithm, key: key, info: info, count: count)
    }
}
