/// ASCII in bytes: looking at bytes is many times faster than looking at characters, and never quadratic.
extension UInt8 {
    /// Whether it is ASCII white space.
    var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

    /// Whether a JSON object, array or string begins with it.
    var beginsJSON: Bool { self == 0x7B || self == 0x5B || self == 0x22 }
}

extension ArraySlice<UInt8> {
    /// These bytes without ASCII white space.
    var withoutSpace: [UInt8] {
        withUnsafeBufferPointer { bytes in
            var kept: [UInt8] = []
            kept.reserveCapacity(bytes.count)
            for byte in bytes where !byte.isSpace { kept.append(byte) }
            return kept
        }
    }
}

extension Array<UInt8> {
    /// What follows the first empty line.
    var body: [UInt8] {
        var isLineEmpty = false
        for (index, byte) in enumerated() {
            if byte == UInt8(ascii: "\n") {
                if isLineEmpty { return Array(self[(index + 1)...]) }
                isLineEmpty = true
            } else if byte != UInt8(ascii: "\r") {
                isLineEmpty = false
            }
        }
        return []
    }

    /// Whether these bytes have a text somewhere.
    func holds(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard let first = wanted.first, count >= wanted.count else { return false }
        return withUnsafeBufferPointer { bytes in
            for start in 0...(bytes.count - wanted.count)
            where bytes[start] == first && bytes[start..<(start + wanted.count)].elementsEqual(wanted) {
                return true
            }
            return false
        }
    }
}
