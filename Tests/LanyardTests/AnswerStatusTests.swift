import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// What a wallet makes of each status at each endpoint: the kind of failure, whose it is, whether to try again, what to do.
@Suite struct AnswerStatusTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let endpoint: PeerEndpoint
        let status: Int
        let code: IssuanceError.Code
        /// Words of the remedy.
        let remedy: String
        var isRetryable = false
        var retryAfter: String?

        var testDescription: String { "\(endpoint.rawValue) \(status)" }
    }

    /// Statuses that mean the same at each endpoint whose answer is a document or a message.
    private static func everywhere(_ endpoint: PeerEndpoint, _ fault: IssuanceError.Code) -> [Case] {
        let busy: IssuanceError.Code = .refused
        return [
            Case(endpoint: endpoint, status: 204, code: fault, remedy: "Answer"),
            Case(endpoint: endpoint, status: 302, code: fault, remedy: "redirects are not followed"),
            Case(endpoint: endpoint, status: 405, code: fault, remedy: "Allow the method"),
            Case(endpoint: endpoint, status: 406, code: fault, remedy: "application/json"),
            Case(endpoint: endpoint, status: 418, code: fault, remedy: "server's log"),
            Case(endpoint: endpoint, status: 501, code: fault, remedy: "server's log"),
            Case(endpoint: endpoint, status: 408, code: busy, remedy: "try again later", isRetryable: true),
            Case(endpoint: endpoint, status: 500, code: busy, remedy: "try again later", isRetryable: true),
            Case(endpoint: endpoint, status: 502, code: busy, remedy: "try again later", isRetryable: true),
            Case(endpoint: endpoint, status: 504, code: busy, remedy: "try again later", isRetryable: true),
            Case(
                endpoint: endpoint, status: 429, code: busy, remedy: "in 17 seconds", isRetryable: true,
                retryAfter: "17"),
            Case(
                endpoint: endpoint, status: 503, code: busy, remedy: "in 1 second", isRetryable: true, retryAfter: "1"
            ),
            Case(endpoint: endpoint, status: 503, code: busy, remedy: "try again", isRetryable: true),
        ]
    }

    private static let own: [Case] = [
        Case(endpoint: .offer, status: 400, code: .invalidOffer, remedy: "server's log"),
        Case(endpoint: .offer, status: 401, code: .invalidOffer, remedy: "carries no credentials"),
        Case(endpoint: .offer, status: 404, code: .invalidOffer, remedy: "ask the issuer for a new one"),
        Case(endpoint: .offer, status: 410, code: .invalidOffer, remedy: "ask the issuer for a new one"),
        Case(endpoint: .issuerMetadata, status: 401, code: .invalidMetadata, remedy: "carries no credentials"),
        Case(endpoint: .issuerMetadata, status: 404, code: .invalidMetadata, remedy: "openid-credential-issuer"),
        Case(
            endpoint: .authorizationServerMetadata, status: 403, code: .invalidMetadata,
            remedy: "carries no credentials"),
        Case(
            endpoint: .authorizationServerMetadata, status: 404, code: .invalidMetadata,
            remedy: "oauth-authorization-server"),
        Case(endpoint: .token, status: 400, code: .invalidResponse, remedy: "server's log"),
        Case(endpoint: .token, status: 401, code: .invalidResponse, remedy: "client id"),
        Case(endpoint: .token, status: 404, code: .invalidResponse, remedy: "token endpoint in the metadata"),
        Case(endpoint: .nonce, status: 401, code: .invalidResponse, remedy: "carries no credentials"),
        Case(endpoint: .nonce, status: 404, code: .invalidResponse, remedy: "in the metadata"),
        Case(endpoint: .credential, status: 400, code: .invalidResponse, remedy: "server's log"),
        Case(endpoint: .credential, status: 401, code: .invalidResponse, remedy: "Accept the token"),
        Case(endpoint: .credential, status: 404, code: .invalidResponse, remedy: "credential endpoint in the metadata"),
    ]

    static let cases: [Case] =
        everywhere(.offer, .invalidOffer) + everywhere(.issuerMetadata, .invalidMetadata)
        + everywhere(.authorizationServerMetadata, .invalidMetadata) + everywhere(.token, .invalidResponse)
        + everywhere(.nonce, .invalidResponse) + everywhere(.credential, .invalidResponse) + own

    private static func party(of endpoint: PeerEndpoint) -> Finding.Party {
        [.token, .authorizationServerMetadata].contains(endpoint) ? .authorizationServer : .issuer
    }

    private static func outcome(_ effect: Tampering.Effect, at endpoint: PeerEndpoint) async throws -> IssuanceError? {
        let harness = try await Harness()
        harness.http.add(HostileIssuer(harness.issuer, [Tampering("an answer", at: endpoint, effect)]))
        do {
            _ = try await harness.receive(byReference: true)
            return nil
        } catch let error as IssuanceError {
            #expect(harness.leftovers == [] && harness.area.handles.isEmpty)
            return error
        }
    }

    @Test(.row("VCI-OFFER-05", "VCI-META-03"), arguments: cases)
    func `each status says whose fault it is, whether to try again and what to do`(_ sample: Case)
        async throws
    {
        let headers =
            [HttpHeader("Location", "https://elsewhere.example/")]
            + (sample.retryAfter.map { [HttpHeader("Retry-After", $0)] } ?? [])
        let answer = HttpResponse(status: sample.status, headers: headers)
        let error = try #require(try await Self.outcome(.replaced(answer), at: sample.endpoint))
        #expect(error.code == sample.code)
        #expect(error.party == Self.party(of: sample.endpoint))
        #expect(error.remedy.contains(sample.remedy), "\(error.remedy)")
        #expect(error.isRetryable == sample.isRetryable)
        if let seconds = sample.retryAfter { #expect(error.retryAfter == Double(seconds)) }
        #expect("\(error)".contains("\(sample.status)"))
        #expect(error.endpoint?.hasPrefix("https://issuer.example/") == true)
    }

    @Test func `what a server says with a refusal of a document is told`() async throws {
        let body = #"{"error":"invalid_request","error_description":"offer taken\u001b[2J"}"#
        let answer = HttpResponse(
            status: 400, headers: [HttpHeader("Content-Type", "application/json")], body: Array(body.utf8))
        let error = try #require(try await Self.outcome(.replaced(answer), at: .offer))
        #expect(error.serverError == "invalid_request")
        #expect(error.serverDescription?.hasPrefix("offer taken") == true)
        #expect(error.serverDescription?.contains("\u{1B}") == false)
    }

    @Test func `an empty body is called empty`() async throws {
        let answer = HttpResponse(status: 200, headers: [HttpHeader("Content-Type", "application/json")])
        for endpoint in [
            PeerEndpoint.offer, .issuerMetadata, .authorizationServerMetadata, .token, .nonce, .credential,
        ] {
            let error = try #require(try await Self.outcome(.replaced(answer), at: endpoint))
            #expect(error.finding?.code.description.hasSuffix(".empty") == true, "\(error)")
        }
    }

    @Test func `an answer that is too large or no HTTP is the server's fault, a broken line nobody's`() async throws {
        for endpoint in [
            PeerEndpoint.offer, .issuerMetadata, .authorizationServerMetadata, .token, .nonce, .credential,
        ] {
            let large = try #require(try await Self.outcome(.misbehaving(.oversized(nil)), at: endpoint))
            #expect(large.party == Self.party(of: endpoint) && !large.isRetryable && large.code != .network)
            #expect(large.remedy.contains("less"))
            let garbled = try #require(try await Self.outcome(.misbehaving(.raw([1])), at: endpoint))
            #expect(garbled.party == Self.party(of: endpoint) && !garbled.isRetryable && garbled.code != .network)
            let cut = try #require(try await Self.outcome(.misbehaving(.silence), at: endpoint))
            #expect(cut.code == .network && cut.party == .environment && cut.isRetryable)
            let late = try #require(try await Self.outcome(.delayed(3600), at: endpoint))
            #expect(late.code == .network && late.isRetryable && late.remedy.contains("later"))
        }
    }

    @Test func `a place that is closed or busy is told before one that has nothing`() async throws {
        for (status, code) in [(401, IssuanceError.Code.invalidMetadata), (503, .refused)] {
            let harness = try await Harness { $0.identifier = "https://issuer.example/tenant" }
            harness.http.add(
                HostileIssuer(
                    harness.issuer,
                    [Tampering("first", at: .issuerMetadata, .replaced(HttpResponse(status: status)), occurrences: 1)]))
            do {
                _ = try await harness.receive()
                Issue.record("received, though no place had a document")
            } catch let error as IssuanceError {
                #expect(error.code == code && "\(error)".contains("\(status)"))
            }
        }
    }
}
