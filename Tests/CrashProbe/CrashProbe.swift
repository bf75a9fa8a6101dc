import Lanyard
import TestPeers
import WalletContracts
import WalletPorts

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A process that a test kills: it works on a store on disk and says what is done, a line each, as soon as it is done.
///
/// `Scripts/crash` runs it. Each task takes the folder of the store:
///
///     CrashProbe receive FOLDER ROUND TIMES    says open, receives, and prints the id of each credential
///     CrashProbe points FOLDER                 prints how many named points one opening and one receipt reach
///     CrashProbe die FOLDER ROUND              the same, and kills itself at the point LANYARD_CRASH_AT
///     CrashProbe examine FOLDER ROUND          prints every id, or what is wrong and status 1
///     CrashProbe rows FOLDER COUNT             puts one-time rows
///     CrashProbe take FOLDER COUNT             takes one-time rows, and prints each that it took
///     CrashProbe count FOLDER TIMES            adds to a counter that others add to, and prints it
///     CrashProbe hold FOLDER                   opens the store twice, closes one, counts when told to, and waits
@main
enum CrashProbe {
    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count >= 2 else { return fail("usage: CrashProbe TASK FOLDER [NUMBER...]") }
        let numbers = words.dropFirst(2).compactMap { Int($0) }
        let round = numbers.first ?? 0
        do {
            switch words[0] {
            case "receive":
                let world = try await ProbeWorld(folder: words[1], round: round)
                say("open")
                for _ in 0..<(numbers.last ?? 1) { for id in try await world.receive() { say(id) } }
            case "points":
                let plan = FaultPlan()
                _ = try await ProbeWorld(folder: words[1], round: 0, plan: plan).receive()
                say("\(plan.reached.count)")
            case "die":
                let plan = FaultPlan()
                plan.crash(at: environmentNumber("LANYARD_CRASH_AT")) { kill(getpid(), SIGKILL) }
                let world = try await ProbeWorld(folder: words[1], round: round, plan: plan)
                for id in try await world.receive() { say(id) }
            case "examine":
                let world = try await ProbeWorld(folder: words[1], round: round)
                let found = try await world.examine()
                for id in found.ids { say(id) }
                if !found.troubles.isEmpty { fail(found.troubles.joined(separator: "\n")) }
            case "rows": try await SharedRows(folder: words[1]).put(round)
            case "take": try await SharedRows(folder: words[1]).take(round) { say("\($0)") }
            case "count": say("\(try await SharedRows(folder: words[1]).count(round))")
            case "hold":
                try await SharedRows(folder: words[1]).hold { line in
                    say(line)
                    _ = readLine()
                }
            default: fail("unknown task \(words[0])")
            }
        } catch {
            fail("\(error)")
        }
    }

    /// One write a line: what was said before a kill was said whole.
    static func say(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
    }

    static func fail(_ text: String) {
        let bytes = Array("\(text)\n".utf8)
        _ = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
        exit(1)
    }

    private static func environmentNumber(_ name: String) -> Int {
        getenv(name).flatMap { Int(String(cString: $0)) } ?? 0
    }
}
