import LanyardCrypto
import LanyardJSON
import LanyardText
import WalletPorts

/// A key-encryption key as the key file keeps it: in the clear, or wrapped by a passphrase.
struct KeyEncryptionKey: Sendable {
    enum Protection: Sendable {
        case none(SecretBytes)
        case passphrase(PasswordKDF.Parameters, salt: [UInt8], nonce: [UInt8], sealed: [UInt8])
    }

    /// Eight random bytes that name it.
    let id: [UInt8]
    let protection: Protection

    var needsPassphrase: Bool {
        if case .passphrase = protection { true } else { false }
    }

    /// Makes a fresh key and protects it; also hands out the key itself.
    static func make(passphrase: Secret<String>?) throws(StorageError) -> (KeyEncryptionKey, SecretBytes) {
        let key = SecretBytes.random(32)
        let id = RandomBytes.make(8)
        guard let passphrase else { return (KeyEncryptionKey(id: id, protection: .none(key)), key) }
        do throws(CryptoError) {
            let salt = RandomBytes.make(16)
            let nonce = RandomBytes.make(AESGCM.nonceLength)
            let parameters = PasswordKDF.Parameters.recommended
            let wrapping = try AESGCMKey(
                PasswordKDF.derive(Array(passphrase.reveal().utf8), salt: salt, parameters: parameters, count: 32))
            let sealed = try wrapping.seal(key, nonce: nonce, authenticating: bound(id))
            let protection = Protection.passphrase(
                parameters, salt: salt, nonce: nonce, sealed: sealed.ciphertext + sealed.tag)
            return (KeyEncryptionKey(id: id, protection: protection), key)
        } catch {
            throw StorageError(.ioFailed, "the passphrase could not be applied: \(error.reason)")
        }
    }

    /// The key itself; throws `.locked` without the right passphrase.
    func unlocked(_ passphrase: Secret<String>?) throws(StorageError) -> SecretBytes {
        switch protection {
        case .none(let key): return key
        case .passphrase(let parameters, let salt, let nonce, let sealed):
            guard let passphrase else {
                throw StorageError(.locked, "the store is locked", remedy: "Give the passphrase.")
            }
            do throws(CryptoError) {
                let wrapping = try AESGCMKey(
                    PasswordKDF.derive(Array(passphrase.reveal().utf8), salt: salt, parameters: parameters, count: 32))
                return try wrapping.openSecret(
                    sealed.dropLast(AESGCM.tagLength), tag: Array(sealed.suffix(AESGCM.tagLength)), nonce: nonce,
                    authenticating: KeyEncryptionKey.bound(id))
            } catch {
                let isWrong = error.code == .authenticationFailed
                throw StorageError(
                    .locked, isWrong ? "the passphrase is wrong" : "the passphrase cannot be used: \(error.reason)",
                    remedy: "Try another passphrase.")
            }
        }
    }

    private static func bound(_ id: [UInt8]) -> [UInt8] { Array("lanyard key-encryption key".utf8) + id }
}

extension KeyEncryptionKey {
    /// Reads the key from the key file's JSON.
    init(json: JSONField) throws(JSONError) {
        id = try json["id"].base64URL(8...8)
        if json["key"].isPresent {
            protection = .none(SecretBytes(try json["key"].base64URL(32...32)))
            return
        }
        let kdf = json["kdf"]
        let parameters: PasswordKDF.Parameters
        switch try kdf["name"].string() {
        case "scrypt":
            parameters = .scrypt(n: try kdf["n"].int(), r: try kdf["r"].int(), p: try kdf["p"].int())
        case "pbkdf2-hmac-sha256": parameters = .pbkdf2(rounds: try kdf["rounds"].int())
        default: throw kdf["name"].error(.type, "not a known key derivation function")
        }
        guard Self.isAffordable(parameters) else { throw kdf.error(.tooLarge, "absurdly costly, or not possible") }
        protection = .passphrase(
            parameters, salt: try kdf["salt"].base64URL(8...64),
            nonce: try json["nonce"].base64URL(AESGCM.nonceLength...AESGCM.nonceLength),
            sealed: try json["sealed"].base64URL((32 + AESGCM.tagLength)...(32 + AESGCM.tagLength)))
    }

    /// Whether parameters cost at most eight times what this release chooses, and 256 MiB: a key file that somebody changed must
    /// not hold up the machine.
    private static func isAffordable(_ parameters: PasswordKDF.Parameters) -> Bool {
        switch parameters {
        case .scrypt(let n, let r, let p):
            guard (2...(1 << 20)).contains(n), n & (n - 1) == 0, (1...64).contains(r), (1...64).contains(p) else {
                return false
            }
            return 128 * n * r <= 256 << 20 && n * r * p <= 1 << 22
        case .pbkdf2(let rounds): return (1...5_000_000).contains(rounds)
        }
    }

    var json: JSON {
        let name = JSON.string(Base64URL.encode(id))
        switch protection {
        case .none(let key):
            return ["id": name, "key": .string(key.withUnsafeBytes { Base64URL.encode($0) })]
        case .passphrase(let parameters, let salt, let nonce, let sealed):
            let salt = JSON.string(Base64URL.encode(salt))
            let kdf: JSON =
                switch parameters {
                case .scrypt(let n, let r, let p):
                    ["name": "scrypt", "n": .integer(n), "r": .integer(r), "p": .integer(p), "salt": salt]
                case .pbkdf2(let rounds):
                    ["name": "pbkdf2-hmac-sha256", "rounds": .integer(rounds), "salt": salt]
                }
            return [
                "id": name, "kdf": kdf, "nonce": .string(Base64URL.encode(nonce)),
                "sealed": .string(Base64URL.encode(sealed)),
            ]
        }
    }
}

extension JSON {
    fileprivate static func integer(_ value: Int) -> JSON { .number(JSONNumber(Int64(value))) }
}

extension JSONField {
    fileprivate func base64URL(_ count: ClosedRange<Int>) throws(JSONError) -> [UInt8] {
        guard let bytes = Base64URL.decode(try string()), count.contains(bytes.count) else {
            throw error(.type, "not base64url of the right length")
        }
        return bytes
    }

    fileprivate func int() throws(JSONError) -> Int {
        guard let value = Int(exactly: try int64()) else { throw error(.type, "not an integer of this machine") }
        return value
    }
}
