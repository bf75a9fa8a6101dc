import LanyardJSON
import TestPeers
import WalletContracts
import WalletPorts

@testable import Lanyard

/// An issuer with every extra, its wallet provider, and a store and keys that outlive the wallets over them.
struct IssuanceWorld {
    let clock = FixedClock()
    let storage = MemoryStorageDriver()
    let area = MemorySecureArea()
    let plan = FaultPlan()
    let provider: PeerWalletProvider
    let issuer: PeerIssuer
    let http: InProcessTransport
    let pki: PeerPKI

    init(_ change: (inout PeerIssuer.Options) -> Void) throws {
        var options = PeerIssuer.Options()
        change(&options)
        provider = try PeerWalletProvider(clock: clock)
        options.walletProviders = [provider.anchor]
        pki = try PeerPKI(at: clock.now)
        issuer = try PeerIssuer(options, pki: pki, clock: clock)
        http = InProcessTransport(issuer)
    }

    /// The environment of one process: with a seed of its own, and with faults where it is to die.
    func environment(seed: UInt64 = 1, dying: Bool = false) -> WalletEnvironment {
        var environment = WalletEnvironment(
            storage: dying ? FaultyStorageDriver(storage, plan: plan) : storage,
            secureAreas: [dying ? FaultySecureArea(area, plan: plan) : area],
            http: dying ? FaultyHttpTransport(http, plan: plan) : http, rng: SeededRng(seed: seed), clock: clock,
            trust: [pki.issuerRoot, pki.issuingAuthority].map { StaticTrust(certificate: $0.der) })
        environment.attestation = provider
        return environment
    }

    func wallet(seed: UInt64 = 1, dying: Bool = false) async throws -> Wallet {
        try await Wallet.open(environment(seed: seed, dying: dying))
    }

    /// Runs a session to its end: where a browser is wanted it is followed, and its redirect remembered.
    func drive(
        _ session: IssuanceSession, redirected: (@Sendable (String) -> Void)? = nil
    ) async throws -> IssuanceResult {
        try await session.run { step in
            guard case .browser(let url) = step else { throw CancellationError() }
            let redirect = try await http.browser().visit(url)
            redirected?(redirect)
            return .redirect(redirect)
        }
    }

    /// What of the store and the keys does not fit together, nil when all does.
    ///
    /// Every key must have one record that names it and every record an owner. Without leases, the records of keys that
    /// a session is at work with count as a fault too.
    func misfit(withLeases: Bool = false) async throws -> String? {
        let context = WalletContext(environment: environment(), config: WalletConfig())
        func all<Kind: Record>(_ kind: Kind.Type) async throws -> [Kind] {
            let (whole, unreadable) = try await storage.all(kind)
            guard unreadable.isEmpty else { throw Misfit("unreadable: \(unreadable)") }
            return whole.map(\.record)
        }
        do {
            if !withLeases, let lease = try await all(PendingKeysRecord.self).first {
                return "a session record \(lease.name)"
            }
            let contexts = try await all(IssuanceContextRecord.self)
            let deferrals = try await all(DeferralRecord.self)
            let notifications = try await all(NotificationRecord.self)
            let credentials = try await all(CredentialRecord.self)
            var owners: [String: Set<String>] = [:]
            var keys: [KeyHandle] = contexts.compactMap(\.dpopKey?.handle)
            keys += deferrals.flatMap { $0.keys.map(\.handle) }
            keys += try await all(AuthorizationRecord.self).compactMap(\.dpopKey?.handle)
            keys += try await all(ClientInstanceRecord.self).map(\.key.handle)
            for credential in credentials {
                let holding = try await context.store.holding(credential.id)
                guard holding.damage.isEmpty, holding.instances.count == credential.instances else {
                    return "half a credential: \(holding.damage)"
                }
                keys += holding.holderKeys
                if let id = credential.context { owners[id, default: []].insert(credential.id.value) }
                let isPromised = deferrals.contains { $0.credential == credential.id }
                if credential.state == .deferred, !isPromised { return "a promise that nobody keeps" }
            }
            for deferral in deferrals {
                guard credentials.contains(where: { $0.id == deferral.credential }) else {
                    return "a promise of no credential"
                }
                owners[deferral.context, default: []].insert(deferral.credential.value)
            }
            for notification in notifications { owners[notification.context, default: []].insert(notification.id) }
            let held = Dictionary(uniqueKeysWithValues: contexts.map { ($0.id, $0.holders) })
            guard held == owners else { return "contexts \(held) held by \(owners)" }
            for kind in [DetailsRecord.collection, MatchIndexRecord.collection, InstanceRecord.collection] {
                let ids = storage.everything.map(\.key).filter { $0.collection == kind }.map {
                    String($0.name.prefix { $0 != "/" })
                }
                let strays = Set(ids).subtracting(credentials.map(\.id.value))
                guard strays.isEmpty else { return "\(kind) without a credential" }
            }
            guard Set(keys).count == keys.count else { return "a key with two owners" }
            let orphans = area.handles.subtracting(keys).count
            guard orphans == 0 || withLeases else { return "\(orphans) orphan keys" }
            guard area.handles.isSuperset(of: keys) else { return "a lost key" }
            return nil
        } catch let misfit as Misfit {
            return misfit.reason
        }
    }

    private struct Misfit: Error {
        let reason: String

        init(_ reason: String) {
            self.reason = reason
        }
    }
}
