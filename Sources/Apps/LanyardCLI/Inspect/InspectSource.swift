import LanyardInspect

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the operand of `inspect` names.
enum InspectSource {
    /// A live issuer.
    case address(String)
    /// A file, or standard input, as it was read.
    case file([UInt8])
    /// A picture of a QR code.
    case picture(String)
    /// The operand itself.
    case text(String)

    /// Decides: `-` is standard input, an https URL that carries no offer a live issuer, else a file if there is one.
    init(_ operand: String) throws {
        if operand == "-" {
            self = .file(try Self.standardInput())
        } else if Detector.isOfferLink(operand) {
            self = .text(operand)
        } else if operand.lowercased().hasPrefix("https://") {
            self = .address(operand)
        } else if operand.lowercased().hasPrefix("http://") {
            throw UsageError("an issuer is asked over https, not over http")
        } else if operand.utf8.count < 4096, access(operand, F_OK) == 0 {
            let bytes = try Self.read(operand)
            self = QRPicture.isPicture(bytes) ? .picture(operand) : .file(bytes)
        } else {
            self = .text(operand)
        }
    }

    var isText: Bool { if case .text = self { true } else { false } }

    func bytes() throws -> [UInt8] {
        switch self {
        case .address(let text), .text(let text): Array(text.utf8)
        case .file(let bytes): bytes
        case .picture(let path): try QRPicture.text(in: path)
        }
    }

    /// The bytes of a file of at most the detector's limit; an option that names it is named when it cannot be read.
    ///
    /// A pipe may be given too. Opening does not wait for its other end, so that the command can be cancelled.
    static func read(_ path: String, for option: String? = nil) throws -> [UInt8] {
        let name = (option.map { "\($0): " } ?? "") + "the file \(path)"
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw UsageError("\(name) cannot be read") }
        defer { close(descriptor) }
        return try contents(of: descriptor, name)
    }

    private static func standardInput() throws -> [UInt8] {
        let bytes = try contents(of: 0, "standard input")
        guard !QRPicture.isPicture(bytes) else { throw UsageError("give a picture as a file, not on standard input") }
        return bytes
    }

    private static func contents(of descriptor: Int32, _ name: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            repeat { try Task.checkCancellation() } while poll(&ready, 1, 100) <= 0
            #if canImport(Glibc)
                let count = Glibc.read(descriptor, &buffer, buffer.count)
            #else
                let count = Darwin.read(descriptor, &buffer, buffer.count)
            #endif
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count >= 0 else { throw UsageError("\(name) cannot be read") }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= Detector.limit else {
                throw UsageError("\(name) is larger than \(Detector.limit >> 20) MiB, more than is looked at")
            }
        }
    }
}
