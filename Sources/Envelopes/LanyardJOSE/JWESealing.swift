package import LanyardCrypto
import LanyardDeflate
import LanyardJSON
import LanyardText
public import WalletPorts

extension JWE {
    /// The key management that is supported: ECDH-ES in direct key agreement mode, RFC 7518 §4.6.
    public static let directAgreement = "ECDH-ES"

    /// Encrypts to a key with a fresh ephemeral key; gives the compact form.
    ///
    /// `kid` is the recipient's unless another is given. `apu` and `apv` are bytes, left out when nil.
    /// `party` is whose key it is. Throws
    /// `jwe.recipient.unsupported` for a key that is on no NIST curve, `jwe.sealing.failed` when the platform fails.
    public static func seal(
        _ plaintext: [UInt8], to recipient: JWK, enc: ContentEncryption, kid: String? = nil, zip: Bool = false,
        apu: [UInt8]? = nil, apv: [UInt8]? = nil, party: Finding.Party = .issuer
    ) throws(Finding) -> String {
        let key = try recipientKey(recipient, party)
        do throws(CryptoError) {
            return try seal(
                plaintext, to: key, enc: enc, kid: kid ?? recipient.kid, zip: zip, apu: apu, apv: apv,
                ephemeral: try ECPrivateKey.generate(key.curve), nonce: RandomBytes.make(AESGCM.nonceLength))
        } catch {
            throw Finding(
                "jwe.sealing.failed", .environment, clause: "RFC 7516 §5.1", expected: "encryption by the platform",
                seen: .text(error.reason), remedy: "Try again; the platform's cryptography failed.")
        }
    }

    /// Encrypts with an ephemeral key and a nonce that the caller chose, as test vectors want; never with the same twice.
    package static func seal(
        _ plaintext: [UInt8], to recipient: ECPublicKey, enc: ContentEncryption, kid: String?, zip: Bool,
        apu: [UInt8]?, apv: [UInt8]?, ephemeral: ECPrivateKey, nonce: [UInt8]
    ) throws(CryptoError) -> String {
        var header: JSONObject = ["alg": .string(directAgreement), "enc": .string(enc.rawValue)]
        header["kid"] = kid.map(JSON.string)
        header["zip"] = zip ? "DEF" : nil
        header["apu"] = apu.map { .string(Base64URL.encode($0)) }
        header["apv"] = apv.map { .string(Base64URL.encode($0)) }
        header["epk"] = JWK(.ec(ephemeral.publicKey)).json
        let protected = Base64URL.encode(JSON.object(header).encoded())
        let key = ConcatKDF.derive(
            secret: try ephemeral.sharedSecret(with: recipient), algorithm: enc.rawValue, partyU: apu ?? [],
            partyV: apv ?? [], bits: enc.keyBits)
        let (ciphertext, tag) = try AESGCM.seal(
            zip ? try deflated(plaintext) : plaintext, key: key, nonce: nonce, authenticating: protected.utf8)
        return [protected, "", Base64URL.encode(nonce), Base64URL.encode(ciphertext), Base64URL.encode(tag)]
            .joined(separator: ".")
    }

    private static func recipientKey(_ jwk: JWK, _ party: Finding.Party) throws(Finding) -> ECPublicKey {
        guard case .ec(let key) = jwk.key, jwk.use ?? "enc" == "enc", jwk.alg ?? directAgreement == directAgreement
        else {
            throw Finding(
                "jwe.recipient.unsupported", party, clause: "RFC 7518 §4.6", rows: ["VCI-ENC-07", "VP-ENC-04"],
                expected: "an EC key for ECDH-ES", seen: .text(jwk.alg ?? jwk.use ?? "key of another kind"),
                remedy: "The recipient has to publish an encryption key on a NIST curve.")
        }
        return key
    }

    private static func deflated(_ bytes: [UInt8]) throws(CryptoError) -> [UInt8] {
        do throws(DeflateError) {
            return try Deflate.raw(bytes)
        } catch {
            throw CryptoError(.backendFailed, error.reason)
        }
    }
}
