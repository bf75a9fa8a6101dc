import LanyardTestSupport
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// One record that does not open hides no other, is reported, and is removed only when a person says so.
@Suite struct DamagedStoreTests {
    @Test(arguments: SealedWorld.Harm.allCases)
    func `a damaged credential record hides no other, and its credential can be exported and deleted`(
        harm: SealedWorld.Harm
    ) async throws {
        let world = try await SealedWorld()
        let damaged = try await world.harness.receive(["pid"], policy: CredentialPolicy(batchSize: 3)).issued[0]
        let whole = try await world.harness.receive(["diploma"]).issued[0]
        let text = try await world.wallet.credentials.export(damaged)
        try await world.harm("credential", damaged.value, harm)

        let wallet = try await world.reopened()
        #expect(try await wallet.credentials.list().map(\.id) == [whole])
        #expect(world.logger.text.contains("credential record cannot be read"))
        #expect(try await wallet.credentials.get(whole) != nil)
        await #expect(throws: CredentialError(.unreadable, remedy: "")) { try await wallet.credentials.get(damaged) }
        #expect(try await wallet.credentials.export(damaged) == text)
        let damage = try await wallet.store.check()
        #expect(damage.map(\.record) == ["credential"])
        #expect(damage.first?.credential == damaged && damage.first?.trouble == .unreadable)
        #expect(try await wallet.credentials.list().count == 1, "a check removes nothing")

        #expect(world.harness.area.handles.count == 4)
        try await wallet.credentials.delete(damaged)
        #expect(world.harness.area.handles.count == 1)
        #expect(try await world.remains(of: damaged) == [])
        #expect(try await wallet.store.check() == [])
        #expect(try await wallet.credentials.list().map(\.id) == [whole])
        #expect(try await wallet.log.entries().first?.credentials == [damaged.value])
    }

    @Test(arguments: SealedWorld.Harm.allCases)
    func `of a batch the instances that can be read stay, and a repair numbers them anew`(
        harm: SealedWorld.Harm
    ) async throws {
        let world = try await SealedWorld()
        let id = try await world.harness.receive(policy: CredentialPolicy(batchSize: 4, use: .oneTime)).issued[0]
        let before = try await world.pairs("instance").map(\.open)
        for number in [0, 2] { try await world.harm("instance", "\(id.value)/\(number)", harm) }
        let wallet = try await world.reopened()
        #expect(try await wallet.credentials.get(id)?.claims.isEmpty == false)
        #expect(try await wallet.credentials.export(id).hasSuffix("~"))
        let damage = try await wallet.store.check()
        #expect(damage.map(\.record) == ["instance", "instance"])
        #expect(damage.allSatisfy { $0.credential == id })

        try await wallet.store.repair(damage)
        #expect(try await wallet.store.check() == [])
        guard case .issued(_, _, let counts)? = try await wallet.credentials.get(id)?.lifecycle else {
            return #expect(Bool(false))
        }
        #expect(counts == InstanceCounts(total: 2, unused: 2))
        let after = try await world.pairs("instance").map { try InstanceRecord($0.open) }
        #expect(Set(after.map(\.name)) == ["\(id.value)/0", "\(id.value)/1"])
        let kept = try before.map { try InstanceRecord($0) }.filter { [1, 3].contains($0.number) }
        #expect(Set(after.map(\.text)) == Set(kept.map(\.text)))
        #expect(Set(after.map(\.holderKey)) == Set(kept.map(\.holderKey)))
    }

    @Test func `a credential without a readable instance is listed, says so, and a repair deletes it`() async throws {
        let world = try await SealedWorld()
        let id = try await world.harness.receive().issued[0]
        try await world.harm("instance", id.value, .flippedByte)
        let wallet = try await world.reopened()
        #expect(try await wallet.credentials.list().map(\.id) == [id])
        for call in [{ _ = try await wallet.credentials.get(id) }, { _ = try await wallet.credentials.export(id) }] {
            await #expect(throws: CredentialError(.unreadable, remedy: "")) { try await call() }
        }
        try await wallet.store.repair(try await wallet.store.check())
        #expect(try await wallet.credentials.list().isEmpty)
        #expect(try await world.remains(of: id) == [])
        #expect(try await wallet.log.entries().first?.kind == .deletion)
    }

    @Test(arguments: [SealedWorld.Harm.flippedByte, nil])
    func `a match index that is damaged or missing is made anew as it was`(harm: SealedWorld.Harm?) async throws {
        let world = try await SealedWorld()
        _ = try await world.harness.receive()
        let before = try await world.pairs("index").map(\.open.value)
        try await world.harm("index", "", harm)
        let damage = try await world.wallet.store.check()
        #expect(damage.map(\.trouble) == [harm == nil ? .missing : .unreadable])
        #expect(damage.map(\.record) == ["index"])
        try await world.wallet.store.repair(damage)
        #expect(try await world.pairs("index").map(\.open.value) == before)
        #expect(try await world.wallet.store.check() == [])
    }

    @Test(arguments: [SealedWorld.Harm.flippedByte, nil])
    func `a credential whose details are lost is listed and exported, and judged by another of its issuer`(
        harm: SealedWorld.Harm?
    ) async throws {
        let world = try await SealedWorld()
        let damaged = try await world.harness.receive().issued[0]
        let text = try await world.wallet.credentials.export(damaged)
        try await world.harm("details", damaged.value, harm)
        let wallet = try await world.reopened()
        #expect(try await wallet.credentials.list().map(\.authority) == [.unknown])
        #expect(world.logger.text.contains("details record cannot be read"))
        #expect(try await wallet.credentials.export(damaged) == text)
        await #expect(throws: CredentialError(.unreadable, remedy: "")) { try await wallet.credentials.get(damaged) }

        let whole = try await world.harness.receive().issued[0]
        let authorities = try await wallet.credentials.list().map { ($0.id, $0.authority) }
        for (id, authority) in authorities where id == whole {
            guard case .trusted = authority else { return #expect(Bool(false), "\(authority)") }
        }
        #expect(authorities.count == 2)
        let damage = try await wallet.store.check()
        #expect(damage.map(\.record) == ["details"])
        try await wallet.store.repair(damage)
        #expect(try await wallet.credentials.list().map(\.id) == [whole])
        #expect(try await world.remains(of: damaged) == [])
    }

    @Test(arguments: ["credential", "details", "instance"])
    func `what is left of a credential is reported and can be deleted by its id`(missing: String) async throws {
        let world = try await SealedWorld()
        let id = try await world.harness.receive().issued[0]
        try await world.harm(missing, id.value, nil)
        let wallet = try await world.reopened()
        let damage = try await wallet.store.check()
        #expect(damage.map(\.record) == [missing])
        #expect(damage.map(\.trouble) == [.missing])
        #expect(damage.map(\.credential) == [id])
        try await wallet.credentials.delete(id)
        #expect(try await world.remains(of: id) == [])
        #expect(try await wallet.store.check() == [])
        await #expect(throws: CredentialError(.notFound, remedy: "")) { try await wallet.credentials.delete(id) }
    }

    @Test func `a damaged document is fetched again and replaced`() async throws {
        let world = try await SealedWorld()
        _ = try await world.harness.receive()
        try await world.harm("document", "", .flippedByte)
        #expect(try await world.wallet.store.check().isEmpty == false)
        #expect(try await world.harness.receive().issued.count == 1)
        #expect(try await world.wallet.store.check() == [])
    }

    @Test func `a damaged entry of the log hides no other, nor does a damaged or lost head`() async throws {
        let world = try await SealedWorld()
        var ids: [String] = []
        for _ in 0..<3 {
            ids.append(try await world.harness.receive().issued[0].value)
            world.harness.clock.advance(by: 1)
        }
        func logged() async throws -> [String] { try await world.wallet.log.entries().flatMap(\.credentials) }
        for harm in [SealedWorld.Harm.flippedByte, nil] {
            try await world.harm("log-head", "", harm)
            #expect(try await logged() == ids.reversed())
            #expect(try await world.wallet.log.entries(limit: 1).flatMap(\.credentials) == ids.suffix(1))
            // The next entry finds the newest one again.
            ids.append(try await world.harness.receive().issued[0].value)
            world.harness.clock.advance(by: 1)
            #expect(try await logged() == ids.reversed())
            #expect(try await world.wallet.store.check() == [])
        }
        let entries = try await world.wallet.log.entries()
        try await world.harm("log", entries[1].id, .flippedByte)
        let lost = ids.remove(at: ids.count - 2)
        #expect(try await logged() == ids.reversed())
        #expect(world.logger.text.contains("log record cannot be read"))
        try await world.wallet.store.repair(try await world.wallet.store.check())
        #expect(try await world.wallet.store.check() == [])
        #expect(try await logged() == ids.reversed())
        #expect(!ids.contains(lost))
    }

    @Test func `whichever record is damaged the wallet opens, works and can be repaired`() async throws {
        let world = try await SealedWorld()
        _ = try await world.harness.receive(["pid"], policy: CredentialPolicy(batchSize: 2, use: .oneTime))
        _ = try await world.harness.receive(["diploma"])
        _ = try await PendingKeys(world.harness.context).announce(group: "a session that died")
        let collections = Set(world.base.everything.map(\.key.collection)).subtracting(["lanyard.store"])
        #expect(collections.count >= 7)
        for collection in collections.sorted() {
            for (_, sealed) in try await world.pairs(collection) {
                try await world.replace(sealed, with: SealedWorld.Harm.flippedByte.apply(to: sealed.value))
                let wallet = try await world.reopened()
                #expect(try await wallet.credentials.list().count >= 1, "\(collection)")
                _ = try await wallet.log.entries()
                let report = await wallet.upkeep.run(until: world.harness.clock.now.advanced(by: 20))
                #expect(report.failure == nil, "\(collection)")
                let damage = try await wallet.store.check()
                #expect(damage.map(\.record) == [collection])
                try await world.replace(sealed, with: sealed.value)
                #expect(try await wallet.store.check() == [], "\(collection) as it was")
            }
        }
    }

    @Test func `an error says what to do once`() {
        let error = StorageError(.full, "no room", remedy: "Free some space.")
        for text in ["\(CredentialError(error))", "\(IssuanceError(error))", "\(error)"] {
            #expect(text.split(separator: "Free some space.", omittingEmptySubsequences: false).count == 2, "\(text)")
            #expect(text.contains("full: no room"))
        }
    }
}
