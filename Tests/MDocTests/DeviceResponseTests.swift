import LanyardCBOR
import LanyardCOSE
import LanyardCertificates
import LanyardCrypto
import LanyardTestSupport
import MDoc
import Testing
import WalletPorts

@Suite struct DeviceResponseTests {
    private let device: ECPrivateKey
    private let signer: Signer
    private let transcript = SessionTranscript.openID4VPOverDCAPI(
        origin: "https://verifier.example", nonce: "n", encryptionKeyThumbprint: nil)

    init() throws {
        device = try ECPrivateKey.generate(.p256)
        signer = try Signer(.p256)
    }

    private func credential(
        authorizations: CBOR? = nil, device: ECPrivateKey? = nil
    ) throws -> VerifiedIssuerSigned {
        var builder = Licence.builder(device: device ?? self.device)
        builder.authorizations = authorizations
        return try Licence.received(signer.issue(builder)).verified(by: .ec(signer.key.publicKey))
    }

    private func respond(
        _ selection: [DocumentDraft.Selection], stating stated: [DocumentDraft.DeviceElements] = [],
        of credential: VerifiedIssuerSigned? = nil
    ) throws -> [UInt8] {
        let draft = try DocumentDraft(
            of: credential ?? self.credential(), disclosing: selection, stating: stated, in: transcript)
        let unsigned = try #require(draft.unsigned)
        return DeviceResponse.encoded([try draft.signed(device.signature(for: unsigned.signingInput, hash: .sha256))])
    }

    private func document(_ response: [UInt8]) throws -> Document {
        var findings = Findings(strictness: .strict)
        return try #require(DeviceResponse(parsing: response, findings: &findings).documents.first)
    }

    private func verify(_ response: [UInt8]) throws -> VerifiedDocument {
        try document(response).verified(by: .ec(signer.key.publicKey), in: transcript)
    }

    /// The response with a member of its only document replaced or removed.
    private func changed(_ response: [UInt8], _ path: [String], _ value: CBOR?) throws -> [UInt8] {
        guard case .map(var entries) = try CBORItem(parsing: response).value,
            let index = entries.firstIndex(where: { $0.key == "documents" }),
            let document = entries[index].value.array?[0]
        else { return [] }
        entries[index].value = [replaced(document, path[...], value)]
        return CBOR.map(entries).encoded()
    }

    @Test(.row("MDOC-DR-01", "MDOC-DR-02", "MDOC-DR-03", "MDOC-DR-04", "MDOC-2E-05", "MDOC-RQ-03"))
    func `MDOC-DR-04 what was selected goes out as it was issued, and nothing else`() throws {
        let credential = try credential()
        let response = try respond([.init(Licence.space, ["portrait", "family_name"])], of: credential)
        let shape = try CBORItem(parsing: response)
        #expect(try #require(shape.map).map(\.key.text) == ["version", "documents", "status"])
        #expect(shape["version"]?.text == "1.0" && shape["status"]?.int64 == 0)
        let document = try #require(shape["documents"]?.array).map { $0 }[0]
        #expect(try #require(document.map).map(\.key.text) == ["docType", "issuerSigned", "deviceSigned"])
        let items = try #require(document["issuerSigned"]?["nameSpaces"]?[Licence.space]?.array).map(\.bytes)
        let issued = credential.received.nameSpaces[0].items.map(\.bytes)
        #expect(items == [issued[0], issued[2]])
        #expect(document["issuerSigned"]?["nameSpaces"]?.map.map { Array($0).count } == 1)
        #expect(document["deviceSigned"]?["nameSpaces"]?.bytes.array == [0xD8, 0x18, 0x41, 0xA0])
        #expect(try verify(response).credential.received.nameSpaces.map(\.items.count) == [2])

        let none = try CBORItem(parsing: respond([]))
        #expect(none["documents"]?.array.map { Array($0)[0]["issuerSigned"]?["nameSpaces"] == nil } == true)
        #expect(throws: Never.self) { try verify(respond([.init(Licence.space, [])])) }
        #expect(
            DeviceResponse.encoded([])
                == ([
                    "version": "1.0", "status": 0,
                ] as CBOR).encoded())
        #expect(DeviceResponse.encoded([], status: .cborDecoding).last == 11)
    }

    @Test(.row("MDOC-DR-05")) func `MDOC-DR-05 what is denied and what is absent look alike`() throws {
        let credential = try credential()
        let denied = try CBORItem(parsing: respond([.init(Licence.space, ["family_name"])], of: credential))
        let document = try #require(denied["documents"]?.array).map { $0 }[0]
        #expect(document["errors"] == nil && denied["documentErrors"] == nil)
    }

    @Test(.row("MDOC-RQ-03")) func `MDOC-RQ-03 an element that the credential has not cannot be selected`() {
        #expect(code { _ = try respond([.init(Licence.space, ["family_name", "x"])]) } == "mdoc.selection.absent")
        #expect(code { _ = try respond([.init("org.example", ["family_name"])]) } == "mdoc.selection.absent")
    }

    @Test(.row("MDOC-AUTH-02")) func `MDOC-AUTH-02 a signature is r and s in full width, never DER`() throws {
        let draft = try DocumentDraft(of: credential(), disclosing: [], in: transcript)
        let input = try #require(draft.unsigned).signingInput
        let raw = try device.signature(for: input, hash: .sha256)
        #expect(raw.count == 64)
        let der = try #require(ECDSASignature.der(raw: raw, curve: .p256))
        #expect(code { _ = try draft.signed(der) } == "mdoc.deviceSignature.length")
        #expect(code { _ = try draft.signed(Array(raw.dropLast())) } == "mdoc.deviceSignature.length")
        let stranger = try ECPrivateKey.generate(.p256).signature(for: input, hash: .sha256)
        #expect(
            code { _ = try verify(DeviceResponse.encoded([try draft.signed(stranger)])) }
                == "cose.signature.invalid")
    }

    @Test(.row("MDOC-AUTH-06"), arguments: [(Curve.p384, COSEAlgorithm.es384), (.p521, .es512)])
    func `MDOC-AUTH-06 the algorithm is the one of the device key`(_ curve: Curve, _ algorithm: COSEAlgorithm) throws {
        let device = try ECPrivateKey.generate(curve)
        let draft = try DocumentDraft(of: credential(device: device), disclosing: [], in: transcript)
        let unsigned = try #require(draft.unsigned)
        let hash = try #require(curve.signatureAlgorithm.hash)
        let signature = try device.signature(for: unsigned.signingInput, hash: hash)
        let response = DeviceResponse.encoded([try draft.signed(signature)])
        guard case .signature(let message)? = try document(response).deviceSigned?.authentication else {
            Issue.record("the other way of authentication")
            return
        }
        #expect(message.header.algorithm == algorithm && message.header.unprotected.bytes.array == [0xA0])
        #expect(throws: Never.self) { try verify(response) }
    }

    @Test(.row("MDOC-AUTH-04", "VP-MD-07", "ISO7C-07"))
    func `MDOC-AUTH-04 there is one of signature and MAC, and a MAC in proximity only`() throws {
        let secret = try device.sharedSecret(with: ECPrivateKey.generate(.p256).publicKey)
        for other in [
            transcript, .isoMdocOverDCAPI(encryptionInfo: "", origin: ""),
            .openID4VP(clientID: "", nonce: "", encryptionKeyThumbprint: nil, responseURI: ""),
            .openID4VPDraft18(clientID: "", responseURI: "", nonce: "", mdocGeneratedNonce: ""),
        ] {
            let error = #expect(throws: CryptoError.self) { try EMacKey(agreedSecret: secret, in: other) }
            #expect(error?.code == .invalidInput)
        }
        let response = try respond([])
        let auth = try #require(
            CBORItem(parsing: response)["documents"]?.array.map { Array($0)[0] }?["deviceSigned"]?["deviceAuth"])
        #expect(auth["deviceSignature"] != nil && auth.map.map { Array($0).count } == 1)
        let both = try changed(response, ["deviceSigned", "deviceAuth", "deviceMac"], auth["deviceSignature"]?.value)
        #expect(code { _ = try document(both) } == "mdoc.deviceSigned.type")
        let neither = try changed(response, ["deviceSigned", "deviceAuth", "deviceSignature"], nil)
        #expect(code { _ = try document(neither) } == "mdoc.deviceSigned.type")
        let without = try changed(response, ["deviceSigned"], nil)
        #expect(code { _ = try verify(without) } == "mdoc.deviceSigned.missing")
    }

    @Test(.row("MDOC-AUTH-01", "MDOC-MSO-04"))
    func `MDOC-AUTH-01 signed are the session, the type and the device's own elements`() throws {
        let response = try respond([.init(Licence.space, ["family_name"])])
        let other = SessionTranscript.openID4VPOverDCAPI(
            origin: "https://verifier.example", nonce: "m", encryptionKeyThumbprint: nil)
        #expect(
            code { _ = try document(response).verified(by: .ec(signer.key.publicKey), in: other) }
                == "cose.signature.invalid")
        let retyped = try changed(response, ["docType"], "eu.europa.ec.eudi.pid.1")
        #expect(code { _ = try verify(retyped) } == "mdoc.document.docType")
        let stated = try changed(response, ["deviceSigned", "nameSpaces"], .tagged(24, .bytes([0xB8, 0])))
        #expect(code { _ = try verify(stated) } == "cose.signature.invalid")
    }

    @Test(.row("MDOC-AUTH-05")) func `MDOC-AUTH-05 the device states what its issuer lets it state`() throws {
        let authorized = try credential(authorizations: ["dataElements": ["org.a": ["x"]]])
        let response = try respond([], stating: [.init("org.a", [("x", 1)])], of: authorized)
        let verified = try verify(response)
        #expect(verified.deviceElements.map(\.elementIdentifier) == ["x"])
        #expect(verified.deviceElements.first?.elementValue.int64 == 1)
        for stated in [DocumentDraft.DeviceElements("org.a", [("y", 1)]), .init("org.b", [("x", 1)])] {
            #expect(code { _ = try respond([], stating: [stated], of: authorized) } == "mdoc.deviceSigned.unauthorized")
        }
        // A device that signs it all the same is refused by the reader.
        let elements = (["org.a": ["y": 1]] as CBOR).encoded()
        let foreign = try changed(response, ["deviceSigned", "nameSpaces"], .tagged(24, .bytes(elements)))
        #expect(code { _ = try verify(foreign) } == "mdoc.deviceSigned.unauthorized")
    }

    @Test(.row("MDOC-AUTH-03")) func `MDOC-AUTH-03 a MAC needs keys on one curve`() throws {
        let reader = try ECPrivateKey.generate(.p256)
        let key = try #require(COSEKey(.ec(reader.publicKey)).encoded)
        let proximity = try SessionTranscript.proximity(
            deviceEngagement: [0xA0], eReaderKeyBytes: CBORWriter.bytes { $0.embedded(key) }, handover: .qr)
        let draft = try DocumentDraft(
            of: credential(), disclosing: [.init(Licence.space, ["family_name"])], in: proximity)
        let mac = try EMacKey(agreedSecret: device.sharedSecret(with: #require(proximity.eReaderKey)), in: proximity)
        let response = DeviceResponse.encoded([draft.authenticated(by: mac)])
        let document = try document(response)
        let issuer = PublicKey.ec(signer.key.publicKey)
        #expect(throws: Never.self) { try document.verified(by: issuer, in: proximity, readerKey: reader) }
        let other = try ECPrivateKey.generate(.p384)
        #expect(
            code { _ = try document.verified(by: issuer, in: proximity, readerKey: other) } == "mdoc.deviceMac.key")
        guard case .mac(let message)? = document.deviceSigned?.authentication else {
            Issue.record("the other way of authentication")
            return
        }
        #expect(message.header.protectedBytes == [0xA1, 1, 5] && message.payload == nil)
    }

    @Test(.row("MDOC-DR-01")) func `MDOC-DR-01 a response of another shape is refused`() throws {
        func found(_ value: CBOR) -> String? {
            code {
                var findings = Findings()
                _ = try DeviceResponse(parsing: value.encoded(), findings: &findings)
            }
        }
        #expect(found(["version": "1.0", "status": 0]) == nil)
        #expect(found(["version": "1.1", "status": 10, "documentErrors": [["t": 0]], "zkDocuments": []]) == nil)
        for version in ["2.0", "1.", "1", "1.x", "1.+1", "1.0.0"] {
            #expect(found(["version": .text(version), "status": 0]) == "mdoc.deviceResponse.type", "\(version)")
        }
        #expect(found(["version": "1.0"]) == "mdoc.deviceResponse.missing")
        #expect(found(["version": "1.0", "status": -1]) == "mdoc.deviceResponse.type")
        #expect(found(["version": "1.0", "status": 0, "documents": [:]]) == "mdoc.deviceResponse.type")
        #expect(found(["version": "1.0", "status": 0, "documents": [[:]]]) == "mdoc.document.missing")
        #expect(found([]) == "mdoc.deviceResponse.type")
    }
}
