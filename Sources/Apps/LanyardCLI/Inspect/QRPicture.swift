#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads the QR code in a picture with `zbarimg`, a process of its own: a decoder of pictures stays out of this one.
enum QRPicture {
    /// Whether bytes begin like a PNG or a JPEG.
    static func isPicture(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) || bytes.starts(with: [0xFF, 0xD8, 0xFF])
    }

    /// The text of the code.
    static func text(in path: String) throws -> [UInt8] {
        // A path that is no option, and no name of a picture format with a colon after it.
        let file = path.hasPrefix("/") ? path : "./\(path)"
        let words = ["zbarimg", "--raw", "-q", "-S*.enable=0", "-Sqrcode.enable=1", file]
        var output = try Output(of: words)
        let text = try output.read()
        guard !text.isEmpty else { throw UsageError("there is no QR code in the picture \(path)") }
        return text
    }

    /// The standard output of a process, read to its end or to the end of patience.
    private struct Output {
        private static let seconds = 20
        private static let limit = 64 << 10

        private let process: pid_t
        private let descriptor: Int32

        init(of words: [String]) throws {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else { throw UsageError("no pipe can be made") }
            defer { close(ends[1]) }
            #if canImport(Glibc)
                var actions = posix_spawn_file_actions_t()
            #else
                var actions: posix_spawn_file_actions_t?
            #endif
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
            posix_spawn_file_actions_addclose(&actions, ends[0])
            var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
            defer { for argument in arguments { free(argument) } }
            var process = pid_t()
            let status = posix_spawnp(&process, words[0], &actions, nil, &arguments, environ)
            guard status == 0 else {
                close(ends[0])
                throw UsageError(
                    "reading a picture needs zbarimg: install the package zbar-tools (Debian, Ubuntu) or zbar (Homebrew)"
                )
            }
            self.process = process
            descriptor = ends[0]
        }

        mutating func read() throws -> [UInt8] {
            defer {
                close(descriptor)
                kill(process, SIGKILL)
                var status: Int32 = 0
                while waitpid(process, &status, 0) < 0, errno == EINTR {}
            }
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4096)
            let end = ContinuousClock.now + .seconds(Self.seconds)
            while true {
                let left = (end - ContinuousClock.now) / .milliseconds(1)
                var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                guard left > 0 else { throw UsageError("zbarimg did not come to an end within \(Self.seconds) s") }
                try Task.checkCancellation()
                guard poll(&ready, 1, Int32(min(left, 100))) > 0 else { continue }
                #if canImport(Glibc)
                    let count = Glibc.read(descriptor, &buffer, buffer.count)
                #else
                    let count = Darwin.read(descriptor, &buffer, buffer.count)
                #endif
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return bytes }
                bytes += buffer[..<count]
                guard bytes.count <= Self.limit else { throw UsageError("the code in the picture is too long") }
            }
        }
    }
}
