#if canImport(COpenSSL) && !canImport(CryptoKit)
    import COpenSSL
    import Synchronization

    /// What OpenSSL needs a curve for, made once.
    final class OpenSSLCurve: Sendable {
        /// A key with the parameters of the curve alone; read only.
        let parameters: OpenSSLKey?

        // `nonisolated(unsafe)` holds: the group is never changed once it is made, and the context is used under the lock.
        nonisolated(unsafe) let group: OpaquePointer?
        private nonisolated(unsafe) let generator: OpaquePointer?
        private let lock = Mutex(())

        private static let p256 = OpenSSLCurve(.p256, NID_X9_62_prime256v1)
        private static let p384 = OpenSSLCurve(.p384, NID_secp384r1)
        private static let p521 = OpenSSLCurve(.p521, NID_secp521r1)

        static subscript(_ curve: Curve) -> OpenSSLCurve {
            switch curve {
            case .p256: p256
            case .p384: p384
            case .p521: p521
            }
        }

        private init(_ curve: Curve, _ identifier: Int32) {
            parameters = OpenSSLKey(lanyard_ec_parameters(curve.rawValue))
            group = EC_GROUP_new_by_curve_name(identifier)
            generator = parameters.flatMap { EVP_PKEY_CTX_new_from_pkey(nil, $0.pointer, nil) }
            if let generator { EVP_PKEY_keygen_init(generator) }
        }

        /// Whether an encoded point is on the curve.
        func contains(_ point: [UInt8]) -> Bool {
            let isOn: Bool? = openSSL {
                guard let group, let decoded = EC_POINT_new(group) else { return nil }
                defer { EC_POINT_free(decoded) }
                return EC_POINT_oct2point(group, decoded, point, point.count, nil) == 1 ? true : nil
            }
            return isOn ?? false
        }

        /// Makes a public key from an encoded point; nil for one that is off the curve.
        ///
        /// Copied parameters save the search for the curve: a quarter of the cost of `EVP_PKEY_fromdata`.
        func publicKey(_ point: [UInt8]) -> OpenSSLKey? {
            openSSL {
                guard let key = OpenSSLKey(EVP_PKEY_new()), let parameters,
                    EVP_PKEY_copy_parameters(key.pointer, parameters.pointer) == 1,
                    EVP_PKEY_set1_encoded_public_key(key.pointer, point, point.count) == 1
                else { return nil }
                return key
            }
        }

        /// Makes a key pair with the one context that is ready, half the cost of a new one.
        func generate() -> OpenSSLKey? {
            openSSL {
                lock.withLock { _ in
                    var pointer: OpaquePointer?
                    guard let generator, EVP_PKEY_generate(generator, &pointer) == 1 else { return nil }
                    return OpenSSLKey(pointer)
                }
            }
        }
    }
#endif
