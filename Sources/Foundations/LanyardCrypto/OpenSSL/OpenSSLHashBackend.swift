#if canImport(COpenSSL) && !canImport(CryptoKit)
    import COpenSSL

    enum HashBackend {
        static func digest(_ algorithm: HashAlgorithm, _ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
            openSSL {
                guard let type = OpenSSLAlgorithms.digest(algorithm) else { return nil }
                var digest = [UInt8](repeating: 0, count: algorithm.digestLength)
                var length: UInt32 = 0
                guard EVP_Digest(bytes.baseAddress, bytes.count, &digest, &length, type, nil) == 1,
                    Int(length) == digest.count
                else { return nil }
                return digest
            }
        }
    }
#endif
