public import WalletPorts

/// The rules of `StorageDriver`, for any driver: run them in a test and expect no failures.
public struct StorageContract: Sendable {
    private let open: @Sendable () async throws -> any StorageDriver

    /// Takes a way to open a fresh and empty store; it is called once for each rule.
    public init(opening open: @escaping @Sendable () async throws -> any StorageDriver) {
        self.open = open
    }

    /// Runs every rule.
    public func failures() async -> [ContractFailure] {
        var run = ContractRun()
        await values(&run)
        await expectations(&run)
        await pages(&run)
        await races(&run)
        return run.failures
    }

    private func values(_ run: inout ContractRun) async {
        await run.rule("what was put is read, absent records are nil, order is kept") { rule in
            let store = try await open()
            let long = [UInt8](repeating: 7, count: 300_000)
            try await store.commit(.putting([key("a"): [1, 2], key("empty"): [], key("long"): long]))
            let read = try await store.read([key("long"), key("absent"), key("empty"), key("a"), key("a")])
            rule.expect(read.map(\.?.value), is: [long, nil, [], [1, 2], [1, 2]], "the values")
            rule.expect(read.map(\.?.key), is: [key("long"), nil, key("empty"), key("a"), key("a")], "the keys")
            rule.expect(try await store.read([]).count, is: 0, "the count of nothing")
        }
        await run.rule("names of any text are kept apart, collections too") { rule in
            let store = try await open()
            let keys = ["", "a'b", "a\"b", "é", "名", "a/b", "a\0b", "a"].map { key($0) } + [StorageKey("other", "a")]
            var batch = StorageBatch()
            for (index, key) in keys.enumerated() { batch.put(key, [UInt8(index)]) }
            try await store.commit(batch)
            let values = try await store.read(keys).map(\.?.value)
            rule.expect(values, is: keys.indices.map { [UInt8($0)] }, "the values")
        }
        await run.rule("versions count writes from 1, and from 1 again after a deletion") { rule in
            let store = try await open()
            for version in 1...3 as ClosedRange<UInt64> {
                try await store.commit(.putting([key("a"): [9]]))
                rule.expect(try await store.read([key("a")]).first??.version, is: version, "the version")
            }
            var deletion = StorageBatch()
            deletion.delete(key("a"))
            deletion.delete(key("never there"))
            try await store.commit(deletion)
            rule.expect(try await store.read([key("a")]), is: [nil], "the deleted record")
            try await store.commit(.putting([key("a"): [1]]))
            rule.expect(try await store.read([key("a")]).first??.version, is: 1, "the version after deletion")
        }
    }

    private func expectations(_ run: inout ContractRun) async {
        await run.rule("an expectation that fails changes nothing at all") { rule in
            let store = try await open()
            try await store.commit(.putting([key("a"): [1], key("b"): [2]]))
            for (wrong, name) in [
                (StorageBatch.Expectation.absent, "a"), (.version(2), "a"), (.version(1), "c"), (.version(0), "c"),
            ] {
                var batch = StorageBatch()
                batch.put(key("b"), [3])
                batch.put(key("new"), [4])
                batch.delete(key("a"))
                batch.expect(key(name), wrong)
                await rule.expect(StorageError(.conflict, ""), "a commit with \(wrong) of \(name)") {
                    try await store.commit(batch)
                }
            }
            let read = try await store.read([key("a"), key("b"), key("new")])
            rule.expect(read.map(\.?.value), is: [[1], [2], nil], "the values")
            rule.expect(read.map(\.?.version), is: [1, 1, nil], "the versions")
        }
        await run.rule("an expectation that holds lets the batch through") { rule in
            let store = try await open()
            var first = StorageBatch()
            first.put(key("a"), [1], expect: .absent)
            first.expect(key("b"), .absent)
            try await store.commit(first)
            var second = StorageBatch()
            second.put(key("b"), [2])
            second.delete(key("a"), expect: .version(1))
            try await store.commit(second)
            rule.expect(try await store.read([key("a"), key("b")]).map(\.?.value), is: [nil, [2]], "the values")
            var mere = StorageBatch()
            mere.expect(key("b"), .version(1))
            try await store.commit(mere)
        }
    }

    private func pages(_ run: inout ContractRun) async {
        await run.rule("scanning by pages gives each record of the collection once") { rule in
            let store = try await open()
            var batch = StorageBatch()
            for index in 0..<57 { batch.put(key("n\(index)"), [UInt8(index)]) }
            batch.put(StorageKey("other", "x"), [0])
            try await store.commit(batch)
            for limit in [1, 10, 57, 1000] {
                var seen: [StoredRecord] = []
                var after: String?
                repeat {
                    let page = try await store.scan("contract", after: after, limit: limit)
                    let count = page.records.count
                    if count > limit { rule.fail("a page of \(limit) had \(count) records") }
                    if !page.damaged.isEmpty { rule.fail("a whole record was called damaged") }
                    seen += page.records
                    after = page.next
                } while after != nil && seen.count <= 57
                rule.expect(seen.count, is: 57, "the count by pages of \(limit)")
                rule.expect(Set(seen.map { $0.value }).count, is: 57, "the count of different values")
                rule.expect(
                    seen.allSatisfy { $0.version == 1 && $0.key == key("n\($0.value[0])") }, "a record is wrong")
            }
            rule.expect(try await store.scan("contract", after: nil, limit: 0).records, is: [], "a page of none")
            rule.expect(try await store.scan("nothing", after: nil, limit: 10).records, is: [], "an empty collection")
        }
        await run.rule("a page after a deleted record goes on behind it") { rule in
            let store = try await open()
            try await store.commit(.putting([key("a"): [1], key("b"): [2], key("c"): [3]]))
            let first = try await store.scan("contract", after: nil, limit: 1)
            guard let name = first.records.first?.key.name, let next = first.next else {
                return rule.fail("the first page is empty, or the last")
            }
            var deletion = StorageBatch()
            deletion.delete(key(name))
            try await store.commit(deletion)
            let rest = try await store.scan("contract", after: next, limit: 10)
            rule.expect(Set(rest.records.map(\.key.name)), is: Set(["a", "b", "c"]).subtracting([name]), "the rest")
        }
    }

    private func races(_ run: inout ContractRun) async {
        await run.rule("of two that take the same one-time row one gets it") { rule in
            let store = try await open()
            var batch = StorageBatch()
            for index in 0..<40 { batch.put(key("row\(index)"), [0]) }
            try await store.commit(batch)
            let taken = try await withThrowingTaskGroup(of: [Int].self) { group -> [Int] in
                for _ in 0..<4 { group.addTask { try await StorageContract.takeRows(of: store) } }
                var all: [Int] = []
                for try await rows in group { all += rows }
                return all
            }
            rule.expect(taken.sorted(), is: Array(0..<40), "the rows taken")
        }
    }

    private static func takeRows(of store: any StorageDriver) async throws -> [Int] {
        var taken: [Int] = []
        for index in 0..<40 {
            var take = StorageBatch()
            take.put(StorageKey("contract", "row\(index)"), [1], expect: .version(1))
            do throws(StorageError) {
                try await store.commit(take)
                taken.append(index)
            } catch {
                guard error.code == .conflict else { throw error }
            }
        }
        return taken
    }

    private func key(_ name: String) -> StorageKey { StorageKey("contract", name) }
}

extension StorageBatch {
    fileprivate static func putting(_ values: [StorageKey: [UInt8]]) -> StorageBatch {
        var batch = StorageBatch()
        for (key, value) in values { batch.put(key, value) }
        return batch
    }
}
