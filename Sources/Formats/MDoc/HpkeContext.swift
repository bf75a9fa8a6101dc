package import LanyardCrypto

/// An HPKE context of one sender and one recipient, RFC 9180 §5, base mode.
package struct HpkeContext {
    private let key: [UInt8]
    private let baseNonce: [UInt8]
    private var sequence: UInt64 = 0

    /// Sets up a sender; `enc` is the ephemeral public key, uncompressed.
    package init(
        _ suite: HpkeSuite, sendingTo recipient: ECPublicKey, info: some Collection<UInt8>, ephemeral: ECPrivateKey
    ) throws(CryptoError) {
        // Whether the shared point is infinity need not be asked: no point of these curves but that one gives it.
        try self.init(
            suite, try ephemeral.sharedSecret(with: recipient), ephemeral.publicKey.x963 + recipient.x963, info)
    }

    /// Sets up a recipient from the encapsulated key.
    package init(
        _ suite: HpkeSuite, receiving enc: [UInt8], by recipient: ECPrivateKey, info: some Collection<UInt8>
    ) throws(CryptoError) {
        let sender = try ECPublicKey(suite.curve, x963: enc)
        try self.init(suite, try recipient.sharedSecret(with: sender), enc + recipient.publicKey.x963, info)
    }

    /// Derives key and nonce: ExtractAndExpand of §4.1, then KeySchedule of §5.1.
    private init(
        _ suite: HpkeSuite, _ agreed: SecretBytes, _ kemContext: [UInt8], _ info: some Collection<UInt8>
    ) throws(CryptoError) {
        let kem = Labels(hash: suite.kemHash, suite: suite.kemID)
        let extracted = agreed.withUnsafeBytes { kem.extract("eae_prk", $0, salt: []) }
        let shared = try kem.expand("shared_secret", extracted, info: kemContext, suite.kemHash.digestLength)
        let schedule = Labels(hash: suite.hash, suite: suite.id)
        let context: [UInt8] =
            [0] + schedule.extract("psk_id_hash", [], salt: []) + schedule.extract("info_hash", info, salt: [])
        let secret = schedule.extract("secret", [], salt: shared)
        key = try schedule.expand("key", secret, info: context, suite.keyLength)
        baseNonce = try schedule.expand("base_nonce", secret, info: context, AESGCM.nonceLength)
    }

    /// Seals the next message: ciphertext and tag in one.
    package mutating func seal(
        _ plaintext: some Collection<UInt8>, authenticating data: some Collection<UInt8>
    ) throws(CryptoError) -> [UInt8] {
        let sealed = try AESGCM.seal(plaintext, key: key, nonce: nextNonce(), authenticating: data)
        return sealed.ciphertext + sealed.tag
    }

    /// Opens the next message.
    package mutating func open(
        _ ciphertext: [UInt8], authenticating data: some Collection<UInt8>
    ) throws(CryptoError) -> [UInt8] {
        guard ciphertext.count >= AESGCM.tagLength else {
            throw CryptoError(.authenticationFailed, "the ciphertext is shorter than its tag")
        }
        return try AESGCM.open(
            ciphertext.dropLast(AESGCM.tagLength), tag: Array(ciphertext.suffix(AESGCM.tagLength)), key: key,
            nonce: nextNonce(), authenticating: data)
    }

    /// The base nonce with the sequence number in its last bytes (§5.2).
    private mutating func nextNonce() throws(CryptoError) -> [UInt8] {
        guard sequence < .max else { throw CryptoError(.invalidInput, "no message is left in this context") }
        var nonce = baseNonce
        for index in 0..<8 {
            nonce[nonce.count - 1 - index] ^= UInt8(truncatingIfNeeded: sequence >> UInt64(8 * index))
        }
        sequence += 1
        return nonce
    }

    /// LabeledExtract and LabeledExpand of §4.
    private struct Labels {
        let hash: HashAlgorithm
        let suite: [UInt8]

        private static let version = Array("HPKE-v1".utf8)

        func extract(_ label: String, _ input: some Collection<UInt8>, salt: [UInt8]) -> [UInt8] {
            HKDF.extract(hash, input: Self.version + suite + Array(label.utf8) + Array(input), salt: salt)
        }

        func expand(_ label: String, _ key: [UInt8], info: [UInt8], _ count: Int) throws(CryptoError) -> [UInt8] {
            let length = [UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
            return try HKDF.expand(
                hash, key: key, info: length + Self.version + suite + Array(label.utf8) + info, count: count)
        }
    }
}
