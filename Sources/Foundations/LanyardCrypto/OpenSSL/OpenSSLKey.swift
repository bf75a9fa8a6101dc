#if canImport(COpenSSL) && !canImport(CryptoKit)
    import COpenSSL

    /// An `EVP_PKEY`, freed (and a private one erased by OpenSSL) with the object.
    // `nonisolated(unsafe)` holds: OpenSSL allows one key in many threads as long as nobody changes it, and nobody does;
    // each operation makes a context of its own.
    final class OpenSSLKey: Sendable {
        nonisolated(unsafe) let pointer: OpaquePointer

        /// Takes over the reference; nil when OpenSSL gave none.
        init?(_ pointer: OpaquePointer?) {
            guard let pointer else { return nil }
            self.pointer = pointer
        }

        deinit {
            EVP_PKEY_free(pointer)
        }

        /// Makes an operation's own context, lends it and frees it.
        func withContext<Result>(_ body: (OpaquePointer) -> Result?) -> Result? {
            guard let context = EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil) else { return nil }
            defer { EVP_PKEY_CTX_free(context) }
            return body(context)
        }
    }
#endif
