public import WalletPorts

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension WalletEnvironment {
    /// The environment of this system: a sealed store and software keys in one folder, and the system's network and clock.
    ///
    /// Opens the store. Throws `.locked` when a passphrase is missing or wrong, or the key file is gone; `.newer`, `.corrupt`,
    /// `.busy`, `.ioFailed` as they come.
    public static func system(_ configuration: SystemConfiguration = .init()) async throws(StorageError)
        -> WalletEnvironment
    {
        guard !configuration.folder.isEmpty else {
            throw StorageError(.ioFailed, "there is no folder for the store", remedy: "Set LANYARD_HOME or HOME.")
        }
        do {
            try FileManager.default.createDirectory(
                atPath: configuration.folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw StorageError(
                .ioFailed, "the folder \(configuration.folder) cannot be made",
                remedy: "Set LANYARD_HOME to a folder that can be written.")
        }
        let storage = try await SealedStorageDriver.open(
            over: try SQLiteStorageDriver(path: configuration.storePath),
            keyFile: StoreKeyFile(path: configuration.keyPath), passphrase: configuration.passphrase)
        let area: SoftwareSecureArea
        do {
            area = try SoftwareSecureArea(wrappingKey: try storage.wrappingKey())
        } catch {
            throw StorageError(.ioFailed, "the key area could not be opened: \(error)")
        }
        #if canImport(CCurl)
            let http = CurlTransport(configuration.http)
        #else
            let http = URLSessionTransport(configuration.http)
        #endif
        return WalletEnvironment(
            storage: storage, secureAreas: [area], http: http, rng: SystemRng(), clock: SystemClock(),
            logger: configuration.logger, attestation: configuration.attestation, trust: configuration.trust,
            languages: configuration.languages)
    }
}
