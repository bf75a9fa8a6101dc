#if canImport(CryptoKit)
    import CryptoKit
    import Foundation

    enum HashBackend {
        static func digest(_ algorithm: HashAlgorithm, _ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
            switch algorithm {
            case .sha256: Array(SHA256.hash(data: bytes))
            case .sha384: Array(SHA384.hash(data: bytes))
            case .sha512: Array(SHA512.hash(data: bytes))
            }
        }
    }

    enum HMACBackend {
        static func code(
            _ algorithm: HashAlgorithm, key: UnsafeRawBufferPointer, message: UnsafeRawBufferPointer
        ) -> [UInt8]? {
            let key = SymmetricKey(data: key)
            return switch algorithm {
            case .sha256: Array(CryptoKit.HMAC<SHA256>.authenticationCode(for: message, using: key))
            case .sha384: Array(CryptoKit.HMAC<SHA384>.authenticationCode(for: message, using: key))
            case .sha512: Array(CryptoKit.HMAC<SHA512>.authenticationCode(for: message, using: key))
            }
        }
    }

    extension HashAlgorithm {
        /// The digest as CryptoKit's own type, which is what its keys sign and verify.
        func cryptoKitDigest(_ bytes: UnsafeRawBufferPointer) -> any Digest {
            switch self {
            case .sha256: SHA256.hash(data: bytes)
            case .sha384: SHA384.hash(data: bytes)
            case .sha512: SHA512.hash(data: bytes)
            }
        }
    }
#endif
