import LanyardCBOR
import LanyardCOSE
import LanyardCrypto
import LanyardJSON
import LanyardTestSupport
import MDoc
import Testing
import WalletPorts

@Suite struct SecurityObjectTests {
    private let device: ECPrivateKey
    private let signer: Signer

    init() throws {
        device = try ECPrivateKey.generate(.p256)
        signer = try Signer(.p256)
    }

    /// Issues with a changed security object; a path of names leads to the member.
    private func object(_ path: [String] = [], _ value: CBOR? = nil) throws -> MobileSecurityObject {
        let builder = Licence.builder(device: device)
        let object = path.isEmpty ? builder.securityObject : replaced(builder.securityObject, path[...], value)
        return try Licence.received(signer.issue(builder, object)).verified(by: .ec(signer.key.publicKey))
            .securityObject
    }

    private func found(_ path: [String], _ value: CBOR?) -> String? {
        code { _ = try object(path, value) }
    }

    @Test func `name spaces that Unicode calls equal are refused`() throws {
        let digests: CBOR = [0: .bytes([UInt8](repeating: 0, count: 32))]
        #expect(found(["valueDigests"], ["\u{E9}": digests, "e\u{301}": digests]) == "mdoc.mso.duplicateKey")
    }

    @Test(.row("VCI-MDOC-07", "MDOC-MSO-02")) func `VCI-MDOC-07 every member that must be there is`() throws {
        for path in [
            ["version"], ["digestAlgorithm"], ["valueDigests"], ["deviceKeyInfo", "deviceKey"], ["docType"],
            ["validityInfo"],
        ] {
            let expected = path.last == "deviceKey" ? "cose.key.missing" : "mdoc.mso.missing"
            #expect(found(path, nil) == expected, "\(path)")
        }
        #expect(found(["version"], "2.0") == "mdoc.mso.type")
        #expect(found(["version"], 1) == "mdoc.mso.type")
        for algorithm in ["SHA-1", "sha256", "SHA-512/256"] {
            #expect(found(["digestAlgorithm"], .text(algorithm)) == "mdoc.mso.digestAlgorithm")
        }
        #expect(found(["deviceKeyInfo"], nil) == "cose.key.missing")
        #expect(found(["validityInfo"], []) == "mdoc.mso.type")
        let object = try object(["org.example.more"], ["kept": true])
        #expect(object.item["org.example.more"]?["kept"]?.bool == true)
        #expect(object.docType == Licence.docType && object.deviceKey.key == .ec(device.publicKey))
    }

    @Test(.row("MDOC-MSO-05")) func `MDOC-MSO-05 digests are numbered, and as long as their hash`() throws {
        let digest = CBOR.bytes([UInt8](repeating: 1, count: 32))
        func digests(_ value: CBOR) -> String? { found(["valueDigests", Licence.space], value) }
        #expect(digests([0: .bytes([UInt8](repeating: 1, count: 31))]) == "mdoc.mso.type")
        #expect(digests([-1: digest]) == "mdoc.mso.type")
        #expect(digests([2_147_483_648: digest]) == "mdoc.mso.type")
        #expect(digests(["0": digest]) == "mdoc.mso.type")
        #expect(digests([2_147_483_647: digest]) == "mdoc.digest.missing")
    }

    @Test(.row("MDOC-AUTH-05")) func `MDOC-AUTH-05 authorizations cover a name space or an element`() throws {
        let object = try object(
            ["deviceKeyInfo", "keyAuthorizations"], ["nameSpaces": ["org.a"], "dataElements": ["org.b": ["x", "y"]]])
        let authorizations = object.keyAuthorizations
        #expect(authorizations.cover("anything", in: "org.a"))
        #expect(authorizations.cover("x", in: "org.b"))
        #expect(!authorizations.cover("z", in: "org.b"))
        #expect(!authorizations.cover("x", in: "org.c"))
        #expect(found(["deviceKeyInfo", "keyAuthorizations"], ["nameSpaces": "org.a"]) == "mdoc.mso.type")
        #expect(try !self.object().keyAuthorizations.cover("family_name", in: Licence.space))
    }

    private func status(_ value: CBOR?, profile: Profile = .core) throws -> (MSOStatus?, [String]) {
        var findings = Findings(profile: profile)
        let status = try MSOStatus(of: object(["status"], value), findings: &findings)
        return (status, findings.list.map { "\($0.code)\($0.location)" })
    }

    @Test(.row("MDOC-2E-06", "TSL-02", "VCI-MDOC-12"))
    func `MDOC-2E-06 both kinds of status are read, and one may be wrong`() throws {
        let list: CBOR = ["idx": 412, "uri": "https://example.com/statuslists/1"]
        let (first, none) = try status(["status_list": list])
        #expect(first?.statusList?.uri == "https://example.com/statuslists/1" && none.isEmpty)
        #expect(first?.statusList?.index == 412)
        #expect(first?.identifierList == nil)

        let published = try vector("mdoc/mso-revocation/identifier-list.json")
        let (second, _) = try status(CBORItem(parsing: bytes(hex: published["statusTestVec"])).value)
        let identifier = try #require(second?.identifierList)
        #expect(identifier.uri == "https://example.com/identifierlists/1")
        #expect(identifier.id == [0xCC, 0xCC] && identifier.certificate == [0xAA])

        // As an issuer in the field sends it: the identifier is a text.
        let (third, found) = try status([
            "status_list": list, "identifier_list": ["id": "7", "uri": "https://example.com"],
        ])
        #expect(third?.statusList?.index == 412 && third?.identifierList == nil)
        #expect(found == ["mdoc.status.type/issuerAuth/mso/status/identifier_list/id"])
        for wrong in [
            ["status_list": ["idx": -1, "uri": "u"]], ["status_list": ["idx": .float(1), "uri": "u"]],
            ["status_list": ["idx": 1]], ["other": 1], [],
        ] as [CBOR] {
            let (status, found) = try status(wrong)
            #expect(status == nil && found.count == 1)
            #expect(throws: Finding.self) { try self.status(wrong, profile: .haip) }
        }
        #expect(try status(nil).1.isEmpty)
    }
}
