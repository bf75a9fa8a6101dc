#if os(Linux)
    import FoundationEssentials
    import LanyardJSON
    import LanyardText
    import SystemAdapters
    import TestPeers
    import TestServers
    import Testing
    import WalletContracts
    import WalletPorts

    @Suite struct IssuerServerTests {
        // Certificates are judged by TLS against the machine's own time, so the peers' clock shows about that.
        let clock = FixedClock(Instant(seconds: machineSeconds()))

        func transport(_ roots: String) -> CurlTransport {
            CurlTransport(HttpTransportConfiguration(extraRoots: roots, allowsPrivateAddresses: true))
        }

        @Test func `an issuer is reached over TLS, with its identifier's escapes unchanged`() async throws {
            let server = try IssuerServer(path: "/a%2Fb/c", clock: clock)
            let origin = "https://localhost:\(server.port)"
            #expect(server.identifier == "\(origin)/a%2Fb/c")
            let http = transport(server.serverAnchorPEM)
            let request = HttpRequest(
                "GET", "\(origin)/.well-known/openid-credential-issuer/a%2Fb/c",
                headers: [HttpHeader("Accept", "application/json"), HttpHeader("Accept-Language", "en")])
            let metadata = try JSON(parsing: try await http.send(request).body)
            #expect(metadata["credential_issuer"]?.string == server.identifier)

            let offer = server.issuer.makeOffer(["pid"])
            let form = FormEncoding.encode([
                .init("grant_type", PeerIssuer.preAuthorizedGrant), .init("client_id", "wallet-dev"),
                .init("pre-authorized_code", offer.preAuthorizedCode),
            ])
            let token = try await http.send(
                HttpRequest(
                    "POST", "\(server.identifier)/token",
                    headers: [HttpHeader("Content-Type", "application/x-www-form-urlencoded")], body: Array(form.utf8)))
            #expect(token.status == 200)
            let nonce = try await http.send(HttpRequest("POST", "\(server.identifier)/nonce"))
            #expect(nonce.status == 200)
            #expect(server.issuer.log.failures.isEmpty)
            #expect(server.issuer.log.exchanges.map(\.endpoint) == [.issuerMetadata, .token, .nonce])
            await server.stop()
        }

        @Test func `a stranger's anchor is not enough`() async throws {
            let server = try IssuerServer(clock: clock)
            let http = transport(try PeerPKI(at: clock.now).serverRoot.pem)
            let error = await #expect(throws: HttpError.self) {
                try await http.send(HttpRequest("GET", "\(server.identifier)/offers/x"))
            }
            #expect(error?.code == .tls)
            await server.stop()
        }

        @Test(arguments: [
            (PeerReply.Misbehaviour.cut(after: 20), HttpError.Code.cut), (.oversized(nil), .tooLarge),
            (.oversized(2000), .tooLarge), (.drip(bytes: 1, seconds: 0.1), .timeout),
            (.raw(Array("220 mail ready\r\n".utf8)), .notHttp), (.silence, .cut),
        ])
        func `misbehaviour reaches a real transport`(
            _ misbehaviour: PeerReply.Misbehaviour, _ code: HttpError.Code
        ) async throws {
            let server = try IssuerServer(
                clock: clock,
                wrap: { HostileIssuer($0, [Tampering("spoiled", at: .nonce, .misbehaving(misbehaviour))]) })
            let http = transport(server.serverAnchorPEM)
            // Short only where the time is meant to run out: a busy machine may take seconds for an honest answer.
            let timeout: Double = code == .timeout ? 2 : 30
            let request = HttpRequest("POST", "\(server.identifier)/nonce", timeout: timeout, maximumBody: 1000)
            let error = await #expect(throws: HttpError.self) { try await http.send(request) }
            #expect(error?.code == code)
            await server.stop()
        }

        @Test func `stopping ends what is still being handled`() async throws {
            let server = try IssuerServer(
                clock: clock, wrap: { HostileIssuer($0, [Tampering("late", at: .nonce, .delayed(3600))]) })
            let http = transport(server.serverAnchorPEM)
            async let waiting = Result { try await http.send(HttpRequest("POST", "\(server.identifier)/nonce")) }
            while server.issuer.log.exchanges.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
            await server.stop()
            let outcome = await waiting
            #expect(throws: HttpError.self) { try outcome.get() }
        }
    }

    func machineSeconds() -> Int64 {
        Int64(Date().timeIntervalSince1970)
    }

    extension Result where Failure == any Error {
        fileprivate init(_ body: () async throws -> Success) async {
            do { self = .success(try await body()) } catch { self = .failure(error) }
        }
    }
#endif
