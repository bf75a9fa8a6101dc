import TestPeers
import Testing
import WalletContracts
import WalletPorts

@Suite struct HostileIssuerTests {
    static let tamperings = PeerEndpoint.preAuthorized.flatMap {
        Tampering.table(for: $0)
    }

    @Test(arguments: tamperings)
    func `nothing is to be had from an issuer whose answer is spoiled`(_ tampering: Tampering) async throws {
        let clock = FixedClock()
        let issuer = try PeerIssuer(pki: PeerPKI(at: clock.now), clock: clock)
        let hostile = HostileIssuer(issuer, [tampering])
        let http = InProcessTransport(clock: clock)
        http.add(hostile)
        let holder = ScriptedHolder(http: http, clock: clock)
        let texts = try? await holder.receive(issuer.makeOffer(["pid"]))
        #expect(texts ?? [] == [])
        #expect(hostile.spoiled > 0)
    }

    @Test func `an answer may be spoiled once`() async throws {
        let clock = FixedClock()
        let issuer = try PeerIssuer(pki: PeerPKI(at: clock.now), clock: clock)
        let hostile = HostileIssuer(issuer, [Tampering("down", at: .nonce, .status(503), occurrences: 1)])
        let http = InProcessTransport(clock: clock)
        http.add(hostile)
        let holder = ScriptedHolder(http: http, clock: clock)
        await #expect(throws: ScriptedHolder.Refused.self) { try await holder.receive(issuer.makeOffer(["pid"])) }
        #expect(try await holder.receive(issuer.makeOffer(["pid"])).count == 2)
    }

    @Test func `the transport turns misbehaviour into the error that a real one would give`() async throws {
        let clock = FixedClock()
        func outcome(_ reply: PeerReply, _ change: (inout HttpRequest) -> Void = { _ in }) async -> HttpError.Code? {
            let http = InProcessTransport(clock: clock)
            http.add(Answering(answer: reply), at: "https://a.example")
            var request = HttpRequest("GET", "https://a.example/")
            change(&request)
            do {
                _ = try await http.send(request)
                return nil
            } catch {
                return error.code
            }
        }
        let honest = HttpResponse(status: 200, body: [UInt8](repeating: 65, count: 100))
        #expect(await outcome(PeerReply(honest)) == nil)
        #expect(await outcome(PeerReply(honest)) { $0.maximumBody = 99 } == .tooLarge)
        #expect(await outcome(PeerReply(honest)) { $0.url = "https://b.example/" } == .noConnection)
        #expect(await outcome(PeerReply(honest)) { $0.url = "http://a.example/" } == .invalidRequest)
        #expect(await outcome(PeerReply(honest, delay: 29)) == nil)
        #expect(await outcome(PeerReply(honest, delay: 31)) == .timeout)
        #expect(await outcome(PeerReply(honest, misbehaviour: .cut(after: 99))) == .cut)
        #expect(await outcome(PeerReply(honest, misbehaviour: .oversized(nil))) == .tooLarge)
        #expect(await outcome(PeerReply(honest, misbehaviour: .drip(bytes: 1, seconds: 1))) == .timeout)
        #expect(await outcome(PeerReply(honest, misbehaviour: .raw([65]))) == .notHttp)
        #expect(await outcome(PeerReply(honest, misbehaviour: .silence)) == .cut)
        let away = HttpResponse(status: 302, headers: [HttpHeader("Location", "http://a.example/")])
        #expect(await outcome(PeerReply(away)) == nil)
        #expect(await outcome(PeerReply(away)) { $0.redirects = 1 } == .redirectRefused)
    }
}

private struct Answering: Peer {
    let answer: PeerReply

    func reply(to request: HttpRequest) async -> PeerReply { answer }
}
