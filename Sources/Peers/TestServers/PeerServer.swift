#if canImport(CMicrohttpd)
    public import TestPeers
    public import WalletPorts

    /// A peer on a port of 127.0.0.1, over TLS or in the clear, for tests and demonstrations.
    ///
    /// The handler gets absolute URLs whose path and query are raw: percent escapes are as they were sent. Each request
    /// is handled in a task of its own, which is cancelled by `stop`.
    public final class PeerServer: Sendable {
        /// A server certificate with its key.
        public struct TLS: Sendable {
            /// The certificate and what leads to its anchor, leaf first, as PEM.
            public let certificateChain: String
            /// The private key of the leaf, as PEM.
            public let privateKey: String
            /// A GnuTLS priority string, such as `NORMAL:-VERS-ALL:+VERS-TLS1.1`; nil for the usual one.
            public let priorities: String?

            /// Bundles certificate and key.
            public init(certificateChain: String, privateKey: String, priorities: String? = nil) {
                self.certificateChain = certificateChain
                self.privateKey = privateKey
                self.priorities = priorities
            }
        }

        /// Why a server did not start.
        public struct StartError: Error, CustomStringConvertible {
            /// The port asked for and the likely causes.
            public let description: String
        }

        /// The port that it listens on.
        public let port: UInt16
        private let isSecure: Bool
        private let daemon: PeerDaemon

        /// Starts a server whose replies may misbehave; port 0 takes a free one.
        public init(
            tls: TLS? = nil, port: UInt16 = 0, replying handler: @escaping @Sendable (HttpRequest) async -> PeerReply
        ) throws {
            daemon = PeerDaemon(scheme: tls == nil ? "http" : "https", handler: handler)
            guard let bound = daemon.start(port: port, tls: tls) else {
                throw StartError(
                    description: "no server on port \(port): it is taken, or certificate and key do not fit")
            }
            self.port = bound
            isSecure = tls != nil
        }

        /// Starts a server that answers honestly.
        public convenience init(
            tls: TLS? = nil, port: UInt16 = 0, handler: @escaping @Sendable (HttpRequest) async -> HttpResponse
        ) throws {
            try self.init(tls: tls, port: port, replying: { PeerReply(await handler($0)) })
        }

        /// Starts a server for a peer.
        public convenience init(tls: TLS? = nil, port: UInt16 = 0, peer: any Peer) throws {
            try self.init(tls: tls, port: port, replying: { await peer.reply(to: $0) })
        }

        deinit {
            let daemon = daemon
            Task.detached { await daemon.stop() }
        }

        /// Scheme, host and port, such as `https://localhost:8443`.
        public var origin: String { "\(isSecure ? "https" : "http")://localhost:\(port)" }

        /// How many requests reached it so far.
        public var requestCount: Int { daemon.requestCount }

        /// Waits until the answers under way were sent, ten seconds at most.
        public func settle() async {
            await daemon.settle()
        }

        /// Stops listening, cancels what is being handled and closes all connections; a second call does nothing.
        public func stop() async {
            await daemon.stop()
        }
    }
#endif
