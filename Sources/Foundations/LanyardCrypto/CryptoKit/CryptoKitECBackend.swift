#if canImport(CryptoKit)
    import CryptoKit
    import Foundation

    final class ECPublicKeyBackend: Sendable {
        let x963: [UInt8]
        private let key: any CryptoKitVerifyingKey

        init(_ curve: Curve, x963: [UInt8]) throws(CryptoError) {
            do {
                key =
                    switch curve {
                    case .p256: try P256.Signing.PublicKey(x963Representation: x963)
                    case .p384: try P384.Signing.PublicKey(x963Representation: x963)
                    case .p521: try P521.Signing.PublicKey(x963Representation: x963)
                    }
            } catch {
                throw CryptoError(.invalidKey, "the point is not on \(curve.rawValue)")
            }
            self.x963 = x963
        }

        /// Solves the equation of the curve: the uncompressed form of a compressed point, nil when there is none.
        static func uncompressed(_ curve: Curve, _ compressed: [UInt8]) -> [UInt8]? {
            let point =
                switch curve {
                case .p256: try? P256.Signing.PublicKey(compressedRepresentation: compressed).x963Representation
                case .p384: try? P384.Signing.PublicKey(compressedRepresentation: compressed).x963Representation
                case .p521: try? P521.Signing.PublicKey(compressedRepresentation: compressed).x963Representation
                }
            return point.map { Array($0) }
        }

        func isValidSignature(_ raw: [UInt8], for message: UnsafeRawBufferPointer, hash: HashAlgorithm) -> Bool {
            key.isValid(raw, for: hash.cryptoKitDigest(message))
        }
    }

    /// CryptoKit keeps the key; copies that it makes inside are its own to erase.
    final class ECPrivateKeyBackend: Sendable {
        private let curve: Curve
        private let key: any CryptoKitSigningKey

        private init(_ curve: Curve, _ key: any CryptoKitSigningKey) {
            self.curve = curve
            self.key = key
        }

        static func generate(_ curve: Curve) throws(CryptoError) -> ECPrivateKeyBackend {
            switch curve {
            case .p256: ECPrivateKeyBackend(curve, P256.Signing.PrivateKey(compactRepresentable: false))
            case .p384: ECPrivateKeyBackend(curve, P384.Signing.PrivateKey(compactRepresentable: false))
            case .p521: ECPrivateKeyBackend(curve, P521.Signing.PrivateKey(compactRepresentable: false))
            }
        }

        init(_ curve: Curve, scalar: UnsafeRawBufferPointer) throws(CryptoError) {
            do {
                key =
                    switch curve {
                    case .p256: try P256.Signing.PrivateKey(rawRepresentation: scalar)
                    case .p384: try P384.Signing.PrivateKey(rawRepresentation: scalar)
                    case .p521: try P521.Signing.PrivateKey(rawRepresentation: scalar)
                    }
            } catch {
                throw CryptoError(.invalidKey, "not a \(curve.rawValue) private scalar")
            }
            self.curve = curve
        }

        func publicPoint() throws(CryptoError) -> [UInt8] {
            Array(key.publicPoint)
        }

        func signature(for message: UnsafeRawBufferPointer, hash: HashAlgorithm) throws(CryptoError) -> [UInt8] {
            do {
                return Array(try key.rawSignature(for: hash.cryptoKitDigest(message)))
            } catch {
                throw .cryptoKit("sign")
            }
        }

        func sharedSecret(with peer: ECPublicKeyBackend) throws(CryptoError) -> SecretBytes {
            do {
                return try key.agreement(with: peer.x963).withUnsafeBytes { SecretBytes($0) }
            } catch {
                throw .cryptoKit("agree on a secret")
            }
        }

        func scalar() throws(CryptoError) -> SecretBytes {
            SecretBytes(key.rawRepresentation)
        }
    }
#endif
