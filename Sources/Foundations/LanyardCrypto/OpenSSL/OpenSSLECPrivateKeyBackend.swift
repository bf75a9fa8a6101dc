#if canImport(COpenSSL) && !canImport(CryptoKit)
    import COpenSSL

    final class ECPrivateKeyBackend: Sendable {
        private let key: OpenSSLKey
        private let curve: Curve

        private init(_ curve: Curve, _ key: OpenSSLKey) {
            self.curve = curve
            self.key = key
        }

        static func generate(_ curve: Curve) throws(CryptoError) -> ECPrivateKeyBackend {
            guard let key = OpenSSLCurve[curve].generate() else { throw .openSSL("generate a key") }
            return ECPrivateKeyBackend(curve, key)
        }

        /// Takes a scalar that is known to be in range; the point is computed here, for OpenSSL would take any.
        init(_ curve: Curve, scalar: UnsafeRawBufferPointer) throws(CryptoError) {
            let key: OpenSSLKey? = openSSL {
                guard let group = OpenSSLCurve[curve].group, let number = BN_secure_new() else { return nil }
                defer { BN_clear_free(number) }
                BN_set_flags(number, BN_FLG_CONSTTIME)
                guard let length = Int32(exactly: scalar.count),
                    BN_bin2bn(scalar.baseAddress?.assumingMemoryBound(to: UInt8.self), length, number) != nil,
                    let point = Self.point(number, group, curve)
                else { return nil }
                return OpenSSLKey(lanyard_ec_key_pair(curve.rawValue, number, scalar.count, point, point.count))
            }
            guard let key else { throw .openSSL("take the private key") }
            self.curve = curve
            self.key = key
        }

        private static func point(_ scalar: OpaquePointer, _ group: OpaquePointer, _ curve: Curve) -> [UInt8]? {
            guard let context = BN_CTX_secure_new() else { return nil }
            defer { BN_CTX_free(context) }
            guard let point = EC_POINT_new(group) else { return nil }
            defer { EC_POINT_free(point) }
            var encoded = [UInt8](repeating: 0, count: 1 + 2 * curve.coordinateLength)
            guard EC_POINT_mul(group, point, scalar, nil, nil, context) == 1,
                EC_POINT_point2oct(
                    group, point, POINT_CONVERSION_UNCOMPRESSED, &encoded, encoded.count, context) == encoded.count
            else { return nil }
            return encoded
        }

        func publicPoint() throws(CryptoError) -> [UInt8] {
            let point: [UInt8]? = openSSL {
                var point = [UInt8](repeating: 0, count: 1 + 2 * curve.coordinateLength)
                var length = 0
                guard
                    EVP_PKEY_get_octet_string_param(
                        key.pointer, OSSL_PKEY_PARAM_PUB_KEY, &point, point.count, &length) == 1,
                    length == point.count
                else { return nil }
                return point
            }
            guard let point else { throw .openSSL("read the public point") }
            return point
        }

        func signature(for message: UnsafeRawBufferPointer, hash: HashAlgorithm) throws(CryptoError) -> [UInt8] {
            let raw: [UInt8]? = openSSL {
                guard let digest = HashBackend.digest(hash, message) else { return nil }
                return key.withContext { context in
                    // Two INTEGERs of a coordinate and a sign byte, and nine bytes of tags and lengths.
                    var der = [UInt8](repeating: 0, count: 2 * curve.coordinateLength + 11)
                    var length = der.count
                    guard EVP_PKEY_sign_init(context) == 1,
                        EVP_PKEY_sign(context, &der, &length, digest, digest.count) == 1
                    else { return nil }
                    return ECDSASignature.raw(der: der.prefix(length), curve: curve)
                }
            }
            guard let raw else { throw .openSSL("sign") }
            return raw
        }

        func sharedSecret(with peer: ECPublicKeyBackend) throws(CryptoError) -> SecretBytes {
            try SecretBytes(count: curve.coordinateLength) { (output) throws(CryptoError) in
                let done: Bool? = openSSL {
                    key.withContext { context in
                        // The peer's point was checked when the key was made; to check again costs as much as to derive.
                        var length = output.count
                        guard let peer = peer.key, EVP_PKEY_derive_init(context) == 1,
                            EVP_PKEY_derive_set_peer_ex(context, peer.pointer, 0) == 1,
                            EVP_PKEY_derive(context, output.baseAddress?.assumingMemoryBound(to: UInt8.self), &length)
                                == 1, length == output.count
                        else { return nil }
                        return true
                    }
                }
                if done == nil { throw .openSSL("agree on a secret") }
            }
        }

        func scalar() throws(CryptoError) -> SecretBytes {
            try SecretBytes(count: curve.coordinateLength) { (output) throws(CryptoError) in
                let done: Bool? = openSSL {
                    // A secure number given in is filled, so that no plain copy is made.
                    var number = BN_secure_new()
                    defer { BN_clear_free(number) }
                    guard EVP_PKEY_get_bn_param(key.pointer, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1,
                        let length = Int32(exactly: output.count),
                        BN_bn2binpad(number, output.baseAddress?.assumingMemoryBound(to: UInt8.self), length) == length
                    else { return nil }
                    return true
                }
                if done == nil { throw .openSSL("read the private scalar") }
            }
        }
    }
#endif
