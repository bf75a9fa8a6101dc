#if canImport(CryptoKit)
    import Security

    #if canImport(Darwin)
        import Darwin
    #endif

    enum RandomBackend {
        static func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
            guard let start = buffer.baseAddress, buffer.count > 0 else { return true }
            return SecRandomCopyBytes(kSecRandomDefault, buffer.count, start) == errSecSuccess
        }
    }

    enum ConstantTimeBackend {
        static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
            guard left.count == right.count else { return false }
            #if canImport(Darwin)
                guard let left = left.baseAddress, let other = right.baseAddress else { return true }
                return timingsafe_bcmp(left, other, right.count) == 0
            #else
                return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
            #endif
        }
    }
#endif
