/// Does what is due in the background: resumable, without a prompt or a browser.
public struct Upkeep: Sendable {
    private let context: WalletContext

    package init(_ context: WalletContext) {
        self.context = context
    }

    /// Does what is due until a deadline, and says what was done.
    public func run(until deadline: Instant) async -> UpkeepReport {
        guard context.environment.clock.now < deadline else { return UpkeepReport(released: 0, failure: nil) }
        do {
            return UpkeepReport(released: try await PendingKeys(context).releaseAbandoned(), failure: nil)
        } catch {
            return UpkeepReport(released: 0, failure: error)
        }
    }

    /// When the next work is due; nil when there is none.
    public func nextDue() async throws(StorageError) -> Instant? {
        try await PendingKeys(context).nextExpiry()
    }
}

/// What upkeep did.
public struct UpkeepReport: Sendable {
    /// How many abandoned sessions were cleaned up.
    public let released: Int
    /// Why it stopped early, if it did.
    public let failure: StorageError?
}
