/// Why bytes were not inflated or deflated.
public struct DeflateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: String, Hashable, Sendable {
        /// The bytes are no such stream, or their checksum is wrong.
        case malformed
        /// The bytes end before the stream does.
        case truncated
        /// Bytes follow the end of the stream.
        case trailing
        /// The output would be longer than the limit.
        case tooLarge
        /// The library gave up, for want of memory.
        case backendFailed
    }

    /// What kind of failure it is.
    public let code: Code
    /// What is wrong, in a few words.
    public let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The reason.
    public var description: String { "\(reason) (\(code.rawValue))" }
}

/// How a stream is wrapped, as the number of window bits by which zlib tells the wrappings apart.
enum Wrapping: Int32 {
    case raw = -15
    case zlib = 15
}
