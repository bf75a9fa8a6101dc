#if canImport(CryptoKit)
    import Foundation
    import Security

    /// CryptoKit has no RSA: the Security framework stands in.
    // `nonisolated(unsafe)` holds: a `SecKey` is immutable, and Security allows one in many threads.
    final class RSAPublicKeyBackend: Sendable {
        private nonisolated(unsafe) let key: SecKey

        init(modulus: [UInt8], exponent: [UInt8]) throws(CryptoError) {
            // Security takes an RSAPublicKey of PKCS#1 (RFC 8017 A.1.1).
            let der = Self.element(0x30, Self.integer(modulus) + Self.integer(exponent))
            let attributes: [CFString: Any] = [
                kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: kSecAttrKeyClassPublic,
            ]
            guard let key = SecKeyCreateWithData(Data(der) as CFData, attributes as CFDictionary, nil) else {
                throw CryptoError(.invalidKey, "not an RSA key")
            }
            self.key = key
        }

        func isValidSignature(
            _ signature: [UInt8], for message: UnsafeRawBufferPointer, padding: RSAPublicKey.Padding,
            hash: HashAlgorithm
        ) -> Bool {
            let algorithm: SecKeyAlgorithm =
                switch (padding, hash) {
                case (.pkcs1, .sha256): .rsaSignatureMessagePKCS1v15SHA256
                case (.pkcs1, .sha384): .rsaSignatureMessagePKCS1v15SHA384
                case (.pkcs1, .sha512): .rsaSignatureMessagePKCS1v15SHA512
                case (.pss, .sha256): .rsaSignatureMessagePSSSHA256
                case (.pss, .sha384): .rsaSignatureMessagePSSSHA384
                case (.pss, .sha512): .rsaSignatureMessagePSSSHA512
                }
            return SecKeyVerifySignature(key, algorithm, Data(message) as CFData, Data(signature) as CFData, nil)
        }

        private static func integer(_ number: [UInt8]) -> [UInt8] {
            element(0x02, (number.first.map { $0 >= 0x80 } ?? true ? [0] : []) + number)
        }

        /// One DER element of at most 65,535 bytes: a modulus has at most 1,025.
        private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
            let high = UInt8(truncatingIfNeeded: content.count >> 8)
            let low = UInt8(truncatingIfNeeded: content.count)
            let length: [UInt8] =
                switch content.count {
                case ..<0x80: [low]
                case ..<0x100: [0x81, low]
                default: [0x82, high, low]
                }
            return [tag] + length + content
        }
    }
#endif
