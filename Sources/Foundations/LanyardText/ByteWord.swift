/// Eight bytes of a text, looked at together: how readers search through long texts.
///
/// Marks are the top bits of those bytes that are sought. The lowest mark is exact; above it there may be false ones.
@usableFromInline
package struct ByteWord {
    /// The bytes, the first one lowest.
    @usableFromInline package let bits: UInt64

    @inlinable
    package init(bits: UInt64) {
        self.bits = bits
    }

    /// Eight times the same byte.
    @inlinable
    package init(repeating byte: UInt8) {
        bits = 0x0101_0101_0101_0101 &* UInt64(byte)
    }

    /// Whether no byte is beyond ASCII.
    @inlinable
    package var isASCII: Bool { bits & 0x8080_8080_8080_8080 == 0 }

    /// Marks the bytes below a limit, which is at most 128.
    @inlinable
    package func marks(below limit: UInt8) -> UInt64 {
        (bits &- ByteWord(repeating: limit).bits) & ~bits & 0x8080_8080_8080_8080
    }

    /// Marks the bytes that equal one.
    @inlinable
    package func marks(of byte: UInt8) -> UInt64 {
        ByteWord(bits: bits ^ ByteWord(repeating: byte).bits).marks(below: 1)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The index of the first marked byte from an index on, or the count when there is none.
    @inlinable
    package func firstIndex(from start: Int, marks: (ByteWord) -> UInt64) -> Int {
        let raw = UnsafeRawBufferPointer(self)
        var index = start
        while index <= count - 8 {
            let bits = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let found = marks(ByteWord(bits: bits))
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        // Each of the last few bytes is taken for a word of its own.
        while index < count, marks(ByteWord(repeating: self[index])) == 0 { index += 1 }
        return index
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether others are as many and the same.
    @inlinable
    package func hasSameBytes(as others: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == others.count else { return false }
        let (left, right) = (UnsafeRawBufferPointer(self), UnsafeRawBufferPointer(others))
        var index = 0
        while index <= count - 8 {
            guard
                left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    == right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            else { return false }
            index += 8
        }
        while index < count, self[index] == others[index] { index += 1 }
        return index == count
    }
}

extension Collection<UInt8> {
    /// Whether others are among the bytes, one after another.
    package func contains(bytes others: some Collection<UInt8>) -> Bool {
        withOnePiece { text in
            others.withOnePiece { sought in
                guard let first = sought.first else { return true }
                var start = text.firstIndex(from: 0) { $0.marks(of: first) }
                while start <= text.count - sought.count {
                    let found = UnsafeBufferPointer(rebasing: text[start..<start + sought.count])
                    if found.hasSameBytes(as: sought) { return true }
                    start = text.firstIndex(from: start + 1) { $0.marks(of: first) }
                }
                return false
            }
        }
    }
}

extension ArraySlice<UInt8> {
    /// The parts between separators, empty ones too; of more than `limit` parts the last holds all the rest.
    package func parts(separatedBy separator: UInt8, limit: Int) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        parts.reserveCapacity(Swift.min(limit, 32))
        var rest = self
        while parts.count + 1 < limit {
            let length = rest.withUnsafeBufferPointer { $0.firstIndex(from: 0) { $0.marks(of: separator) } }
            guard length < rest.count else { break }
            parts.append(rest.prefix(length))
            rest = rest.dropFirst(length + 1)
        }
        parts.append(rest)
        return parts
    }
}
