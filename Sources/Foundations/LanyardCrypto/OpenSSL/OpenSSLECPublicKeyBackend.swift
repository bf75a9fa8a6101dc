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

        /// Solves the equation of the curve: the uncompressed form of a compressed point, nil when there is none.
        static func uncompressed(_ curve: Curve, _ compressed: [UInt8]) -> [UInt8]? {
            openSSL {
                guard let group = OpenSSLCurve[curve].group, let point = EC_POINT_new(group) else { return nil }
                defer { EC_POINT_free(point) }
                var encoded = [UInt8](repeating: 0, count: 1 + 2 * curve.coordinateLength)
                guard EC_POINT_oct2point(group, point, compressed, compressed.count, nil) == 1,
                    EC_POINT_point2oct(
                        group, point, POINT_CONVERSION_UNCOMPRESSED, &encoded, encoded.count, nil) == encoded.count
                else { return nil }
                return encoded
            }
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
