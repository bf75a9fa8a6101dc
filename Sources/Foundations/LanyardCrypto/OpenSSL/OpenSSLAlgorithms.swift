#if canImport(COpenSSL) && !canImport(CryptoKit)
    import COpenSSL

    /// OpenSSL's algorithm objects, each fetched once: a fetch a call costs as much as a short hash.
    ///
    /// They are immutable and counted by reference, so that threads may share them; none is ever freed.
    enum OpenSSLAlgorithms {
        private nonisolated(unsafe) static let sha256 = EVP_MD_fetch(nil, "SHA256", nil)
        private nonisolated(unsafe) static let sha384 = EVP_MD_fetch(nil, "SHA384", nil)
        private nonisolated(unsafe) static let sha512 = EVP_MD_fetch(nil, "SHA512", nil)
        private nonisolated(unsafe) static let aes128 = EVP_CIPHER_fetch(nil, "AES-128-GCM", nil)
        private nonisolated(unsafe) static let aes192 = EVP_CIPHER_fetch(nil, "AES-192-GCM", nil)
        private nonisolated(unsafe) static let aes256 = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)

        static func digest(_ algorithm: HashAlgorithm) -> OpaquePointer? {
            switch algorithm {
            case .sha256: sha256
            case .sha384: sha384
            case .sha512: sha512
            }
        }

        static func gcm(keyLength: Int) -> OpaquePointer? {
            switch keyLength {
            case 16: aes128
            case 24: aes192
            default: aes256
            }
        }
    }

    /// Runs OpenSSL calls and empties the thread's error queue when they fail, lest a later call report their reason.
    func openSSL<Success>(_ body: () -> Success?) -> Success? {
        let result = body()
        if result == nil { ERR_clear_error() }
        return result
    }

    extension CryptoError {
        static func openSSL(_ operation: String) -> CryptoError {
            CryptoError(.backendFailed, "OpenSSL could not \(operation)")
        }
    }
#endif
