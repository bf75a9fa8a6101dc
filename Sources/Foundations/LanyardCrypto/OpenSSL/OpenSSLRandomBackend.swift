#if canImport(COpenSSL) && !canImport(CryptoKit)
    import COpenSSL

    enum RandomBackend {
        static func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
            guard let start = buffer.baseAddress, buffer.count > 0 else { return true }
            let filled: Bool? = openSSL {
                RAND_bytes_ex(nil, start.assumingMemoryBound(to: UInt8.self), buffer.count, 0) == 1 ? true : nil
            }
            return filled ?? false
        }
    }

    enum ConstantTimeBackend {
        static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
            CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
        }
    }
#endif
