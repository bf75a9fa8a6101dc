import LanyardCrypto
import LanyardJSON
import LanyardLock
import WalletPorts

/// Opens an encrypted request, RFC 7516 §5.2.
struct SealedRequest {
    let issuer: PeerIssuer

    private var policy: PeerIssuer.Options.Encryption { issuer.options.encryption }

    /// The plaintext, or the refusal.
    func open(
        _ text: String, _ type: String, _ examination: inout Examination
    ) -> Result<[UInt8], ResourceGate.Refusal> {
        let refusal = { (examination: Examination) -> Result<[UInt8], ResourceGate.Refusal> in
            .failure(.init(.error("invalid_encryption_parameters", examination.complaint)))
        }
        let row = "VCI-ENC-03"
        examination.check(row, type == "application/jwt", "an encrypted body is application/jwt, was \"\(type)\"")
        examination.check(
            "VCI-ENC-04", policy.requests != .none, "what is encrypted goes to an issuer with keys for it")
        let message = PeerJWE(text)
        examination.check(row, message != nil, "the body is a compact JWE")
        guard examination.isClean, let message else { return refusal(examination) }
        let keys = issuer.ledger.withLock { $0.encryptionKeys }
        let id = message.header["kid"]?.string ?? ""
        if keys.wasCurrent(id) {
            return .failure(.init(.error("invalid_encryption_parameters", "that key was replaced")))
        }
        checkHeader(message, keys, &examination)
        guard examination.isClean else { return refusal(examination) }
        let plaintext = try? message.opened(with: keys.current)
        examination.check("VCI-ENC-08", plaintext != nil, "the request opens with the issuer's key")
        guard let plaintext else { return refusal(examination) }
        let isRefused = issuer.ledger.withLock { ledger -> Bool in
            guard ledger.refusedEncryptions < policy.refusals else { return false }
            ledger.refusedEncryptions += 1
            return true
        }
        guard isRefused else { return .success(plaintext) }
        try? issuer.rotateEncryptionKey()
        return .failure(.init(.error("invalid_encryption_parameters", "the key was replaced just now")))
    }

    private func checkHeader(_ message: PeerJWE, _ keys: EncryptionKeys, _ examination: inout Examination) {
        let row = "VCI-ENC-04"
        let header = message.header
        examination.check(row, header["alg"]?.string == "ECDH-ES", "alg is that of the issuer's key")
        examination.check(row, header["kid"]?.string == keys.currentID, "kid is that of the issuer's key")
        let encryption = header["enc"]?.string ?? ""
        examination.check(
            row, policy.encryptions.contains(encryption), "enc is one that the issuer lists, was \"\(encryption)\"")
        examination.check(
            "VCI-ENC-07", encryption == policy.strongest || !policy.encryptions.contains(encryption),
            "enc is the strongest of the list, was \"\(encryption)\"")
        if let zip = header["zip"] {
            examination.check(
                "VCI-ENC-05", zip.string.map { policy.compressions?.contains($0) ?? false } ?? false,
                "zip is one that the issuer lists")
        }
        let leaked = HolderKey.privateMembers.filter { header["epk"]?[$0] != nil }
        examination.check(
            "VCI-ENC-08", leaked.isEmpty && header["epk"].flatMap { HolderKey(jwk: $0) }?.key.curve == .p256,
            "epk is a public key on the curve of the issuer's")
        examination.check(
            "VCI-ENC-08", message.encryptedKey.isEmpty && message.nonce.count == 12 && message.tag.count == 16,
            "there is no encrypted key, a nonce of 96 bits and a tag of 128")
    }
}

/// Encrypts an answer, with the faults that are asked for.
struct SealedAnswer {
    let faults: Set<PeerFault>

    func seal(_ plaintext: [UInt8], to key: HolderKey, _ asked: JSONObject) throws -> String {
        var header = asked
        var plaintext = plaintext
        var key = key
        if faults.contains(.otherEncryption) { header["enc"] = asked["enc"] == "A128GCM" ? "A256GCM" : "A128GCM" }
        if faults.contains(.otherRecipientID) { header["kid"] = "someone-else" }
        if faults.contains(.unaskedCompression) { header["zip"] = "DEF" }
        if faults.contains(.foreignRecipient) { key = HolderKey(try ECPrivateKey.generate(.p256).publicKey) }
        if faults.contains(.compressionBomb) {
            header["zip"] = "DEF"
            plaintext += [UInt8](repeating: UInt8(ascii: " "), count: 64 << 20)
        }
        if faults.contains(.otherAgreement) { header["alg"] = "ECDH-ES+A256KW" }
        var message = try PeerJWE(sealing: plaintext, to: key, header: header)
        if faults.contains(.tamperedTag), let last = message.tag.indices.last { message.tag[last] ^= 1 }
        return message.text
    }
}
