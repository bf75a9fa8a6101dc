#if canImport(Darwin)
    import Foundation
    import Security
    public import WalletPorts

    /// Sends requests with URLSession: TLS 1.2 or later, no cookies, no cache, redirects only when asked.
    ///
    /// URLSession does not say which address a name led to before it connects, so the address rule is checked twice: on hosts
    /// that are written as numbers before the request, and on the connected address afterwards, when no byte of the response has
    /// been handed out. Header fields of one name arrive joined by a comma; `DPoP-Nonce` and the like come once.
    public final class URLSessionTransport: HttpTransport {
        private let configuration: HttpTransportConfiguration
        private let session: URLSession
        private let delegate: URLSessionExchanges

        /// Makes a transport; nothing is opened yet.
        public init(_ configuration: HttpTransportConfiguration = .init()) {
            self.configuration = configuration
            let settings = URLSessionConfiguration.ephemeral
            settings.httpCookieStorage = nil
            settings.httpShouldSetCookies = false
            settings.httpCookieAcceptPolicy = .never
            settings.urlCache = nil
            settings.requestCachePolicy = .reloadIgnoringLocalCacheData
            settings.urlCredentialStorage = nil
            settings.connectionProxyDictionary = [:]
            settings.tlsMinimumSupportedProtocolVersion = .TLSv12
            settings.waitsForConnectivity = false
            delegate = URLSessionExchanges(
                roots: PEMCertificates.certificates(in: configuration.extraRoots) ?? [])
            session = URLSession(configuration: settings, delegate: delegate, delegateQueue: nil)
        }

        deinit {
            session.invalidateAndCancel()
        }

        /// Sends a request and reads the whole response.
        public func send(_ request: HttpRequest) async throws(HttpError) -> HttpResponse {
            let target = try HttpRequestCheck.target(
                of: request, allowsPlainHttpToLoopback: configuration.allowsPlainHttpToLoopback)
            guard let url = URL(string: request.url) else {
                throw HttpError(.invalidRequest, "the URL cannot be read")
            }
            let rule: URLSessionExchange.Addresses =
                !target.isSecure ? .loopback : configuration.allowsPrivateAddresses ? .anyone : .everyPublic
            if rule == .everyPublic, target.isLoopback {
                throw HttpError(.addressRefused, "the host has no address that may be connected to")
            }
            var sent = URLRequest(url: url, timeoutInterval: request.timeout)
            sent.httpMethod = request.method
            if !request.body.isEmpty { sent.httpBody = Data(request.body) }
            if request.header("User-Agent") == nil {
                sent.setValue(configuration.userAgent, forHTTPHeaderField: "User-Agent")
            }
            for header in request.headers { sent.addValue(header.value, forHTTPHeaderField: header.name) }
            let task = session.dataTask(with: sent)
            let exchange = URLSessionExchange(request, addresses: rule)
            delegate.add(exchange, for: task.taskIdentifier)
            return try await exchange.answer(of: task).get()
        }
    }
#endif
