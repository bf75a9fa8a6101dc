#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Prints each operation beside its own floor; a ratio is what is promised, never seconds.
///
/// With `--smoke` it runs briefly and ends with 1 when a ratio is beyond its limit: that is a defect and not noise.
/// Other arguments choose groups: `key`, `sdjwt`, `jwe`, `mdoc`, `json`, `issuance`, `list`.
@main
enum Main {
    private typealias Group = (name: String, run: @Sendable (Measurement.Effort) async throws -> [Measurement])

    private static let groups: [Group] = [
        ("key", KeyProofBenchmark.run), ("sdjwt", SDJWTBenchmark.run), ("jwe", JWEBenchmark.run),
        ("mdoc", MDocBenchmark.run), ("json", JSONBenchmark.run), ("issuance", IssuanceBenchmark.run),
        ("list", ListBenchmark.run),
    ]

    static func main() async throws {
        var chosen = Set(CommandLine.arguments.dropFirst())
        let isSmoke = chosen.remove("--smoke") != nil
        print(Measurement.header)
        var measurements: [Measurement] = []
        for group in groups where chosen.isEmpty || chosen.contains(group.name) {
            var found = try await group.run(isSmoke ? .smoke : .full)
            // What a busy machine disturbed comes out better in a second try; a defect does not.
            if isSmoke, found.contains(where: \.isBeyondLimit) { found = try await group.run(.smoke) }
            for measurement in found { print(measurement.line) }
            measurements += found
        }
        let beyond = measurements.filter(\.isBeyondLimit)
        for measurement in beyond { print("beyond the limit of \(hundredths(measurement.limit)): \(measurement.name)") }
        print("\(measurements.count { $0.ratio <= $0.promise }) of \(measurements.count) promises kept")
        if measurements.isEmpty || isSmoke && !beyond.isEmpty { exit(1) }
    }
}
