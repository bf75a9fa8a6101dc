import TestPeers
import Testing
import WalletContracts
import WalletPorts

@Suite struct PeerIssuerTests {
    let clock = FixedClock()

    func issuer(_ change: (inout PeerIssuer.Options) -> Void = { _ in }) throws -> PeerIssuer {
        var options = PeerIssuer.Options()
        change(&options)
        return try PeerIssuer(options, pki: PeerPKI(at: clock.now), clock: clock)
    }

    func holder(_ issuer: PeerIssuer, keys: Int = 2) -> ScriptedHolder {
        ScriptedHolder(http: InProcessTransport(issuer), clock: clock, keyCount: keys)
    }

    @Test func `a holder that keeps the rules passes every check`() async throws {
        let issuer = try issuer()
        let offer = issuer.makeOffer(["pid"], transactionCode: .numeric("4711"))
        let texts = try await holder(issuer, keys: 3).receive(offer)
        #expect(texts.count == 3)
        #expect(issuer.log.failures.isEmpty)
        #expect(
            issuer.log.rows.isSuperset(of: [
                "VCI-OFFER-04", "VCI-OFFER-11", "VCI-OFFER-15", "VCI-META-01", "VCI-META-03", "VCI-META-04",
                "VCI-META-05", "VCI-META-10", "VCI-META-11", "VCI-META-15", "VCI-AS-01", "VCI-AS-05", "VCI-TOK-02",
                "VCI-TOK-03", "VCI-TOK-05", "VCI-TOK-09", "VCI-TOK-11", "VCI-TOK-12", "VCI-NONCE-01", "VCI-NONCE-04",
                "VCI-CREQ-01", "VCI-CREQ-03", "VCI-CREQ-05", "VCI-CREQ-06", "VCI-CREQ-07", "VCI-CREQ-08",
                "VCI-PROOF-01", "VCI-PROOF-02", "VCI-PROOF-03", "VCI-PROOF-04", "VCI-PROOF-05", "VCI-PROOF-06",
                "VCI-PROOF-07", "VCI-PROOF-08", "VCI-PROOF-09", "VCI-GEN-01", "VCI-GEN-02",
            ]))
    }

    @Test(arguments: RequestMutation.table)
    func `a wallet that breaks one row fails the check of that row`(_ mutation: RequestMutation) async throws {
        let issuer = try issuer {
            $0.identifier = "https://issuer.example/tenant"
            mutation.situation(&$0)
        }
        let holder = holder(issuer)
        holder.http.mutate(mutation)
        let offer = issuer.makeOffer(["pid"], transactionCode: .numeric("4711"))
        _ = try? await holder.receive(offer)
        #expect(Set(issuer.log.failures.map(\.row)) == [mutation.row])
    }

    static let variants: [(String, @Sendable (inout PeerIssuer.Options) -> Void)] = [
        ("no nonce endpoint", { $0.hasNonceEndpoint = false }),
        (
            "old token",
            {
                $0.hasNonceEndpoint = false; $0.sendsNonceWithToken = true
            }
        ),
        ("identifiers", { $0.identifiersPerConfiguration = 2 }),
        ("reversed", { $0.reversesBatch = true }),
        ("a path and a port", { $0.identifier = "https://issuer.example:8443/t/a%2Fb" }),
        ("a query", { $0.credentialEndpointQuery = "tenant=1&x=%2F" }),
        ("its own server", { $0.authorizationServers = [.init("https://as.example/realm")] }),
        ("keys from metadata", { $0.keySource = .metadata }),
        ("a notification id", { $0.sendsNotificationID = true }),
    ]

    @Test(arguments: PeerIssuerTests.variants.map(\.0))
    func `each variant within the rules issues`(_ name: String) async throws {
        let issuer = try issuer { options in
            for variant in PeerIssuerTests.variants where variant.0 == name { variant.1(&options) }
        }
        let texts = try await holder(issuer).receive(issuer.makeOffer(["pid"]))
        #expect(texts.count == 2)
        #expect(issuer.log.failures.isEmpty)
    }

    @Test func `a keyless configuration takes no proofs, and one that is left out of a batch is missing`() async throws
    {
        let issuer = try issuer { $0.omittedCredentials = 1 }
        #expect(try await holder(issuer).receive(issuer.makeOffer(["library-card"])).count == 1)
        #expect(try await holder(issuer, keys: 3).receive(issuer.makeOffer(["diploma"])).count == 2)
        #expect(issuer.log.failures.isEmpty)
    }

    @Test func `anonymous access does without a client id`() async throws {
        let issuer = try issuer { $0.allowsAnonymousAccess = true }
        #expect(try await holder(issuer).receive(issuer.makeOffer(["pid"])).count == 2)
        #expect(issuer.log.failures.isEmpty)
    }

    @Test func `a code is good once`() async throws {
        let issuer = try issuer()
        let holder = holder(issuer)
        let offer = issuer.makeOffer(["pid"])
        _ = try await holder.receive(offer)
        let refused = await #expect(throws: ScriptedHolder.Refused.self) { try await holder.receive(offer) }
        #expect(refused?.error == "invalid_grant")
        #expect(issuer.log.failures.isEmpty)
    }

    @Test func `a wrong code may be followed by another one, not by itself, and not for ever`() async throws {
        let issuer = try issuer { $0.transactionCodeAttempts = 2 }
        let holder = holder(issuer)
        let offer = issuer.makeOffer(["pid"], transactionCode: .text("s3cret"))
        func attempt(_ code: String) async -> String? {
            holder.http.mutate(.form("VCI-TOK-11", "code") { $0["tx_code"] = code })
            return await #expect(throws: ScriptedHolder.Refused.self) { try await holder.receive(offer) }?.error
        }
        #expect(await attempt("a") == "invalid_grant")
        #expect(issuer.log.failures.isEmpty)
        #expect(await attempt("a") == "invalid_request")
        #expect(issuer.log.failures.map(\.row) == ["VCI-TOK-11"])
        #expect(await attempt("b") == "invalid_grant")
        #expect(await attempt("s3cret") == "invalid_grant")
    }

    @Test func `a refused nonce must be replaced`() async throws {
        for refusal in [PeerIssuer.Options.NonceRefusal.invalidNonce, .invalidProofWithNonce] {
            let issuer = try issuer {
                $0.nonceRefusals = 1
                $0.nonceRefusal = refusal
            }
            let holder = holder(issuer)
            await #expect(throws: ScriptedHolder.Refused.self) { try await holder.receive(issuer.makeOffer(["pid"])) }
            #expect(issuer.log.failures.isEmpty)
            let last = try #require(issuer.log.requests(.credential).last)
            _ = try await holder.http.send(last)
            #expect(issuer.log.failures.map(\.row) == ["VCI-CERR-03"])
            #expect(try await holder.receive(issuer.makeOffer(["pid"])).count == 2)
        }
    }

    @Test func `a second request for the same, with the same keys, is noticed`() async throws {
        let issuer = try issuer()
        let holder = holder(issuer)
        _ = try await holder.receive(issuer.makeOffer(["pid"]))
        let last = try #require(issuer.log.requests(.credential).last)
        _ = try await holder.http.send(last)
        #expect(Set(issuer.log.failures.map(\.row)) == ["VCI-CREQ-08", "VCI-PROOF-09"])
    }

    @Test func `a code at another server than the one named is noticed`() async throws {
        let issuer = try issuer { $0.authorizationServers = [.init("https://a.example"), .init("https://b.example")] }
        let right = issuer.makeOffer(["pid"], authorizationServer: "https://a.example")
        #expect(try await holder(issuer).receive(right).count == 2)
        #expect(issuer.log.failures.isEmpty)
        let wrong = issuer.makeOffer(["pid"], authorizationServer: "https://b.example")
        await #expect(throws: ScriptedHolder.Refused.self) { try await holder(issuer).receive(wrong) }
        #expect(issuer.log.failures.map(\.row) == ["VCI-OFFER-12"])
    }

    @Test func `asking for what was not granted is noticed`() async throws {
        let issuer = try issuer { $0.withheldConfigurations = ["pid"] }
        await #expect(throws: ScriptedHolder.Refused.self) {
            try await holder(issuer).receive(issuer.makeOffer(["pid", "diploma"]))
        }
        #expect(issuer.log.failures.map(\.row) == ["VCI-TOK-09"])
    }

    @Test(arguments: PeerFault.allCases)
    func `each fault still gives an answer`(_ fault: PeerFault) async throws {
        let issuer = try issuer { $0.faults = [fault] }
        let texts = try await holder(issuer).receive(issuer.makeOffer(["pid"]))
        #expect(texts.count == (fault == .moreThanKeys ? 3 : fault == .noCredentials ? 0 : 2))
        #expect(issuer.log.failures.isEmpty)
    }
}
