import Lanyard
import SystemAdapters

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How the options of a command open the wallet.
struct WalletSetup: Sendable {
    /// What every command on the store takes.
    static let storeOptions = [
        Option("store", "DIR", "the folder of the store (default: LANYARD_HOME, else ~/.lanyard)"),
        Option("json", nil, "print JSON"),
    ]
    /// What a command takes besides that shows credentials.
    static let viewOptions = [
        Option("trust", "FILE", "trust these certificates (PEM or DER) as issuers' anchors; may be repeated"),
        Option("language", "TAG", "prefer this language for labels; may be repeated"),
    ]
    /// What a command takes besides that talks to issuers and judges what they send.
    static let exchangeOptions = [
        Option("tls-ca", "FILE", "accept these certificates (PEM) as TLS roots besides the system's"),
        Option("allow-private", nil, "talk to this machine and private networks too, for tests"),
        Option("strict", nil, "stop at every deviation, also at those that may be tolerated"),
        Option("tolerant", nil, "tolerate what the rules allow to tolerate (default)"),
        Option("profile", "NAME", "enforce a profile: core (default), haip or eu; the last two need --provider"),
        Option("provider", "URL", "the wallet provider that attests this wallet and its keys"),
        Option("client-id", "ID", "the client id that authorization servers know (default: wallet-dev)"),
        Option("require-trust", nil, "refuse issuers that are not trusted"),
    ]

    var folder = SystemConfiguration.defaultFolder
    var trustFiles: [String] = []
    var tlsAnchors = ""
    var allowsPrivateAddresses = false
    var languages = SystemConfiguration.preferredLanguages
    var config = WalletConfig()
    var asJSON = false
    var isTracing = false
    /// The wallet provider's service.
    var provider: String?
    /// Whether what is asked of whom is told while it happens.
    var reportsRequests = false

    init(folder: String) {
        self.folder = folder
    }

    init(_ arguments: Arguments) throws {
        if let folder = arguments.value("store") { self.folder = folder }
        trustFiles = arguments.all("trust")
        tlsAnchors = try CertificateArgument.roots(arguments)
        allowsPrivateAddresses = arguments.has("allow-private")
        languages = arguments.all("language") + languages
        asJSON = arguments.has("json")
        isTracing = arguments.has("trace")
        if arguments.has("strict"), arguments.has("tolerant") {
            throw UsageError("--strict and --tolerant exclude each other")
        }
        config.strictness = arguments.has("strict") ? .strict : .tolerant
        if let name = arguments.value("profile") {
            guard let profile = Profile(rawValue: name) else { throw UsageError("--profile takes core, haip or eu") }
            config.profile = profile
        }
        provider = arguments.value("provider")
        if let id = arguments.value("client-id") { config.issuance.clientId = id }
        if arguments.has("require-trust") { config.trust.enforcement[.issuer] = .enforce }
    }

    /// Opens the wallet; a store that is locked asks for its passphrase.
    func open() async throws -> Wallet {
        var configuration = SystemConfiguration(folder: folder)
        configuration.passphrase = try StorePassphrase(folder: folder).ask()
        configuration.http = HttpTransportConfiguration(
            extraRoots: tlsAnchors, allowsPrivateAddresses: allowsPrivateAddresses)
        configuration.languages = languages
        configuration.logger = TerminalLogger(isTracing: isTracing)
        do {
            configuration.trust = [try FileTrustSource(trustFiles.map { FileTrustSource.File($0, roles: [.issuer]) })]
        } catch {
            throw UsageError("--trust: \(error)")
        }
        var environment = try await WalletEnvironment.system(configuration)
        if reportsRequests { environment.http = ReportingTransport(inner: environment.http) }
        if let provider {
            environment.attestation = HttpWalletAttestationProvider(base: provider, http: environment.http)
        }
        let wallet = try await Wallet.open(environment, config: config)
        if wallet.storageCondition == .restored {
            Terminal.note(
                "The database is not the one that this wallet left: an older copy was put back, or a new one took the")
            Terminal.note("place of a lost one. What was received since is gone; one-time credentials count as used.")
        }
        return wallet
    }
}

/// The passphrase of a locked store: from the environment, else from the person.
struct StorePassphrase {
    static let variable = "LANYARD_PASSPHRASE"

    let folder: String

    func ask() throws -> Secret<String>? {
        let file = StoreKeyFile(path: SystemConfiguration(folder: folder).keyPath)
        guard try file.needsPassphrase() == true else { return nil }
        if let text = ProcessInfo.processInfo.environment[Self.variable] { return Secret(text) }
        guard Terminal.isInteractive else {
            throw StorageError(
                .locked, "the store is locked", remedy: "Set \(Self.variable), or run this in a terminal.")
        }
        guard let text = try Terminal.ask("Passphrase of the store: ", hidden: true) else { throw CancellationError() }
        return Secret(text)
    }

    /// Asks for a new passphrase, twice.
    static func new() throws -> Secret<String> {
        if let text = ProcessInfo.processInfo.environment["LANYARD_NEW_PASSPHRASE"], !text.isEmpty {
            return Secret(text)
        }
        guard Terminal.isInteractive else {
            throw UsageError("set LANYARD_NEW_PASSPHRASE, or run this in a terminal")
        }
        guard let text = try Terminal.ask("New passphrase: ", hidden: true), !text.isEmpty else {
            throw CancellationError()
        }
        guard try Terminal.ask("Once more: ", hidden: true) == text else {
            throw UsageError("the two are not the same")
        }
        return Secret(text)
    }
}
