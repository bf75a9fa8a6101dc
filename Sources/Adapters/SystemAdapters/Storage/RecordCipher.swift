import LanyardCrypto
import LanyardText
import WalletPorts

/// Seals records with AES-256-GCM and blinds their names.
///
/// Sealed: format byte 1, schema byte, data key id (4 bytes), nonce (12), ciphertext, tag (16). The ciphertext holds the true
/// name (length in 4 bytes, big-endian, then UTF-8) and the value. Collection, blinded name and version are authenticated,
/// so that no record can be put in the place of another or of an earlier one of its own.
struct RecordCipher: Sendable {
    /// A record after opening.
    struct Opened {
        let record: StoredRecord
        let schema: UInt8
    }

    static let format: UInt8 = 1
    private static let frontLength = 18

    /// Names the data key.
    let keyID: [UInt8]
    private let valueKey: AESGCMKey
    private let nameKey: SecretBytes

    /// Derives the keys for values and names from the data key.
    init(dataKey: SecretBytes, id: [UInt8]) throws(StorageError) {
        keyID = id
        valueKey = try RecordCipher.storage { () throws(CryptoError) in
            try AESGCMKey(RecordCipher.derived(from: dataKey, "lanyard record value"))
        }
        nameKey = try RecordCipher.storage { () throws(CryptoError) in
            try RecordCipher.derived(from: dataKey, "lanyard record name")
        }
    }

    /// A key for one purpose, derived from a data key.
    static func derived(from dataKey: SecretBytes, _ purpose: String) throws(CryptoError) -> SecretBytes {
        SecretBytes(try HKDF.derive(.sha256, input: dataKey, salt: [], info: Array(purpose.utf8), count: 32))
    }

    /// The name under which a record is stored: 192 bits of a keyed hash, as base64url.
    func blinded(_ key: StorageKey) -> StorageKey {
        let message = RecordCipher.counted(key.collection) + Array(key.name.utf8)
        let code = nameKey.withUnsafeBytes { HMAC.code(.sha256, key: $0, message: message) }
        return StorageKey(key.collection, Base64URL.encode(code.prefix(24)))
    }

    /// Seals a value for its blinded place and for the version that the write will give it.
    func sealed(
        _ value: [UInt8], of key: StorageKey, at place: StorageKey, version: UInt64, schema: UInt8
    ) throws(StorageError) -> [UInt8] {
        // Random for good: under one key a nonce must never come twice, so it must not come from a test's sequence.
        // Random nonces of 96 bits are sound for 2^32 writes under one data key.
        let nonce = RandomBytes.make(AESGCM.nonceLength)
        let front = [RecordCipher.format, schema] + keyID
        let bound = RecordCipher.bound(front, place, version)
        let plaintext = RecordCipher.counted(key.name) + value
        let sealed = try RecordCipher.storage { () throws(CryptoError) in
            try valueKey.seal(plaintext, nonce: nonce, authenticating: bound)
        }
        return front + nonce + sealed.ciphertext + sealed.tag
    }

    /// Opens a record as it was stored.
    ///
    /// Throws `.newer` for a record that was truly sealed under a later schema than `newest`, `.corrupt` for anything that was
    /// not sealed for this place.
    func opened(_ stored: StoredRecord, newest: UInt8) throws(StorageError) -> Opened {
        let bytes = stored.value
        guard bytes.count >= RecordCipher.frontLength + AESGCM.tagLength + 4, bytes[0] == RecordCipher.format,
            bytes[2..<6].elementsEqual(keyID)
        else { throw RecordCipher.damaged }
        let plaintext: [UInt8]
        do throws(CryptoError) {
            plaintext = try valueKey.open(
                bytes[RecordCipher.frontLength..<(bytes.count - AESGCM.tagLength)],
                tag: Array(bytes.suffix(AESGCM.tagLength)), nonce: Array(bytes[6..<RecordCipher.frontLength]),
                authenticating: RecordCipher.bound(Array(bytes[..<6]), stored.key, stored.version))
        } catch {
            throw RecordCipher.damaged
        }
        guard bytes[1] <= newest else { throw RecordCipher.newer }
        let length = plaintext.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard plaintext.count >= 4 + length else { throw RecordCipher.damaged }
        let name = String(decoding: plaintext[4..<(4 + length)], as: UTF8.self)
        let key = StorageKey(stored.key.collection, name)
        let record = StoredRecord(key: key, value: Array(plaintext[(4 + length)...]), version: stored.version)
        return Opened(record: record, schema: bytes[1])
    }

    static let newer = StorageError(.newer, "a record was written by a newer release", remedy: "Update the app.")

    private static let damaged = StorageError(
        .corrupt, "a record is damaged, or was moved or put back from another time",
        remedy: "Put a backup of the whole store back, or remove the record and receive it again.")

    private static func bound(_ front: [UInt8], _ place: StorageKey, _ version: UInt64) -> [UInt8] {
        front + counted(place.collection) + counted(place.name)
            + (0..<8).map { UInt8(truncatingIfNeeded: version >> (56 - 8 * UInt64($0))) }
    }

    private static func counted(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        return (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (24 - 8 * $0)) } + bytes
    }

    private static func storage<Result>(_ body: () throws(CryptoError) -> Result) throws(StorageError) -> Result {
        do throws(CryptoError) {
            return try body()
        } catch {
            throw StorageError(.ioFailed, "sealing failed: \(error.reason)")
        }
    }
}
