#if canImport(CCurl)
    import CCurl
    import Dispatch
    import LanyardLock
    import WalletPorts

    /// One (multi, easy) pair of libcurl with its open connections, and the thread that drives it.
    ///
    /// `@unchecked Sendable` holds because the pair is used on the worker's serial queue alone; `wake` calls the one function
    /// of libcurl that may be called from elsewhere, and whoever calls it holds the worker.
    final class CurlWorker: @unchecked Sendable {
        private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

        private let multi: UnsafeMutableRawPointer
        private let easy: UnsafeMutableRawPointer
        private let settings: CurlSettings
        private let queue = DispatchQueue(label: "lanyard.curl")
        private let idle: CurlPool

        init?(settings: CurlSettings, idle: CurlPool) {
            guard CurlWorker.isReady, let multi = curl_multi_init() else { return nil }
            guard let easy = curl_easy_init() else {
                curl_multi_cleanup(multi)
                return nil
            }
            self.multi = multi
            self.easy = easy
            self.settings = settings
            self.idle = idle
        }

        deinit {
            curl_easy_cleanup(easy)
            curl_multi_cleanup(multi)
        }

        /// Performs an exchange on the worker's thread, answers its caller and goes back to the pool.
        func start(_ exchange: CurlExchange) {
            queue.async {
                if !exchange.isSettled { exchange.settle(self.perform(exchange)) }
                self.idle.put(self)
            }
        }

        /// Ends a wait for the network.
        func wake() {
            curl_multi_wakeup(multi)
        }

        private func perform(_ exchange: CurlExchange) -> CurlExchange.Answer {
            curl_easy_reset(easy)
            let list = settings.apply(to: easy, exchange)
            defer { curl_slist_free_all(list) }
            var message = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
            return message.withUnsafeMutableBytes { message in
                lanyard_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, message.baseAddress)
                defer { lanyard_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, nil) }
                guard let code = drive(exchange) else {
                    return .failure(HttpError(.cancelled, "the task was cancelled"))
                }
                if code == CURLE_OK {
                    let status = lanyard_curl_get_long(easy, CURLINFO_RESPONSE_CODE)
                    return .success(HttpResponse(status: status, headers: headers, body: exchange.body))
                }
                let text = String(decoding: message.prefix { $0 != 0 }, as: UTF8.self)
                let reason = text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
                return .failure(CurlWorker.error(code, reason, exchange))
            }
        }

        /// The header of the last response, without interim responses, redirects that were followed and trailers.
        private var headers: [HttpHeader] {
            var headers: [HttpHeader] = []
            var header = curl_easy_nextheader(easy, UInt32(CURLH_HEADER), -1, nil)
            while let field = header {
                headers.append(
                    HttpHeader(String(cString: field.pointee.name), String(cString: field.pointee.value)))
                header = curl_easy_nextheader(easy, UInt32(CURLH_HEADER), -1, field)
            }
            return headers
        }

        /// Runs the transfer to its end; nil when the caller did not want to wait.
        private func drive(_ exchange: CurlExchange) -> CURLcode? {
            guard curl_multi_add_handle(multi, easy) == CURLM_OK else { return CURLE_FAILED_INIT }
            defer { curl_multi_remove_handle(multi, easy) }
            var running: CInt = 1
            while true {
                guard curl_multi_perform(multi, &running) == CURLM_OK else { return CURLE_FAILED_INIT }
                var result = CURLE_OK
                if lanyard_curl_ended(multi, &result) != 0 { return result }
                if exchange.isSettled { return nil }
                guard running > 0 else { return CURLE_GOT_NOTHING }
                curl_multi_poll(multi, nil, 0, 1000, nil)
            }
        }

        private static func error(_ code: CURLcode, _ reason: String, _ exchange: CurlExchange) -> HttpError {
            if exchange.exceedsLimit { return HttpError(.tooLarge, "the response exceeds the limit") }
            switch code {
            case CURLE_COULDNT_CONNECT where exchange.refusedAddress:
                return HttpError(.addressRefused, "the host has no address that may be connected to")
            case CURLE_UNSUPPORTED_PROTOCOL where exchange.request.redirects > 0, CURLE_TOO_MANY_REDIRECTS:
                return HttpError(.redirectRefused, reason)
            case CURLE_URL_MALFORMAT: return HttpError(.invalidRequest, reason)
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT:
                return HttpError(.noConnection, reason)
            case CURLE_OPERATION_TIMEDOUT: return HttpError(.timeout, reason)
            case CURLE_FILESIZE_EXCEEDED: return HttpError(.tooLarge, reason)
            case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING:
                return HttpError(.notHttp, reason)
            case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2,
                CURLE_HTTP2_STREAM:
                return HttpError(.cut, reason)
            case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
                CURLE_SSL_CACERT_BADFILE, CURLE_SSL_INVALIDCERTSTATUS:
                return HttpError(.tls, reason)
            default: return HttpError(.noConnection, reason)
            }
        }
    }

    /// Workers at rest, the last used first, so that its connections serve again.
    final class CurlPool: Sendable {
        private static let limit = 8
        private let workers = Mutex<[CurlWorker]?>([])

        func take() -> CurlWorker? {
            workers.withLock { $0?.popLast() }
        }

        func put(_ worker: CurlWorker) {
            workers.withLock { if let count = $0?.count, count < CurlPool.limit { $0?.append(worker) } }
        }

        /// Lets the workers go and takes none back: they hold the pool, and the pool holds them.
        func close() {
            workers.withLock { $0 = nil }
        }
    }
#endif
