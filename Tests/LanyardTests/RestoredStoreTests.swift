import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// A store that was put back from an older copy.
@Suite struct RestoredStoreTests {
    private func restored(_ harness: Harness) async throws -> (wallet: Wallet, environment: WalletEnvironment) {
        let copy = MemoryStorageDriver(condition: .restored)
        var batch = StorageBatch()
        for record in harness.storage.everything { batch.put(record.key, record.value) }
        try await copy.commit(batch)
        var environment = harness.environment
        environment.storage = copy
        return (try await Wallet.open(environment), environment)
    }

    @Test func `one-time instances become spent, others stay`() async throws {
        let harness = try await Harness()
        _ = try await harness.receive(["pid"], policy: CredentialPolicy(batchSize: 3, use: .oneTime))
        _ = try await harness.receive(["diploma"], policy: CredentialPolicy(batchSize: 3, use: .rotate))
        let (wallet, environment) = try await restored(harness)
        #expect(wallet.storageCondition == .restored)
        var unused: [String: Int] = [:]
        for credential in try await wallet.credentials.list() {
            guard case .issued(_, _, let instances) = credential.lifecycle else { continue }
            unused[credential.configurationId] = instances.unused
        }
        #expect(unused == ["pid": 0, "diploma": 3])
        let context = WalletContext(environment: environment, config: WalletConfig())
        for (record, _) in try await context.store.records() where record.configurationId == "pid" {
            let states = try await context.store.holding(record.id).instances.map(\.availability)
            #expect(states == [.spent, .spent, .spent])
        }
    }

    @Test func `a lost key makes its credential unusable, and it can still be read`() async throws {
        let harness = try await Harness()
        let id = try await harness.receive().issued[0]
        for handle in harness.area.handles { harness.area.lose(handle) }
        let (wallet, _) = try await restored(harness)
        let credential = try #require(try await wallet.credentials.get(id))
        #expect(credential.lifecycle == .unusable(.keyLost))
        #expect(!credential.claims.isEmpty)
    }
}
