public import LanyardCrypto
import LanyardDeflate
import LanyardJSON
import LanyardText
public import WalletPorts

extension JWE {
    /// Opens what was encrypted to a key by direct key agreement, ECDH-ES of RFC 7518 §4.6.
    ///
    /// Throws `jwe.alg.notAllowed`, `jwe.enc.notAllowed`, `jwe.kid.wrong`, `jwe.zip.notAllowed`, `jwe.epk.wrong`,
    /// `jwe.malformed`, `jwe.decryption.failed`, `jwe.inflate.failed`, and what a key or an extension throws.
    public func opened(with key: ECPrivateKey, policy: JWEPolicy) throws(Finding) -> OpenedJWE {
        let encryption = try checkHeader(policy)
        let ephemeral = try ephemeralKey(on: key.curve, policy.party)
        let partyU = try party("apu", policy.party)
        let partyV = try party("apv", policy.party)
        try checkLengths(policy.party)
        let plaintext: [UInt8]
        do throws(CryptoError) {
            let contentKey = ConcatKDF.derive(
                secret: try key.sharedSecret(with: ephemeral), algorithm: encryption.rawValue, partyU: partyU,
                partyV: partyV, bits: encryption.keyBits)
            plaintext = try AESGCM.open(
                ciphertext, tag: tag, key: contentKey, nonce: initializationVector, authenticating: additionalData)
        } catch {
            throw Finding(
                "jwe.decryption.failed", policy.party, clause: "RFC 7516 §5.2", rows: ["VCI-ENC-08", "VP-ENC-04"],
                expected: "a ciphertext for this key", seen: .kind("ciphertext", length: ciphertext.count),
                remedy: "The object was changed on its way, or was encrypted to another key.")
        }
        guard header.json.contains("zip") else { return OpenedJWE(header: header, plaintext: plaintext) }
        return OpenedJWE(header: header, plaintext: try inflated(plaintext, policy))
    }

    private func checkHeader(_ policy: JWEPolicy) throws(Finding) -> ContentEncryption {
        guard header.alg == JWE.directAgreement else {
            throw refused("alg", "notAllowed", JWE.directAgreement, .text(header.alg), policy.party)
        }
        let name = try text("enc", policy.party) ?? ""
        guard let encryption = ContentEncryption(rawValue: name), policy.encryptions.contains(encryption) else {
            let accepted = policy.encryptions.map(\.rawValue).sorted().joined(separator: " or ")
            throw refused("enc", "notAllowed", accepted, .text(name), policy.party)
        }
        if let expected = policy.kid, let kid = header.kid, kid != expected {
            throw refused("kid", "wrong", "the id of the key that was offered", .text(kid), policy.party)
        }
        try header.refuseExtensions(from: policy.party)
        if let zip = try text("zip", policy.party), zip != "DEF" || !policy.allowsCompression {
            let accepted = policy.allowsCompression ? "DEF" : "no compression"
            throw refused("zip", "notAllowed", accepted, .text(zip), policy.party)
        }
        return encryption
    }

    /// The sender's key, which must be on the curve of ours: anything else is an attack on our scalar.
    private func ephemeralKey(on curve: Curve, _ party: Finding.Party) throws(Finding) -> ECPublicKey {
        guard let json = header.json["epk"] else {
            throw refused("epk", "wrong", "an ephemeral public key", .absent, party)
        }
        let jwk = try JWK(json: json, at: "/epk", refusingPrivate: true, from: party)
        guard case .ec(let key) = jwk.key, key.curve == curve else {
            throw refused("epk", "wrong", "a key on \(curve.rawValue)", .kind("key", length: nil), party)
        }
        return key
    }

    private func party(_ name: String, _ blamed: Finding.Party) throws(Finding) -> [UInt8] {
        guard let text = try text(name, blamed) else { return [] }
        guard let bytes = Base64URL.decode(text) else {
            throw JWE.malformed(blamed, "base64url", .kind("string", length: text.utf8.count), at: "/\(name)")
        }
        return bytes
    }

    private func checkLengths(_ party: Finding.Party) throws(Finding) {
        guard encryptedKey.isEmpty else {
            let seen = Described.kind("encrypted key", length: encryptedKey.count)
            throw JWE.malformed(party, "an empty encrypted key", seen)
        }
        guard initializationVector.count == AESGCM.nonceLength else {
            throw JWE.malformed(party, "an IV of 12 bytes", .kind("bytes", length: initializationVector.count))
        }
        guard tag.count == AESGCM.tagLength else {
            throw JWE.malformed(party, "a tag of 16 bytes", .kind("bytes", length: tag.count))
        }
    }

    private func inflated(_ bytes: [UInt8], _ policy: JWEPolicy) throws(Finding) -> [UInt8] {
        do throws(DeflateError) {
            return try Inflate.raw(bytes, limit: policy.limit)
        } catch {
            throw Finding(
                "jwe.inflate.failed", policy.party, clause: "RFC 7516 §4.1.3", rows: ["VCI-ENC-05"],
                expected: "raw DEFLATE of at most \(policy.limit) bytes", seen: .text(error.reason),
                remedy: "The sender has to compress the plaintext as RFC 1951 says, or send less.")
        }
    }

    private func text(_ name: String, _ party: Finding.Party) throws(Finding) -> String? {
        do throws(JSONError) {
            return try JSONField(object: header.json)[name].optionalString()
        } catch {
            throw JWE.malformed(party, "a string", .text(error.reason), at: error.location)
        }
    }

    private func refused(
        _ member: String, _ how: String, _ expected: String, _ seen: Described, _ party: Finding.Party
    ) -> Finding {
        Finding(
            "jwe.\(member).\(how)", party, clause: "RFC 7516 §4.1; RFC 7518 §4.6", rows: ["VCI-ENC-08", "VP-ENC-04"],
            at: "/\(member)", expected: expected, seen: seen,
            remedy: "The sender has to encrypt as it was asked to.")
    }
}
