/// A source of unguessable bytes.
public protocol Rng: Sendable {
    /// Gives so many random bytes.
    func bytes(_ count: Int) -> [UInt8]
}

/// The time, asked at each check and never captured.
public protocol WalletClock: Sendable {
    /// The time now.
    var now: Instant { get }

    /// Waits until an instant; throws `CancellationError` when the task is cancelled.
    func sleep(until instant: Instant) async throws
}

/// Receives what the wallet tells a developer; nothing secret is in it.
public protocol WalletLogger: Sendable {
    /// Takes one entry.
    func log(_ entry: WalletLogEntry)
}

/// One entry for a developer.
public struct WalletLogEntry: Hashable, Sendable {
    /// How much it matters.
    public enum Level: String, Hashable, Sendable {
        /// Of use while developing.
        case debug
        /// Ordinary progress.
        case info
        /// Something was tolerated.
        case warning
        /// Something failed.
        case error
    }

    /// How much it matters.
    public let level: Level
    /// Which part speaks, such as `issuance`.
    public let area: String
    /// What happened.
    public let message: String

    /// Makes an entry.
    public init(_ level: Level, _ area: String, _ message: String) {
        self.level = level
        self.area = area
        self.message = message
    }
}
