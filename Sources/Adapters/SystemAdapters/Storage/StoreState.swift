import WalletPorts

/// What a store says of itself, sealed: the schema of its records and how often it was opened.
///
/// The epoch shows that an older copy was put back. Each opening commits the next epoch to the store first and writes it to
/// the key file second, so the store is never behind the file: after a crash between the two it is ahead, which is
/// normal, and only a copy from before an opening is behind. A copy that is put back while the same opening lasts is not seen.
struct StoreState: Equatable {
    static let collection = "lanyard.store"
    /// The wrapped data key, under its plain name: it is needed before names can be blinded.
    static let dataKey = StorageKey(collection, "key")
    static let state = StorageKey(collection, "state")
    static let lease = StorageKey(collection, "lease")

    static let remedy = "Put a backup of the whole store back."

    var schema: UInt8
    var epoch: UInt64

    init(schema: UInt8, epoch: UInt64) {
        self.schema = schema
        self.epoch = epoch
    }

    /// Opens the record; throws `.newer` for a store of a later release.
    init(opening stored: StoredRecord, with cipher: RecordCipher, newest: UInt8) throws(StorageError) {
        // Every new format of records comes with a new schema, and the state says so first.
        if let format = stored.value.first, format > RecordCipher.format { throw RecordCipher.newer }
        do throws(StorageError) {
            try self.init(try cipher.opened(stored, newest: newest).record.value)
        } catch {
            throw error.code == .newer
                ? error : StorageError(.corrupt, "the store's state record is damaged", remedy: StoreState.remedy)
        }
    }

    init(_ bytes: [UInt8]) throws(StorageError) {
        guard bytes.count == 9 else {
            throw StorageError(.corrupt, "the store's state record is damaged", remedy: StoreState.remedy)
        }
        schema = bytes[0]
        epoch = bytes[1...].reduce(0) { $0 << 8 | UInt64($1) }
    }

    var bytes: [UInt8] { [schema] + (0..<8).map { UInt8(truncatingIfNeeded: epoch >> (56 - 8 * UInt64($0))) } }
}
