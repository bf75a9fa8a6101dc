#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Key material in memory pages of its own: locked, left out of core dumps, and erased when it is released.
///
/// An array would leave copies behind whenever it grows, is copied on write or is sliced; these bytes have one place. There
/// is no description and no way to an array but through `withUnsafeBytes`.
public final class SecretBytes: Sendable {
    /// How many bytes there are.
    public let count: Int
    /// Whether the system locked the pages into memory; it has a limit, and to exceed it is worth a finding, not a failure.
    public let isLocked: Bool

    // `nonisolated(unsafe)` holds: only `init` writes the bytes, before anyone else can see them.
    private nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer
    private let isMapped: Bool

    /// Makes zeroed bytes and lets the caller fill them in place.
    ///
    /// Erases them when filling throws. A count below zero is taken as zero.
    public init<Failure: Error>(
        count: Int, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        self.count = max(0, count)
        let mapped = mmap(nil, max(1, self.count), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        if let mapped, Int(bitPattern: mapped) != -1 {
            bytes = UnsafeMutableRawBufferPointer(start: mapped, count: self.count)
            isMapped = true
            isLocked = mlock(mapped, max(1, self.count)) == 0
            #if canImport(Glibc) || canImport(Musl)
                _ = madvise(mapped, max(1, self.count), MADV_DONTDUMP)
            #endif
        } else {
            bytes = .allocate(byteCount: self.count, alignment: 16)
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            isMapped = false
            isLocked = false
        }
        try fill(bytes)
    }

    /// Copies bytes in; the caller's own copy stays where it is.
    public convenience init(_ source: some Collection<UInt8>) {
        self.init(count: source.count) { $0.copyBytes(from: source) }
    }

    /// Makes so many random bytes in place.
    public static func random(_ count: Int) -> SecretBytes {
        SecretBytes(count: count) { RandomBytes.fill($0) }
    }

    /// Lends the bytes; they must not be kept beyond the call.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(bytes))
    }

    deinit {
        if let start = bytes.baseAddress, count > 0 {
            #if canImport(Darwin)
                _ = memset_s(start, count, 0, count)
            #else
                explicit_bzero(start, count)
            #endif
        }
        if isMapped {
            _ = munmap(bytes.baseAddress, max(1, count))
        } else {
            bytes.deallocate()
        }
    }
}

extension SecretBytes: CustomStringConvertible, CustomReflectable {
    /// Always the same text, whatever the bytes.
    public var description: String { "<secret>" }

    /// Shows no children, so that `dump` prints nothing.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
