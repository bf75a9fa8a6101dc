import LanyardJSON
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@Suite struct EncryptionTests {
    typealias Encryption = PeerIssuer.Options.Encryption

    let clock = FixedClock()

    func issuer(_ change: (inout PeerIssuer.Options) -> Void = { _ in }) throws -> PeerIssuer {
        var options = PeerIssuer.Options()
        options.encryption = Encryption(requests: .required, responses: .required)
        change(&options)
        return try PeerIssuer(options, pki: PeerPKI(at: clock.now), clock: clock)
    }

    func holder(_ issuer: PeerIssuer, zip: Bool = false) -> ScriptedHolder {
        var holder = ScriptedHolder(http: InProcessTransport(issuer), clock: clock)
        holder.compresses = zip
        return holder
    }

    static let variants: [(String, @Sendable (inout PeerIssuer.Options) -> Void)] = [
        ("both required", { _ in }),
        ("both offered", { $0.encryption = Encryption(requests: .offered, responses: .offered) }),
        ("requests only", { $0.encryption = Encryption(requests: .required) }),
        ("keys that are of no use", { $0.encryption.hasUnusableKeys = true }),
        ("compression", { $0.encryption.compressions = ["DEF"] }),
        ("deferred", { $0.deferral = .init(polls: 2) }),
        ("A192GCM", { $0.encryption.encryptions = ["A192GCM"] }),
    ]

    @Test(arguments: variants.map(\.0))
    func `a holder that keeps the rules passes every check`(_ name: String) async throws {
        let issuer = try issuer { options in
            for variant in EncryptionTests.variants where variant.0 == name { variant.1(&options) }
        }
        #expect(try await holder(issuer, zip: name == "compression").receive(issuer.makeOffer(["pid"])).count == 2)
        #expect(issuer.log.failures.isEmpty)
        let answers = issuer.log.exchanges.filter { $0.endpoint == .credential || $0.endpoint == .deferred }
        #expect(answers.count == (name == "deferred" ? 4 : 1))
        #expect(
            answers.allSatisfy {
                $0.request.header("Content-Type") == "application/jwt"
                    && $0.response.mediaType == (name == "requests only" ? "application/json" : "application/jwt")
            })
    }

    @Test(arguments: RequestMutation.encryptionTable)
    func `a wallet that breaks one row fails the check of that row`(_ mutation: RequestMutation) async throws {
        let issuer = try issuer {
            $0.deferral = .init()
            mutation.situation(&$0)
        }
        let holder = holder(issuer)
        holder.http.mutate(mutation)
        _ = try? await holder.receive(issuer.makeOffer(["pid"]))
        #expect(Set(issuer.log.failures.map(\.row)) == [mutation.row])
    }

    @Test func `a replaced key is refused, and the metadata has the new one`() async throws {
        let issuer = try issuer { $0.encryption.refusals = 1 }
        let holder = holder(issuer)
        let refused = await #expect(throws: ScriptedHolder.Refused.self) {
            try await holder.receive(issuer.makeOffer(["pid"]))
        }
        #expect(refused?.error == "invalid_encryption_parameters")
        #expect(refused?.response.mediaType == "application/json")
        let old = try #require(issuer.log.requests(.credential).last)
        #expect(try await holder.http.send(old).status == 400)
        #expect(try await holder.receive(issuer.makeOffer(["pid"])).count == 2)
        #expect(issuer.log.failures.isEmpty)
    }

    @Test(arguments: [
        PeerFault.foreignRecipient, .otherEncryption, .otherRecipientID, .otherAgreement, .tamperedTag,
        .compressionBomb,
    ])
    func `an answer that is sealed wrongly cannot be opened`(_ fault: PeerFault) async throws {
        let issuer = try issuer { $0.faults = [fault] }
        await #expect(throws: (any Error).self) { try await holder(issuer).receive(issuer.makeOffer(["pid"])) }
        #expect(issuer.log.failures.isEmpty)
        #expect(issuer.log.exchanges.last?.response.status == 200)
    }

    @Test func `an answer can be in the clear, or compressed unasked`() async throws {
        for (fault, type) in [(PeerFault.plainAnswer, "application/json"), (.unaskedCompression, "application/jwt")] {
            let issuer = try issuer { $0.faults = [fault] }
            #expect(try await holder(issuer).receive(issuer.makeOffer(["pid"])).count == 2)
            #expect(issuer.log.exchanges.last?.response.mediaType == type)
        }
    }
}
