#if canImport(COpenSSL) && !canImport(CryptoKit)
    import COpenSSL

    final class RSAPublicKeyBackend: Sendable {
        private let key: OpenSSLKey

        init(modulus: [UInt8], exponent: [UInt8]) throws(CryptoError) {
            let key: OpenSSLKey? = openSSL {
                guard let modulusLength = Int32(exactly: modulus.count),
                    let exponentLength = Int32(exactly: exponent.count)
                else { return nil }
                let n = BN_bin2bn(modulus, modulusLength, nil)
                let e = BN_bin2bn(exponent, exponentLength, nil)
                defer {
                    BN_free(n)
                    BN_free(e)
                }
                guard n != nil, e != nil else { return nil }
                return OpenSSLKey(lanyard_rsa_public_key(n, e))
            }
            guard let key else { throw CryptoError(.invalidKey, "not an RSA key") }
            self.key = key
        }

        func isValidSignature(
            _ signature: [UInt8], for message: UnsafeRawBufferPointer, padding: RSAPublicKey.Padding,
            hash: HashAlgorithm
        ) -> Bool {
            guard let digest = HashBackend.digest(hash, message), let type = OpenSSLAlgorithms.digest(hash) else {
                return false
            }
            let isValid: Bool? = openSSL {
                key.withContext { context in
                    EVP_PKEY_verify_init(context) == 1 && Self.set(padding, type, context)
                        && EVP_PKEY_verify(context, signature, signature.count, digest, digest.count) == 1
                        ? true : nil
                }
            }
            return isValid ?? false
        }

        private static func set(
            _ padding: RSAPublicKey.Padding, _ type: OpaquePointer, _ context: OpaquePointer
        ) -> Bool {
            switch padding {
            case .pkcs1:
                EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
                    && EVP_PKEY_CTX_set_signature_md(context, type) == 1
            case .pss:
                EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1
                    && EVP_PKEY_CTX_set_signature_md(context, type) == 1
                    && EVP_PKEY_CTX_set_rsa_mgf1_md(context, type) == 1
                    && EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST) == 1
            }
        }
    }
#endif
