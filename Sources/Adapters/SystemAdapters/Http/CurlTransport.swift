#if canImport(CCurl)
    public import WalletPorts

    /// Sends requests with libcurl: TLS 1.2 or later, no cookies, no cache, no proxy.
    ///
    /// Body limits are exact and count decoded bytes; the timeout covers the whole exchange; connections are kept and used
    /// again. Each request under way has a thread of its own, so nothing else waits for the network.
    public final class CurlTransport: HttpTransport {
        private let configuration: HttpTransportConfiguration
        private let settings: CurlSettings
        private let pool = CurlPool()

        /// Makes a transport; nothing is opened yet.
        public init(_ configuration: HttpTransportConfiguration = .init()) {
            self.configuration = configuration
            settings = CurlSettings(configuration)
        }

        deinit {
            pool.close()
        }

        /// Sends a request and reads the whole response.
        public func send(_ request: HttpRequest) async throws(HttpError) -> HttpResponse {
            let target = try HttpRequestCheck.target(
                of: request, allowsPlainHttpToLoopback: configuration.allowsPlainHttpToLoopback)
            let addresses: CurlExchange.Addresses =
                !target.isSecure ? .loopback : configuration.allowsPrivateAddresses ? .anyone : .everyPublic
            guard let worker = pool.take() ?? CurlWorker(settings: settings, idle: pool) else {
                throw HttpError(.noConnection, "libcurl could not be started")
            }
            return try await CurlExchange(request, addresses: addresses).answer(from: worker).get()
        }
    }
#endif
