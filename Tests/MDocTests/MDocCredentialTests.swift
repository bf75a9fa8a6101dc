import LanyardCBOR
import LanyardCOSE
import LanyardCertificates
import LanyardCrypto
import LanyardTestSupport
import MDoc
import Testing
import WalletPorts

@Suite struct MDocCredentialTests {
    private let device: ECPrivateKey
    private let signer: Signer

    init() throws {
        device = try ECPrivateKey.generate(.p256)
        signer = try Signer(.p256)
    }

    private func check(
        _ builder: IssuerSignedBuilder? = nil, signer: Signer? = nil, docType: String? = Licence.docType,
        keys: [PublicKey]? = nil, at now: Instant = Licence.now, findings: inout Findings
    ) throws -> MDocCredential {
        let signer = signer ?? self.signer
        let received = try Licence.received(signer.issue(builder ?? Licence.builder(device: device)))
        let expectation = MDocCredential.Expectation(
            docType: docType, deviceKeys: keys ?? [.ec(device.publicKey)], signer: signer.certificate, now: now)
        return try MDocCredential(
            checking: received.verified(by: signer.certificate.publicKey), for: expectation, findings: &findings)
    }

    private func found(
        _ builder: IssuerSignedBuilder? = nil, docType: String? = Licence.docType, keys: [PublicKey]? = nil,
        at now: Instant = Licence.now
    ) -> String? {
        code {
            var findings = Findings()
            _ = try check(builder, docType: docType, keys: keys, at: now, findings: &findings)
        }
    }

    @Test(.row("VCI-MDOC-08", "MDOC-MSO-04")) func `VCI-MDOC-08 the type is the one that was asked for`() {
        #expect(found() == nil)
        #expect(found(docType: nil) == nil)
        #expect(found(docType: "eu.europa.ec.eudi.pid.1") == "mdoc.docType.mismatch")
        #expect(found(docType: Licence.docType + ".1") == "mdoc.docType.mismatch")
    }

    @Test(.row("VCI-MDOC-10", "MDOC-MSO-04")) func `VCI-MDOC-10 the device key is one of those that were sent`() throws
    {
        let other = PublicKey.ec(try ECPrivateKey.generate(.p256).publicKey)
        var findings = Findings()
        #expect(try check(keys: [other, .ec(device.publicKey)], findings: &findings).deviceKeyIndex == 1)
        #expect(try check(keys: [], findings: &findings).deviceKeyIndex == nil)
        #expect(found(keys: [other]) == "mdoc.deviceKey.foreign")
        // Compressed, the key is the same.
        let builder = Licence.builder(device: device)
        let point = device.publicKey
        let key: CBOR = [
            1: 2, -1: 1, -2: .bytes(point.x), -3: .bool((point.y.last ?? 0) & 1 == 1),
        ]
        guard case .map(var entries) = builder.securityObject else {
            Issue.record("no map")
            return
        }
        let index = try #require(entries.firstIndex { $0.key == "deviceKeyInfo" })
        entries[index].value = ["deviceKey": key]
        let received = try Licence.received(signer.issue(builder, .map(entries)))
        let verified = try received.verified(by: .ec(signer.key.publicKey))
        #expect(verified.securityObject.deviceKey.key == .ec(point))
    }

    @Test(
        .row("VCI-MDOC-11", "MDOC-MSO-03"),
        arguments: [
            ("2022-09-20T00:00:00Z", "2022-09-20T00:00:00Z", "2022-12-20T00:00:00Z", nil),
            ("2022-09-20T00:00:01Z", "2022-09-20T00:00:00Z", "2022-12-20T00:00:00Z", "mdoc.validity.order"),
            ("2022-09-20T00:00:00Z", "2022-10-02T00:00:00Z", "2022-10-01T00:00:00Z", "mdoc.validity.order"),
            ("2022-09-20T00:00:00Z", "2022-09-20T00:00:00Z", "2022-09-20T00:00:00Z", "mdoc.validity.order"),
            ("2022-09-20T00:00:00Z", "2022-09-20T00:00:00Z", "2022-10-01T04:52:00Z", "mdoc.validity.expired"),
            ("2022-09-20T00:00:00Z", "2022-09-20T00:00:00Z", "2022-10-01T04:53:00Z", nil),  // within the skew
            ("2022-09-20T00:00:00Z", "2022-10-01T04:54:00Z", "2022-12-20T00:00:00Z", nil),
            ("2022-09-20T00:00:00Z", "2022-10-01T04:55:00Z", "2022-12-20T00:00:00Z", "mdoc.validity.notYet"),
            ("2022-10-02T00:00:00Z", "2022-10-02T00:00:00Z", "2022-12-20T00:00:00Z", "mdoc.validity.signedInFuture"),
            ("2022-09-12T14:18:51Z", "2022-09-20T00:00:00Z", "2022-12-20T00:00:00Z", "mdoc.validity.signer"),
            ("2022-09-12T14:18:52Z", "2022-09-20T00:00:00Z", "2022-12-20T00:00:00Z", nil),
        ] as [(String, String, String, String?)])
    func `VCI-MDOC-11 times are in order, now is between them, and the certificate was valid at signing`(
        _ signed: String, _ from: String, _ until: String, _ expected: String?
    ) {
        let builder = Licence.builder(device: device, signed: signed, validFrom: from, validUntil: until)
        #expect(found(builder) == expected)
    }

    @Test(
        .row("MDOC-DR-07", "VCI-MDOC-11"),
        arguments: [
            ("2022-09-20T00:00:00.5Z", true), ("2022-09-20T02:00:00+02:00", true), ("2022-09-20", false),
            ("2022-02-30T00:00:00Z", false), ("2022-09-20T24:00:00Z", false), ("2022-09-20T00:00:00", false),
            ("2022-09-20 00:00:00Z", false), ("2022-09-20T00:00:00.Z", false), ("2022-09-20T00:00:00ZZ", false),
            ("", false),
        ])
    func `MDOC-DR-07 another form of a time is tolerated when it names one`(_ text: String, _ isTime: Bool) throws {
        let builder = Licence.builder(device: device, signed: text, validFrom: "2022-09-21T00:00:00Z")
        guard isTime else {
            #expect(found(builder) == "mdoc.validity.type")
            return
        }
        var findings = Findings()
        let credential = try check(builder, findings: &findings)
        #expect(findings.list.map(\.code.description) == ["mdoc.validity.form"])
        let expected: Int64 = text.contains(".5") ? 1_663_632_000_500 : 1_663_632_000_000
        #expect(credential.validity.signed.milliseconds == expected)
        var strict = Findings(strictness: .strict)
        #expect(throws: Finding.self) { try check(builder, findings: &strict) }
    }

    @Test(.row("VCI-MDOC-11", "MDOC-MSO-03")) func `VCI-MDOC-11 the expected update is kept, and a time needs its tag`()
        throws
    {
        let builder = Licence.builder(device: device)
        guard case .map(var entries) = builder.securityObject else {
            Issue.record("no map")
            return
        }
        let index = try #require(entries.firstIndex { $0.key == "validityInfo" })
        func object(_ name: CBOR, _ value: CBOR) throws -> MobileSecurityObject {
            guard case .map(var times) = entries[index].value else { throw CBORError(.type, "no map") }
            times.removeAll { $0.key == name }
            times.append((key: name, value: value))
            entries[index].value = .map(times)
            return try Licence.received(signer.issue(builder, .map(entries))).verified(by: .ec(signer.key.publicKey))
                .securityObject
        }
        var findings = Findings()
        let update = try object("expectedUpdate", .tagged(0, "2022-11-01T00:00:00Z"))
        #expect(try ValidityInfo(of: update, findings: &findings).expectedUpdate == Instant(seconds: 1_667_260_800))
        let bare = try object("signed", "2022-09-20T00:00:00Z")
        #expect(code { _ = try ValidityInfo(of: bare, findings: &findings) } == "mdoc.validity.type")
    }

    @Test(.row("VCI-MDOC-12")) func `VCI-MDOC-12 a place that is not the signer's is flagged`() throws {
        // The P-384 certificate says AU, Some-State; its life begins later on the same day.
        let other = try Signer(.p384)
        func codes(_ country: CBOR, _ state: CBOR) throws -> [String] {
            var builder = IssuerSignedBuilder(
                docType: Licence.docType, deviceKey: .ec(device.publicKey), signed: "2022-09-20T00:00:00Z",
                validUntil: "2022-12-20T00:00:00Z")
            builder.add("issuing_country", country, in: Licence.space)
            builder.add("issuing_jurisdiction", state, in: Licence.space)
            var findings = Findings(strictness: .strict, profile: .haip)
            _ = try check(builder, signer: other, findings: &findings)
            return findings.list.map { "\($0.code) \($0.severity) \($0.location)" }
        }
        #expect(try codes("AU", "Some-State") == [])
        #expect(
            try codes("NZ", "Some-State") == [
                "mdoc.place.mismatch warning /nameSpaces/org.iso.18013.5.1/issuing_country"
            ])
        #expect(try codes("AU", "NSW").count == 1)
    }

    @Test(.row("VCI-MDOC-05", "MDOC-CERT-01"))
    func `VCI-MDOC-05 a chain leads to an anchor that is held, never to one that it brings along`() throws {
        let root = try #require(
            Certificate.pem(Vector.text("mdoc/isomdl/presentation__isomdl_iaca_root_cert.pem")).first)
        let leaf = try #require(
            Certificate.pem(Vector.text("mdoc/isomdl/presentation__isomdl_iaca_signer.pem")).first)
        let builder = Licence.builder(device: device)
        let draft = builder.unsigned(builder.securityObject, chain: [leaf.der, root.der])
        let received = try Licence.received(
            builder.issuerSigned(draft.encoded(signature: [UInt8](repeating: 1, count: 64))))
        let chain = try received.certificates()
        #expect(chain == [leaf, root])
        let time = Instant(seconds: 1_704_067_200)  // 2024-01-01
        let profile = PathProfile.mdocDocumentSigner(docType: Licence.docType)
        func isTrusted(_ anchors: [Certificate], _ chain: [Certificate]) -> Bool {
            if case .valid = PathValidator(anchors: anchors, profile: profile, at: time).validate(chain) { return true }
            return false
        }
        #expect(isTrusted([root], [leaf]))
        #expect(!isTrusted([], chain))
        #expect(!isTrusted([signer.certificate], chain))
        let wrong = try #require(
            Certificate.pem(Vector.text("mdoc/isomdl/presentation__isomdl_incorrect_iaca_signer.pem")).first)
        #expect(!isTrusted([root], [wrong]))
    }
}
