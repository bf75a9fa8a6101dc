import LanyardLock

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Whether the terminal shows what is typed.
enum TerminalEcho {
    /// The terminal's settings before they were changed; nil while nothing is hidden.
    private static let original = Mutex<termios?>(nil)

    /// Stops showing what is typed; does nothing where standard input is no terminal.
    static func hide() {
        original.withLock { original in
            var settings = termios()
            guard original == nil, tcgetattr(0, &settings) == 0 else { return }
            original = settings
            hide(settings)
        }
    }

    /// Shows what is typed again.
    static func show() {
        original.withLock { original in
            guard var settings = original else { return }
            original = nil
            tcsetattr(0, TCSAFLUSH, &settings)
        }
    }

    /// Shows what is typed during something, such as being stopped, and hides it again if it was hidden.
    static func whileShown(_ body: () -> Void) {
        original.withLock { original in
            guard var settings = original else { return body() }
            tcsetattr(0, TCSAFLUSH, &settings)
            body()
            hide(settings)
        }
    }

    private static func hide(_ settings: termios) {
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(0, TCSAFLUSH, &silent)
    }
}
