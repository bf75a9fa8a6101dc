import LanyardJSON

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The three streams of the process.
///
/// Results go to standard output, everything else to standard error.
enum Terminal {
    /// Prints a line of a result.
    static func print(_ line: String = "") { write(line + "\n", to: 1) }

    /// Prints a JSON value; characters that a terminal would obey are escaped.
    static func print(json: JSON) {
        var text = ""
        for scalar in json.encodedText().unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            default: text.unicodeScalars.append(scalar)
            }
        }
        print(text)
    }

    /// Prints a line of progress or explanation.
    static func note(_ line: String) { write(line + "\n", to: 2) }

    /// Whether a person is at the keyboard.
    static var isInteractive: Bool { isatty(0) == 1 && isatty(2) == 1 }

    /// Asks a person for a line; nil at the end of input.
    ///
    /// With `hidden` the terminal does not echo what is typed.
    static func ask(_ question: String, hidden: Bool = false) -> String? {
        write(question, to: 2)
        guard hidden else { return readLine() }
        var settings = termios()
        guard tcgetattr(0, &settings) == 0 else { return readLine() }
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(0, TCSAFLUSH, &silent)
        defer {
            tcsetattr(0, TCSAFLUSH, &settings)
            write("\n", to: 2)
        }
        return readLine()
    }

    /// Reads all of standard input, up to a limit of 1 MiB.
    static func readInput() throws -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = read(0, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
            guard bytes.count <= 1 << 20 else { throw UsageError("standard input is larger than 1 MiB") }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UsageError("standard input is not UTF-8 text")
        }
        return text
    }

    /// Output that nobody reads any more is no failure; a result that could not be written is one.
    private static func lost(_ descriptor: Int32) {
        guard descriptor == 1, errno != EPIPE else { return }
        note("lanyard: standard output cannot be written")
        exit(Outcome.store.rawValue)
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { buffer in
                #if canImport(Glibc)
                    Glibc.write(descriptor, buffer.baseAddress, buffer.count)
                #else
                    Darwin.write(descriptor, buffer.baseAddress, buffer.count)
                #endif
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return lost(descriptor) }
            bytes = bytes.dropFirst(count)
        }
    }
}
