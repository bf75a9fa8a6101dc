public import WalletPorts

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The system's clock.
public struct SystemClock: WalletClock {
    /// Makes the clock.
    public init() {}

    /// The system's time, to the millisecond.
    public var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Waits; looks at the clock again every 30 seconds, since somebody may set it.
    public func sleep(until instant: Instant) async throws {
        while true {
            try Task.checkCancellation()
            let seconds = now.distance(to: instant)
            guard seconds > 0 else { return }
            try await Task.sleep(for: .seconds(min(seconds, 30)))
        }
    }
}
