/// An RSA public key, for verification only: Lanyard never signs with RSA.
public final class RSAPublicKey: Sendable {
    /// How a signature is padded.
    public enum Padding: String, Hashable, Sendable {
        /// RSASSA-PKCS1-v1_5 (RFC 8017 §8.2).
        case pkcs1
        /// RSASSA-PSS with MGF1 of the same hash and a salt as long as the digest (RFC 7518 §3.5).
        case pss
    }

    /// The modulus, big-endian, without leading zeros.
    public let modulus: [UInt8]
    /// The exponent, big-endian, without leading zeros.
    public let exponent: [UInt8]

    private let backend: RSAPublicKeyBackend

    /// Takes modulus and exponent, big-endian; leading zeros are dropped.
    ///
    /// Throws `.invalidKey` unless the modulus is odd, has 2048 to 8192 bits and comes from no flawed generator, and the
    /// exponent is odd, above 1 and at most 64 bits.
    public init(modulus: [UInt8], exponent: [UInt8]) throws(CryptoError) {
        self.modulus = Array(modulus.drop { $0 == 0 })
        self.exponent = Array(exponent.drop { $0 == 0 })
        let bits = self.modulus.count * 8 - (self.modulus.first?.leadingZeroBitCount ?? 0)
        guard (2048...8192).contains(bits), self.modulus.last.map({ $0 & 1 == 1 }) ?? false else {
            throw CryptoError(.invalidKey, "an RSA modulus is odd and has 2048 to 8192 bits")
        }
        guard (1...8).contains(self.exponent.count), self.exponent != [1],
            self.exponent.last.map({ $0 & 1 == 1 }) ?? false
        else { throw CryptoError(.invalidKey, "an RSA exponent is odd, above 1 and at most 64 bits") }
        guard !FlawedRSAModulus.matches(self.modulus) else {
            throw CryptoError(.invalidKey, "an RSA modulus whose factors can be found (CVE-2017-15361)")
        }
        backend = try RSAPublicKeyBackend(modulus: self.modulus, exponent: self.exponent)
    }

    /// Tells whether a signature over the hash of the message is this key's.
    public func isValidSignature(
        _ signature: [UInt8], for message: some Collection<UInt8>, padding: Padding, hash: HashAlgorithm
    ) -> Bool {
        // A signature is exactly as long as the modulus (RFC 8017 §8.1.2, §8.2.2).
        guard signature.count == modulus.count else { return false }
        return message.withBytes { backend.isValidSignature(signature, for: $0, padding: padding, hash: hash) }
    }
}

extension RSAPublicKey: Hashable {
    /// Equal when modulus and exponent are.
    public static func == (left: RSAPublicKey, right: RSAPublicKey) -> Bool {
        left.modulus == right.modulus && left.exponent == right.exponent
    }

    /// Hashes modulus and exponent.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(modulus)
        hasher.combine(exponent)
    }
}
