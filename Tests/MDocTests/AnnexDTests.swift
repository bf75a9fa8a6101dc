import LanyardCBOR
import LanyardCOSE
import LanyardCertificates
import LanyardCrypto
import LanyardJSON
import LanyardTestSupport
import MDoc
import Testing
import WalletPorts

@Suite struct AnnexDTests {
    @Test(.row("MDOC-RQ-01", "MDOC-RQ-02", "MDOC-RQ-03", "MDOC-RQ-04"))
    func `MDOC-RQ-04 the request of Annex D is read and its reader known`() throws {
        let request = try DeviceRequest(parsing: bytes(hex: AnnexD.request()["device_request"]))
        #expect(request.version == "1.0")
        let document = try #require(request.docRequests.first)
        #expect(
            document.itemsRequestBytes.array.suffix(147) == (try bytes(hex: AnnexD.request()["items_request"]))[...])
        #expect(document.items.docType == "org.iso.18013.5.1.mDL")
        let space = try #require(document.items.nameSpaces.first)
        #expect(
            space.elements.map(\.elementIdentifier) == [
                "family_name", "document_number", "driving_privileges", "issue_date", "expiry_date", "portrait",
            ])
        #expect(space.elements.map(\.intentToRetain) == [true, true, true, true, true, false])

        let found = try document.reader(in: AnnexD.transcript())
        let reader = try #require(found)
        #expect(reader.certificates.map(\.subject.description) == ["CN=reader"])
        #expect(reader.certificates.first?.der == (try bytes(hex: AnnexD.request()["reader_cert"])))
        let other = SessionTranscript.isoMdocOverDCAPI(encryptionInfo: "", origin: "https://example.com")
        #expect(code { _ = try document.reader(in: other) } == "cose.signature.invalid")
    }

    @Test(.row("MDOC-AUTH-03", "MDOC-DR-01", "MDOC-DR-02"))
    func `MDOC-AUTH-03 the response of Annex D is verified with the reader's key`() throws {
        var findings = Findings(strictness: .strict)
        let response = try DeviceResponse(
            parsing: bytes(hex: AnnexD.response()["device_response"]), findings: &findings)
        #expect(response.version == "1.0" && response.status == 0)
        let document = try #require(response.documents.first)
        let signer = try #require(document.issuerSigned.certificates().first)
        #expect(signer.subject.description == "C=US,CN=utopia ds")
        let key = try AnnexD.readerKey()
        let verified = try document.verified(by: signer.publicKey, in: AnnexD.transcript(), readerKey: key)
        #expect(verified.credential.received.nameSpaces.map(\.items.count) == [6])

        let other = try ECPrivateKey.generate(.p256)
        #expect(
            code { _ = try document.verified(by: signer.publicKey, in: AnnexD.transcript(), readerKey: other) }
                == "cose.mac.invalid")
        #expect(
            code { _ = try document.verified(by: signer.publicKey, in: AnnexD.transcript()) } == "mdoc.deviceMac.key")
    }

    @Test(.row("MDOC-AUTH-01", "MDOC-AUTH-03", "MDOC-DR-03", "MDOC-DR-04"))
    func `MDOC-AUTH-03 the response of Annex D is built to the byte`() throws {
        let expected = try bytes(hex: AnnexD.response()["device_response"])
        var findings = Findings()
        let response = try DeviceResponse(parsing: expected, findings: &findings)
        let received = try #require(response.documents.first).issuerSigned
        let signer = try #require(received.certificates().first)
        let credential = try received.verified(by: signer.publicKey)
        let transcript = try AnnexD.transcript()
        guard case .ec(let deviceKey) = credential.securityObject.deviceKey.key else {
            Issue.record("no EC key")
            return
        }
        // What the device key and the reader's key agree on is the same from either end.
        let key = try EMacKey(agreedSecret: AnnexD.readerKey().sharedSecret(with: deviceKey), in: transcript)
        let elements = received.nameSpaces[0].items.map(\.elementIdentifier)
        let draft = try DocumentDraft(
            of: credential, disclosing: [.init("org.iso.18013.5.1", elements.reversed())], in: transcript)
        #expect(DeviceResponse.encoded([draft.authenticated(by: key)]) == expected)
    }
}
