import LanyardCBOR
import LanyardCOSE
import LanyardCrypto
import LanyardTestSupport
import LanyardText
import MDoc
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// An mdoc from the issuer to the store and to a person's eyes.
@Suite struct MDocReceiptTests {
    private let space = "/org.iso.18013.5.1"

    private func receive(
        _ configurations: [String] = ["mdl"], policy: CredentialPolicy = CredentialPolicy(),
        _ change: (inout PeerIssuer.Options) -> Void = { _ in }
    ) async throws -> (Harness, [StoredCredential]) {
        let harness = try await Harness(change)
        let result = try await harness.receive(configurations, policy: policy)
        #expect(result.failures.isEmpty)
        #expect(harness.issuer.log.failures.isEmpty)
        var stored: [StoredCredential] = []
        for id in result.issued { stored.append(try #require(try await harness.wallet.credentials.get(id))) }
        return (harness, stored)
    }

    @Test(.row("VCI-MDOC-02", "VCI-MDOC-11"))
    func `VCI-MDOC-02 claims are typed and labelled by name space and element`()
        async throws
    {
        let (_, stored) = try await receive()
        let licence = stored[0]
        #expect(licence.format == .msoMdoc("org.iso.18013.5.1.mDL"))
        #expect(licence.display.name == "Führerschein")
        let claims = Dictionary(uniqueKeysWithValues: licence.claims.map { ($0.pointer, $0) })
        #expect(claims.count == 13)
        #expect(licence.claims.first?.label == "Nachname")
        #expect(claims["\(space)/birth_date"]?.value == CalendarDate("1985-02-28").map(ClaimValue.date))
        #expect(claims["\(space)/birth_date"]?.labels["en"] == "Date of birth")
        #expect(claims["\(space)/age_over_18"]?.value == .boolean(true))
        #expect(claims["\(space)/portrait_capture_date"]?.value == .instant(Instant(seconds: 1_709_285_400)))
        guard case .bytes(let bytes, "image/jpeg")? = claims["\(space)/portrait"]?.value else {
            Issue.record("the portrait is \(String(describing: claims["\(space)/portrait"]?.value))")
            return
        }
        #expect(bytes.count == 730)
        #expect(claims["\(space)/portrait"]?.value.description == "<image/jpeg, 730 bytes>")
        guard case .array(let privileges)? = claims["\(space)/driving_privileges"]?.value,
            case .object(let first)? = privileges.first
        else {
            Issue.record("no list of privileges")
            return
        }
        #expect(first.first == ClaimValue.Member("vehicle_category_code", .text("A")))
        #expect(first.last == ClaimValue.Member("codes", .array([.object([ClaimValue.Member("code", .text("78"))])])))
        #expect(CalendarDate("2018-08-09").map { first[1] == ClaimValue.Member("issue_date", .date($0)) } == true)
        guard case .issued(_, let validity?, _) = licence.lifecycle else {
            Issue.record("\(licence.lifecycle)")
            return
        }
        #expect(validity.until?.seconds == validity.from.map { $0.seconds + 90 * 86_400 })
    }

    @Test(.row("VCI-MDOC-02")) func `VCI-MDOC-02 elements without a description are claims of their own`() async throws
    {
        let (_, stored) = try await receive(["pid-mdoc"]) { options in
            for index in options.configurations.indices { options.configurations[index].claims = [] }
        }
        #expect(stored[0].claims.count == 9)
        #expect(stored[0].claims.first?.pointer == "/eu.europa.ec.eudi.pid.1/family_name")
        #expect(
            stored[0].claims.first { $0.pointer.hasSuffix("/nationality") }?.value
                == .array([.text("UT"), .text("FR")]))
    }

    @Test(.row("VCI-MDOC-02"))
    func `VCI-MDOC-02 the export is the text as it arrived and its bytes are those of the issuer`()
        async throws
    {
        let (harness, stored) = try await receive()
        let text = try await harness.wallet.credentials.export(stored[0].id)
        let exchange = try #require(harness.issuer.log.exchanges.last { $0.endpoint == .credential })
        #expect(String(decoding: exchange.response.body, as: UTF8.self).contains("\"\(text)\""))
        var findings = Findings()
        let mdoc = try IssuerSigned(base64url: text, findings: &findings)
        #expect(Base64URL.encode(mdoc.bytes.array) == text)
        try await harness.wallet.credentials.delete(stored[0].id)
        #expect(harness.leftovers == [])
        #expect(harness.area.handles.count == 0)
    }

    @Test(.row("VCI-MDOC-05")) func `VCI-MDOC-05 the match index knows elements and authority`() async throws {
        let (harness, stored) = try await receive()
        let key = MatchIndexRecord.key(stored[0].id.value)
        let index = try MatchIndexRecord(#require(try await harness.storage.read([key])[0]))
        #expect(index.format == "mso_mdoc")
        #expect(index.type == "org.iso.18013.5.1.mDL")
        #expect(index.paths.contains("\(space)/family_name"))
        #expect(index.paths.contains("\(space)/driving_privileges"))
        #expect(index.authorities.count == 1)
        #expect(index.authorities.first?.count == 40)
    }

    @Test(.row("VCI-CRES-04", "VCI-MDOC-10", "VCI-CRES-03"))
    func `VCI-MDOC-10 a batch in another order is paired by device key`() async throws {
        let (harness, stored) = try await receive(policy: CredentialPolicy(batchSize: 5)) { $0.reversesBatch = true }
        let instances = try await CredentialStore(storage: harness.storage, log: harness.wallet.log)
            .holding(stored[0].id).instances
        #expect(instances.count == 5)
        for instance in instances {
            let mdoc = try VerifiedIssuerSigned(reopening: instance.text)
            let handle = try #require(instance.holderKey)
            let key = try #require(try await harness.area.publicKeys(of: [handle]).first)
            #expect(try RequestKeys([key]).publicKeys == [mdoc.securityObject.deviceKey.key])
        }
    }

    @Test(.row("VCI-MDOC-10")) func `VCI-MDOC-10 a compressed device key is the same key`() async throws {
        let (_, stored) = try await receive { $0.compressesDeviceKeys = true }
        #expect(stored.count == 1)
    }

    @Test(.row("VCI-CRES-09", "VCI-CRES-04")) func `O23 of a batch of mdocs the one with a foreign key is not kept`()
        async throws
    {
        let harness = try await Harness {
            $0.faults = [.wrongHolderKey]
            $0.faultyIndex = 2
            $0.reversesBatch = true
        }
        let result = try await harness.receive(["mdl"], policy: CredentialPolicy(batchSize: 4))
        #expect(result.issued.count == 1)
        #expect(result.failures.map { $0.error.finding?.code.description } == ["mdoc.deviceKey.foreign"])
        #expect(harness.area.handles.count == 3)
    }

    @Test(.row("VCI-CRES-04")) func `VCI-CRES-04 two mdocs bound to one key are not both kept`() async throws {
        let harness = try await Harness { $0.faults = [.sameKeyTwice] }
        let result = try await harness.receive(["mdl"], policy: CredentialPolicy(batchSize: 2))
        #expect(result.issued.count == 1)
        #expect(result.failures.map { $0.error.finding?.code.description } == ["batch.key.repeated"])
    }

    @Test(.row("VCI-CRES-10")) func `VCI-CRES-10 a batch of mdocs whose data differ is flagged`() async throws {
        let (_, stored) = try await receive(policy: CredentialPolicy(batchSize: 2)) { $0.faults = [.differingData] }
        #expect(stored[0].findings.map(\.code.description).contains("batch.differs"))
    }

    @Test func `R11 one session with one token receives an SD-JWT VC and mdocs`() async throws {
        let (harness, stored) = try await receive(["pid", "mdl", "pid-mdoc"])
        #expect(stored.map(\.format.identifier) == ["dc+sd-jwt", "mso_mdoc", "mso_mdoc"])
        for credential in stored {
            guard case .trusted = credential.authority else { return #expect(Bool(false), "\(credential.authority)") }
        }
        #expect(harness.issuer.log.requests(.token).count == 1)
    }

    @Test func `a faulty mdoc does not hold back the SD-JWT VC of the same offer`() async throws {
        let harness = try await Harness {
            $0.faults = [.badDigest]
            $0.faultyConfiguration = "mdl"
        }
        let result = try await harness.receive(["pid", "mdl"])
        #expect(result.issued.count == 1)
        #expect(result.failures.map(\.configurationId) == ["mdl"])
        #expect(try await harness.wallet.credentials.list().map(\.format) == [.sdJwtVc("urn:eudi:pid:1")])
        #expect(harness.area.handles.count == 1)
    }

    @Test(.row("LEG-03"), arguments: ["mdl", "pid"])
    func `LEG-03 the drafts' single credential is read, in both formats`(configuration: String) async throws {
        let (_, stored) = try await receive([configuration]) { $0.answersInOldForm = true }
        #expect(stored.count == 1)
    }
}
