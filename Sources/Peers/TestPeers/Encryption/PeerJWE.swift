import LanyardCrypto
import LanyardDeflate
import LanyardJSON
import LanyardText

/// A JWE in compact form by direct key agreement, RFC 7516 §7.1 and RFC 7518 §4.6, written by hand so that every part can
/// be wrong.
struct PeerJWE: Sendable {
    var header: JSONObject
    private var encodedHeader: String
    var encryptedKey: [UInt8]
    var nonce: [UInt8]
    var ciphertext: [UInt8]
    var tag: [UInt8]

    /// Takes a compact JWE apart without checking anything but its grammar.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 5, let header = Base64URL.decode(parts[0]).flatMap({ try? JSON(parsing: $0) })?.object,
            let encryptedKey = Base64URL.decode(parts[1]), let nonce = Base64URL.decode(parts[2]),
            let ciphertext = Base64URL.decode(parts[3]), let tag = Base64URL.decode(parts[4])
        else { return nil }
        self.header = header
        encodedHeader = String(parts[0])
        self.encryptedKey = encryptedKey
        self.nonce = nonce
        self.ciphertext = ciphertext
        self.tag = tag
    }

    /// Encrypts to a key; the header needs `enc`, gets `epk`, and its `zip` is heeded.
    init(sealing plaintext: [UInt8], to key: HolderKey, header: JSONObject) throws {
        let ephemeral = try ECPrivateKey.generate(key.key.curve)
        self.header = header
        self.header["epk"] = HolderKey(ephemeral.publicKey).jwk
        encodedHeader = Base64URL.encode(JSON.object(self.header).encoded())
        let content = header["zip"] == nil ? plaintext : try Deflate.raw(plaintext)
        nonce = RandomBytes.make(AESGCM.nonceLength)
        encryptedKey = []
        (ciphertext, tag) = try AESGCM.seal(
            content, key: Self.contentKey(ephemeral.sharedSecret(with: key.key), self.header), nonce: nonce,
            authenticating: Array(encodedHeader.utf8))
    }

    /// The plaintext, inflated if the header says so.
    func opened(with key: ECPrivateKey) throws -> [UInt8] {
        guard let sender = header["epk"].flatMap({ HolderKey(jwk: $0) }) else {
            throw CryptoError(.invalidKey, "epk is no key")
        }
        let content = try AESGCM.open(
            ciphertext, tag: tag, key: Self.contentKey(key.sharedSecret(with: sender.key), header), nonce: nonce,
            authenticating: Array(encodedHeader.utf8))
        return header["zip"] == nil ? content : try Inflate.raw(content, limit: 16 << 20)
    }

    /// Takes over what the header is now, which breaks the tag.
    mutating func rewriteHeader() {
        encodedHeader = Base64URL.encode(JSON.object(header).encoded())
    }

    /// The compact form.
    var text: String {
        ([encodedHeader] + [encryptedKey, nonce, ciphertext, tag].map { Base64URL.encode($0) }).joined(separator: ".")
    }

    private static func contentKey(_ secret: SecretBytes, _ header: JSONObject) -> [UInt8] {
        let encryption = header["enc"]?.string ?? ""
        return ConcatKDF.derive(
            secret: secret, algorithm: encryption,
            partyU: header["apu"]?.string.flatMap { Base64URL.decode($0) } ?? [],
            partyV: header["apv"]?.string.flatMap { Base64URL.decode($0) } ?? [],
            bits: ["A128GCM": 128, "A192GCM": 192, "A256GCM": 256][encryption] ?? 256)
    }
}
