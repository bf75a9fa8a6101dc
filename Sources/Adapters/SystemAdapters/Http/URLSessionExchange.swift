#if canImport(Darwin)
    import Foundation
    import LanyardLock
    import Security
    import WalletPorts

    /// One request on its way: what the session's callbacks collect, and how the caller is answered once.
    final class URLSessionExchange: Sendable {
        /// Which connected addresses are accepted.
        enum Addresses: Sendable {
            case anyone
            case everyPublic
            case loopback
        }

        typealias Answer = Result<HttpResponse, HttpError>

        private struct Inside {
            var response: HTTPURLResponse?
            var body: [UInt8] = []
            var redirects = 0
            var failure: HttpError?
            var continuation: CheckedContinuation<Answer, Never>?
        }

        private let request: HttpRequest
        private let addresses: Addresses
        private let inside = Mutex(Inside())

        init(_ request: HttpRequest, addresses: Addresses) {
            self.request = request
            self.addresses = addresses
        }

        /// Starts the task and waits for its end, the request's time at the most.
        func answer(of task: URLSessionTask) async -> Answer {
            let deadline = Task { [request] in
                try await Task.sleep(for: .seconds(request.timeout))
                fail(HttpError(.timeout, "the time for the exchange was used up"))
                task.cancel()
            }
            defer { deadline.cancel() }
            return await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    inside.withLock { $0.continuation = continuation }
                    task.resume()
                }
            } onCancel: {
                fail(HttpError(.cancelled, "the task was cancelled"))
                task.cancel()
            }
        }

        /// Keeps the first failure, which says more than the cancellation that follows it.
        func fail(_ error: HttpError) {
            inside.withLock { $0.failure = $0.failure ?? error }
        }

        func take(_ response: URLResponse) -> Bool {
            guard let response = response as? HTTPURLResponse else {
                fail(HttpError(.notHttp, "the response is not HTTP"))
                return false
            }
            inside.withLock { $0.response = response }
            guard response.expectedContentLength <= Int64(request.maximumBody) else {
                fail(HttpError(.tooLarge, "the response exceeds the limit"))
                return false
            }
            return true
        }

        func take(_ data: Data) -> Bool {
            let fits = inside.withLock { inside in
                guard data.count <= request.maximumBody - inside.body.count else { return false }
                inside.body.append(contentsOf: data)
                return true
            }
            if !fits { fail(HttpError(.tooLarge, "the response exceeds the limit")) }
            return fits
        }

        /// Whether a redirect may be followed; without any asked for, the redirect itself is the response.
        func mayFollow(_ next: URLRequest) -> Bool {
            guard request.redirects > 0 else { return false }
            let isAllowed = inside.withLock { inside in
                inside.redirects += 1
                return inside.redirects <= request.redirects && next.url?.scheme?.lowercased() == "https"
            }
            if !isAllowed { fail(HttpError(.redirectRefused, "a redirect that may not be followed")) }
            return isAllowed
        }

        /// Checks every address that was connected to.
        func take(_ metrics: URLSessionTaskMetrics) {
            guard addresses != .anyone else { return }
            for transaction in metrics.transactionMetrics {
                guard let text = transaction.remoteAddress, let address = NetworkAddress(text: text) else {
                    continue
                }
                if addresses == .loopback ? !address.isLoopback : !address.isPublic {
                    fail(HttpError(.addressRefused, "the host has no address that may be connected to"))
                }
            }
        }

        func finish(_ error: (any Error)?) {
            let (continuation, answer) = inside.withLock { inside in
                defer { inside.continuation = nil }
                return (inside.continuation, URLSessionExchange.answer(inside, error))
            }
            continuation?.resume(returning: answer)
        }

        private static func answer(_ inside: Inside, _ error: (any Error)?) -> Answer {
            if let failure = inside.failure { return .failure(failure) }
            if let error { return .failure(translated(error)) }
            guard let response = inside.response else {
                return .failure(HttpError(.cut, "the connection ended without a response"))
            }
            let headers = response.allHeaderFields.compactMap { name, value -> HttpHeader? in
                guard let name = name as? String, let value = value as? String else { return nil }
                return HttpHeader(name, value)
            }
            return .success(HttpResponse(status: response.statusCode, headers: headers, body: inside.body))
        }

        private static func translated(_ error: any Error) -> HttpError {
            guard let error = error as? URLError else { return HttpError(.noConnection, "\(error)") }
            let reason = "the request failed with code \(error.code.rawValue) of the URL loading system"
            switch error.code {
            case .cancelled: return HttpError(.cancelled, reason)
            case .timedOut: return HttpError(.timeout, reason)
            case .networkConnectionLost: return HttpError(.cut, reason)
            case .badServerResponse, .cannotParseResponse, .cannotDecodeContentData, .cannotDecodeRawData:
                return HttpError(.notHttp, reason)
            case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
                .serverCertificateNotYetValid, .serverCertificateHasUnknownRoot, .clientCertificateRejected,
                .appTransportSecurityRequiresSecureConnection:
                return HttpError(.tls, reason)
            case .badURL, .unsupportedURL: return HttpError(.invalidRequest, reason)
            default: return HttpError(.noConnection, reason)
            }
        }
    }

    /// The session's delegate: finds the exchange of a task, and judges servers' certificates with the extra roots.
    final class URLSessionExchanges: NSObject, Sendable {
        private let roots: [[UInt8]]
        private let exchanges = Mutex<[Int: URLSessionExchange]>([:])

        init(roots: [[UInt8]]) {
            self.roots = roots
        }

        func add(_ exchange: URLSessionExchange, for task: Int) {
            exchanges.withLock { $0[task] = exchange }
        }

        private func exchange(_ task: URLSessionTask) -> URLSessionExchange? {
            exchanges.withLock { $0[task.taskIdentifier] }
        }
    }

    // An extension of its own: only there does the compiler name a method that misses its requirement by a letter.
    extension URLSessionExchanges: URLSessionDataDelegate {
        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            completionHandler(exchange(dataTask)?.take(response) == true ? .allow : .cancel)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            if exchange(dataTask)?.take(data) != true { dataTask.cancel() }
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(exchange(task)?.mayFollow(request) == true ? request : nil)
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
        ) {
            exchange(task)?.take(metrics)
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.finish(error)
        }

        func urlSession(
            _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            guard !roots.isEmpty, let trust = challenge.protectionSpace.serverTrust,
                challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust
            else { return completionHandler(.performDefaultHandling, nil) }
            let anchors = roots.compactMap { SecCertificateCreateWithData(nil, Data($0) as CFData) }
            SecTrustSetAnchorCertificates(trust, anchors as CFArray)
            SecTrustSetAnchorCertificatesOnly(trust, false)
            guard SecTrustEvaluateWithError(trust, nil) else {
                return completionHandler(.cancelAuthenticationChallenge, nil)
            }
            completionHandler(.useCredential, URLCredential(trust: trust))
        }
    }
#endif
