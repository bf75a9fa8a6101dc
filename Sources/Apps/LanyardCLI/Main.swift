#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The wallet in a terminal.
@main
enum Main {
    static func main() async {
        // A reader that goes away (`lanyard list | head`) is no reason to die of a signal.
        signal(SIGPIPE, SIG_IGN)
        exit(await Command.run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }
}
