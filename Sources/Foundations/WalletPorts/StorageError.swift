/// Why the store did not do what was asked; it is intact and unchanged.
public struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// Makes a code of an adapter's own.
        public init(_ name: String) { description = name }

        /// An expectation did not hold: read again and decide again.
        public static let conflict = Code("conflict")
        /// Another process holds the store for too long; try again.
        public static let busy = Code("busy")
        /// The disk is full.
        public static let full = Code("full")
        /// Reading or writing failed.
        public static let ioFailed = Code("ioFailed")
        /// A record or the file is damaged or was tampered with.
        public static let corrupt = Code("corrupt")
        /// The store was written by a newer release; update the app.
        public static let newer = Code("newer")
        /// The store is locked: its key is missing, wrong or needs a passphrase.
        public static let locked = Code("locked")
        /// The store can be read and not be changed: its place cannot be written.
        public static let readOnly = Code("readOnly")
        /// Others on this machine may read or change the store; it is not opened until that is put right.
        public static let exposed = Code("exposed")
        /// The system does not let this user read or write the store.
        public static let denied = Code("denied")
        /// A limit was exceeded.
        public static let tooLarge = Code("tooLarge")
        /// The work was cancelled before anything changed.
        public static let cancelled = Code("cancelled")
    }

    /// The kind of failure.
    public let code: Code
    /// What happened, for a developer; nothing secret.
    public let reason: String
    /// What to do next.
    public let remedy: String

    /// Makes an error.
    public init(_ code: Code, _ reason: String, remedy: String = "") {
        self.code = code
        self.reason = reason
        self.remedy = remedy
    }

    /// Whether the same call may succeed later.
    public var isRetryable: Bool { code == .busy || code == .conflict || code == .full || code == .ioFailed }

    /// The code, the reason and the remedy.
    public var description: String { "\(code): \(reason)" + (remedy.isEmpty ? "" : ". \(remedy)") }

    /// Equal by code.
    public static func == (left: StorageError, right: StorageError) -> Bool { left.code == right.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
