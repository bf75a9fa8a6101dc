#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The wallet in a terminal.
@main
enum Main {
    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        let work = Task { await Command.run(words) }
        let signals = ProcessSignals(ending: work)
        let outcome = await work.value
        signals.forget()
        exit(outcome.rawValue)
    }
}
