import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

@Suite struct CredentialServiceTests {
    @Test(.row("API-03")) func `API-03 a record that cannot be read hides no other`() async throws {
        let logger = RememberingLogger()
        let harness = try await Harness(adjust: { $0.logger = logger })
        let id = try await harness.receive().issued[0]
        var batch = StorageBatch()
        batch.put(StorageKey("credential", "damaged"), Array("{}".utf8))
        try await harness.storage.commit(batch)
        #expect(try await harness.wallet.credentials.list().map(\.id) == [id])
        #expect(logger.text.contains("unreadable"))
        await #expect(throws: CredentialError(.unreadable, remedy: "")) {
            _ = try await harness.wallet.credentials.get(CredentialId("damaged"))
        }
    }

    @Test(.row("API-05")) func `API-05 a second wallet over the same store reads the first one's credentials`()
        async throws
    {
        let harness = try await Harness()
        let id = try await harness.receive().issued[0]
        let second = try await Wallet.open(harness.environment)
        #expect(try await second.credentials.get(id)?.claims.isEmpty == false)
    }

    @Test func `R01 the time is asked at each check, and trust is judged anew`() async throws {
        let harness = try await Harness()
        let id = try await harness.receive().issued[0]
        guard case .trusted = try await harness.wallet.credentials.get(id)?.authority else {
            Issue.record("not trusted")
            return
        }
        // Beyond the end of every certificate of the small PKI.
        harness.clock.advance(by: 50 * 365 * 86_400)
        guard case .untrusted = try await harness.wallet.credentials.get(id)?.authority else {
            Issue.record("still trusted")
            return
        }
    }

    @Test(.row("VCI-META-16")) func `VCI-META-16 names and labels follow the person's languages`() async throws {
        let harness = try await Harness()
        let id = try await harness.receive().issued[0]
        for (languages, name, label) in [
            (["ko"], "개인식별정보", "이름"), (["de-CH", "en"], "Personenidentifikationsdaten", "Vorname"),
            (["fr"], "Person Identification Data", "Given name"),
        ] {
            var environment = harness.environment
            environment.languages = languages
            let credential = try #require(try await Wallet.open(environment).credentials.get(id))
            #expect(credential.display.name == name)
            #expect(credential.claims.contains { $0.label == label })
        }
    }

    @Test func `a policy that a store kept comes back`() async throws {
        let harness = try await Harness()
        let policy = CredentialPolicy(batchSize: 4, use: .oneTime, whenExhausted: .reuseWhenExhausted)
        let id = try await harness.receive(policy: policy).issued[0]
        #expect(try await harness.wallet.credentials.get(id)?.policy == policy)
    }
}
