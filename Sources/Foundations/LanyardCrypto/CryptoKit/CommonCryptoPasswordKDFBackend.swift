#if canImport(CryptoKit)
    #if canImport(CommonCrypto)
        import CommonCrypto
    #endif

    /// CryptoKit has no key derivation from passphrases: CommonCrypto's PBKDF2 stands in, and there is no scrypt.
    enum PasswordKDFBackend {
        /// The count that OWASP's cheat sheet on password storage asked for in 2023.
        static let recommended = PasswordKDF.Parameters.pbkdf2(rounds: 600_000)

        static func derive(
            _ passphrase: UnsafeRawBufferPointer, salt: [UInt8], parameters: PasswordKDF.Parameters,
            into output: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            guard case .pbkdf2(let rounds) = parameters else {
                throw CryptoError(.unsupported, "there is no scrypt on this platform")
            }
            #if canImport(CommonCrypto)
                let status = CCKeyDerivationPBKDF(
                    CCPBKDFAlgorithm(kCCPBKDF2), passphrase.baseAddress?.assumingMemoryBound(to: CChar.self),
                    passphrase.count, salt, salt.count, CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256),
                    UInt32(clamping: rounds), output.baseAddress?.assumingMemoryBound(to: UInt8.self), output.count)
                guard Int(status) == kCCSuccess else {
                    throw CryptoError(.backendFailed, "CommonCrypto could not derive a key from the passphrase")
                }
            #else
                throw CryptoError(.unsupported, "there is no PBKDF2 of \(rounds) rounds on this platform")
            #endif
        }
    }
#endif
