#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Prints each operation beside its own floor; a ratio is what is promised, never seconds.
///
/// With `--smoke` it runs briefly and ends with 1 when a ratio is more than twice its promise: that is a defect and not noise.
/// Other arguments choose groups: `key`, `sdjwt`, `jwe`, `json`, `issuance`.
@main
enum Main {
    private typealias Group = (name: String, run: @Sendable (Measurement.Effort) async throws -> [Measurement])

    private static let groups: [Group] = [
        ("key", KeyProofBenchmark.run), ("sdjwt", SDJWTBenchmark.run), ("jwe", JWEBenchmark.run),
        ("json", JSONBenchmark.run), ("issuance", IssuanceBenchmark.run),
    ]

    static func main() async throws {
        var chosen = Set(CommandLine.arguments.dropFirst())
        let isSmoke = chosen.remove("--smoke") != nil
        print(Measurement.header)
        var measurements: [Measurement] = []
        for group in groups where chosen.isEmpty || chosen.contains(group.name) {
            for measurement in try await group.run(isSmoke ? .smoke : .full) {
                print(measurement.line)
                measurements.append(measurement)
            }
        }
        let absurd = measurements.filter { $0.ratio > 2 * $0.promise }
        for measurement in absurd { print("more than twice what is promised: \(measurement.name)") }
        print("\(measurements.count { $0.ratio <= $0.promise }) of \(measurements.count) promises kept")
        if measurements.isEmpty || isSmoke && !absurd.isEmpty { exit(1) }
    }
}
