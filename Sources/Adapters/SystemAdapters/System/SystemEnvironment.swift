public import WalletPorts

extension WalletEnvironment {
    /// The environment of this system: a sealed store and software keys in one folder, and the system's network and clock.
    ///
    /// Opens the store; throws what `SystemConfiguration.openStore` throws.
    public static func system(_ configuration: SystemConfiguration = .init()) async throws(StorageError)
        -> WalletEnvironment
    {
        let storage = try await configuration.openStore()
        let wrappingKey = try storage.wrappingKey()
        let area: SoftwareSecureArea
        do throws(SecureAreaError) {
            area = try SoftwareSecureArea(wrappingKey: wrappingKey)
        } catch {
            throw StorageError(
                .ioFailed, "the key area could not be opened: \(error.code): \(error.reason)", remedy: "Report this.")
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
