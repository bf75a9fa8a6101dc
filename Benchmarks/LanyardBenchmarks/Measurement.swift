/// One operation beside the floor that it cannot avoid, measured in turns in the same run.
struct Measurement {
    /// How much of the work of `make bench` is done.
    enum Effort {
        case full, smoke

        /// How long one operation and its floor are measured.
        var time: Duration { self == .full ? .seconds(4) : .milliseconds(400) }
    }

    let name: String
    /// What the ratio of operation to floor may be.
    let promise: Double
    /// Which ratio is reliably kept, on a busy machine too: beyond it there is a defect, and not noise.
    let limit: Double
    let operation: Duration
    let floor: Duration

    var ratio: Double { operation / floor }

    /// Whether it takes more than is reliably kept.
    var isBeyondLimit: Bool { ratio > limit }

    /// Runs both in turns and keeps the best of each: what is slower than the best was disturbed.
    ///
    /// Without a limit of its own, one and a half times the promise is the limit. A round lasts about a millisecond: long enough for the clock, short enough to fit between the turns of other processes.
    init(
        _ name: String, promise: Double, limit: Double? = nil, effort: Effort, operation: () async throws -> Void,
        floor: () async throws -> Void
    ) async throws {
        let clock = ContinuousClock()
        try await operation()
        let once = try await clock.measure { try await operation() }
        let count = max(1, Int(Duration.milliseconds(1) / once))
        var best = (operation: Duration.seconds(3600), floor: Duration.seconds(3600))
        let start = clock.now
        var rounds = 0
        repeat {
            let first = try await clock.measure { for _ in 0..<count { try await floor() } }
            let second = try await clock.measure { for _ in 0..<count { try await operation() } }
            best = (min(best.operation, second / count), min(best.floor, first / count))
            rounds += 1
        } while rounds < 3 || start.duration(to: clock.now) < effort.time
        self.init(name, promise: promise, limit: limit, operation: best.operation, floor: best.floor)
    }

    /// Takes both durations from elsewhere.
    init(_ name: String, promise: Double, limit: Double? = nil, operation: Duration, floor: Duration) {
        self.name = name
        self.promise = promise
        self.limit = limit ?? 1.5 * promise
        self.operation = operation
        self.floor = floor
    }

    /// One line of the report.
    var line: String {
        let verdict = ratio <= promise ? "kept" : "NOT KEPT"
        return "\(padded(name, 44)) \(padded(shown(operation), 12)) \(padded(shown(floor), 12)) "
            + "\(padded(hundredths(ratio), 8)) \(padded("<= \(hundredths(promise))", 9)) \(verdict)"
    }

    static let header =
        "\(padded("operation", 44)) \(padded("takes", 12)) \(padded("floor", 12)) \(padded("ratio", 8)) promise"
}

private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}

private func shown(_ duration: Duration) -> String {
    let microseconds = duration / .microseconds(1)
    return microseconds < 10_000 ? "\(hundredths(microseconds)) us" : "\(hundredths(microseconds / 1000)) ms"
}

func hundredths(_ value: Double) -> String {
    let scaled = Int(value * 100 + 0.5)
    let rest = scaled % 100
    return "\(scaled / 100).\(rest < 10 ? "0" : "")\(rest)"
}
