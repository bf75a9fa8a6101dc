#if canImport(CMicrohttpd)
    import LanyardTestSupport
    import SystemAdapters
    import TestPeers
    import TestServers
    import Testing
    import WalletContracts
    import WalletPorts

    @Suite(.serialized) struct CurlTransportTests {
        private static func reply(to request: HttpRequest) -> PeerReply {
            switch HttpTransportContract.behaviour(for: request) {
            case .reply(let response): PeerReply(response)
            case .late(let response, let seconds): PeerReply(response, delay: seconds)
            case .cut(let response, let count): PeerReply(response, misbehaviour: .cut(after: count))
            case .endless(let response): PeerReply(response, misbehaviour: .oversized(nil))
            case .drip(let response, let seconds):
                PeerReply(response, misbehaviour: .drip(bytes: 1, seconds: seconds))
            case .raw(let bytes): PeerReply(HttpResponse(status: 200), misbehaviour: .raw(bytes))
            case .silence: PeerReply(HttpResponse(status: 200), misbehaviour: .silence)
            }
        }

        private static func server(_ certificate: PeerCertificate, priorities: String? = nil) throws -> PeerServer {
            let tls = PeerServer.TLS(
                certificateChain: certificate.chainPEM, privateKey: try certificate.keyPEM(), priorities: priorities)
            return try PeerServer(tls: tls, replying: { reply(to: $0) })
        }

        @Test(.row("VCI-GEN-01", "VCI-GEN-02"))
        func `VCI-GEN-01 CurlTransport keeps the transport contract, TLS and redirects included`() async throws {
            let pki = try PeerPKI(at: SystemClock().now)
            let secure = try Self.server(try pki.server())
            let untrusted = try Self.server(try PeerPKI(at: SystemClock().now).server())
            let wrongName = try Self.server(try pki.server(dnsNames: ["elsewhere.example"], addresses: []))
            let old = try Self.server(try pki.server(), priorities: "NORMAL:-VERS-ALL:+VERS-TLS1.1")
            let plain = try PeerServer(replying: { Self.reply(to: $0) })
            let roots = pki.serverRoot.pem
            let contract = HttpTransportContract(
                servers: .init(
                    secure: secure.origin, untrusted: untrusted.origin, wrongName: wrongName.origin,
                    oldTLS: old.origin, plain: plain.origin),
                transport: CurlTransport(.init(extraRoots: roots, allowsPrivateAddresses: true)),
                guarded: CurlTransport(.init(extraRoots: roots)))
            #expect(await contract.failures() == [])
            #expect(plain.requestCount == 0)
            #expect(untrusted.requestCount + wrongName.requestCount + old.requestCount == 0)
            for server in [secure, untrusted, wrongName, old, plain] { await server.stop() }
        }

        @Test func `plain http goes to this machine where that is allowed, and nowhere else`() async throws {
            let plain = try PeerServer(replying: { Self.reply(to: $0) })
            let transport = CurlTransport(.init(allowsPlainHttpToLoopback: true))
            #expect(try await transport.send(HttpRequest("GET", plain.origin + "/echo")).status == 200)
            await #expect(throws: HttpError(.invalidRequest, "")) {
                try await transport.send(HttpRequest("GET", "http://example.com/"))
            }
            await #expect(throws: HttpError(.addressRefused, "")) {
                try await transport.send(HttpRequest("GET", "https://localhost:\(plain.port)/"))
            }
            await plain.stop()
        }

        @Test func `a trailer that looks like a status line begins no response`() async throws {
            let plain = try PeerServer(replying: { Self.reply(to: $0) })
            let transport = CurlTransport(.init(allowsPlainHttpToLoopback: true))
            for (path, body) in [("/trailer", "no"), ("/empty-trailer", "")] {
                let response = try await transport.send(HttpRequest("GET", plain.origin + path))
                #expect(response.status == 401)
                #expect(response.header("X-Mine") == "yes")
                #expect(response.header("X-Theirs") == nil && response.mediaType == nil)
                #expect(response.body == Array(body.utf8))
            }
            await plain.stop()
        }

        @Test func `many requests are answered in a row, and nobody listening is no connection`() async throws {
            let pki = try PeerPKI(at: SystemClock().now)
            let server = try Self.server(try pki.server())
            let settings = HttpTransportConfiguration(extraRoots: pki.serverRoot.pem, allowsPrivateAddresses: true)
            let request = HttpRequest("GET", server.origin + "/echo")
            let transport = CurlTransport(settings)
            for _ in 0..<200 { #expect(try await transport.send(request).status == 200) }
            let origin = server.origin
            await server.stop()
            await #expect(throws: HttpError(.noConnection, "")) {
                try await transport.send(HttpRequest("GET", origin + "/echo"))
            }
        }
    }
#endif
