import LanyardJSON
import LanyardText
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@Suite struct AuthorizationTests {
    typealias Authorization = PeerIssuer.Options.Authorization

    let clock = FixedClock()

    func issuer(_ change: (inout PeerIssuer.Options) -> Void = { _ in }) throws -> PeerIssuer {
        var options = PeerIssuer.Options()
        options.authorization = Authorization()
        change(&options)
        return try PeerIssuer(options, pki: PeerPKI(at: clock.now), clock: clock)
    }

    func holder(_ issuer: PeerIssuer) -> ScriptedHolder {
        ScriptedHolder(http: InProcessTransport(issuer), clock: clock)
    }

    static let variants: [(String, @Sendable (inout PeerIssuer.Options) -> Void)] = [
        ("in the URL", { _ in }),
        ("pushed", { $0.authorization?.pushing = .required }),
        ("with a login page", { $0.authorization?.page = .login }),
        ("an endpoint with a query", { $0.authorization?.endpointQuery = "tenant=1&x=%2F" }),
        (
            "an endpoint with a query, pushed",
            {
                $0.authorization = Authorization {
                    $0.endpointQuery = "tenant=1"
                    $0.pushing = .offered
                    $0.page = .login
                }
            }
        ),
        (
            "a server of its own",
            { $0.authorizationServers = [.init("https://as.example/realm", grantTypes: ["authorization_code"])] }
        ),
        ("identifiers", { $0.identifiersPerConfiguration = 2 }),
        ("a path and a port", { $0.identifier = "https://issuer.example:8443/t/a%2Fb" }),
        ("a configuration without scope", { $0.configurations[0].scope = nil }),
    ]

    @Test(arguments: variants.map(\.0), [false, true])
    func `a holder that keeps the rules passes every check`(_ name: String, byDetails: Bool) async throws {
        let issuer = try issuer { options in
            for variant in AuthorizationTests.variants where variant.0 == name { variant.1(&options) }
        }
        var holder = holder(issuer)
        holder.asksByDetails = byDetails
        #expect(try await holder.receiveByCode(of: issuer.identifier).count == 2)
        let offer = issuer.makeOffer(["pid"], grants: [.authorizationCode])
        #expect(try await holder.receiveByCode(of: issuer.identifier, offer: offer).count == 2)
        #expect(issuer.log.failures.isEmpty)
        #expect(
            issuer.log.rows.isSuperset(of: [
                "VCI-AUTHZ-01", "VCI-AUTHZ-07", "VCI-AUTHZ-08", "VCI-AUTHZ-09", "VCI-OFFER-11", "VCI-TOK-01",
                "VCI-ARESP-06", "VCI-CAUTH-01", "VCI-PAR-05",
            ]))
    }

    @Test(arguments: RequestMutation.authorizationTable)
    func `a wallet that breaks one row fails the check of that row`(_ mutation: RequestMutation) async throws {
        let issuer = try issuer {
            $0.identifier = "https://issuer.example/tenant"
            mutation.situation(&$0)
        }
        let holder = holder(issuer)
        holder.http.mutate(mutation)
        let offer = issuer.makeOffer(["pid"], grants: [.authorizationCode])
        _ = try? await holder.receiveByCode(of: issuer.identifier, offer: offer)
        #expect(Set(issuer.log.failures.map(\.row)) == [mutation.row])
    }

    @Test func `a code is good once, for its lifetime, and for the whole configuration that was asked for`()
        async throws
    {
        let issuer = try issuer()
        let holder = holder(issuer)
        let place = try await holder.place(issuer.identifier)
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        let redirect = try await holder.authorize("pid", at: place, verifier: verifier)
        let form = try holder.redeeming(redirect, at: place, verifier: verifier)
        let token = try await holder.requestToken(form, at: place)
        #expect(token["scope"]?.string == "pid")
        let again = await #expect(throws: ScriptedHolder.Refused.self) {
            try await holder.requestToken(form, at: place)
        }
        #expect(again?.error == "invalid_grant")
        let other = verifier + "2"
        let second = try await holder.authorize("pid", at: place, verifier: other)
        let late = try holder.redeeming(second, at: place, verifier: other)
        clock.advance(by: 61)
        let refused = await #expect(throws: ScriptedHolder.Refused.self) {
            try await holder.requestToken(late, at: place)
        }
        #expect(refused?.error == "invalid_grant")
        #expect(issuer.log.failures.isEmpty)
    }

    @Test func `state and challenge are of one request alone`() async throws {
        let issuer = try issuer()
        let holder = holder(issuer)
        let place = try await holder.place(issuer.identifier)
        _ = try await holder.authorize("pid", at: place, verifier: String(repeating: "v", count: 43))
        _ = try await holder.authorize("pid", at: place, verifier: String(repeating: "v", count: 43))
        #expect(issuer.log.failures.map(\.row) == ["VCI-AUTHZ-08"])
        let first = try #require(issuer.log.requests(.authorization).first)
        _ = try await holder.http.browser().visit(first.url)
        #expect(Set(issuer.log.failures.map(\.row)) == ["VCI-AUTHZ-08", "VCI-AUTHZ-09"])
    }

    @Test func `a pushed request is good once and until it expires`() async throws {
        let issuer = try issuer { $0.authorization?.pushing = .required }
        let holder = holder(issuer)
        let place = try await holder.place(issuer.identifier)
        _ = try await holder.authorize("pid", at: place, verifier: String(repeating: "v", count: 43))
        #expect(issuer.log.failures.isEmpty)
        let visited = try #require(issuer.log.requests(.authorization).last)
        await #expect(throws: PeerBrowser.Stuck.self) { try await holder.http.browser().visit(visited.url) }
        #expect(issuer.log.failures.map(\.row) == ["VCI-PAR-04"])
    }

    @Test func `what the person decides comes back in the redirect, with state and issuer`() async throws {
        let issuer = try issuer { $0.authorization?.page = .login }
        var holder = holder(issuer)
        holder.decision = .deny
        let place = try await holder.place(issuer.identifier)
        let redirect = try await holder.authorize("pid", at: place, verifier: String(repeating: "v", count: 43))
        let fields = FormEncoding.decode(redirect.drop { $0 != "?" }.dropFirst()) ?? []
        #expect(fields.map(\.name) == ["from", "error", "error_description", "state", "iss"])
        #expect(fields.first { $0.name == "error" }?.value == "access_denied")
        #expect(fields.last?.value == issuer.identifier)
    }

    @Test func `a page shows outside text as text`() async throws {
        let issuer = try issuer { $0.authorization?.page = .login }
        var holder = holder(issuer)
        holder.clientID = "<script>alert(1)</script>"
        let place = try await holder.place(issuer.identifier)
        _ = try await holder.authorize("pid", at: place, verifier: String(repeating: "v", count: 43))
        let page = issuer.log.exchanges.first { $0.endpoint == .authorization }
        let html = String(decoding: page?.response.body ?? [], as: UTF8.self)
        #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && !html.contains("<script>"))
    }

    @Test(arguments: PeerBrowser.Tampering.allCases)
    func `a redirect can be tampered with`(_ tampering: PeerBrowser.Tampering) {
        let honest = "app://back?code=c&state=s&iss=https%3A%2F%2Fissuer.example"
        let expected: [PeerBrowser.Tampering: String] = [
            .wrongState: "app://back?code=c&iss=https%3A%2F%2Fissuer.example&state=c3RhdGUtb2Ytc29tZW9uZS1lbHNl",
            .missingState: "app://back?code=c&iss=https%3A%2F%2Fissuer.example",
            .duplicateState: "app://back?code=c&state=s&iss=https%3A%2F%2Fissuer.example&state=s",
            .wrongIssuer: "app://back?code=c&state=s&iss=https%3A%2F%2Felsewhere.example",
            .missingIssuer: "app://back?code=c&state=s",
            .duplicateCode: "app://back?code=c&state=s&iss=https%3A%2F%2Fissuer.example&code=c",
            .missingCode: "app://back?state=s&iss=https%3A%2F%2Fissuer.example",
            .errorFromElsewhere: "app://back?state=s&error=access_denied&iss=https%3A%2F%2Felsewhere.example",
            .error: "app://back?state=s&iss=https%3A%2F%2Fissuer.example&error=access_denied",
            .implicit: "app://back#state=s&access_token=x&token_type=Bearer",
            .elsewhere: "app://back.elsewhere?code=c&state=s&iss=https%3A%2F%2Fissuer.example",
        ]
        #expect(tampering.applied(to: honest) == expected[tampering])
    }
}
