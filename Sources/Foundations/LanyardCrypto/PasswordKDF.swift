/// Key derivation from a passphrase, made slow on purpose.
///
/// scrypt (RFC 7914) where the backend has it: OpenSSL. CryptoKit has none, and CommonCrypto's PBKDF2 (RFC 8018 §5.2) with
/// HMAC-SHA-256 stands in on Apple. Store the parameters beside what they protect: they say which one it was.
public enum PasswordKDF {
    /// The function and how slow it is.
    public enum Parameters: Hashable, Sendable {
        /// scrypt of cost `n` (a power of two), block size `r` and parallelism `p`; takes 128·n·r bytes of memory.
        case scrypt(n: Int, r: Int, p: Int)
        /// PBKDF2 with HMAC-SHA-256.
        case pbkdf2(rounds: Int)

        /// What to use for a new passphrase on this platform.
        public static var recommended: Parameters { PasswordKDFBackend.recommended }
    }

    /// Derives a key of `count` bytes from a passphrase.
    ///
    /// Throws `.invalidInput` for parameters out of bounds (they may come from a file that someone changed: at most 1 GiB of
    /// memory, p ≤ 16, 10 million rounds) and `.unsupported` for a function that this platform's backend lacks.
    public static func derive(
        _ passphrase: some Collection<UInt8>, salt: [UInt8], parameters: Parameters, count: Int
    ) throws(CryptoError) -> SecretBytes {
        guard (1...1024).contains(count) else { throw CryptoError(.invalidInput, "a key has 1 to 1024 bytes") }
        switch parameters {
        case .scrypt(let n, let r, let p):
            guard n >= 2, n <= 1 << 24, n & (n - 1) == 0, (1...64).contains(r), (1...16).contains(p),
                128 * n * r <= 1 << 30
            else { throw CryptoError(.invalidInput, "scrypt parameters out of bounds") }
        case .pbkdf2(let rounds):
            guard (1...10_000_000).contains(rounds) else {
                throw CryptoError(.invalidInput, "PBKDF2 rounds out of bounds")
            }
        }
        return try passphrase.withBytes { (passphrase) throws(CryptoError) in
            try SecretBytes(count: count) { (output) throws(CryptoError) in
                try PasswordKDFBackend.derive(passphrase, salt: salt, parameters: parameters, into: output)
            }
        }
    }
}
