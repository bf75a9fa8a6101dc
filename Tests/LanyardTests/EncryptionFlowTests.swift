import LanyardJSON
import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// Encrypted messages at the credential and deferred endpoints.
@Suite struct EncryptionFlowTests {
    /// What goes over the wire.
    enum Outcome: Sendable {
        case plain
        case request
        case both
        case refused
    }

    typealias Encryption = PeerIssuer.Options.Encryption

    private func harness(
        _ policy: CredentialEncryptionPolicy = .whenRequired,
        _ encryption: Encryption = .init(requests: .required, responses: .required),
        _ change: (inout PeerIssuer.Options) -> Void = { _ in }
    ) async throws -> Harness {
        try await Harness(config: WalletConfig(issuance: IssuanceConfig(credentialEncryption: policy))) {
            $0.encryption = encryption
            change(&$0)
        }
    }

    static let matrix: [(CredentialEncryptionPolicy, Encryption, Outcome)] = [
        (.whenRequired, .init(), .plain),
        (.whenRequired, .init(requests: .offered, responses: .offered), .plain),
        (.whenRequired, .init(requests: .required, responses: .required), .both),
        (.whenRequired, .init(requests: .required), .request),
        (.whenRequired, .init(requests: .offered, responses: .required), .both),
        (.whenRequired, .init(responses: .offered), .plain),
        (.whenRequired, .init(responses: .required), .refused),
        (.preferred, .init(), .plain),
        (.preferred, .init(requests: .offered, responses: .offered), .both),
        (.preferred, .init(requests: .required, responses: .required), .both),
        (.preferred, .init(requests: .offered), .request),
        (.preferred, .init(responses: .offered), .plain),
        (.preferred, .init(responses: .required), .refused),
        (.required, .init(), .refused),
        (.required, .init(requests: .offered, responses: .offered), .both),
        (.required, .init(requests: .required, responses: .required), .both),
        (.required, .init(requests: .required), .refused),
        (.required, .init(responses: .offered), .refused),
    ]

    @Test(.row("VCI-ENC-01", "VCI-ENC-02", "VCI-ENC-03", "VCI-ENC-06"), arguments: matrix)
    func `VCI-ENC-02 policy and metadata decide together, both directions or neither`(
        policy: CredentialEncryptionPolicy, encryption: Encryption, outcome: Outcome
    ) async throws {
        let harness = try await harness(policy, encryption)
        guard outcome != .refused else {
            let error = try await harness.failure()
            #expect(error.code == .unsupportedConfiguration)
            #expect(error.finding?.requirements.contains("VCI-ENC-02") == true)
            #expect(harness.spending.isEmpty)
            return
        }
        #expect(try await harness.receive().issued.count == 1)
        #expect(harness.issuer.log.failures.isEmpty)
        let exchange = try #require(harness.issuer.log.exchanges.last { $0.endpoint == .credential })
        let isRequestSealed = exchange.request.header("Content-Type") == "application/jwt"
        let isResponseSealed = exchange.response.header("Content-Type") == "application/jwt"
        switch outcome {
        case .plain: #expect(!isRequestSealed && !isResponseSealed)
        case .request: #expect(isRequestSealed && !isResponseSealed)
        case .both: #expect(isRequestSealed && isResponseSealed)
        case .refused: break
        }
    }

    @Test(
        .row("VCI-ENC-04", "VCI-ENC-05", "VCI-ENC-07"), arguments: [["A128GCM", "A256GCM"], ["A128GCM"], ["A192GCM"]])
    func `VCI-ENC-04 VCI-ENC-05 VCI-ENC-07 the key that can be used, the strongest cipher, and zip where listed`(
        encryptions: [String]
    ) async throws {
        for compressions in [nil, ["DEF"]] {
            let harness = try await harness(.required) {
                $0.encryption.hasUnusableKeys = true
                $0.encryption.encryptions = encryptions
                $0.encryption.compressions = compressions
            }
            #expect(try await harness.receive(policy: CredentialPolicy(batchSize: 3)).issued.count == 1)
            #expect(harness.issuer.log.failures.isEmpty)
        }
    }

    @Test(
        .row("VCI-ENC-08", "VCI-ENC-09", "VCI-ENC-12", "VCI-CRES-07"),
        arguments: [
            (PeerFault.plainAnswer, "VCI-ENC-09"), (.foreignRecipient, "VCI-ENC-08"), (.otherEncryption, "VCI-ENC-09"),
            (.otherRecipientID, "VCI-ENC-09"), (.otherAgreement, "VCI-ENC-09"), (.unaskedCompression, "VCI-ENC-09"),
            (.tamperedTag, "VCI-ENC-08"),
        ])
    func `VCI-ENC-08 VCI-ENC-09 an answer that is not encrypted as asked is refused`(
        fault: PeerFault, row: String
    ) async throws {
        let harness = try await harness { $0.faults = [fault] }
        let error = try await harness.failure()
        #expect(error.code == .invalidResponse)
        #expect(error.finding?.requirements.contains(row) == true, "\(error.finding?.requirements ?? [])")
        #expect(harness.leftovers.isEmpty)
        #expect(harness.area.handles.isEmpty)
    }

    @Test(.row("VCI-ENC-12")) func `VCI-ENC-12 an answer that swells without end is refused`() async throws {
        let harness = try await harness {
            $0.encryption.compressions = ["DEF"]
            $0.faults = [.compressionBomb]
        }
        let error = try await harness.failure()
        #expect(error.code == .invalidResponse)
        #expect(error.finding?.code.description == "jwe.inflate.failed")
        #expect(harness.leftovers.isEmpty)
        #expect(harness.area.handles.isEmpty)
    }

    @Test(.row("VCI-CERR-06", "VCI-META-24"))
    func `VCI-META-24 a key that was exchanged is read again, once`() async throws {
        let harness = try await harness()
        _ = try await harness.receive()
        try harness.issuer.rotateEncryptionKey()
        #expect(try await harness.receive().issued.count == 1)
        #expect(harness.issuer.log.requests(.credential).count == 3)

        let restless = try await self.harness { $0.encryption.refusals = 10 }
        #expect(try await restless.failure().serverError == "invalid_encryption_parameters")
        #expect(restless.issuer.log.requests(.credential).count == 2)
        #expect(restless.area.handles.isEmpty)
    }

    @Test(.row("VCI-ENC-10", "VCI-ENC-11"), arguments: [false, true])
    func `VCI-ENC-10 VCI-ENC-11 promises and polls are encrypted, each to a key of its own`(
        rotates: Bool
    ) async throws {
        let harness = try await harness { $0.deferral = .init(polls: 2, interval: 100) }
        let id = try #require(try await harness.receive().deferred.first)
        if rotates { try harness.issuer.rotateEncryptionKey() }
        for _ in 1...3 {
            harness.clock.advance(by: 101)
            _ = await harness.wallet.upkeep.run(until: harness.clock.now.advanced(by: 60))
        }
        #expect(try await harness.wallet.credentials.get(id)?.claims.isEmpty == false)
        #expect(harness.issuer.log.rows.contains("VCI-ENC-11"))
        let polls = harness.issuer.log.exchanges.filter { $0.endpoint == .deferred }
        #expect(polls.allSatisfy { $0.request.header("Content-Type") == "application/jwt" })
        // The key that was kept with the promise is refused, and the issuer's present one is read.
        #expect(polls.count == (rotates ? 6 : 3))
        if !rotates { #expect(harness.issuer.log.failures.isEmpty) }
    }
}
