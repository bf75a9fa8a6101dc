#if canImport(COpenSSL)
    import COpenSSL

    /// OpenSSL's verdict on a chain: X509_verify_cert with the anchors as they are, no purpose, 112-bit security.
    enum OpenSSLJudge {
        struct Verdict: Equatable, CustomStringConvertible {
            var isAccepted: Bool
            var error: Int32
            var depth: Int32
            var description: String {
                isAccepted ? "accepted" : "\(String(cString: X509_verify_cert_error_string(Int(error)))) at \(depth)"
            }
        }

        static func verdict(chain: [[UInt8]], anchors: [[UInt8]], at seconds: Int64) -> Verdict {
            let certificates = chain.map(decoded)
            let roots = anchors.map(decoded)
            let store = X509_STORE_new()
            let context = X509_STORE_CTX_new()
            let untrusted = OPENSSL_sk_new_null()
            defer {
                X509_STORE_CTX_free(context)
                X509_STORE_free(store)
                OPENSSL_sk_free(untrusted)
                for certificate in certificates + roots { X509_free(certificate) }
                ERR_clear_error()
            }
            guard certificates.allSatisfy({ $0 != nil }), roots.allSatisfy({ $0 != nil }) else {
                return Verdict(isAccepted: false, error: -1, depth: -1)
            }
            for root in roots { X509_STORE_add_cert(store, root) }
            for certificate in certificates.dropFirst() {
                OPENSSL_sk_push(untrusted, UnsafeRawPointer(certificate))
            }
            X509_STORE_CTX_init(context, store, certificates.first ?? nil, untrusted)
            let parameters = X509_STORE_CTX_get0_param(context)
            X509_VERIFY_PARAM_set_time(parameters, time_t(seconds))
            X509_VERIFY_PARAM_set_depth(parameters, 10)
            X509_VERIFY_PARAM_set_auth_level(parameters, 2)
            // Our anchors are anchors whether or not they signed themselves.
            X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_PARTIAL_CHAIN))
            let isAccepted = X509_verify_cert(context) == 1
            return Verdict(
                isAccepted: isAccepted, error: X509_STORE_CTX_get_error(context),
                depth: X509_STORE_CTX_get_error_depth(context))
        }

        private static func decoded(_ der: [UInt8]) -> OpaquePointer? {
            der.withUnsafeBufferPointer { bytes in
                var start = bytes.baseAddress
                return d2i_X509(nil, &start, bytes.count)
            }
        }
    }
#endif
