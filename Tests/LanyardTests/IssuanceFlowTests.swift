import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// The pre-authorized grant against the strict issuer, whose own checks must all pass.
@Suite struct IssuanceFlowTests {
    @Test(.row("VCI-OFFER-20", "VCI-TOK-02", "VCI-CREQ-01", "VCI-PROOF-01", "VCI-NONCE-01"), arguments: [false, true])
    func `VCI-OFFER-20 a credential is received, checked and kept`(byReference: Bool) async throws {
        let harness = try await Harness()
        let result = try await harness.receive(byReference: byReference)
        #expect(harness.issuer.log.failures == [])
        #expect(result.issued.count == 1)
        #expect(result.failures.isEmpty)
        let credential = try #require(try await harness.wallet.credentials.get(result.issued[0]))
        #expect(credential.format == .sdJwtVc("urn:eudi:pid:1"))
        guard case .trusted = credential.authority else {
            Issue.record("not trusted: \(credential.authority)")
            return
        }
        guard case .issued(_, let validity, let instances) = credential.lifecycle else {
            Issue.record("not issued")
            return
        }
        #expect(validity?.until != nil)
        #expect(instances == InstanceCounts(total: 1, unused: 1))
        #expect(credential.claims.contains { $0.label == "Vorname" })
        #expect(harness.area.handles.count == 1)
        #expect(try await harness.wallet.log.entries().map(\.kind) == [.issuance])
    }

    @Test(.row("VCI-CRES-08")) func `VCI-CRES-08 the credential is kept to the letter`() async throws {
        let harness = try await Harness()
        let result = try await harness.receive()
        let stored = try await harness.wallet.credentials.export(result.issued[0])
        let answer = try #require(harness.issuer.log.exchanges.last { $0.endpoint == .credential })
        #expect(String(decoding: answer.response.body, as: UTF8.self).contains(stored))
    }

    @Test(.row("VCI-OFFER-15", "VCI-TOK-11"))
    func `VCI-TOK-11 wrong codes are asked for again, then the right one works`()
        async throws
    {
        let harness = try await Harness()
        let offer = harness.issuer.makeOffer(["pid"], transactionCode: .numeric("00123"))
        let resolved = try await harness.wallet.issuance.resolveOffer(offer.link)
        #expect(resolved.requiresTxCode)
        let codes = Codes(["99999", "11111", "00123"])
        let result = try await harness.wallet.issuance.start(.fromOffer(resolved)).run { step in
            guard case .txCode(let prompt) = step else { throw CancellationError() }
            return .txCode(await codes.next(prompt))
        }
        #expect(result.issued.count == 1)
        #expect(await codes.prompts.map(\.previousRejected) == [false, true, true])
        #expect(await codes.prompts.map(\.attemptsLeft) == [3, 2, 1])
        #expect(harness.issuer.log.requests(.token).count == 3)
    }

    @Test(.row("VCI-TOK-11")) func `VCI-TOK-11 the third wrong code ends the session`() async throws {
        let harness = try await Harness()
        let offer = try await harness.wallet.issuance.resolveOffer(
            harness.issuer.makeOffer(["pid"], transactionCode: .numeric("4711")).link)
        let codes = Codes(["0000", "1111", "2222", "4711"])
        let session = harness.wallet.issuance.start(.fromOffer(offer))
        await #expect(throws: IssuanceError(.txCodeRejected, "", party: .person, remedy: "")) {
            try await session.run { step in
                guard case .txCode(let prompt) = step else { throw CancellationError() }
                return .txCode(await codes.next(prompt))
            }
        }
        #expect(harness.issuer.log.requests(.token).count == 3)
        #expect(harness.leftovers == [])
        #expect(harness.area.handles.count == 0)
    }

    @Test(.row("VCI-CRES-04", "VCI-CREQ-08", "VCI-PROOF-09")) func `VCI-CRES-04 a batch in any order is paired by key`()
        async throws
    {
        let harness = try await Harness { $0.reversesBatch = true }
        let result = try await harness.receive(policy: CredentialPolicy(batchSize: 5, use: .oneTime))
        #expect(harness.issuer.log.failures == [])
        let record = try #require(try await harness.storedRecord(result.issued[0]))
        let instances = try await harness.context.store.holding(record.id).instances
        #expect(instances.count == 5)
        #expect(Set(instances.compactMap(\.holderKey)).count == 5)
        #expect(harness.issuer.log.requests(.credential).count == 1)
        #expect(harness.area.handles.count == 5)
    }

    @Test(.row("VCI-CRES-03", "VCI-CRES-05")) func `VCI-CRES-05 keys without a credential are deleted`() async throws {
        let harness = try await Harness { $0.omittedCredentials = 3 }
        let result = try await harness.receive(policy: CredentialPolicy(batchSize: 8))
        #expect(result.issued.count == 1)
        #expect(harness.area.handles.count == 5)
        #expect(harness.leftovers.filter { $0.collection == "session" } == [])
    }

    @Test(.row("VCI-META-15"), arguments: [(nil, 1), (3, 3), (10, 5)])
    func `VCI-META-15 the batch size bounds what is asked`(offered: Int?, asked: Int) async throws {
        let harness = try await Harness { $0.batchSize = offered }
        let result = try await harness.receive(policy: CredentialPolicy(batchSize: 5))
        let credential = try #require(try await harness.wallet.credentials.get(result.issued[0]))
        guard case .issued(_, _, let instances) = credential.lifecycle else { return #expect(Bool(false)) }
        #expect(instances.total == asked)
        #expect(harness.issuer.log.failures == [])
    }

    @Test(.row("VCI-CERR-03")) func `VCI-CERR-03 a refused nonce is replaced, by the same keys`() async throws {
        let harness = try await Harness { $0.nonceRefusals = 1 }
        let result = try await harness.receive()
        #expect(result.issued.count == 1)
        #expect(harness.issuer.log.requests(.credential).count == 2)
        #expect(harness.issuer.log.requests(.nonce).count == 2)
        #expect(harness.area.handles.count == 1)
    }

    @Test(.row("VCI-CERR-03")) func `VCI-CERR-03 an endless refuser is left`() async throws {
        let harness = try await Harness { $0.nonceRefusals = 1000 }
        await #expect(throws: IssuanceError(.refused, "", party: .issuer, remedy: "")) { try await harness.receive() }
        #expect(harness.issuer.log.requests(.credential).count == 3)
        #expect(harness.area.handles.count == 0)
        #expect(harness.leftovers == [])
    }

    @Test(.row("LEG-02", "VCI-CERR-04")) func `LEG-02 a nonce in invalid_proof is used once`() async throws {
        let harness = try await Harness {
            $0.nonceRefusals = 1
            $0.nonceRefusal = .invalidProofWithNonce
        }
        #expect(try await harness.receive().issued.count == 1)
        let stubborn = try await Harness {
            $0.nonceRefusals = 1000
            $0.nonceRefusal = .invalidProofWithNonce
        }
        await #expect(throws: IssuanceError(.refused, "", party: .issuer, remedy: "")) { try await stubborn.receive() }
        #expect(stubborn.issuer.log.requests(.credential).count == 2)
    }

    @Test(.row("LEG-01", "VCI-PROOF-07")) func `LEG-01 without a nonce endpoint the token's nonce is used`()
        async throws
    {
        let harness = try await Harness {
            $0.hasNonceEndpoint = false
            $0.sendsNonceWithToken = true
        }
        #expect(try await harness.receive().issued.count == 1)
        #expect(harness.issuer.log.failures == [])
    }

    @Test(.row("VCI-NONCE-04", "VCI-PROOF-07")) func `VCI-NONCE-04 without any nonce none is sent`() async throws {
        let harness = try await Harness { $0.hasNonceEndpoint = false }
        #expect(try await harness.receive().issued.count == 1)
        #expect(harness.issuer.log.requests(.nonce).isEmpty)
        #expect(harness.issuer.log.failures == [])
    }

    @Test(.row("VCI-AS-05", "VCI-PROOF-08", "VCI-CAUTH-02"), arguments: [false, true])
    func `VCI-PROOF-08 the client id goes with the request and the proof, or with neither`(anonymous: Bool) async throws
    {
        let harness = try await Harness { $0.allowsAnonymousAccess = anonymous }
        #expect(try await harness.receive().issued.count == 1)
        #expect(harness.issuer.log.failures == [])
        #expect(harness.issuer.log.rows.contains("VCI-PROOF-08"))
    }

    @Test(.row("VCI-CREQ-02", "VCI-TOK-07"), arguments: [1, 2])
    func `VCI-CREQ-02 identifiers that were granted are used`(count: Int) async throws {
        let harness = try await Harness { $0.identifiersPerConfiguration = count }
        let result = try await harness.receive()
        #expect(harness.issuer.log.failures == [])
        #expect(result.issued.count == count)
        #expect(harness.issuer.log.requests(.credential).count == count)
    }

    @Test(.row("VCI-TOK-09")) func `VCI-TOK-09 what was not granted is reported`() async throws {
        let harness = try await Harness {
            $0.identifiersPerConfiguration = 1
            $0.withheldConfigurations = ["diploma"]
        }
        let result = try await harness.receive(["pid", "diploma"])
        #expect(result.issued.count == 1)
        #expect(result.failures.map(\.configurationId) == ["diploma"])
    }

    @Test(.row("LEG-03")) func `LEG-03 a single credential member is read, with a finding`() async throws {
        let harness = try await Harness { $0.answersInOldForm = true }
        #expect(try await harness.receive().issued.count == 1)
        let strict = try await Harness(config: WalletConfig(strictness: .strict)) { $0.answersInOldForm = true }
        await #expect(throws: IssuanceError(.invalidResponse, "", party: .issuer, remedy: "")) {
            try await strict.receive()
        }
    }

    @Test(.row("SDVC-08", "VCI-SDJWT-09")) func `VCI-SDJWT-09 issuer keys come from its metadata`() async throws {
        let harness = try await Harness(isTrusted: false) { $0.keySource = .metadata }
        let result = try await harness.receive()
        #expect(result.issued.count == 1)
        #expect(try await harness.wallet.credentials.list().map(\.authority) == [.unknown])
    }

    @Test(.row("VCI-OFFER-07")) func `VCI-OFFER-07 a configuration outside the offer is refused`() async throws {
        let harness = try await Harness()
        let offer = try await harness.wallet.issuance.resolveOffer(harness.issuer.makeOffer(["pid"]).link)
        let session = harness.wallet.issuance.start(.fromOffer(offer, configurationId: "diploma"))
        await #expect(throws: IssuanceError(.unsupportedConfiguration, "", party: .person, remedy: "")) {
            try await session.run { _ in throw CancellationError() }
        }
        #expect(harness.issuer.log.requests(.token).isEmpty)
    }

    @Test(.row("VCI-OFFER-04", "VCI-OFFER-05")) func `O02 an offer by reference is read once`() async throws {
        let harness = try await Harness()
        _ = try await harness.receive(byReference: true)
        #expect(harness.issuer.log.requests(.offer).count == 1)
        #expect(harness.issuer.log.requests(.offer).allSatisfy { $0.header("Authorization") == nil })
    }

    @Test(.row("VCI-NONCE-02")) func `VCI-NONCE-02 a nonce is asked for anew, whatever caches say`() async throws {
        let harness = try await Harness()
        let cacheable = Tampering(
            "cacheable", at: .nonce,
            .replaced(
                HttpResponse(
                    status: 200,
                    headers: [
                        HttpHeader("Content-Type", "application/json"), HttpHeader("Cache-Control", "max-age=9999"),
                    ],
                    body: Array(#"{"c_nonce":"an-invented-nonce"}"#.utf8))))
        harness.http.add(HostileIssuer(harness.issuer, [cacheable]))
        for _ in 0..<2 { _ = try? await harness.receive() }
        #expect(harness.http.requests.filter { $0.url.hasSuffix("/nonce") }.count == 2)
        #expect(harness.http.requests.filter { $0.url.hasSuffix("/nonce") }.allSatisfy { $0.body.isEmpty })
    }

    @Test(.row("VCI-NONCE-05")) func `VCI-NONCE-05 a batch uses one nonce`() async throws {
        let harness = try await Harness()
        _ = try await harness.receive(policy: CredentialPolicy(batchSize: 5))
        #expect(harness.issuer.log.requests(.nonce).count == 1)
        #expect(harness.issuer.log.failures == [])
    }

    @Test(.row("VCI-TOK-05")) func `VCI-TOK-05 what was not offered is not asked for with the offer's token`()
        async throws
    {
        let harness = try await Harness()
        let offer = try await harness.wallet.issuance.resolveOffer(harness.issuer.makeOffer(["pid"]).link)
        for ids in [["diploma"], ["pid", "diploma"], ["PID"], ["pid", ""]] {
            let session = harness.wallet.issuance.start(.fromOffer(offer, configurationIds: ids))
            for await _ in session.states {}
            guard case .failed(let error) = session.currentState else { return #expect(Bool(false), "\(ids)") }
            #expect(error.code == .unsupportedConfiguration)
        }
        #expect(harness.urls("/token").isEmpty)
        #expect(harness.isClean)
    }

    @Test(.row("VCI-CREQ-09"))
    func `VCI-CREQ-09 a token that is no longer valid ends the session, without a blind retry`()
        async throws
    {
        let harness = try await Harness()
        harness.http.add(
            HostileIssuer(
                harness.issuer,
                [
                    Tampering(
                        "invalid token", at: .credential,
                        .replaced(
                            HttpResponse(
                                status: 401,
                                headers: [HttpHeader("WWW-Authenticate", #"Bearer error="invalid_token""#)])))
                ]))
        do {
            _ = try await harness.receive()
            Issue.record("accepted")
        } catch let error as IssuanceError {
            #expect(error.code == .authorizationNeeded)
            #expect(error.serverError == "invalid_token")
            #expect(error.remedy.contains("new offer"))
        }
        #expect(harness.http.requests.filter { $0.url.hasSuffix("/credential") }.count == 1)
    }

    @Test func `the defaults are one instance, rotated`() {
        #expect(CredentialPolicy() == CredentialPolicy(batchSize: 1, use: .rotate))
        #expect(IssuanceConfig().clientId == "wallet-dev")
        #expect(IssuanceConfig().redirectUri == "eudi-wallet://authorize")
        #expect(CredentialPolicy(batchSize: 0).batchSize == 1)
    }

    @Test(.row("VCI-META-24")) func `VCI-META-24 metadata is cached as its server allows`() async throws {
        let harness = try await Harness { $0.metadataMaxAge = 100 }
        _ = try await harness.receive()
        _ = try await harness.receive()
        #expect(harness.issuer.log.requests(.issuerMetadata).count == 1)
        harness.clock.advance(by: 101)
        _ = try await harness.receive()
        #expect(harness.issuer.log.requests(.issuerMetadata).count == 2)
    }
}

/// Hands out codes in order and remembers the prompts.
actor Codes {
    private var left: [String]
    private(set) var prompts: [TxCodePrompt] = []

    init(_ codes: [String]) {
        left = codes
    }

    func next(_ prompt: TxCodePrompt) -> String {
        prompts.append(prompt)
        return left.isEmpty ? "" : left.removeFirst()
    }
}

extension Harness {
    var context: WalletContext { WalletContext(environment: environment, config: WalletConfig()) }

    func storedRecord(_ id: CredentialId) async throws -> CredentialRecord? {
        try await context.store.record(id)?.record
    }
}
