import LanyardJSON
import LanyardText
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@Suite struct PossessionTests {
    let clock = FixedClock()

    func issuer(_ change: (inout PeerIssuer.Options) -> Void = { _ in }) throws -> PeerIssuer {
        var options = PeerIssuer.Options()
        options.authorization = .init { $0.pushing = .required }
        options.dpop = .init {
            $0.serverNonces = true
            $0.issuerNonces = true
        }
        options.refreshTokens = .init()
        change(&options)
        return try PeerIssuer(options, pki: PeerPKI(at: clock.now), clock: clock)
    }

    func holder(_ issuer: PeerIssuer) throws -> ScriptedHolder {
        var holder = ScriptedHolder(http: InProcessTransport(issuer), clock: clock)
        holder.possession = try ScriptedPossession(clock: clock)
        return holder
    }

    static let variants: [(String, @Sendable (inout PeerIssuer.Options) -> Void)] = [
        ("nonces", { _ in }), ("rotating nonces", { $0.dpop.rotatesNonces = true }),
        ("no nonces", { $0.dpop = .init(.required) }), ("accepted", { $0.dpop = .init(.accepted) }),
        ("in the URL", { $0.authorization = .init() }), ("no nonce endpoint", { $0.hasNonceEndpoint = false }),
        ("a query", { $0.credentialEndpointQuery = "tenant=1" }),
    ]

    @Test(arguments: variants.map(\.0))
    func `a holder that keeps the rules passes every check`(_ name: String) async throws {
        let issuer = try issuer { options in
            for variant in PossessionTests.variants where variant.0 == name { variant.1(&options) }
        }
        let holder = try holder(issuer)
        #expect(try await holder.receiveByCode(of: issuer.identifier).count == 2)
        #expect(try await holder.receive(issuer.makeOffer(["diploma"])).count == 2)
        #expect(issuer.log.failures.isEmpty)
        #expect(
            issuer.log.rows.isSuperset(of: ["VCI-DPOP-01", "VCI-DPOP-02", "VCI-DPOP-03", "VCI-DPOP-04", "VCI-DPOP-10"]))
    }

    @Test(arguments: RequestMutation.dpopTable)
    func `a wallet that breaks one row fails the check of that row`(_ mutation: RequestMutation) async throws {
        let issuer = try issuer {
            $0.identifier = "https://issuer.example/tenant"
            mutation.situation(&$0)
        }
        let holder = try holder(issuer)
        holder.http.mutate(mutation)
        _ = try? await holder.receiveByCode(
            of: issuer.identifier, offer: issuer.makeOffer(["pid"], grants: [.authorizationCode]))
        #expect(Set(issuer.log.failures.map(\.row)) == [mutation.row])
    }

    @Test func `a server without proofs answers with bearer tokens, and one that wants them can be made to`()
        async throws
    {
        for change: @Sendable (inout PeerIssuer.Options) -> Void in [
            { $0.dpop = .init(.off) }, { $0.faults = [.bearerForProof] },
        ] {
            let issuer = try issuer(change)
            let holder = try holder(issuer)
            let place = try await holder.place(issuer.identifier)
            let offer = issuer.makeOffer(["pid"])
            let form = holder.redeeming(preAuthorized: offer)
            let token = try await holder.requestToken(form, at: place)
            #expect(token["token_type"]?.string == "Bearer")
            #expect(issuer.log.failures.isEmpty)
        }
    }

    @Test func `a challenge without end, or without a nonce, brings nobody further`() async throws {
        for fault in [PeerFault.endlessNonceChallenge, .challengeWithoutNonce] {
            let issuer = try issuer { $0.faults = [fault] }
            let holder = try holder(issuer)
            await #expect(throws: ScriptedHolder.Refused.self) { try await holder.receive(issuer.makeOffer(["pid"])) }
            #expect(issuer.log.failures.isEmpty)
            #expect(issuer.log.requests(.token).count == (fault == .endlessNonceChallenge ? 2 : 1))
        }
    }

    @Test func `a server whose clock is ahead says so with a date`() async throws {
        let issuer = try issuer { $0.dpop = .init { $0.clockOffset = 600 } }
        let holder = try holder(issuer)
        let refused = await #expect(throws: ScriptedHolder.Refused.self) {
            try await holder.receive(issuer.makeOffer(["pid"]))
        }
        // The first day of 2026 was a Thursday.
        #expect(clock.now == Instant(seconds: 1_767_225_600))
        #expect(refused?.response.header("Date") == "Thu, 01 Jan 2026 00:10:00 GMT")
        #expect(refused?.error == "invalid_dpop_proof")
        await holder.possession?.correct(by: 600)
        #expect(try await holder.receive(issuer.makeOffer(["pid"])).count == 2)
        #expect(issuer.log.failures.isEmpty)
    }

    @Test func `a refresh token is rotated, bound to the key and good until it is revoked`() async throws {
        let issuer = try issuer()
        let holder = try holder(issuer)
        let place = try await holder.place(issuer.identifier)
        let first = try await holder.requestToken(holder.redeeming(preAuthorized: issuer.makeOffer(["pid"])), at: place)
        func refresh(_ token: JSON, by holder: ScriptedHolder) async throws -> JSON {
            try await holder.requestToken(
                [
                    FormEncoding.Field("grant_type", "refresh_token"),
                    FormEncoding.Field("refresh_token", token["refresh_token"]?.string ?? ""),
                    FormEncoding.Field("client_id", holder.clientID),
                ], at: place)
        }
        let second = try await refresh(first, by: holder)
        // The answer may have been lost: the old one is good once more, until the new one is used.
        let third = try await refresh(first, by: holder)
        #expect(Set([first, second, third].map { $0["refresh_token"]?.string }).count == 3)
        issuer.expireAccessTokens()
        #expect(issuer.log.failures.isEmpty)
        let fourth = try await refresh(third, by: holder)
        #expect(try await holder.requestCredentials("pid", fourth, at: place, party: holder.clientID).count == 2)
        #expect(issuer.log.failures.isEmpty)
        await #expect(throws: ScriptedHolder.Refused.self) { try await refresh(first, by: holder) }
        #expect(issuer.log.failures.map(\.row) == ["VCI-REF-02"])
        let stranger = try self.holder(issuer)
        await #expect(throws: ScriptedHolder.Refused.self) { try await refresh(fourth, by: stranger) }
        #expect(issuer.log.failures.map(\.row) == ["VCI-REF-02", "VCI-DPOP-10"])
        issuer.revokeRefreshTokens()
        for _ in 0..<2 {
            let refused = await #expect(throws: ScriptedHolder.Refused.self) { try await refresh(fourth, by: holder) }
            #expect(refused?.error == "invalid_grant")
        }
        #expect(issuer.log.failures.map(\.row) == ["VCI-REF-02", "VCI-DPOP-10", "VCI-REF-04"])
    }

    @Test(arguments: RequestMutation.refreshTable)
    func `a refresh request that breaks one row fails the check of that row`(_ mutation: RequestMutation) async throws {
        let issuer = try issuer(mutation.situation)
        let holder = try holder(issuer)
        let place = try await holder.place(issuer.identifier)
        let first = try await holder.requestToken(holder.redeeming(preAuthorized: issuer.makeOffer(["pid"])), at: place)
        holder.http.mutate(mutation)
        _ = try? await holder.requestToken(
            [
                FormEncoding.Field("grant_type", "refresh_token"),
                FormEncoding.Field("refresh_token", first["refresh_token"]?.string ?? ""),
                FormEncoding.Field("client_id", holder.clientID),
            ], at: place)
        #expect(Set(issuer.log.failures.map(\.row)) == [mutation.row])
    }
}
