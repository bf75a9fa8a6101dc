public import LanyardCrypto
import LanyardJSON
import LanyardLock

/// The keys that requests are encrypted to: the one in the metadata and those before it.
struct EncryptionKeys: Sendable {
    private(set) var current: ECPrivateKey
    private var retired: Set<String> = []

    init() throws(CryptoError) {
        current = try .generate(.p256)
    }

    var currentID: String { HolderKey(current.publicKey).thumbprint }

    /// Whether a key id is that of a key before the current one.
    func wasCurrent(_ id: String) -> Bool { retired.contains(id) }

    mutating func rotate() throws(CryptoError) {
        retired.insert(currentID)
        current = try .generate(.p256)
    }

    /// The JWK Set of the metadata, OpenID4VCI 1.0 §12.2.4.
    func keySet(withUnusable: Bool) -> JSON {
        var good = HolderKey(current.publicKey).jwk.object ?? JSONObject()
        good["kid"] = .string(currentID)
        good["use"] = "enc"
        good["alg"] = "ECDH-ES"
        guard withUnusable else { return ["keys": [.object(good)]] }
        var signing = good
        signing["kid"] = "for-signatures"
        signing["use"] = "sig"
        signing["alg"] = "ES256"
        let unknown: JSON = ["kty": "AKP", "kid": "of-tomorrow", "use": "enc", "alg": "ML-KEM-768", "pub": "AAAA"]
        return ["keys": [.object(signing), unknown, .object(good)]]
    }
}

extension PeerIssuer {
    /// Puts a new key for requests into the metadata; the old one is no longer taken.
    public func rotateEncryptionKey() throws(CryptoError) {
        var keys = ledger.withLock { $0.encryptionKeys }
        try keys.rotate()
        ledger.withLock { [keys] in $0.encryptionKeys = keys }
    }
}
