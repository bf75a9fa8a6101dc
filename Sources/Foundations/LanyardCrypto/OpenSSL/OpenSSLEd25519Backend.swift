#if canImport(COpenSSL) && !canImport(CryptoKit)
    import COpenSSL

    final class Ed25519PublicKeyBackend: Sendable {
        private let key: OpenSSLKey

        init(raw: [UInt8]) throws(CryptoError) {
            let key = openSSL {
                OpenSSLKey(EVP_PKEY_new_raw_public_key_ex(nil, "ED25519", nil, raw, raw.count))
            }
            guard let key else { throw CryptoError(.invalidKey, "not an Ed25519 key") }
            self.key = key
        }

        func isValidSignature(_ signature: [UInt8], for message: UnsafeRawBufferPointer) -> Bool {
            let isValid: Bool? = openSSL {
                guard let context = EVP_MD_CTX_new() else { return nil }
                defer { EVP_MD_CTX_free(context) }
                return EVP_DigestVerifyInit_ex(context, nil, nil, nil, nil, key.pointer, nil) == 1
                    && EVP_DigestVerify(
                        context, signature, signature.count, message.baseAddress?.assumingMemoryBound(to: UInt8.self),
                        message.count) == 1
                    ? true : nil
            }
            return isValid ?? false
        }
    }

    final class Ed25519PrivateKeyBackend: Sendable {
        private let key: OpenSSLKey

        init(seed: UnsafeRawBufferPointer) throws(CryptoError) {
            let key = openSSL {
                OpenSSLKey(
                    EVP_PKEY_new_raw_private_key_ex(
                        nil, "ED25519", nil, seed.baseAddress?.assumingMemoryBound(to: UInt8.self), seed.count))
            }
            guard let key else { throw CryptoError(.invalidKey, "not an Ed25519 seed") }
            self.key = key
        }

        func publicKey() throws(CryptoError) -> [UInt8] {
            var raw = [UInt8](repeating: 0, count: 32)
            var length = raw.count
            guard EVP_PKEY_get_raw_public_key(key.pointer, &raw, &length) == 1, length == raw.count else {
                ERR_clear_error()
                throw .openSSL("read the public key")
            }
            return raw
        }

        func signature(for message: UnsafeRawBufferPointer) throws(CryptoError) -> [UInt8] {
            let signature: [UInt8]? = openSSL {
                guard let context = EVP_MD_CTX_new() else { return nil }
                defer { EVP_MD_CTX_free(context) }
                var signature = [UInt8](repeating: 0, count: 64)
                var length = signature.count
                guard EVP_DigestSignInit_ex(context, nil, nil, nil, nil, key.pointer, nil) == 1,
                    EVP_DigestSign(
                        context, &signature, &length, message.baseAddress?.assumingMemoryBound(to: UInt8.self),
                        message.count) == 1, length == signature.count
                else { return nil }
                return signature
            }
            guard let signature else { throw .openSSL("sign") }
            return signature
        }

        func seed() throws(CryptoError) -> SecretBytes {
            try SecretBytes(count: 32) { (output) throws(CryptoError) in
                var length = output.count
                guard
                    EVP_PKEY_get_raw_private_key(
                        key.pointer, output.baseAddress?.assumingMemoryBound(to: UInt8.self), &length) == 1,
                    length == output.count
                else {
                    ERR_clear_error()
                    throw .openSSL("read the seed")
                }
            }
        }
    }
#endif
