#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Prints each operation beside its own floor; a ratio is what is promised, never seconds.
///
/// With `--smoke` it runs briefly and ends with 1 when a ratio is more than twice its promise: that is a defect and not noise.
@main
enum Main {
    static func main() async throws {
        let isSmoke = CommandLine.arguments.contains("--smoke")
        let effort = isSmoke ? Measurement.Effort.smoke : .full
        print(Measurement.header)
        var measurements: [Measurement] = []
        for run in [
            KeyProofBenchmark.run, SDJWTBenchmark.run, JWEBenchmark.run, JSONBenchmark.run, IssuanceBenchmark.run,
        ] {
            for measurement in try await run(effort) {
                print(measurement.line)
                measurements.append(measurement)
            }
        }
        let absurd = measurements.filter { $0.ratio > 2 * $0.promise }
        for measurement in absurd { print("more than twice what is promised: \(measurement.name)") }
        let kept = measurements.count { $0.ratio <= $0.promise }
        print("\(kept) of \(measurements.count) promises kept")
        if isSmoke && !absurd.isEmpty { exit(1) }
    }
}
