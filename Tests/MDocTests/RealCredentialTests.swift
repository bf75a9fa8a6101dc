import LanyardCBOR
import LanyardCOSE
import LanyardCertificates
import LanyardCrypto
import LanyardJSON
import LanyardTestSupport
import LanyardText
import MDoc
import Testing
import WalletPorts

@Suite struct RealCredentialTests {
    /// A sample with what an independent implementation found in it.
    private struct Sample {
        let json: JSON
        let raw: [UInt8]

        init(_ path: String) throws {
            json = try vector(path)
            if let text = json["hex"] ?? json["deviceResponse"] ?? json["issuerSigned"] {
                raw = try bytes(hex: text)
            } else {
                raw = try bytes(base64url: json["deviceResponse_b64u"])
            }
        }

        var expected: JSON { json["expected"] ?? .null }

        func issuerSigned(_ findings: inout Findings) throws -> IssuerSigned {
            let item = try CBORItem(parsing: raw)
            if item["issuerAuth"] != nil { return try IssuerSigned(parsing: raw, findings: &findings) }
            let document = try #require(response(item, &findings).documents.first)
            return document.issuerSigned
        }

        private func response(_ item: CBORItem, _ findings: inout Findings) throws -> DeviceResponse {
            guard item["documents"] == nil else { return try DeviceResponse(parsing: raw, findings: &findings) }
            // A document alone, as some samples are.
            let around = CBORWriter.bytes {
                $0.map {
                    $0.entry("version") { $0.text("1.0") }
                    $0.entry("documents") { $0.array { $0.raw(raw) } }
                    $0.entry("status") { $0.unsigned(0) }
                }
            }
            return try DeviceResponse(parsing: around, findings: &findings)
        }
    }

    @Test(
        .row("VCI-MDOC-02", "VCI-MDOC-04", "VCI-MDOC-07", "VCI-MDOC-09", "MDOC-DR-08", "MDOC-MSO-01", "MDOC-MSO-02"),
        arguments: [
            "real-credentials/mdoc/animo-paradym-oid4vp10.json",
            "real-credentials/mdoc/eudi-android-mdoc-response.json",
            "real-credentials/mdoc/eudi-ios-pid_b64.json",
            "real-credentials/mdoc/eudi-kt-pid-with-device-key.json",
            "real-credentials/mdoc/eudi-mdl-issuersigned.json",
            "real-credentials/mdoc/eudi-verifier-08-mdl-vpToken-1.json",
            "real-credentials/mdoc/france-playground-annexb.json",
            "real-credentials/mdoc/procivis-mdoc-issuersigned.json",
            "real-credentials/mdoc/ubique-annexb.json",
            "real-credentials/mdoc/waltid-asit-interop-issuersigned.json",
            "real-credentials/mdoc/waltid-photoid.json",
            "mdoc/auth0/example1.json",
            "mdoc/auth0/parser-issuerSigned.json",
            "mdoc/conformance/mdoc.json",
            "mdoc/vck/issuersigned-with-status.json",
        ])
    func `VCI-MDOC-09 what issuers send is verified as it arrived`(_ path: String) throws {
        let sample = try Sample(path)
        var findings = Findings()
        let received = try sample.issuerSigned(&findings)
        let leaf = try #require(received.certificates().first)
        let verified = try received.verified(by: leaf.publicKey)
        let object = verified.securityObject
        let elements = received.nameSpaces.reduce(0) { $0 + $1.items.count }
        #expect(object.docType == sample.expected["docType"]?.string)
        #expect(Int64(elements) == sample.expected["digestsOk"]?.int64)
        let validity = try ValidityInfo(of: object, findings: &findings)
        let signed = try #require(sample.expected["validity"]?["signed"]?.string)
        // The vector writes "+00:00" where the mdoc has "Z".
        #expect(signed.hasPrefix(String(Seconds(validity.signed).text.dropLast())))
        for (name, members) in sample.expected["elements"]?.object?.members ?? [] {
            let space = try #require(received.nameSpaces.first { $0.name == name })
            let names = Set(try #require(members.array).compactMap(\.string))
            #expect(names.isSubset(of: Set(space.items.map(\.elementIdentifier))))
            #expect(names.count == space.items.count)
        }
        // What was verified once is opened again from the same bytes.
        let again = try VerifiedIssuerSigned(reopening: received.bytes.array)
        #expect(again.securityObject.item.bytes == object.item.bytes)
    }

    @Test(
        .row("MDOC-MSO-01", "VCI-MDOC-03"),
        arguments: [
            ("real-credentials/mdoc/eudi-android-pid.json", "cose.signature.invalid"),
            ("real-credentials/mdoc/waltid-mdl-example-b64.json", "cose.type"),  // the payload is no byte string
            ("real-credentials/mdoc/waltid-mdl-example-hex.json", "cose.type"),
            ("mdoc/auth0/example3.json", "mdoc.digest.mismatch"),
            ("mdoc/auth0/parser-deviceResponse.json", "cose.duplicateKey"),  // alg in both headers
            ("mdoc/conformance/mdoc-animo.json", "mdoc.deviceSigned.type"),  // deviceMac: undefined
            ("mdoc/multipaz/deviceresponse-malformed-or-quirky.json", "mdoc.issuerAuth.type"),  // an empty x5chain
        ])
    func `MDOC-MSO-01 what is wrong is refused by name`(_ path: String, _ expected: String) throws {
        let sample = try Sample(path)
        let found = code {
            var findings = Findings()
            let received = try sample.issuerSigned(&findings)
            let leaf = try #require(received.certificates().first)
            _ = try received.verified(by: leaf.publicKey)
        }
        #expect(found == expected)
    }

    @Test(
        .row("MDOC-AUTH-01", "MDOC-AUTH-02", "VP-MD-02"),
        arguments: [
            ("real-credentials/mdoc/animo-paradym-oid4vp10.json", "sessionTranscript_hex"),
            ("real-credentials/mdoc/france-playground-annexb.json", "sessionTranscript_hex"),
            ("real-credentials/mdoc/ubique-annexb.json", "sessionTranscript_hex"),
            ("mdoc/conformance/mdoc.json", "sessionTranscript_b64"),
        ])
    func `MDOC-AUTH-01 what wallets sign is verified in its session and in no other`(
        _ path: String, _ member: String
    ) throws {
        let sample = try Sample(path)
        let encoded: [UInt8]
        if member == "sessionTranscript_b64" {
            let text = try #require(sample.json[member]?.string)
            encoded = try #require(Base64.decode(text))
        } else {
            encoded = try bytes(hex: sample.json[member])
        }
        var findings = Findings()
        let response = try DeviceResponse(parsing: sample.raw, findings: &findings)
        let document = try #require(response.documents.first)
        let leaf = try #require(document.issuerSigned.certificates().first)
        let verified = try document.verified(by: leaf.publicKey, in: SessionTranscript(encoded: encoded))
        #expect(verified.deviceElements.isEmpty)
        #expect(verified.credential.securityObject.docType == sample.expected["docType"]?.string)

        let other = SessionTranscript.isoMdocOverDCAPI(encryptionInfo: "", origin: "https://example.com")
        #expect(code { _ = try document.verified(by: leaf.publicKey, in: other) } == "cose.signature.invalid")
    }

    @Test(.row("MDOC-AUTH-01")) func `MDOC-AUTH-01 a device signature that brings its payload along is refused`() throws
    {
        let sample = try Sample("mdoc/auth0/example1.json")
        var findings = Findings()
        let document = try #require(DeviceResponse(parsing: sample.raw, findings: &findings).documents.first)
        let leaf = try #require(document.issuerSigned.certificates().first)
        let tagged = try CBORItem(parsing: bytes(hex: sample.json["encodedSessionTranscript"]))
        let transcript = SessionTranscript(encoded: try #require(tagged.content(of: 24)?.byteString).array)
        #expect(code { _ = try document.verified(by: leaf.publicKey, in: transcript) } == "cose.payload.attached")
    }

    @Test(.row("MDOC-DR-07")) func `MDOC-DR-07 values of real documents are typed`() throws {
        var findings = Findings()
        let sample = try Sample("real-credentials/mdoc/france-playground-annexb.json")
        let verified = try VerifiedIssuerSigned(reopening: sample.issuerSigned(&findings).bytes.array)
        func value(_ name: String) throws -> ElementValue {
            try #require(verified.item(name, in: "org.iso.18013.5.1")).value
        }
        #expect(try value("family_name") == .text("Doe"))
        #expect(try value("issue_date") == .fullDate("2019-10-20"))
        guard case .bytes(let portrait, let mediaType) = try value("portrait") else {
            Issue.record("the portrait is no byte string")
            return
        }
        #expect(portrait.count == 1042 && mediaType == "image/jpeg")
        guard case .list(let privileges) = try value("driving_privileges"), case .map(let first)? = privileges.first
        else {
            Issue.record("the privileges are no list of maps")
            return
        }
        #expect(first.map(\.name) == ["vehicle_category_code", "issue_date", "expiry_date"])
        #expect(first.map(\.value) == [.text("A"), .fullDate("2018-08-09"), .fullDate("2024-10-20")])
    }
}
