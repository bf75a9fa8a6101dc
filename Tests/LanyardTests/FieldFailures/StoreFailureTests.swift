import LanyardJSON
import LanyardTestSupport
import LanyardText
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite struct StoreFailureTests {
    @Test(.row("VCI-META-17"), arguments: FieldCase.modes)
    func `FIELD-O57 nothing goes around the transport, and no picture is fetched behind a person's back`(
        mode: Strictness
    ) async throws {
        let harness = try await Harness(
            mode, [.changed(.issuerMetadata) { $0["display"] = [["logo": ["uri": "https://images.example/l.png"]]] }])
        let id = try await harness.receive(harness.issuer.makeOffer(["pid"]).referenceLink).issued[0]
        _ = try await harness.wallet.credentials.list()
        _ = try await harness.wallet.credentials.get(id)
        try await harness.wallet.credentials.delete(id)
        let seen = harness.issuer.log.exchanges.map(\.request.url)
        #expect(harness.urls() == seen)
        #expect(seen.count == 6)
    }

    @Test(.row("API-05"), arguments: FieldCase.modes)
    func `FIELD-O58 what one process stored another lists, reads, exports and deletes`(mode: Strictness) async throws {
        let harness = try await Harness(mode)
        let id = try await harness.receive(policy: CredentialPolicy(batchSize: 2)).issued[0]
        let text = try await harness.wallet.credentials.export(id)
        let other = try await Wallet.open(harness.environment, config: WalletConfig(strictness: mode))
        #expect(try await other.credentials.list().map(\.id) == [id])
        #expect(try await other.credentials.get(id)?.claims.contains { $0.pointer == "/given_name" } == true)
        #expect(try await other.credentials.export(id) == text)
        try await other.credentials.delete(id)
        #expect(harness.isClean)
        #expect(try await harness.wallet.credentials.list().isEmpty)
    }

    @Test(.row("TRUST-02"), arguments: FieldCase.modes)
    func `FIELD-R01 a certificate that expires while the wallet is open is seen to have expired`(mode: Strictness)
        async throws
    {
        let harness = try await Harness(mode)
        let id = try await harness.receive().issued[0]
        guard case .trusted? = try await harness.wallet.credentials.list().first?.authority else {
            Issue.record("not trusted at first")
            return
        }
        // The leaf is valid for 365 days from the first of January 2026.
        harness.clock.advance(by: 366 * 86_400)
        guard case .untrusted(let reasons)? = try await harness.wallet.credentials.get(id)?.authority else {
            Issue.record("still trusted")
            return
        }
        #expect(reasons.contains { $0.contains("ended at 2027-01-01T00:00:00Z") }, "\(reasons)")
    }

    @Test(.row("VCI-CRES-05", "VCI-CRES-09"), arguments: FieldCase.modes)
    func `FIELD-R16 a session that ends without a credential leaves no key and no record`(mode: Strictness)
        async throws
    {
        let failing = try await Harness(mode) { $0.faults = [.badDigest] }
        #expect(try await failing.refusal() != nil)
        #expect(failing.isClean)

        let declined = try await Harness(
            config: WalletConfig(strictness: mode), adjust: { $0.approval = Refusal(storing: true) })
        #expect(try await declined.refusal()?.code == .userCancelled)
        #expect(declined.isClean)

        let cancelled = try await Harness(mode)
        let offer = try await cancelled.wallet.issuance.resolveOffer(
            cancelled.issuer.makeOffer(["pid"], transactionCode: .numeric("1234")).link)
        let session = cancelled.wallet.issuance.start(.fromOffer(offer))
        for await state in session.states {
            if case .txCodeRequired = state { session.cancel() }
        }
        #expect(cancelled.isClean)

        let deleting = try await Harness(mode)
        let id = try await deleting.receive(policy: CredentialPolicy(batchSize: 3)).issued[0]
        #expect(deleting.area.handles.count == 3)
        try await deleting.wallet.credentials.delete(id)
        #expect(deleting.isClean)
    }

    @Test(arguments: FieldCase.modes)
    func `FIELD-R32 each instance of a batch is a record of its own, and none is in the list`(mode: Strictness)
        async throws
    {
        let harness = try await Harness(mode)
        let id = try await harness.receive(policy: CredentialPolicy(batchSize: 10)).issued[0]
        let stored = harness.storage.everything
        let instances = stored.filter { $0.key.collection == "instance" }
        #expect(instances.count == 10)
        let text = try await harness.wallet.credentials.export(id)
        #expect(instances.count { String(decoding: $0.value, as: UTF8.self).contains(text) } == 1)
        for record in stored where record.key.collection != "instance" && record.key.collection != "document" {
            #expect(!String(decoding: record.value, as: UTF8.self).contains(text.prefix(40)))
        }
    }

    @Test(.row("VCI-SDJWT-10"), arguments: FieldCase.modes)
    func `FIELD-R33 validity comes from the credential's own dates`(mode: Strictness) async throws {
        let harness = try await Harness(mode) { $0.configurations[0].lifetime = 10 * 86_400 }
        let id = try await harness.receive().issued[0]
        guard case .issued(_, let validity, _)? = try await harness.wallet.credentials.get(id)?.lifecycle else {
            Issue.record("not issued")
            return
        }
        let now = harness.clock.now
        #expect(validity == Validity(from: now, until: now.advanced(by: 10 * 86_400)))
        #expect(validity?.validUntil == Date(timeIntervalSince1970: Double(now.seconds + 864_000)))
    }

    @Test(.row("VCI-PATH-04", "VCI-META-23"), arguments: FieldCase.modes)
    func `FIELD-R35 claims are typed, labelled in every language, and images are bytes`(mode: Strictness) async throws {
        let harness = try await Harness(mode)
        let id = try await harness.receive().issued[0]
        let credential = try #require(try await harness.wallet.credentials.get(id))
        let claims = Dictionary(uniqueKeysWithValues: credential.claims.map { ($0.pointer, $0) })
        guard case .date? = claims["/birthdate"]?.value else {
            Issue.record("\(String(describing: claims["/birthdate"]?.value))")
            return
        }
        guard case .bytes(let image, "image/png")? = claims["/picture"]?.value else {
            Issue.record("\(String(describing: claims["/picture"]?.value))")
            return
        }
        #expect(image.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        guard case .array? = claims["/nationalities"]?.value else {
            Issue.record("\(String(describing: claims["/nationalities"]?.value))")
            return
        }
        #expect(claims["/given_name"]?.label == "Vorname")
        #expect(claims["/given_name"]?.labels == ["en": "Given name", "de": "Vorname", "ko": "이름"])
    }
}

extension InstanceRecord {
    /// The payload of the issuer's signature.
    var payload: [UInt8] {
        let parts = text.split(separator: "~")[0].split(separator: ".")
        return Base64URL.decode(parts[1]) ?? []
    }

    func encoded(_ bytes: ArraySlice<UInt8>) -> String { Base64URL.encode(bytes) }
}
