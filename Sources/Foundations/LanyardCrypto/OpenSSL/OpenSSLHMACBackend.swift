#if canImport(COpenSSL) && !canImport(CryptoKit)
    import COpenSSL

    enum HMACBackend {
        // Never keyed and never changed; duplicated for each call, which is cheaper than to look the hash up again.
        private nonisolated(unsafe) static let sha256 = lanyard_hmac_template("SHA256")
        private nonisolated(unsafe) static let sha384 = lanyard_hmac_template("SHA384")
        private nonisolated(unsafe) static let sha512 = lanyard_hmac_template("SHA512")

        static func code(
            _ algorithm: HashAlgorithm, key: UnsafeRawBufferPointer, message: UnsafeRawBufferPointer
        ) -> [UInt8]? {
            let template =
                switch algorithm {
                case .sha256: sha256
                case .sha384: sha384
                case .sha512: sha512
                }
            // OpenSSL takes an empty key for "no new key"; HMAC pads with zeros, so that one zero byte is the same key.
            if key.isEmpty {
                return [0].withBytes { code(template, length: algorithm.digestLength, key: $0, message: message) }
            }
            return code(template, length: algorithm.digestLength, key: key, message: message)
        }

        private static func code(
            _ template: OpaquePointer?, length: Int, key: UnsafeRawBufferPointer, message: UnsafeRawBufferPointer
        ) -> [UInt8]? {
            openSSL {
                guard let template, let context = EVP_MAC_CTX_dup(template) else { return nil }
                defer { EVP_MAC_CTX_free(context) }
                var code = [UInt8](repeating: 0, count: length)
                var written = 0
                guard EVP_MAC_init(context, key.baseAddress?.assumingMemoryBound(to: UInt8.self), key.count, nil) == 1,
                    message.isEmpty
                        || EVP_MAC_update(
                            context, message.baseAddress?.assumingMemoryBound(to: UInt8.self), message.count) == 1,
                    EVP_MAC_final(context, &code, &written, length) == 1, written == length
                else { return nil }
                return code
            }
        }
    }
#endif
