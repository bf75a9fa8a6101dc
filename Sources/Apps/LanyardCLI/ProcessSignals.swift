import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What signals do to a command.
///
/// The first that asks it to end cancels its work, which then cleans up and says how it ended. A second ends the process
/// at once. Whatever ends or stops the process, the terminal shows again what is typed.
struct ProcessSignals {
    private let sources: [any DispatchSourceSignal]

    init(ending work: Task<Outcome, Never>) {
        // A reader that goes away (`lanyard list | head`) is no reason to die of a signal.
        signal(SIGPIPE, SIG_IGN)
        sources = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP].compactMap { number in
            // A handler is a C function pointer or one of two small numbers; 1 is the number for "ignore".
            let wasIgnored = unsafeBitCast(signal(number, SIG_IGN), to: Int.self) == 1
            // What was ignored at the start stays ignored, as `nohup` wants it. Scripts ignore SIGINT for each job that they
            // start in the background, and still mean it when they send it.
            guard !wasIgnored || number == SIGINT || number == SIGTERM else { return nil }
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { number == SIGTSTP ? Self.pause() : Self.end(work, number) }
            source.resume()
            return source
        }
    }

    func forget() {
        for source in sources { source.cancel() }
    }

    private static func end(_ work: Task<Outcome, Never>, _ number: Int32) {
        guard work.isCancelled else { return work.cancel() }
        TerminalEcho.show()
        _exit(128 + number)
    }

    private static func pause() {
        // Sent to this thread, the stop comes before it goes on; sent to the process, it may come later.
        TerminalEcho.whileShown { raise(SIGSTOP) }
    }
}
