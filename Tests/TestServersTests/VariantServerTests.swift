#if os(Linux)
    import LanyardJSON
    import LanyardText
    import SystemAdapters
    import TestPeers
    import TestServers
    import Testing
    import WalletContracts
    import WalletPorts

    @Suite struct VariantServerTests {
        let clock = FixedClock(Instant(seconds: machineSeconds()))

        func transport(_ server: IssuerServer) -> CurlTransport {
            CurlTransport(
                HttpTransportConfiguration(extraRoots: server.serverAnchorPEM, allowsPrivateAddresses: true))
        }

        @Test func `a person logs in over TLS and is sent back to the wallet`() async throws {
            var options = PeerIssuer.Options()
            options.authorization = .init { $0.page = .login }
            let server = try IssuerServer(options, path: "/tenant", clock: clock)
            let request = FormEncoding.encode([
                .init("response_type", "code"), .init("client_id", "wallet-dev"), .init("scope", "pid"),
                .init("redirect_uri", "http://127.0.0.1:1/callback"), .init("state", "Hk3ZV8yH2bS9qGm0cJ1uXw"),
                .init("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
                .init("code_challenge_method", "S256"),
            ])
            let url = "\(server.identifier)/authorize?\(request)"
            let page = try await transport(server).send(HttpRequest("GET", url))
            #expect(page.status == 200 && page.mediaType == "text/html")
            let redirect = try await PeerBrowser(transport(server)).visit(url)
            #expect(redirect.hasPrefix("http://127.0.0.1:1/callback?code="))
            #expect(server.issuer.log.failures.isEmpty)
            // A page may be loaded again, but not once it led to a code.
            _ = try await PeerBrowser(transport(server)).visit(url)
            #expect(Set(server.issuer.log.failures.map(\.row)) == ["VCI-AUTHZ-08", "VCI-AUTHZ-09"])
            await server.stop()
        }

        @Test func `a wallet provider attests over TLS what it is asked for`() async throws {
            let provider = try PeerWalletProvider(clock: clock)
            let server = try IssuerServer(provider: provider, clock: clock)
            let base = try #require(server.walletProvider)
            let http = transport(server)
            func ask(_ name: String, _ body: JSON) async throws -> HttpResponse {
                try await http.send(
                    HttpRequest(
                        "POST", "\(base)/\(name)", headers: [HttpHeader("Content-Type", "application/json")],
                        body: body.encoded()))
            }
            // RFC 7517 Appendix A.1.
            let key: JSON = [
                "kty": "EC", "crv": "P-256", "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
                "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM",
            ]
            let client = try await ask(
                "client-attestation", ["public_key": key, "authorization_server": "https://as.example"])
            let text = try JSON(parsing: client.body)["client_attestation"]?.string ?? ""
            #expect(payload(text)?["cnf"]?["jwk"] == key)
            let keys = try await ask(
                "key-attestation", ["public_keys": [key], "nonce": "n", "key_storage": ["iso_18045_high"]])
            let attested = payload(try JSON(parsing: keys.body)["key_attestation"]?.string ?? "")
            #expect(attested?["attested_keys"] == [key] && attested?["nonce"]?.string == "n")
            #expect(attested?["key_storage"] == ["iso_18045_high"])
            #expect(
                provider.requests.map { if case .client(_, let server) = $0 { server } else { "" } } == [
                    "https://as.example", "",
                ])
            #expect(try await ask("client-attestation", ["public_key": ["kty": "EC"]]).status == 400)
            #expect(try await ask("nothing", [:]).status == 404)
            provider.options.faults = [.unreachable]
            #expect(try await ask("key-attestation", ["public_keys": [key]]).status == 503)
            provider.options.faults = [.refusing]
            #expect(try await ask("key-attestation", ["public_keys": [key]]).status == 403)
            await server.stop()
        }

        private func payload(_ text: String) -> JSON? {
            let parts = text.split(separator: ".")
            return parts.count == 3 ? Base64URL.decode(parts[1]).flatMap { try? JSON(parsing: $0) } : nil
        }
    }
#endif
