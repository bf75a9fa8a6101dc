#if canImport(COpenSSL) && !canImport(CryptoKit)
    import COpenSSL

    enum AESGCMBackend {
        static func seal(
            _ plaintext: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, nonce: [UInt8],
            authenticating data: [UInt8]
        ) throws(CryptoError) -> (ciphertext: [UInt8], tag: [UInt8]) {
            let count = try length(plaintext.count), dataCount = try length(data.count)
            let sealed: ([UInt8], [UInt8])? = openSSL {
                guard let context = EVP_CIPHER_CTX_new() else { return nil }
                defer { EVP_CIPHER_CTX_free(context) }
                var ciphertext = [UInt8](repeating: 0, count: plaintext.count)
                var tag = [UInt8](repeating: 0, count: AESGCM.tagLength)
                var written: Int32 = 0
                let cipher = OpenSSLAlgorithms.gcm(keyLength: key.count)
                guard cipher != nil, EVP_EncryptInit_ex2(context, cipher, pointer(key), nonce, nil) == 1,
                    data.isEmpty || EVP_EncryptUpdate(context, nil, &written, data, dataCount) == 1,
                    count == 0
                        || EVP_EncryptUpdate(context, &ciphertext, &written, pointer(plaintext), count) == 1,
                    EVP_EncryptFinal_ex(context, &tag, &written) == 1,
                    EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(AESGCM.tagLength), &tag) == 1
                else { return nil }
                return (ciphertext, tag)
            }
            guard let sealed else { throw .openSSL("encrypt") }
            return sealed
        }

        static func open(
            _ ciphertext: UnsafeRawBufferPointer, tag: [UInt8], key: UnsafeRawBufferPointer, nonce: [UInt8],
            authenticating data: [UInt8], into output: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            let count = try length(ciphertext.count), dataCount = try length(data.count)
            guard output.count == ciphertext.count else { throw .openSSL("decrypt") }
            let isAuthentic: Bool? = openSSL {
                guard let context = EVP_CIPHER_CTX_new() else { return nil }
                defer { EVP_CIPHER_CTX_free(context) }
                var tag = tag
                var rest = [UInt8](repeating: 0, count: AESGCM.tagLength)
                var written: Int32 = 0
                let cipher = OpenSSLAlgorithms.gcm(keyLength: key.count)
                guard cipher != nil, EVP_DecryptInit_ex2(context, cipher, pointer(key), nonce, nil) == 1,
                    data.isEmpty || EVP_DecryptUpdate(context, nil, &written, data, dataCount) == 1,
                    count == 0
                        || EVP_DecryptUpdate(
                            context, output.baseAddress?.assumingMemoryBound(to: UInt8.self), &written,
                            pointer(ciphertext), count) == 1,
                    EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1
                else { return nil }
                let result = EVP_DecryptFinal_ex(context, &rest, &written) == 1
                if !result { ERR_clear_error() }
                return result
            }
            guard let isAuthentic else { throw .openSSL("decrypt") }
            guard isAuthentic else { throw CryptoError(.authenticationFailed, "the ciphertext is not authentic") }
        }

        private static func pointer(_ bytes: UnsafeRawBufferPointer) -> UnsafePointer<UInt8>? {
            bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        }

        private static func length(_ count: Int) throws(CryptoError) -> Int32 {
            guard let length = Int32(exactly: count) else {
                throw CryptoError(.invalidInput, "more than 2 GiB in one message")
            }
            return length
        }
    }
#endif
