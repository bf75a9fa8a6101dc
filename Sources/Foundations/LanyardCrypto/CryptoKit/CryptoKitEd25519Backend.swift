#if canImport(CryptoKit)
    import CryptoKit
    import Foundation

    final class Ed25519PublicKeyBackend: Sendable {
        private let key: Curve25519.Signing.PublicKey

        init(raw: [UInt8]) throws(CryptoError) {
            do {
                key = try Curve25519.Signing.PublicKey(rawRepresentation: raw)
            } catch {
                throw CryptoError(.invalidKey, "not an Ed25519 key")
            }
        }

        func isValidSignature(_ signature: [UInt8], for message: UnsafeRawBufferPointer) -> Bool {
            key.isValidSignature(signature, for: message)
        }
    }

    /// CryptoKit's signatures are randomized: two over one message differ, and both verify.
    final class Ed25519PrivateKeyBackend: Sendable {
        private let key: Curve25519.Signing.PrivateKey

        init(seed: UnsafeRawBufferPointer) throws(CryptoError) {
            do {
                key = try Curve25519.Signing.PrivateKey(rawRepresentation: seed)
            } catch {
                throw CryptoError(.invalidKey, "not an Ed25519 seed")
            }
        }

        func publicKey() throws(CryptoError) -> [UInt8] {
            Array(key.publicKey.rawRepresentation)
        }

        func signature(for message: UnsafeRawBufferPointer) throws(CryptoError) -> [UInt8] {
            do {
                return Array(try key.signature(for: message))
            } catch {
                throw .cryptoKit("sign")
            }
        }

        func seed() throws(CryptoError) -> SecretBytes {
            SecretBytes(key.rawRepresentation)
        }
    }
#endif
