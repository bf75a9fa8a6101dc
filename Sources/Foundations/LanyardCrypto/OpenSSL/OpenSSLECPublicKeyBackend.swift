#if canImport(COpenSSL) && !canImport(CryptoKit)
    import COpenSSL
    import LanyardLock

    final class ECPublicKeyBackend: Sendable {
        private let curve: Curve
        private let point: [UInt8]
        /// OpenSSL's own key, made at its first use: most keys are compared and stored, and never verify anything.
        private let imported = Mutex<OpenSSLKey?>(nil)

        /// Takes an uncompressed point; OpenSSL tells whether it is on the curve.
        init(_ curve: Curve, x963: [UInt8]) throws(CryptoError) {
            guard OpenSSLCurve[curve].contains(x963) else {
                throw CryptoError(.invalidKey, "the point is not on \(curve.rawValue)")
            }
            self.curve = curve
            point = x963
        }

        /// The key, or nil when OpenSSL has no memory for it.
        var key: OpenSSLKey? {
            imported.withLock { imported in
                if imported == nil { imported = OpenSSLCurve[curve].publicKey(point) }
                return imported
            }
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
                key?.withContext { context in
                    EVP_PKEY_verify_init(context) == 1
                        && EVP_PKEY_verify(context, der, der.count, digest, digest.count) == 1 ? true : nil
                }
            }
            return isValid ?? false
        }
    }
#endif
