import LanyardLock
public import WalletPorts

/// A clock that stands still until a test moves it.
///
/// A sleeper either moves the clock to its instant and goes on at once (the default, so that polling takes no time), or
/// waits until the test has moved the clock there.
public final class FixedClock: WalletClock {
    /// What sleeping does.
    public enum Sleeping: Sendable {
        /// Moves the clock to the instant slept for.
        case jumps
        /// Waits until the clock is moved.
        case waits
    }

    private struct Sleeper {
        let instant: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Inside {
        var now: Instant
        var next = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
    }

    private let sleeping: Sleeping
    private let inside: Mutex<Inside>

    /// Makes a clock that shows an instant; 2026-01-01T00:00:00Z by default.
    public init(_ now: Instant = Instant(seconds: 1_767_225_600), sleeping: Sleeping = .jumps) {
        self.sleeping = sleeping
        inside = Mutex(Inside(now: now))
    }

    /// The instant shown.
    public var now: Instant { inside.withLock { $0.now } }

    /// How many sleepers wait.
    public var sleepers: Int { inside.withLock { $0.sleepers.count } }

    /// Shows another instant and wakes who slept for it.
    public func set(_ now: Instant) {
        let woken = inside.withLock { inside -> [Sleeper] in
            inside.now = now
            let due = inside.sleepers.filter { $0.value.instant <= now }
            for id in due.keys { inside.sleepers[id] = nil }
            return Array(due.values)
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    /// Moves on by seconds and wakes who slept for less.
    public func advance(by seconds: Double) {
        set(now.advanced(by: seconds))
    }

    /// Sleeps as the clock was told to.
    public func sleep(until instant: Instant) async throws {
        try Task.checkCancellation()
        switch sleeping {
        case .jumps:
            if instant > now { set(instant) }
            await Task.yield()
        case .waits:
            try await wait(until: instant)
        }
    }

    private func wait(until instant: Instant) async throws {
        let id = inside.withLock { inside in
            inside.next += 1
            return inside.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let outcome = inside.withLock { inside -> Result<Void, any Error>? in
                    if inside.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    if instant <= inside.now { return .success(()) }
                    inside.sleepers[id] = Sleeper(instant: instant, continuation: continuation)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let sleeper = inside.withLock { inside -> Sleeper? in
                if let sleeper = inside.sleepers.removeValue(forKey: id) { return sleeper }
                inside.cancelled.insert(id)
                return nil
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
        inside.withLock { _ = $0.cancelled.remove(id) }
    }
}
