#if canImport(CryptoKit)
    import CryptoKit
    import Foundation

    /// What the public keys of CryptoKit's three curves share, which CryptoKit itself has no name for.
    protocol CryptoKitVerifyingKey: Sendable {
        /// Tells whether a raw signature r‖s over a digest is this key's.
        func isValid(_ raw: [UInt8], for digest: some Digest) -> Bool
    }

    /// What the private keys of CryptoKit's three curves share.
    protocol CryptoKitSigningKey: Sendable {
        /// The public point, uncompressed.
        var publicPoint: Data { get }
        /// The scalar, of the full length of the curve.
        var rawRepresentation: Data { get }
        /// Signs a digest, to raw r‖s.
        func rawSignature(for digest: some Digest) throws -> Data
        /// Agrees on a secret with the key of an uncompressed point.
        func agreement(with x963: [UInt8]) throws -> SharedSecret
    }

    extension P256.Signing.PublicKey: CryptoKitVerifyingKey {
        func isValid(_ raw: [UInt8], for digest: some Digest) -> Bool {
            guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: raw) else { return false }
            return isValidSignature(signature, for: digest)
        }
    }

    extension P384.Signing.PublicKey: CryptoKitVerifyingKey {
        func isValid(_ raw: [UInt8], for digest: some Digest) -> Bool {
            guard let signature = try? P384.Signing.ECDSASignature(rawRepresentation: raw) else { return false }
            return isValidSignature(signature, for: digest)
        }
    }

    extension P521.Signing.PublicKey: CryptoKitVerifyingKey {
        func isValid(_ raw: [UInt8], for digest: some Digest) -> Bool {
            guard let signature = try? P521.Signing.ECDSASignature(rawRepresentation: raw) else { return false }
            return isValidSignature(signature, for: digest)
        }
    }

    extension P256.Signing.PrivateKey: CryptoKitSigningKey {
        var publicPoint: Data { publicKey.x963Representation }

        func rawSignature(for digest: some Digest) throws -> Data { try signature(for: digest).rawRepresentation }

        func agreement(with x963: [UInt8]) throws -> SharedSecret {
            try P256.KeyAgreement.PrivateKey(rawRepresentation: rawRepresentation)
                .sharedSecretFromKeyAgreement(with: P256.KeyAgreement.PublicKey(x963Representation: x963))
        }
    }

    extension P384.Signing.PrivateKey: CryptoKitSigningKey {
        var publicPoint: Data { publicKey.x963Representation }

        func rawSignature(for digest: some Digest) throws -> Data { try signature(for: digest).rawRepresentation }

        func agreement(with x963: [UInt8]) throws -> SharedSecret {
            try P384.KeyAgreement.PrivateKey(rawRepresentation: rawRepresentation)
                .sharedSecretFromKeyAgreement(with: P384.KeyAgreement.PublicKey(x963Representation: x963))
        }
    }

    extension P521.Signing.PrivateKey: CryptoKitSigningKey {
        var publicPoint: Data { publicKey.x963Representation }

        func rawSignature(for digest: some Digest) throws -> Data { try signature(for: digest).rawRepresentation }

        func agreement(with x963: [UInt8]) throws -> SharedSecret {
            try P521.KeyAgreement.PrivateKey(rawRepresentation: rawRepresentation)
                .sharedSecretFromKeyAgreement(with: P521.KeyAgreement.PublicKey(x963Representation: x963))
        }
    }
#endif
