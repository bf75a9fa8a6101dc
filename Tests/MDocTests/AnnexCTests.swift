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

@Suite struct AnnexCTests {
    private func info(_ json: JSON, _ member: String) throws -> EncryptionInfo {
        let text = try #require(json[member]?.string)
        return try EncryptionInfo(base64url: text)
    }

    private func sealed(_ json: JSON, _ member: String) throws -> SealedDeviceResponse {
        let text = try #require(json[member]?.string)
        return try SealedDeviceResponse(base64url: text)
    }

    @Test(.row("ISO7C-05", "ISO7C-06", "ISO7C-07", "MDOC-AUTH-01"))
    func `ISO7C-05 the reference vector of Annex C opens, and its device signature holds`() throws {
        let sample = try vector("mdoc/annex-c/roundtrip.json")
        let key = try ECPrivateKey(.p256, scalar: bytes(hex: sample["recipientPrivateKey"]))
        let info = try info(sample, "encryptionInfo")
        #expect(info.recipientPublicKey == key.publicKey && info.nonce.count == 16)
        let transcript = info.transcript(origin: "https://example.com")
        let response = try sealed(sample, "response").opened(by: key, in: transcript)
        #expect(Int64(response.count) == sample["deviceResponseLength"]?.int64)
        #expect(Hash.sha256(response) == (try bytes(hex: sample["deviceResponseSHA256"])))

        var findings = Findings(strictness: .strict)
        let document = try #require(DeviceResponse(parsing: response, findings: &findings).documents.first)
        let signer = try #require(document.issuerSigned.certificates().first)
        let verified = try document.verified(by: signer.publicKey, in: transcript)

        // The same selection with the same signature is the same response, but for the order of its maps.
        let draft = try DocumentDraft(
            of: verified.credential, disclosing: [.init("org.iso.18013.5.1", ["document_number", "family_name"])],
            in: transcript)
        guard case .signature(let message)? = document.deviceSigned?.authentication else {
            Issue.record("there is no device signature")
            return
        }
        let built = DeviceResponse.encoded([try draft.signed(message.signature)])
        #expect(try CBORItem(parsing: built).value == CBORItem(parsing: response).value)
        let signed = try #require(draft.unsigned).signingInput
        #expect(Hex.encode(signed).hasSuffix(try #require(sample["deviceAuthenticationBytes"]?.string)))
    }

    @Test(
        .row("ISO7C-03"),
        arguments: ["https://example.com/", "https://EXAMPLE.com", "https://example.com:443", "http://example.com"])
    func `ISO7C-03 in the session of another origin it does not open`(_ origin: String) throws {
        let sample = try vector("mdoc/annex-c/roundtrip.json")
        let key = try ECPrivateKey(.p256, scalar: bytes(hex: sample["recipientPrivateKey"]))
        let transcript = try info(sample, "encryptionInfo").transcript(origin: origin)
        let response = try sealed(sample, "response")
        let error = #expect(throws: CryptoError.self) { try response.opened(by: key, in: transcript) }
        #expect(error?.code == .authenticationFailed)
    }

    @Test(.row("ISO7C-05", "ISO7C-06"))
    func `ISO7C-06 a response of another implementation opens, with an empty document list`() throws {
        let sample = try vector("mdoc/annex-c/waltid-ANNEXC-DETERMINISTIC-001.json")
        let key = try ECPrivateKey(.p256, scalar: bytes(hex: sample["recipientPrivateKeyHex"]))
        let info = try info(sample, "encryptionInfoB64")
        let origin = try #require(sample["origin"]?.string)
        let response = try sealed(sample, "encryptedResponseB64").opened(by: key, in: info.transcript(origin: origin))
        #expect(response == (try bytes(hex: sample["computed"]?["deviceResponse_hex"])))
        // It is also what is sent when nothing is returned.
        #expect(DeviceResponse.encoded([]) == response)
        let request = try DeviceRequest(parsing: bytes(base64url: sample["deviceRequestB64"]))
        #expect(request.docRequests.map(\.items.docType) == ["org.iso.18013.5.1.mDL"])
        #expect(try request.docRequests.map { try $0.reader(in: info.transcript(origin: origin)) == nil } == [true])
    }

    @Test(.row("ISO7C-06", "ISO7C-09")) func `ISO7C-06 what is sealed opens with the reader's key alone`() throws {
        let reader = try ECPrivateKey.generate(.p256)
        let info = try EncryptionInfo(
            base64url: text(["nonce": .bytes([UInt8](0..<16)), "recipientPublicKey": key(reader)]))
        let transcript = info.transcript(origin: "https://reader.example")
        let first = try info.seal([1, 2, 3], in: transcript)
        let sealed = try SealedDeviceResponse(base64url: Base64URL.encode(first))
        #expect(sealed.enc.count == 65 && sealed.enc.first == 4 && sealed.cipherText.count == 19)
        #expect(try sealed.opened(by: reader, in: transcript) == [1, 2, 3])
        #expect(try info.seal([1, 2, 3], in: transcript) != first)
    }

    private func key(_ key: ECPrivateKey, curve: Int64 = 1) -> CBOR {
        [1: 2, -1: .integer(curve), -2: .bytes(key.publicKey.x), -3: .bytes(key.publicKey.y)]
    }

    private func text(_ parameters: CBOR, label: CBOR = "dcapi") -> String {
        Base64URL.encode(CBOR.array([label, parameters]).encoded())
    }

    @Test(.row("ISO7C-02", "ISO7C-09")) func `ISO7C-02 encryption information that is wrong is refused by name`() throws
    {
        let reader = try ECPrivateKey.generate(.p256)
        let nonce = CBOR.bytes([UInt8](0..<16))
        func found(_ text: String) -> String? { code { _ = try EncryptionInfo(base64url: text) } }
        #expect(found(text(["nonce": nonce, "recipientPublicKey": key(reader)])) == nil)
        #expect(
            found(text(["nonce": nonce, "recipientPublicKey": key(reader)], label: "dc")) == "mdoc.encryptionInfo.type")
        #expect(found(text(["nonce": .bytes([1]), "recipientPublicKey": key(reader)])) == "mdoc.encryptionInfo.type")
        #expect(found(text(["recipientPublicKey": key(reader)])) == "mdoc.encryptionInfo.missing")
        #expect(found(text(["nonce": nonce])) == "cose.key.missing")
        let okp: CBOR = [1: 1, -1: 6, -2: .bytes([UInt8](1...32))]
        #expect(found(text(["nonce": nonce, "recipientPublicKey": okp])) == "mdoc.encryptionInfo.key")
        let other = try ECPrivateKey.generate(.p384)
        #expect(found(text(["nonce": nonce, "recipientPublicKey": key(other, curve: 2)])) == "mdoc.encryptionInfo.key")
        let off: CBOR = [1: 2, -1: 1, -2: .bytes(reader.publicKey.y), -3: .bytes(reader.publicKey.x)]
        #expect(found(text(["nonce": nonce, "recipientPublicKey": off])) == "cose.key.type")
        #expect(found("gm==") == "mdoc.encryptionInfo.text")
        #expect(found("gg") == "mdoc.encryptionInfo.truncated")
    }

    @Test func `the request of the browser tests is no base64url, and its key is read`()
        throws
    {
        let json = try vector("mdoc/annex-c/wpt-canonical-org-iso-mdoc.json")
        let texts = strings(json)
        let request = try #require(texts.first { $0.hasPrefix("omd2ZXJzaW9u") })
        #expect(Base64URL.decode(request) == nil)
        let encryption = try #require(texts.first { $0.hasPrefix("gmVkY2Fwa") })
        #expect(throws: Never.self) { try EncryptionInfo(base64url: encryption) }
        let response = try #require(
            strings(vector("mdoc/annex-c/vck-response.json")).first { $0.hasPrefix("gmVkY2Fwa") })
        #expect(try SealedDeviceResponse(base64url: response).enc.count == 65)
    }

    private func strings(_ json: JSON) -> [String] {
        switch json {
        case .string(let text): [text]
        case .array(let elements): elements.flatMap { strings($0) }
        case .object(let object): object.members.flatMap { strings($0.value) }
        default: []
        }
    }
}
