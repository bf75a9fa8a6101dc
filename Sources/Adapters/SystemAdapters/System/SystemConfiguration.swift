public import WalletPorts

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a wallet on this system may be told; every default works.
public struct SystemConfiguration: Sendable {
    /// The folder of the store and its key file; made with mode 0700 where it is missing.
    public var folder: String
    /// The passphrase of a store that is locked by one; for a new store, the one that locks it.
    public var passphrase: Secret<String>?
    /// What the transport may do.
    public var http: HttpTransportConfiguration
    /// Where anchors come from.
    public var trust: [any TrustSource]
    /// What a developer is told.
    public var logger: (any WalletLogger)?
    /// The wallet provider's attestations.
    public var attestation: (any WalletAttestationProvider)?
    /// The languages of the person, best first.
    public var languages: [String]

    /// Makes a configuration: the default folder, a store without passphrase, the open internet, no anchors.
    public init(
        folder: String = SystemConfiguration.defaultFolder, passphrase: Secret<String>? = nil,
        http: HttpTransportConfiguration = .init(), trust: [any TrustSource] = [], logger: (any WalletLogger)? = nil,
        attestation: (any WalletAttestationProvider)? = nil,
        languages: [String] = SystemConfiguration.preferredLanguages
    ) {
        self.folder = folder
        self.passphrase = passphrase
        self.http = http
        self.trust = trust
        self.logger = logger
        self.attestation = attestation
        self.languages = languages
    }

    /// The path of the store.
    public var storePath: String { "\(folder)/store.sqlite" }

    /// The path of the store's key file.
    public var keyPath: String { "\(folder)/store.key" }

    /// Opens the store of this folder, or starts one; the folder is made where it is missing.
    ///
    /// Where the folder or its files cannot be written the store can be read, and a change throws `.readOnly`. Throws `.locked`
    /// when a passphrase is missing or wrong, or the key file is gone; `.exposed` when others may read the folder or its files;
    /// `.denied`, `.full`, `.newer`, `.corrupt`, `.busy`, `.ioFailed` as they come.
    public func openStore() async throws(StorageError) -> SealedStorageDriver {
        try StoreFolder(path: folder).prepare()
        return try await SealedStorageDriver.open(
            over: try SQLiteStorageDriver(path: storePath), keyFile: StoreKeyFile(path: keyPath),
            passphrase: passphrase)
    }

    /// `$LANYARD_HOME`, else `.lanyard` in the home folder, or `Lanyard` in Application Support on Apple systems.
    public static var defaultFolder: String {
        let environment = ProcessInfo.processInfo.environment
        if let folder = environment["LANYARD_HOME"], !folder.isEmpty { return folder }
        #if canImport(Darwin)
            let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
            return (folders.first?.path ?? NSHomeDirectory()) + "/Lanyard"
        #else
            return environment["HOME"].flatMap { $0.isEmpty ? nil : $0 + "/.lanyard" } ?? ""
        #endif
    }

    /// The person's languages as BCP 47 tags: from the locale variables, or the system's settings on Apple systems.
    public static var preferredLanguages: [String] {
        #if canImport(Darwin)
            let languages = Locale.preferredLanguages
            return languages.isEmpty ? ["en"] : languages
        #else
            let environment = ProcessInfo.processInfo.environment
            let lists = ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }
            return languages(fromLocales: lists)
        #endif
    }

    /// The tags of locale names such as `de_DE.UTF-8` or lists of them with colons, without repetition; English at the end.
    static func languages(fromLocales lists: [String]) -> [String] {
        var tags: [String] = []
        for name in lists.flatMap({ $0.split(separator: ":") }) {
            let tag = name.prefix { $0 != "." && $0 != "@" }.split(separator: "_").joined(separator: "-")
            if !tag.isEmpty, tag != "C", tag != "POSIX", !tags.contains(tag) { tags.append(tag) }
        }
        return tags.contains { $0 == "en" || $0.hasPrefix("en-") } ? tags : tags + ["en"]
    }
}
