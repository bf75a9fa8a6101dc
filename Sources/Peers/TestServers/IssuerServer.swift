#if canImport(CMicrohttpd)
    import LanyardLock
    public import TestPeers
    public import WalletPorts

    /// An issuer on TLS on localhost with a PKI of its own: what `lanyard issuer` and `lanyard demo` run.
    ///
    ///     let server = try IssuerServer(clock: clock)
    ///     let offer = server.issuer.makeOffer(["pid"], transactionCode: .numeric("4711"))
    ///     // offer.link, offer.transactionCode, server.serverAnchorPEM, server.issuerAnchorPEM
    ///     await server.stop()
    public final class IssuerServer: Sendable {
        /// The issuer behind it.
        public let issuer: PeerIssuer
        /// The anchor to trust for TLS, as PEM.
        public let serverAnchorPEM: String
        /// The anchor to trust for credentials, as PEM.
        public let issuerAnchorPEM: String
        /// Where the wallet provider is, if there is one: the base of the endpoints in Documentation/WalletProvider.md.
        public let walletProvider: String?
        /// The port that it listens on.
        public let port: UInt16
        private let server: PeerServer

        /// Starts an issuer at `https://localhost:PORT` followed by the path; port 0 takes a free one.
        ///
        /// The options' identifier is replaced, as the port is only known now. Without a `pki` a new one is made. A wallet
        /// `provider` is served beside the issuer, which trusts it. `wrap` may put something hostile before the issuer.
        public init(
            _ options: PeerIssuer.Options = PeerIssuer.Options(), pki kept: PeerPKI? = nil, path: String = "",
            port: UInt16 = 0, provider: PeerWalletProvider? = nil, clock: any WalletClock,
            wrap: (PeerIssuer) -> any Peer = { $0 }
        ) throws {
            let pki = try kept ?? PeerPKI(at: clock.now)
            let certificate = try pki.server()
            let door = Door()
            server = try PeerServer(
                tls: PeerServer.TLS(certificateChain: certificate.chainPEM, privateKey: certificate.keyPEM()),
                port: port, peer: door)
            var options = options
            options.identifier = server.origin + path
            options.walletProviders += provider.map { [$0.anchor] } ?? []
            walletProvider = provider == nil ? nil : server.origin + Door.walletProvider
            issuer = try PeerIssuer(options, pki: pki, clock: clock)
            self.port = server.port
            serverAnchorPEM = pki.serverRoot.pem
            issuerAnchorPEM = issuer.anchorPEM
            door.open(wrap(issuer), provider.map { WalletProviderPeer($0) })
        }

        /// The credential issuer identifier.
        public var identifier: String { issuer.identifier }

        /// Waits until the answers under way were sent, ten seconds at most.
        public func settle() async {
            await server.settle()
        }

        /// Stops listening and closes all connections.
        public func stop() async {
            await server.stop()
        }
    }

    /// Stands where the issuer will be, whose name has the port in it and so comes after the server.
    private final class Door: Peer {
        static let walletProvider = "/wallet-provider"

        private let inner = Mutex<(issuer: any Peer, provider: WalletProviderPeer?)?>(nil)

        func open(_ issuer: any Peer, _ provider: WalletProviderPeer?) {
            inner.withLock { $0 = (issuer, provider) }
        }

        func reply(to request: HttpRequest) async -> PeerReply {
            guard let inner = inner.withLock({ $0 }) else { return PeerReply(HttpResponse(status: 503)) }
            let path = request.url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true).last ?? ""
            if let provider = inner.provider, "/\(path)".hasPrefix(Door.walletProvider + "/") {
                return await provider.reply(to: request)
            }
            return await inner.issuer.reply(to: request)
        }
    }
#endif
