package import LanyardCrypto
internal import LanyardOpenID4VCI

/// A holder's wallet: receives credentials, keeps them and presents them.
///
/// Open one for a store; its services share the environment. Safe to use from any task.
public final class Wallet: Sendable {
    /// Receives credentials.
    public let issuance: IssuanceService
    /// Lists, reads, exports and deletes stored credentials.
    public let credentials: CredentialService
    /// Answers requests over a link, a QR code or the Digital Credentials API.
    public let presentation: PresentationService
    /// Answers mdoc requests near by and over the Digital Credentials API.
    public let proximity: ProximityService
    /// Finds what is damaged in the store, and repairs it when told to.
    public let store: StoreService
    /// Does what is due in the background.
    public let upkeep: Upkeep
    /// What was received, presented and deleted.
    public let log: TransactionLog
    /// Who is trusted, for what and why.
    public let trust: TrustPolicy
    /// The time as the wallet sees it.
    public let clock: any WalletClock
    /// What the store reported when it was opened.
    public let storageCondition: StorageCondition

    private init(_ context: WalletContext, condition: StorageCondition) {
        issuance = IssuanceService(context)
        credentials = CredentialService(context)
        presentation = PresentationService()
        proximity = ProximityService()
        store = StoreService(context)
        upkeep = Upkeep(context)
        log = context.log
        trust = context.trust
        clock = context.environment.clock
        storageCondition = condition
    }

    /// Opens a wallet over an environment.
    ///
    /// Finishes what an earlier process left undone: keys of sessions that ended without a result are deleted. If the
    /// store reports that an older copy was put back, keys are probed and one-time instances become spent. Throws
    /// `StorageError`.
    public static func open(_ environment: WalletEnvironment, config: WalletConfig = WalletConfig()) async throws
        -> Wallet
    {
        let context = WalletContext(environment: environment, config: config)
        let condition = environment.storage.condition
        do {
            if condition == .restored { try await RestoredStore(context).mend() }
            try await PendingKeys(context).releaseAbandoned()
            _ = try await PausedAuthorizations(context).dropOver()
        } catch let error as StorageError where error.code == .readOnly {
            // A store that can only be read is shown as it is; what would change it comes when it can be written.
            environment.logger?.log(WalletLogEntry(.warning, "wallet", "the store can only be read: \(error.reason)"))
        }
        return Wallet(context, condition: condition)
    }
}

/// What the services of one wallet share.
package struct WalletContext: Sendable {
    package let environment: WalletEnvironment
    package let config: WalletConfig
    package let store: CredentialStore
    package let contexts: IssuanceContexts
    package let outbox: Outbox
    package let log: TransactionLog
    package let trust: TrustPolicy
    package let formats: CredentialFormats
    package let changes: ChangeNotices

    package init(environment: WalletEnvironment, config: WalletConfig) {
        self.environment = environment
        self.config = config
        log = TransactionLog(
            storage: environment.storage, rng: environment.rng, elsewhere: environment.transactionLog,
            logger: environment.logger)
        store = CredentialStore(storage: environment.storage, log: log)
        contexts = IssuanceContexts(storage: environment.storage)
        outbox = Outbox(environment: environment, config: config)
        trust = TrustPolicy(
            sources: environment.trust, enforcement: config.trust.resolved(for: config.profile),
            profile: config.profile, strictness: config.strictness, clock: environment.clock)
        formats = CredentialFormats(config.formats)
        changes = ChangeNotices()
    }

    /// The handler that checks what a configuration issues.
    func issuanceHandler(
        for configuration: CredentialConfiguration, _ record: SessionRecord
    ) throws(IssuanceError) -> any CredentialFormatHandler {
        if let handler = formats.handler(for: configuration.format.identifier) { return handler }
        throw IssuanceError(
            .unsupportedConfiguration,
            "no handler for the format \"\(record.cleaned(configuration.format.identifier, limit: 60))\"",
            party: .wallet, remedy: "Choose another configuration of the offer.")
    }

    /// The handler of a stored credential's format.
    package func handler(for format: CredentialFormat) throws(CredentialError) -> any CredentialFormatHandler {
        guard let handler = formats.handler(for: format.identifier) else {
            throw CredentialError(
                .unreadable, "no handler for the format \(format.identifier)", party: .wallet,
                remedy: "Register the format's handler in WalletConfig.formats.")
        }
        return handler
    }

    /// Judges the issuer of a credential now, by the rules of its format.
    package func judgement(
        of chain: [[UInt8]], issuing format: CredentialFormat
    ) async -> (authority: Authority, notes: [Finding]) {
        let rules = formats.handler(for: format.identifier)?.signerRules ?? .jwtSigner
        return await trust.judgement(of: chain, as: .issuer, type: format.type, rules: rules)
    }

    /// The area that a handle belongs to, or nil when this environment lacks it.
    package func secureArea(_ id: String) -> (any SecureArea)? {
        environment.secureAreas.first { $0.id == id }
    }

    /// What the wallet's own keys can sign with, the best first.
    package var clientAlgorithms: [SignatureAlgorithm] {
        let wanted = SignatureAlgorithm(config.issuance.keyPolicy.algorithm)
        let possible = (environment.secureAreas.first?.capabilities.algorithms ?? []).map { SignatureAlgorithm($0) }
        return possible.filter { $0 == wanted } + possible.filter { $0 != wanted }
    }

    /// Deletes keys area by area; a failure is logged, since nothing else can be done about it.
    ///
    /// False when some are still there.
    @discardableResult
    package func delete(_ keys: [KeyHandle]) async -> Bool {
        var areAllGone = true
        for (area, handles) in Dictionary(grouping: keys, by: \.area) {
            guard let secureArea = secureArea(area) else { continue }
            do {
                try await secureArea.delete(handles)
            } catch {
                environment.logger?.log(WalletLogEntry(.warning, "keys", "unused keys were not deleted: \(error)"))
                areAllGone = false
            }
        }
        return areAllGone
    }
}
