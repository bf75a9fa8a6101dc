/// The key derivation of ECDH-ES in JOSE: Concat KDF with SHA-256 (RFC 7518 §4.6.2, NIST SP 800-56A §5.8.1).
public enum ConcatKDF {
    /// Derives key bytes from an agreed secret.
    ///
    /// `algorithm` is the `enc` value for direct agreement, the `alg` value for key wrapping. `partyU` and `partyV` are the
    /// decoded `apu` and `apv`, empty when absent. `bits` is the key length, a multiple of 8.
    public static func derive(
        secret: SecretBytes, algorithm: String, partyU: [UInt8], partyV: [UInt8], bits: Int
    ) -> [UInt8] {
        secret.withUnsafeBytes {
            derive(secret: $0, algorithm: algorithm, partyU: partyU, partyV: partyV, bits: bits)
        }
    }

    /// Derives key bytes from an agreed secret that is held elsewhere.
    public static func derive(
        secret: some Collection<UInt8>, algorithm: String, partyU: [UInt8], partyV: [UInt8], bits: Int
    ) -> [UInt8] {
        let count = max(0, bits) / 8
        let otherInfo =
            lengthPrefixed(Array(algorithm.utf8)) + lengthPrefixed(partyU) + lengthPrefixed(partyV)
            + bigEndian(count * 8)
        var output: [UInt8] = []
        var round = 0
        while output.count < count {
            round += 1
            output += Hash.sha256(bigEndian(round) + Array(secret) + otherInfo)
        }
        output.removeLast(output.count - count)
        return output
    }

    private static func lengthPrefixed(_ bytes: [UInt8]) -> [UInt8] {
        bigEndian(bytes.count) + bytes
    }

    private static func bigEndian(_ value: Int) -> [UInt8] {
        let value = UInt32(truncatingIfNeeded: value)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
