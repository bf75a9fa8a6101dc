#if canImport(COpenSSL) && !canImport(CryptoKit)
    import COpenSSL

    enum PasswordKDFBackend {
        /// About 0.2 s and 64 MiB on a machine of 2020.
        static let recommended = PasswordKDF.Parameters.scrypt(n: 1 << 16, r: 8, p: 1)

        static func derive(
            _ passphrase: UnsafeRawBufferPointer, salt: [UInt8], parameters: PasswordKDF.Parameters,
            into output: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            // OpenSSL refuses a null passphrase; one byte that is not read stands for none.
            let empty: [CChar] = [0]
            let done: Bool? = openSSL {
                empty.withUnsafeBufferPointer { empty in
                    let bytes = passphrase.baseAddress?.assumingMemoryBound(to: CChar.self) ?? empty.baseAddress
                    let key = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
                    let result: Int32
                    switch parameters {
                    case .scrypt(let n, let r, let p):
                        // The default memory limit ends at n = 2¹⁵; the caller has bounded what is asked for.
                        let memory = UInt64(128 * r * (n + p) + (1 << 20))
                        result = EVP_PBE_scrypt(
                            bytes, passphrase.count, salt, salt.count, UInt64(n), UInt64(r), UInt64(p), memory, key,
                            output.count)
                    case .pbkdf2(let rounds):
                        guard let passphraseCount = Int32(exactly: passphrase.count),
                            let saltCount = Int32(exactly: salt.count), let rounds = Int32(exactly: rounds),
                            let count = Int32(exactly: output.count)
                        else { return nil }
                        result = PKCS5_PBKDF2_HMAC(
                            bytes, passphraseCount, salt, saltCount, rounds, OpenSSLAlgorithms.digest(.sha256), count,
                            key)
                    }
                    return result == 1 ? true : nil
                }
            }
            if done == nil { throw .openSSL("derive a key from the passphrase") }
        }
    }
#endif
