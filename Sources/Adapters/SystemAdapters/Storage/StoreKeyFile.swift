import LanyardJSON
public import WalletPorts

/// The file beside a store that holds its key-encryption key, in the clear or wrapped by a passphrase, and its epoch.
///
/// JSON, mode 0600. In the clear it protects against someone who copies the database, not against someone who reads the
/// whole folder; with a passphrase against both.
public struct StoreKeyFile: Sendable {
    /// What the file says.
    struct Contents: Sendable {
        /// The last epoch that is known to be in the store.
        var epoch: UInt64 = 0
        /// The newest first; a second one only while a change of key is under way or was interrupted.
        var keys: [KeyEncryptionKey] = []
    }

    private static let format: Int64 = 1
    private static let mostKeys = 2

    private let file: PrivateFile

    /// Names the file; nothing is read yet.
    public init(path: String) {
        file = PrivateFile(path: path, name: "the key file")
    }

    /// Whether a passphrase is needed; nil when there is no file.
    public func needsPassphrase() throws(StorageError) -> Bool? {
        try load()?.keys.first?.needsPassphrase
    }

    /// Reads the file; nil when there is none.
    func load() throws(StorageError) -> Contents? {
        guard let bytes = try file.read() else { return nil }
        do throws(JSONError) {
            let json = JSONField(try JSON(parsing: bytes))
            let format = try json["format"].int64()
            guard format == StoreKeyFile.format else { throw json["format"].error(.type, "\(format)") }
            guard let epoch = UInt64(exactly: try json["epoch"].int64()) else {
                throw json["epoch"].error(.type, "negative")
            }
            var contents = Contents(epoch: epoch)
            let keys = try json["keys"].array()
            guard keys.count <= StoreKeyFile.mostKeys else { throw json["keys"].error(.tooLarge, "too many keys") }
            for key in keys { contents.keys.append(try KeyEncryptionKey(json: key)) }
            return contents
        } catch {
            if error.location == "/format" {
                throw StorageError(
                    .newer, "the key file has format \(error.reason), this release knows 1", remedy: "Update the app.")
            }
            throw StorageError(
                .corrupt, "the key file cannot be read: \(error.location) \(error.reason)",
                remedy: "Put the key file back from a backup; without it the store cannot be opened.")
        }
    }

    /// Replaces the file; for a body of `exclusively`.
    func save(_ contents: Contents) throws(StorageError) {
        let json: JSON = [
            "format": .number(JSONNumber(StoreKeyFile.format)),
            "epoch": .number(JSONNumber(Int64(clamping: contents.epoch))),
            "keys": .array(contents.keys.map(\.json)),
        ]
        try file.write(json.encoded() + [0x0A])
    }

    /// Runs a body that reads and replaces the file, one at a time over all processes.
    func exclusively<Result: Sendable>(
        _ body: () async throws(StorageError) -> Result
    ) async throws(StorageError) -> Result {
        try await file.exclusively(body)
    }
}
