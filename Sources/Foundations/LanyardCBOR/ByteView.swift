/// Bytes of a larger input, seen without a copy and counted from zero.
///
/// An `ArraySlice` keeps the indices of its base; whoever takes byte 0 of one reads elsewhere or traps.
public struct ByteView: Sendable, RandomAccessCollection {
    private let storage: [UInt8]
    private let range: Range<Int>

    /// Sees a whole array.
    public init(_ bytes: [UInt8]) {
        self.init(bytes, 0..<bytes.count)
    }

    init(_ storage: [UInt8], _ range: Range<Int>) {
        self.storage = storage
        self.range = range
    }

    /// Always zero.
    public var startIndex: Int { 0 }
    /// The number of bytes.
    public var endIndex: Int { range.count }
    /// The byte at a position counted from the start of the view.
    public subscript(position: Int) -> UInt8 { storage[range.lowerBound + position] }

    /// The bytes as an array of their own.
    public var array: [UInt8] { range.count == storage.count ? storage : Array(storage[range]) }

    /// Lends the bytes in one piece.
    public func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result? {
        try storage.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0[range])) }
    }

    /// What is read from: the array beneath and where the view is in it.
    var source: (bytes: [UInt8], range: Range<Int>) { (storage, range) }
}

extension ByteView: Hashable {
    /// Equal when the bytes are, wherever they lie.
    public static func == (left: ByteView, right: ByteView) -> Bool {
        left.storage[left.range] == right.storage[right.range]
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(storage[range]) }
}
