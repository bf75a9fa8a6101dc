#if canImport(CCurl)
    import CCurl
    import WalletPorts

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// How a transfer is set up: what never changes, and what a request asks for.
    struct CurlSettings: Sendable {
        private static let hashedRoots = "/etc/ssl/certs"
        private static let bundles = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt"]

        private let configuration: HttpTransportConfiguration
        private let hasHashedRoots: Bool
        private let roots: [UInt8]

        init(_ configuration: HttpTransportConfiguration) {
            self.configuration = configuration
            // The folder is read one root at a time; the bundle costs 33 ms for each connection. Given roots replace a
            // bundle but join a folder, so without the folder the bundle joins the given roots.
            let names = (try? FileManager.default.contentsOfDirectory(atPath: CurlSettings.hashedRoots)) ?? []
            hasHashedRoots = names.contains { $0.hasSuffix(".0") }
            var roots = Array(configuration.extraRoots.utf8)
            if !hasHashedRoots, !roots.isEmpty {
                let bundle = CurlSettings.bundles.lazy.compactMap { FileManager.default.contents(atPath: $0) }.first
                roots += [0x0A] + (bundle.map(Array.init) ?? [])
            }
            self.roots = roots
        }

        /// Sets everything on a handle that was reset; the list is to be freed after the transfer.
        func apply(to easy: UnsafeMutableRawPointer, _ exchange: CurlExchange) -> UnsafeMutablePointer<curl_slist>? {
            applyRules(to: easy)
            applyTrust(to: easy)
            applyLimits(to: easy, exchange.request)
            applyCallbacks(to: easy, exchange)
            return applyRequest(to: easy, exchange.request)
        }

        private func applyRules(to easy: UnsafeMutableRawPointer) {
            lanyard_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
            let schemes = configuration.allowsPlainHttpToLoopback ? "https,http" : "https"
            lanyard_curl_set_string(easy, CURLOPT_PROTOCOLS_STR, schemes)
            lanyard_curl_set_string(easy, CURLOPT_REDIR_PROTOCOLS_STR, "https")
            lanyard_curl_set_string(easy, CURLOPT_PROXY, "")
            lanyard_curl_set_long(easy, CURLOPT_HTTP09_ALLOWED, 0)
            lanyard_curl_set_string(easy, CURLOPT_ACCEPT_ENCODING, "gzip, deflate")
            // The path goes out as it was given: an issuer identifier is not to be tidied.
            lanyard_curl_set_long(easy, CURLOPT_PATH_AS_IS, 1)
        }

        private func applyTrust(to easy: UnsafeMutableRawPointer) {
            lanyard_curl_set_long(easy, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
            lanyard_curl_set_long(easy, CURLOPT_SSL_VERIFYPEER, 1)
            lanyard_curl_set_long(easy, CURLOPT_SSL_VERIFYHOST, 2)
            if hasHashedRoots {
                lanyard_curl_set_string(easy, CURLOPT_CAINFO, nil)
                lanyard_curl_set_string(easy, CURLOPT_CAPATH, CurlSettings.hashedRoots)
            }
            if !roots.isEmpty {
                _ = roots.withUnsafeBytes {
                    lanyard_curl_set_blob(easy, CURLOPT_CAINFO_BLOB, $0.baseAddress, $0.count)
                }
            }
        }

        private func applyLimits(to easy: UnsafeMutableRawPointer, _ request: HttpRequest) {
            let whole = max(1, Int(request.timeout * 1000))
            let connect = max(1, Int(min(configuration.connectTimeout, request.timeout) * 1000))
            lanyard_curl_set_long(easy, CURLOPT_TIMEOUT_MS, whole)
            lanyard_curl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, connect)
            lanyard_curl_set_offset(easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(request.maximumBody))
            lanyard_curl_set_long(easy, CURLOPT_FOLLOWLOCATION, request.redirects > 0 ? 1 : 0)
            lanyard_curl_set_long(easy, CURLOPT_MAXREDIRS, request.redirects)
        }

        private func applyCallbacks(to easy: UnsafeMutableRawPointer, _ exchange: CurlExchange) {
            let context = Unmanaged.passUnretained(exchange).toOpaque()
            lanyard_curl_set_data(easy, CURLOPT_WRITEFUNCTION) { start, size, count, context in
                guard let start, let context else { return 0 }
                let exchange = Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
                let bytes = UnsafeRawBufferPointer(start: start, count: size * count)
                return exchange.take(body: bytes) ? size * count : 0
            }
            lanyard_curl_set_pointer(easy, CURLOPT_WRITEDATA, context)
            lanyard_curl_set_data(easy, CURLOPT_HEADERFUNCTION) { start, size, count, context in
                guard let start, let context else { return 0 }
                let exchange = Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
                let bytes = UnsafeRawBufferPointer(start: start, count: size * count)
                return exchange.take(headerLine: bytes) ? size * count : 0
            }
            lanyard_curl_set_pointer(easy, CURLOPT_HEADERDATA, context)
            lanyard_curl_set_opensocket(easy) { context, _, address in
                guard let address, let context else { return -1 }
                return Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue().open(address)
            }
            lanyard_curl_set_pointer(easy, CURLOPT_OPENSOCKETDATA, context)
        }

        private func applyRequest(to easy: UnsafeMutableRawPointer, _ request: HttpRequest)
            -> UnsafeMutablePointer<curl_slist>?
        {
            lanyard_curl_set_string(easy, CURLOPT_URL, request.url)
            let sendsBody = !request.body.isEmpty || ["POST", "PUT", "PATCH"].contains(request.method)
            switch request.method {
            case "GET" where !sendsBody: lanyard_curl_set_long(easy, CURLOPT_HTTPGET, 1)
            case "HEAD": lanyard_curl_set_long(easy, CURLOPT_NOBODY, 1)
            default:
                if sendsBody {
                    lanyard_curl_set_long(easy, CURLOPT_POST, 1)
                    lanyard_curl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count))
                    request.body.withUnsafeBytes { bytes in
                        let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
                        _ = start.map { lanyard_curl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, $0) }
                    }
                }
                if request.method != "POST" { lanyard_curl_set_string(easy, CURLOPT_CUSTOMREQUEST, request.method) }
            }
            return applyHeaders(to: easy, request)
        }

        private func applyHeaders(to easy: UnsafeMutableRawPointer, _ request: HttpRequest)
            -> UnsafeMutablePointer<curl_slist>?
        {
            // A name without a value takes away what libcurl would send; a semicolon sends an empty value.
            var lines = ["Expect:"]
            if request.header("Content-Type") == nil { lines.append("Content-Type:") }
            if request.header("User-Agent") == nil { lines.append("User-Agent: \(configuration.userAgent)") }
            lines += request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
            var list: UnsafeMutablePointer<curl_slist>?
            for line in lines { list = curl_slist_append(list, line) ?? list }
            lanyard_curl_set_list(easy, CURLOPT_HTTPHEADER, list)
            return list
        }
    }
#endif
