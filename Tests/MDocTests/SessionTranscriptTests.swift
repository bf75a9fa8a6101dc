import LanyardCBOR
import LanyardCOSE
import LanyardCrypto
import LanyardJSON
import LanyardTestSupport
import LanyardText
import MDoc
import Testing
import WalletPorts

@Suite struct SessionTranscriptTests {
    private func thumbprint(_ jwk: JSON?) throws -> [UInt8] {
        let (x, y) = (try #require(jwk?["x"]?.string), try #require(jwk?["y"]?.string))
        return Hash.sha256(Array(#"{"crv":"P-256","kty":"EC","x":"\#(x)","y":"\#(y)"}"#.utf8))
    }

    @Test(.row("VP-MD-02", "VP-MD-03", "VP-MD-04", "VP-MD-05"))
    func `VP-MD-02 and 03 the handovers of OpenID4VP are those of its examples`() throws {
        let vectors = try #require(vector("mdoc/session-transcript/openid4vp-1.0.json").array)
        for vector in vectors {
            let nonce = try #require(vector["nonce"]?.string)
            let print = try thumbprint(vector["jwk"])
            #expect(print == (try bytes(hex: vector["jwkThumbprint_hex"])))
            let transcript: SessionTranscript
            if let client = vector["client_id"]?.string {
                transcript = .openID4VP(
                    clientID: client, nonce: nonce, encryptionKeyThumbprint: print,
                    responseURI: try #require(vector["response_uri"]?.string))
            } else {
                transcript = .openID4VPOverDCAPI(
                    origin: try #require(vector["origin"]?.string), nonce: nonce, encryptionKeyThumbprint: print)
            }
            #expect(transcript.bytes == (try bytes(hex: vector["sessionTranscript_hex"])))
        }
        #expect(vectors.count == 2)
    }

    /// The hashes were computed with another implementation.
    @Test(.row("VP-MD-04")) func `VP-MD-04 without encryption the thumbprint is null`() throws {
        let nonce = "exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA"
        let redirect = SessionTranscript.openID4VP(
            clientID: "x509_san_dns:example.com", nonce: nonce, encryptionKeyThumbprint: nil,
            responseURI: "https://example.com/response")
        #expect(
            Hex.encode(redirect.bytes).hasSuffix("c672b54a2facfb3284965c5be838a8cd1f96f7de36ede3470b1d5de2c57d7719"))
        let browser = SessionTranscript.openID4VPOverDCAPI(
            origin: "https://example.com", nonce: nonce, encryptionKeyThumbprint: nil)
        #expect(Hex.encode(browser.bytes).hasSuffix("3563b629e28bf0a736c6ba6faacb60a9cd3074e51416a04565031d8690638c43"))
    }

    @Test(.row("VP-MD-02")) func `VP-MD-02 the session of a real response is the one that its inputs make`() throws {
        let json = try vector("real-credentials/mdoc/animo-paradym-oid4vp10.json")
        let inputs = json["sessionTranscriptInputs"]
        let transcript = SessionTranscript.openID4VP(
            clientID: try #require(inputs?["clientId"]?.string), nonce: try #require(inputs?["nonce"]?.string),
            encryptionKeyThumbprint: try bytes(hex: inputs?["jwkThumbprint_hex"]),
            responseURI: try #require(inputs?["responseUri"]?.string))
        #expect(transcript.bytes == (try bytes(hex: json["sessionTranscript_hex"])))
    }

    @Test func `a reader's key that agrees on nothing is refused`() throws {
        let key = try #require(COSEKey(.ed25519(Ed25519PrivateKey(seed: [UInt8](1...32)).publicKey)).encoded)
        #expect(
            code {
                _ = try SessionTranscript.proximity(
                    deviceEngagement: [0xA0], eReaderKeyBytes: CBORWriter.bytes { $0.embedded(key) }, handover: .qr)
            } == "mdoc.eReaderKey.curve")
    }

    @Test(.row("ISO7B-01"))
    func `ISO7B-01 the former handover of Annex B is that of three implementations`() throws {
        for name in ["france-playground-annexb", "ubique-annexb"] {
            let json = try vector("real-credentials/mdoc/\(name).json")
            let inputs = json["sessionTranscriptInputs"]
            let transcript = SessionTranscript.openID4VPDraft18(
                clientID: try #require(inputs?["clientId"]?.string),
                responseURI: try #require(inputs?["responseUri"]?.string),
                nonce: try #require(inputs?["nonce"]?.string),
                mdocGeneratedNonce: try #require(inputs?["mdocGeneratedNonce"]?.string))
            #expect(transcript.bytes == (try bytes(hex: json["sessionTranscript_hex"])))
        }
        let vectors = try #require(vector("mdoc/iso18013-7-annex-b/session-transcript.json").array)
        for vector in vectors {
            let transcript = SessionTranscript.openID4VPDraft18(
                clientID: try #require(vector["client_id"]?.string),
                responseURI: try #require(vector["response_uri"]?.string), nonce: try #require(vector["nonce"]?.string),
                mdocGeneratedNonce: try #require(vector["mdoc_generated_nonce"]?.string))
            let expected = try #require(vector["sessionTranscript_b64"]?.string)
            #expect(transcript.bytes == Base64.decode(expected))
        }
    }

    @Test(.row("MDOC-SES-08")) func `MDOC-SES-08 a QR code is a handover of null`() throws {
        let json = try vector("mdoc/session-transcript/qr-handover.json")
        let key = try bytes(hex: json["coseEncodedEReaderKey"])
        let transcript = try SessionTranscript.proximity(
            deviceEngagement: bytes(hex: json["encodedDeviceEngagement"]),
            eReaderKeyBytes: CBORWriter.bytes { $0.embedded(key) }, handover: .qr)
        #expect(transcript.bytes == (try bytes(hex: json["expectedEncodedSessionTranscript"])))
        #expect(transcript.eReaderKey?.curve == .p256)
    }

    @Test(.row("MDOC-SES-08", "MDOC-NFC-02"))
    func `MDOC-NFC-02 the transcript of Annex D has both messages of the negotiated handover`() throws {
        let json = try vector("mdoc/annex-d/request-side.json")
        let transcript = try AnnexD.transcript()
        let tagged = CBORWriter.bytes { $0.embedded(transcript.bytes) }
        #expect(tagged == (try bytes(hex: json["session_transcript_bytes"])))
        #expect(transcript.salt == (try bytes(hex: json["derived"]?["hkdf_salt_sha256_of_session_transcript_bytes"])))
        // Static: the request is null.
        let fixed = try SessionTranscript.proximity(
            deviceEngagement: [0xA0], eReaderKeyBytes: AnnexD.eReaderKeyBytes(),
            handover: .nfc(select: [1, 2], request: nil))
        #expect(fixed.bytes.suffix(5) == [0x82, 0x42, 1, 2, 0xF6])
    }

    @Test(.row("MDOC-ENG-04")) func `MDOC-ENG-04 engagement and key go in as they arrived`() throws {
        // The same key and engagement in a longer form than needed.
        let key = try AnnexD.eReaderKeyBytes()
        let long: [UInt8] = [0xD9, 0, 0x18, 0x59, 0, 0x4B] + key.dropFirst(4)
        let transcript = try SessionTranscript.proximity(
            deviceEngagement: [0xB9, 0, 0], eReaderKeyBytes: long, handover: .qr)
        #expect(transcript.bytes == [0x83, 0xD8, 0x18, 0x43, 0xB9, 0, 0] + long + [0xF6])
        #expect(throws: Finding.self) {
            try SessionTranscript.proximity(deviceEngagement: [0xA0], eReaderKeyBytes: [0xA0], handover: .qr)
        }
    }

    @Test(.row("ISO7C-03")) func `ISO7C-03 the text of encryptionInfo and the origin make the session`() throws {
        for vector in try #require(vector("mdoc/annex-c/transcripts-by-origin.json").array) {
            let transcript = SessionTranscript.isoMdocOverDCAPI(
                encryptionInfo: try #require(vector["encryptionInfo"]?.string),
                origin: try #require(vector["origin"]?.string))
            #expect(transcript.bytes == (try bytes(hex: vector["sessionTranscript_hex"])))
        }
        let sample = try vector("mdoc/annex-c/roundtrip.json")
        let info = try EncryptionInfo(base64url: #require(sample["encryptionInfo"]?.string as String?))
        #expect(info.transcript(origin: "https://example.com").bytes == (try bytes(hex: sample["sessionTranscript"])))
    }
}
