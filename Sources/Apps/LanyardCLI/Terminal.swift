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

    /// Whether a person reads standard error.
    static var isWatched: Bool { isatty(2) == 1 }

    /// Asks a person for a line; nil at the end of input.
    ///
    /// With `hidden` the terminal does not echo what is typed. Throws `CancellationError` when the command is to end.
    static func ask(_ question: String, hidden: Bool = false) throws -> String? {
        write(question, to: 2)
        if hidden { TerminalEcho.hide() }
        defer {
            if hidden {
                TerminalEcho.show()
                write("\n", to: 2)
            }
        }
        var line: [UInt8] = []
        // A terminal gives a line at a time; the rest stays for the next question.
        while let byte = try input(1).first {
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }

    /// Reads all of standard input, up to a limit of 1 MiB.
    ///
    /// Throws `CancellationError` when the command is to end.
    static func readInput() throws -> String {
        var bytes: [UInt8] = []
        while true {
            let more = try input(16 << 10)
            guard !more.isEmpty else { break }
            bytes += more
            guard bytes.count <= 1 << 20 else { throw UsageError("standard input is larger than 1 MiB") }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UsageError("standard input is not UTF-8 text")
        }
        return text
    }

    /// Reads what there is, up to so many bytes; empty at the end of input.
    private static func input(_ most: Int) throws -> ArraySlice<UInt8> {
        var ready = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        repeat { try Task.checkCancellation() } while poll(&ready, 1, 100) <= 0
        var buffer = [UInt8](repeating: 0, count: most)
        let count = read(0, &buffer, most)
        return buffer.prefix(max(0, count))
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
