internal import LanyardCBOR
internal import LanyardCOSE
public import LanyardCrypto
internal import LanyardText
public import WalletPorts

/// To whom a response of `org-iso-mdoc` is sealed, ISO/IEC TS 18013-7 Annex C.
public struct EncryptionInfo: Sendable, Hashable {
    /// The text exactly as it arrived, which the session transcript holds.
    public let text: String
    /// The reader's nonce, at least 16 bytes.
    public let nonce: [UInt8]
    /// The reader's key on P-256.
    public let recipientPublicKey: ECPublicKey

    static let clause = "ISO/IEC TS 18013-7 Annex C"

    /// Reads base64url without padding of `["dcapi", {nonce, recipientPublicKey}]`; throws `mdoc.encryptionInfo.*`.
    public init(base64url text: String) throws(Finding) {
        let rows = ["ISO7C-01", "ISO7C-02"]
        let field = try AnnexC.map(base64url: text, "encryptionInfo", .verifier, rows: rows)
        nonce = try reading("encryptionInfo", .verifier, clause: Self.clause, rows: rows) { () throws(CBORError) in
            let nonce = try field["nonce"].byteString()
            guard nonce.count >= 16 else { throw field["nonce"].error(.type, "fewer than 16 bytes") }
            return nonce.array
        }
        let key = try COSEKey(cbor: field["recipientPublicKey"], from: .verifier, rows: ["ISO7C-09"] + rows).key
        guard case .ec(let point) = key, point.curve == .p256 else {
            throw .mdoc(
                "encryptionInfo.key", .verifier, clause: Self.clause, rows: rows,
                at: field["recipientPublicKey"].location, expected: "a key on P-256", seen: .text("another curve"))
        }
        recipientPublicKey = point
        self.text = text
    }

    /// The session that this text and an origin make.
    ///
    /// The origin as the platform gives it: scheme, host and a port other than the default one, without a slash.
    public func transcript(origin: String) -> SessionTranscript {
        .isoMdocOverDCAPI(encryptionInfo: text, origin: origin)
    }

    /// Seals a response: CBOR of `["dcapi", {enc, cipherText}]`, bound to the session by HPKE's `info`.
    ///
    /// A web page is given base64url of it, Apple's API the bytes.
    public func seal(_ deviceResponse: [UInt8], in transcript: SessionTranscript) throws(CryptoError) -> [UInt8] {
        let sealed = try Hpke.sealBaseP256(deviceResponse, to: recipientPublicKey, info: transcript.bytes)
        return CBORWriter.bytes {
            $0.array {
                $0.text("dcapi")
                $0.map {
                    $0.entry("enc") { $0.byteString(sealed.enc) }
                    $0.entry("cipherText") { $0.byteString(sealed.ciphertext) }
                }
            }
        }
    }
}

/// A sealed response of `org-iso-mdoc` as it arrived at a reader.
public struct SealedDeviceResponse: Sendable, Hashable {
    /// The encapsulated key, an uncompressed point.
    public let enc: [UInt8]
    /// The ciphertext with its tag.
    public let cipherText: [UInt8]

    /// Reads base64url without padding of `["dcapi", {enc, cipherText}]`; throws `mdoc.encryptedResponse.*`.
    public init(base64url text: String) throws(Finding) {
        let rows = ["ISO7C-06"]
        let field = try AnnexC.map(base64url: text, "encryptedResponse", .wallet, rows: rows)
        (enc, cipherText) = try reading(
            "encryptedResponse", .wallet, clause: EncryptionInfo.clause, rows: rows
        ) { () throws(CBORError) in (try field["enc"].byteString().array, try field["cipherText"].byteString().array) }
    }

    /// Opens it with the reader's key: the encoded DeviceResponse.
    public func opened(by key: ECPrivateKey, in transcript: SessionTranscript) throws(CryptoError) -> [UInt8] {
        try Hpke.openBaseP256(cipherText, enc: enc, by: key, info: transcript.bytes)
    }
}

/// The shape that the messages of Annex C share.
private enum AnnexC {
    static func map(
        base64url text: String, _ name: String, _ party: Finding.Party, rows: [String]
    ) throws(Finding) -> CBORField {
        guard let bytes = Base64URL.decode(text) else {
            throw .mdoc(
                "\(name).text", party, clause: EncryptionInfo.clause, rows: rows, expected: "base64url without padding",
                seen: .kind("text", length: text.utf8.count))
        }
        return try reading(name, party, clause: EncryptionInfo.clause, rows: rows) { () throws(CBORError) in
            let field = CBORField(try CBORItem(parsing: bytes))
            let parts = try field.array()
            guard parts.count == 2, try parts[0].text() == "dcapi" else {
                throw field.error(.type, "not an array of \"dcapi\" and a map")
            }
            return parts[1]
        }
    }
}
