import LanyardCrypto
import WalletPorts

/// The key of a store's records, and its record: wrapped by a key-encryption key.
///
/// Record: format byte 1, key-encryption key id (8 bytes), data key id (4), nonce (12), ciphertext (32), tag (16).
struct DataKey: Sendable {
    private static let format: UInt8 = 1
    private static let recordLength = 73

    let id: [UInt8]
    let bytes: SecretBytes

    static func make() -> DataKey {
        DataKey(id: RandomBytes.make(4), bytes: .random(32))
    }

    /// Which key-encryption key a record needs.
    static func encryptionKeyID(in record: [UInt8]) throws(StorageError) -> [UInt8] {
        guard let first = record.first, first <= format else {
            throw StorageError(.newer, "the store's key is of a newer format", remedy: "Update the app.")
        }
        guard first == format, record.count == recordLength else {
            throw StorageError(.corrupt, "the store's key record is damaged", remedy: StoreState.remedy)
        }
        return Array(record[1..<9])
    }

    func wrapped(under key: SecretBytes, id keyID: [UInt8]) throws(StorageError) -> [UInt8] {
        do throws(CryptoError) {
            let nonce = RandomBytes.make(AESGCM.nonceLength)
            let front = [DataKey.format] + keyID + id
            let sealed = try AESGCMKey(key).seal(bytes, nonce: nonce, authenticating: DataKey.bound(front))
            return front + nonce + sealed.ciphertext + sealed.tag
        } catch {
            throw StorageError(.ioFailed, "the store's key could not be wrapped: \(error.reason)")
        }
    }

    static func unwrapped(_ record: [UInt8], under key: SecretBytes) throws(StorageError) -> DataKey {
        _ = try encryptionKeyID(in: record)
        do throws(CryptoError) {
            let bytes = try AESGCMKey(key).openSecret(
                record[25..<57], tag: Array(record[57...]), nonce: Array(record[13..<25]),
                authenticating: bound(Array(record[..<13])))
            return DataKey(id: Array(record[9..<13]), bytes: bytes)
        } catch {
            throw StorageError(
                .locked, "the key file does not open this store, or the store's own key record is damaged",
                remedy: "Put the key file of this store back, or a backup of the whole store.")
        }
    }

    private static func bound(_ front: [UInt8]) -> [UInt8] { Array("lanyard data key".utf8) + front }
}
