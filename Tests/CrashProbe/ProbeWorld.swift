import Lanyard
import SystemAdapters
import TestPeers
package import WalletContracts
import WalletPorts

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A wallet over a sealed store and keys on disk, and a strict issuer beside it.
///
/// Each round is an hour after the one before, so that what a dead session left is due.
package struct ProbeWorld {
    private static let start = Instant(seconds: 1_800_000_000)

    private let issuer: PeerIssuer
    private let area: DiskSecureArea
    private let environment: WalletEnvironment
    private let wallet: Wallet

    package init(folder: String, round: Int, plan: FaultPlan? = nil) async throws {
        let clock = FixedClock(Self.start.advanced(by: Double(3600 * round)))
        issuer = try PeerIssuer(PeerIssuer.Options(), pki: try PeerPKI(at: clock.now), clock: clock)
        let configuration = SystemConfiguration(folder: folder)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let database = try SQLiteStorageDriver(path: configuration.storePath)
        // Faults below the sealing too: the commits of opening are points as well.
        let base: any StorageDriver = if let plan { FaultyStorageDriver(database, plan: plan) } else { database }
        let sealed = try await SealedStorageDriver.open(
            over: base, keyFile: StoreKeyFile(path: configuration.keyPath))
        let area = try DiskSecureArea(folder: "\(folder)/keys", wrappingKey: try sealed.wrappingKey())
        let http = InProcessTransport(issuer)
        self.area = area
        environment = WalletEnvironment(
            storage: sealed, secureAreas: [plan.map { FaultySecureArea(area, plan: $0) } ?? area],
            http: plan.map { FaultyHttpTransport(http, plan: $0) } ?? http, rng: SystemRng(), clock: clock)
        wallet = try await Wallet.open(environment)
    }

    /// Takes one offer of two credentials, three instances each; gives the ids of what was stored.
    package func receive() async throws -> [String] {
        let offer = try await wallet.issuance.resolveOffer(issuer.makeOffer(["pid", "diploma"]).link)
        let request = IssuanceRequest.fromOffer(
            offer, configurationIds: nil, policy: CredentialPolicy(batchSize: 3, use: .oneTime))
        let result = try await wallet.issuance.start(request).run { _ in throw CancellationError() }
        return result.issued.map(\.value)
    }

    /// Every credential, and what is wrong: damage, a part that is missing, a key too many or too few.
    package func examine() async throws -> (ids: [String], troubles: [String]) {
        var troubles = try await wallet.store.check().map(\.description)
        if wallet.storageCondition != .normal { troubles.append("the store is taken for a restored one") }
        let context = WalletContext(environment: environment, config: WalletConfig())
        var used: Set<KeyHandle> = []
        let ids = try await wallet.credentials.list().map(\.id)
        for id in ids {
            let handles = try await context.store.holding(id).holderKeys
            if handles.count != 3 { troubles.append("\(id) has \(handles.count) keys") }
            let claims = try await wallet.credentials.get(id)?.claims ?? []
            if claims.isEmpty { troubles.append("\(id) has no claims") }
            used.formUnion(handles)
        }
        let there = try area.handles()
        if !used.isSubset(of: there) { troubles.append("\(used.subtracting(there).count) keys are lost") }
        if !there.isSubset(of: used) { troubles.append("\(there.subtracting(used).count) keys belong to nobody") }
        let entries = try await wallet.log.entries(limit: .max)
        let received = entries.filter { $0.kind == .issuance && $0.outcome == .completed }.flatMap(\.credentials)
        if Set(received) != Set(ids.map(\.value)) { troubles.append("the log tells another story") }
        return (ids.map(\.value), troubles)
    }
}
