import LanyardInspect
import LanyardJSON
import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@Suite struct LiveInspectionTests {
    private static let rows = DocumentInspectionTests.metaRows + DocumentInspectionTests.serverRows

    /// Inspects an issuer of our own, tampered with.
    private static func inspect(
        _ url: String = "https://issuer.example", strictness: Strictness = .tolerant, tampering: Tampering? = nil,
        _ change: (inout PeerIssuer.Options) -> Void = { _ in }
    ) async throws -> (Inspection?, PeerIssuer) {
        let clock = FixedClock()
        var options = PeerIssuer.Options()
        change(&options)
        let issuer = try PeerIssuer(options, pki: PeerPKI(at: clock.now), clock: clock)
        let http = InProcessTransport(clock: clock)
        http.add(HostileIssuer(issuer, tampering.map { [$0] } ?? []))
        let inspector = LiveInspector(
            http: http, options: InspectOptions(now: clock.now, strictness: strictness), languages: ["en"])
        return (try await inspector.inspect(url), issuer)
    }

    @Test(
        .row("VCI-META-01", "VCI-META-03", "VCI-AS-01", "VCI-AS-02"),
        arguments: [
            "https://issuer.example", "https://issuer.example/.well-known/openid-credential-issuer",
        ])
    func `VCI-META-01 of a sound issuer every row is told and none is broken`(_ url: String) async throws {
        let (found, issuer) = try await Self.inspect(url)
        let inspection = try #require(found)
        #expect(inspection.kind == "live-issuer")
        #expect(inspection.hasPassed, "\(inspection.faults)")
        #expect(inspection.isExplained)
        for row in Self.rows { #expect(inspection.outcome(row) != nil, "\(row)") }
        for row in [
            "VCI-META-01", "VCI-META-03", "VCI-META-06", "VCI-META-07", "VCI-META-10", "VCI-AS-01", "VCI-AS-02",
        ] {
            #expect(inspection.outcome(row) == .passed, "\(row)")
        }
        // Documents alone are asked for, and without a token.
        #expect(
            issuer.log.exchanges.allSatisfy { $0.request.method == "GET" && $0.request.header("Authorization") == nil })
        #expect(Set(issuer.log.exchanges.map(\.endpoint)) == [.issuerMetadata, .authorizationServerMetadata])
    }

    @Test(.row("VCI-AS-02")) func `VCI-AS-02 an authorization server can be asked alone`() async throws {
        let (found, _) = try await Self.inspect("https://issuer.example/.well-known/oauth-authorization-server")
        let inspection = try #require(found)
        #expect(inspection.kind == "live-authorization-server")
        #expect(inspection.hasPassed)
        for row in DocumentInspectionTests.serverRows { #expect(inspection.outcome(row) != nil, "\(row)") }
    }

    static let tamperings: [(Tampering, String, String)] = [
        (.init("404", at: .issuerMetadata, .status(404)), "VCI-META-03", "issuerMetadata.status"),
        (
            .init("redirect", at: .issuerMetadata, .redirected("https://b.example/")), "VCI-META-03",
            "issuerMetadata.status"
        ),
        (
            .init("large", at: .issuerMetadata, .misbehaving(.oversized(nil))), "VCI-META-03",
            "issuerMetadata.unreachable"
        ),
        (.init("cut", at: .authorizationServerMetadata, .misbehaving(.silence)), "VCI-AS-01", "as.unreachable"),
        (.init("html", at: .issuerMetadata, .contentType("text/html")), "VCI-META-06", "issuerMetadata.mediaType"),
        (
            .init("jwt", at: .issuerMetadata, .contentType("application/jwt")), "VCI-META-06",
            "issuerMetadata.signed.unsupported"
        ),
        (.init("no JSON", at: .issuerMetadata, .body(Array("{".utf8))), "VCI-META-06", "issuerMetadata.json"),
        (
            .init("other", at: .issuerMetadata, .json { $0["credential_issuer"] = "https://issuer.example/" }),
            "VCI-META-07",
            "issuerMetadata.issuer.mismatch"
        ),
        (
            .init("http", at: .issuerMetadata, .json { $0["credential_endpoint"] = "http://issuer.example/c" }),
            "VCI-META-10",
            "issuerMetadata.notHTTPS"
        ),
        (.init("404", at: .authorizationServerMetadata, .status(404)), "VCI-AS-01", "as.status"),
        (.init("html", at: .authorizationServerMetadata, .contentType("text/html")), "VCI-AS-01", "as.mediaType"),
        (
            .init("other", at: .authorizationServerMetadata, .json { $0["issuer"] = "https://b.example" }), "VCI-AS-02",
            "as.issuer.mismatch"
        ),
        (
            .init("no token", at: .authorizationServerMetadata, .json { $0["token_endpoint"] = nil }), "VCI-AS-04",
            "as.missing"
        ),
    ]

    @Test(
        .row("VCI-META-03", "VCI-META-06", "VCI-META-07", "VCI-META-10", "VCI-AS-02", "VCI-AS-04"),
        arguments: tamperings)
    func `VCI-META-07 each fault of a live issuer is told under its row`(
        _ tampering: Tampering, _ row: String, _ code: String
    ) async throws {
        let inspection = try #require(try await Self.inspect(tampering: tampering).0)
        #expect(inspection.outcome(row) == .failed)
        #expect(inspection.faults.contains(code), "\(inspection.faults)")
        #expect(inspection.isExplained)
        for row in Self.rows { #expect(inspection.outcome(row) != nil, "\(row)") }
    }

    @Test(arguments: Tampering.table(for: .issuerMetadata) + Tampering.table(for: .authorizationServerMetadata))
    func `whatever a server answers, every verdict is explained`(_ tampering: Tampering) async throws {
        do {
            let inspection = try #require(try await Self.inspect(tampering: tampering).0)
            #expect(!inspection.hasPassed)
            #expect(inspection.isExplained)
        } catch let error as HttpError {
            #expect(!error.isServersFault)
        }
    }

    @Test(arguments: [
        ("https://issuer.example", PeerEndpoint.issuerMetadata),
        ("https://issuer.example/.well-known/oauth-authorization-server", .authorizationServerMetadata),
    ])
    func `when the network gives no answer there is nothing to judge`(_ url: String, _ endpoint: PeerEndpoint) async {
        await #expect(throws: HttpError.self) {
            try await Self.inspect(url, tampering: .init("cut", at: endpoint, .misbehaving(.silence)))
        }
    }

    @Test func `an answer that is too large is the issuer's fault`() async throws {
        let large = Tampering("large", at: .issuerMetadata, .misbehaving(.oversized(nil)))
        let inspection = try #require(try await Self.inspect(tampering: large).0)
        let findings = inspection.checks.flatMap(\.findings)
        #expect(findings.contains { $0.code.description == "issuerMetadata.unreachable" && $0.party == .issuer })
    }

    @Test func `of more servers than are asked the number is told`() async throws {
        let (found, _) = try await Self.inspect { options in
            options.authorizationServers = (0..<7).map { .init("https://a\($0).example") }
        }
        let inspection = try #require(found)
        #expect(inspection.parts.filter { $0.kind == "live-authorization-server" }.count == 5)
        #expect(inspection.checks.contains { $0.outcome == .notJudged && $0.why.hasPrefix("the first 5 of 7") })
    }

    @Test(.row("LEG-05", "VCI-AS-03")) func `LEG-05 former places are tolerated, and refused when strict`() async throws
    {
        func inspect(_ strictness: Strictness) async throws -> Inspection {
            let url = "https://issuer.example/tenant"
            let (found, _) = try await Self.inspect(url, strictness: strictness) {
                $0.identifier = url
                $0.placement = .suffix
                $0.serverPlacement = .openidSuffix
            }
            return try #require(found)
        }
        let codes: Set<String> = ["issuerMetadata.suffix", "as.metadata.openIDConfiguration"]
        let tolerant = try await inspect(.tolerant)
        #expect(tolerant.codes(.tolerated).isSuperset(of: codes))
        #expect(tolerant.hasPassed)
        #expect(try await inspect(.strict).faults.isSuperset(of: codes))
    }

    @Test(.row("VCI-META-12")) func `VCI-META-12 several servers are each looked at`() async throws {
        let (found, _) = try await Self.inspect { options in
            options.authorizationServers = [
                .init("https://a.example", isUnreachable: true), .init("https://b.example"),
            ]
        }
        let inspection = try #require(found)
        #expect(inspection.parts.filter { $0.kind == "live-authorization-server" }.count == 2)
        #expect(inspection.outcome("VCI-META-12") == .passed)
        #expect(inspection.faults == ["as.status"])
    }

    @Test(arguments: [
        "http://issuer.example", "https://issuer.example?x", "issuer.example", "",
    ])
    func `what is no identifier is not asked`(_ url: String) async throws {
        let (_, issuer) = try await Self.inspect(url)
        #expect(issuer.log.exchanges.isEmpty)
    }
}
