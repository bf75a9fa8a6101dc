import LanyardJSON
import LanyardText
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@Suite struct ClientTests {
    let clock = FixedClock()

    func issuer(_ change: (inout PeerIssuer.Options) -> Void) throws -> PeerIssuer {
        var options = PeerIssuer.Options()
        options.authorization = .init { $0.pushing = .required }
        change(&options)
        return try PeerIssuer(options, pki: PeerPKI(at: clock.now), clock: clock)
    }

    /// An issuer for attested clients, and a holder of a provider that it trusts.
    func attested(_ change: (inout PeerIssuer.Options) -> Void = { _ in }) throws -> (PeerIssuer, ScriptedHolder) {
        let provider = try PeerWalletProvider(clock: clock)
        let issuer = try issuer {
            $0.walletProviders = [provider.anchor]
            $0.clients = .init {
                $0.methods = [.attestation]
                $0.challenge = .endpoint
                $0.rotatesChallenges = true
            }
            change(&$0)
        }
        var holder = ScriptedHolder(http: InProcessTransport(issuer), clock: clock)
        holder.provider = provider
        holder.client = try ScriptedClient(.attestation, clientID: holder.clientID, provider: provider, clock: clock)
        return (issuer, holder)
    }

    func asserting(_ change: @escaping (inout PeerIssuer.Options) -> Void = { _ in }) async throws -> (
        PeerIssuer, ScriptedHolder
    ) {
        let client = try ScriptedClient(.assertion, clientID: "wallet-dev", clock: clock)
        let key = client.key.jwk
        let issuer = try issuer {
            $0.clients = .init {
                $0.methods = [.assertion]
                $0.keys = ["wallet-dev": ["keys": [key]]]
            }
            $0.authorization?.requestObjects = .required
            change(&$0)
        }
        var holder = ScriptedHolder(http: InProcessTransport(issuer), clock: clock)
        holder.client = client
        holder.signsRequests = true
        return (issuer, holder)
    }

    static let variants: [(String, @Sendable (inout PeerIssuer.Options) -> Void)] = [
        ("challenges at an endpoint, rotating", { _ in }),
        ("challenges at an endpoint", { $0.clients.rotatesChallenges = false }),
        ("challenges in a header", { $0.clients.challenge = .header }),
        ("no challenges", { $0.clients.challenge = .none }),
        ("a stale attestation", { $0.clients.staleAttestations = 1 }), ("refresh", { $0.refreshTokens = .init() }),
    ]

    @Test(arguments: variants.map(\.0))
    func `an attested client that keeps the rules passes every check`(_ name: String) async throws {
        let (issuer, holder) = try attested { options in
            for variant in ClientTests.variants where variant.0 == name { variant.1(&options) }
        }
        #expect(try await holder.receiveByCode(of: issuer.identifier).count == 2)
        #expect(issuer.log.failures.isEmpty)
        #expect(
            issuer.log.rows.isSuperset(of: [
                "VCI-WATT-01", "VCI-WATT-02", "VCI-WATT-03", "VCI-WATT-04", "VCI-WATT-05", "VCI-WATT-09", "VCI-WATT-10",
                "VCI-PAR-03",
            ]))
    }

    @Test(arguments: RequestMutation.attestationTable)
    func `an attested client that breaks one row fails the check of that row`(_ mutation: RequestMutation) async throws
    {
        let (issuer, holder) = try attested(mutation.situation)
        holder.http.mutate(mutation)
        _ = try? await holder.receiveByCode(of: issuer.identifier)
        #expect(Set(issuer.log.failures.map(\.row)) == [mutation.row])
    }

    @Test(arguments: [
        PeerWalletProvider.Fault.expired, .otherKey, .otherClient, .wrongType, .noCertificates, .selfSignedSigner,
        .anchorInChain, .tamperedSignature,
    ])
    func `an attestation with a fault is refused`(_ fault: PeerWalletProvider.Fault) async throws {
        let (issuer, holder) = try attested()
        holder.provider?.options.faults = [fault]
        _ = try? await holder.receiveByCode(of: issuer.identifier)
        let row = fault == .otherKey ? "VCI-WATT-04" : fault == .otherClient ? "VCI-WATT-03" : "VCI-WATT-02"
        #expect(Set(issuer.log.failures.map(\.row)) == [row])
    }

    @Test func `a refused attestation is refused for good`() async throws {
        let (issuer, holder) = try attested { $0.faults = [.attestationRefused] }
        for _ in 0..<2 {
            let refused = await #expect(throws: ScriptedHolder.Refused.self) {
                try await holder.receiveByCode(of: issuer.identifier)
            }
            #expect(refused?.error == "invalid_client_attestation")
        }
        #expect(issuer.log.failures.map(\.row) == ["VCI-WATT-08"])
    }

    @Test func `one key for two servers is noticed, and another key for a refresh token`() async throws {
        let (issuer, holder) = try attested {
            $0.refreshTokens = .init()
            $0.authorization = nil
            $0.authorizationServers = [.init("https://a.example"), .init("https://b.example")]
        }
        let place = try await holder.place(issuer.identifier)
        let token = try await holder.requestToken(holder.redeeming(preAuthorized: issuer.makeOffer(["pid"])), at: place)
        let metadata = try await holder.get("https://b.example/.well-known/oauth-authorization-server")
        let other = ScriptedHolder.Place(
            issuer: place.issuer, server: "https://b.example", metadata: place.metadata, serverMetadata: metadata)
        _ = try? await holder.requestToken(holder.redeeming(preAuthorized: issuer.makeOffer(["pid"])), at: other)
        #expect(issuer.log.failures.map(\.row) == ["VCI-WATT-10"])
        var stranger = holder
        stranger.client = try ScriptedClient(
            .attestation, clientID: holder.clientID, provider: holder.provider, clock: clock)
        _ = try? await stranger.requestToken(
            [
                FormEncoding.Field("grant_type", "refresh_token"), FormEncoding.Field("client_id", holder.clientID),
                FormEncoding.Field("refresh_token", token["refresh_token"]?.string ?? ""),
            ], at: place)
        #expect(issuer.log.failures.map(\.row) == ["VCI-WATT-10", "VCI-WATT-11"])
    }

    @Test func `a client with a key of its own signs assertions and requests`() async throws {
        let (issuer, holder) = try await asserting()
        #expect(try await holder.receiveByCode(of: issuer.identifier).count == 2)
        #expect(issuer.log.failures.isEmpty)
        #expect(issuer.log.rows.isSuperset(of: ["VCI-CAUTH-03", "VCI-PAR-08"]))
    }

    @Test(arguments: RequestMutation.assertionTable)
    func `a client with a key that breaks one row fails the check of that row`(_ mutation: RequestMutation) async throws
    {
        let (issuer, holder) = try await asserting(mutation.situation)
        holder.http.mutate(mutation)
        _ = try? await holder.receiveByCode(of: issuer.identifier)
        #expect(Set(issuer.log.failures.map(\.row)) == [mutation.row])
    }

    @Test func `a client registers before it is served`() async throws {
        let issuer = try issuer { $0.clients.wantsRegistration = true }
        var holder = ScriptedHolder(http: InProcessTransport(issuer), clock: clock)
        await #expect(throws: ScriptedHolder.Refused.self) { try await holder.receiveByCode(of: issuer.identifier) }
        #expect(issuer.log.failures.map(\.row) == ["VCI-CAUTH-06"])
        let place = try await holder.place(issuer.identifier)
        let metadata: JSONObject = [
            "redirect_uris": [.string(holder.redirectURI)], "token_endpoint_auth_method": "none",
            "client_name": "Wallet",
        ]
        let client = try await holder.post(
            place.endpoint("registration"), "application/json", JSON.object(metadata).encoded())
        #expect(client["client_name"]?.string == "Wallet")
        holder.clientID = client["client_id"]?.string ?? ""
        #expect(try await holder.receiveByCode(of: issuer.identifier).count == 2)
        #expect(issuer.log.failures.count == 1)
    }
}
