#if canImport(COpenSSL) && !canImport(CryptoKit)
    import COpenSSL

    final class ECPublicKeyBackend: Sendable {
        let key: OpenSSLKey
        private let curve: Curve

        /// Takes an uncompressed point; OpenSSL refuses one that is off the curve.
        init(_ curve: Curve, x963: [UInt8]) throws(CryptoError) {
            // Copied parameters save the search for the curve: a quarter of the cost of `EVP_PKEY_fromdata`.
            let key: OpenSSLKey? = openSSL {
                guard let key = OpenSSLKey(EVP_PKEY_new()), let template = OpenSSLCurve[curve].parameters,
                    EVP_PKEY_copy_parameters(key.pointer, template.pointer) == 1,
                    EVP_PKEY_set1_encoded_public_key(key.pointer, x963, x963.count) == 1
                else { return nil }
                return key
            }
            guard let key else { throw CryptoError(.invalidKey, "the point is not on \(curve.rawValue)") }
            self.key = key
            self.curve = curve
        }

        func isValidSignature(_ raw: [UInt8], for message: UnsafeRawBufferPointer, hash: HashAlgorithm) -> Bool {
            guard let der = ECDSASignature.der(raw: raw, curve: curve),
                let digest = HashBackend.digest(hash, message)
            else { return false }
            let isValid: Bool? = openSSL {
                key.withContext { context in
                    EVP_PKEY_verify_init(context) == 1
                        && EVP_PKEY_verify(context, der, der.count, digest, digest.count) == 1 ? true : nil
                }
            }
            return isValid ?? false
        }
    }
#endif
