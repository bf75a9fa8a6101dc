import LanyardJSON
import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

@Suite struct CredentialServiceTests {
    @Test func `a record that cannot be read hides no other`() async throws {
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

    @Test(.row("API-03"))
    func `API-03 a record holds what a wallet needs, and a key handle in place of a key`()
        async throws
    {
        let harness = try await Harness(isTrusted: false) { $0.keySource = .metadata }
        let id = try await harness.receive(policy: CredentialPolicy(batchSize: 2)).issued[0]
        let record = try #require(try await harness.storedRecord(id))
        #expect(record.id == id)
        #expect(record.format == .sdJwtVc("urn:eudi:pid:1"))
        #expect(record.configurationId == "pid")
        #expect(record.issuer == "https://issuer.example")
        #expect(record.issuerDisplay.entries.map(\.locale) == ["en", "de", "ko"])
        #expect(record.display.entries.count == 3)
        #expect(record.receivedAt == harness.clock.now)
        let instances = try await harness.context.store.holding(id).instances
        #expect(instances.count == 2)
        for instance in instances {
            let handle = try #require(instance.holderKey)
            // The handle of this area is a name of a few bytes; the key itself never leaves it.
            #expect(handle.bytes.count < 32)
            #expect(instance.text.hasSuffix("~"))
            #expect(instance.availability == .free)
        }
    }

    @Test func `a link, a QR text and raw JSON give one offer`() async throws {
        let harness = try await Harness()
        let made = harness.issuer.makeOffer(["pid", "diploma"], transactionCode: .numeric("4711"))
        for text in [made.link, made.referenceLink, "  \(made.link)\n", made.json.encodedText()] {
            let offer = try await harness.wallet.issuance.resolveOffer(text)
            #expect(offer.credentialIssuer == "https://issuer.example")
            #expect(offer.credentialConfigurationIds == ["pid", "diploma"])
            #expect(offer.requiresTxCode)
            #expect(offer.credentials.map(\.format) == [.sdJwtVc("urn:eudi:pid:1"), .sdJwtVc("urn:example:diploma:1")])
        }
    }

    @Test func `an app's own log that fails undoes nothing`() async throws {
        let logger = RememberingLogger()
        let harness = try await Harness(adjust: {
            $0.transactionLog = FullLog()
            $0.logger = logger
        })
        let id = try await harness.receive().issued[0]
        #expect(harness.area.handles.count == 1)
        #expect(try await harness.wallet.credentials.get(id) != nil)
        #expect(logger.text.contains("transaction log"))
        try await harness.wallet.credentials.delete(id)
        #expect(harness.area.handles.isEmpty)
    }

    @Test func `what was seen comes back as it was stored`() async throws {
        let harness = try await Harness { $0.answersInOldForm = true }
        let session = harness.wallet.issuance.start(
            .fromOffer(try await harness.wallet.issuance.resolveOffer(harness.issuer.makeOffer(["pid"]).link)))
        for await _ in session.states {}
        guard case .completed(let result) = session.currentState else { return #expect(Bool(false)) }
        var changed = try await harness.context.store.details(of: result.issued[0])
        changed.findings = [
            Finding("a.b", .issuer, clause: "c", expected: "d", seen: .kind("string", length: 5), remedy: "e"),
            Finding("a.c", .issuer, clause: "c", expected: "d", seen: .absent, remedy: "e"),
            Finding("a.d", .issuer, clause: "c", expected: "d", seen: .value("kind"), remedy: "e"),
            Finding("a.e", .issuer, clause: "c", expected: "d", remedy: "e"),
        ]
        let read = try DetailsRecord(StoredRecord(key: changed.key, value: changed.encoded(), version: 1))
        #expect(read.findings == changed.findings)
    }

    @Test(.row("API-05")) func `API-05 a second wallet over the same store reads the first one's credentials`()
        async throws
    {
        let harness = try await Harness()
        let id = try await harness.receive().issued[0]
        let second = try await Wallet.open(harness.environment)
        #expect(try await second.credentials.get(id)?.claims.isEmpty == false)
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

/// A log of the app's own whose disk is full.
private struct FullLog: TransactionLogStore {
    func append(_ entry: TransactionLogEntry) async throws(StorageError) { throw StorageError(.full, "no room") }
    func entries(limit: Int) async throws(StorageError) -> [TransactionLogEntry] { [] }
}
