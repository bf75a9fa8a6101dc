public import WalletPorts

/// A store that fails where a plan says.
///
/// An error before a commit leaves the store unchanged; a crash after a commit leaves it changed and the caller uninformed.
public struct FaultyStorageDriver: StorageDriver {
    private let base: any StorageDriver
    private let plan: FaultPlan

    /// Puts faults before another driver.
    public init(_ base: any StorageDriver, plan: FaultPlan) {
        self.base = base
        self.plan = plan
    }

    /// What the driver beneath found.
    public var condition: StorageCondition { base.condition }

    /// Reads, with the point `read.before`.
    public func readings(of keys: [StorageKey]) async throws(StorageError) -> [StorageReading] {
        try reach("read.before")
        return try await base.readings(of: keys)
    }

    /// Reads a page, with the point `scan.before`.
    public func scan(_ collection: String, after cursor: String?, limit: Int) async throws(StorageError) -> StoragePage
    {
        try reach("scan.before")
        return try await base.scan(collection, after: cursor, limit: limit)
    }

    /// Commits, with the points `commit.before` and `commit.after`.
    public func commit(_ batch: StorageBatch) async throws(StorageError) {
        try reach("commit.before")
        try await base.commit(batch)
        try reach("commit.after")
    }

    /// Removes, with the point `discard.before`.
    public func discard(_ damaged: [DamagedRecord]) async throws(StorageError) {
        try reach("discard.before")
        try await base.discard(damaged)
    }

    /// Passes on, with the point `verify.before`.
    public func verify() async throws(StorageError) {
        try reach("verify.before")
        try await base.verify()
    }

    /// Passes on, with the point `settle.before`.
    public func settleRestore() async throws(StorageError) {
        try reach("settle.before")
        try await base.settleRestore()
    }

    private func reach(_ point: String) throws(StorageError) {
        switch plan.reach(point) {
        case .goOn: return
        case .crashed: throw StorageError(StorageError.Code("crashed"), "the test stopped the wallet at \(point)")
        case .fail(let error): throw error
        }
    }
}
