/// An object identifier, held as its encoded content.
///
/// Equal when the bytes are equal, which the shortest-form rule makes the same as equal arcs. At most 64 bytes.
public struct OID: Hashable, Sendable, CustomStringConvertible {
    /// The encoded content, without tag and length.
    public let content: [UInt8]

    /// Takes encoded content; nil when it is empty, too long, cut off or not in its shortest form.
    public init?(content: some Collection<UInt8>) {
        guard (1...64).contains(content.count) else { return nil }
        var startsArc = true
        for byte in content {
            guard !(startsArc && byte == 0x80) else { return nil }
            startsArc = byte < 0x80
        }
        guard startsArc else { return nil }
        self.content = Array(content)
    }

    /// Makes an identifier from its arcs: `OID(1, 2, 840, 10045, 2, 1)`.
    ///
    /// The first arc is 0 to 2; the first two share one encoded number.
    public init(_ root: UInt32, _ second: UInt32, _ arcs: UInt32...) {
        var content = OID.base128(UInt64(root) * 40 + UInt64(second))
        for arc in arcs { content += OID.base128(UInt64(arc)) }
        self.content = content
    }

    /// Reads the dotted form; nil when it is malformed or an arc is beyond 32 bits.
    public init?(dotted text: String) {
        let arcs = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt32($0) }
        guard arcs.count >= 2, let root = arcs[0], let second = arcs[1], root <= 2, root == 2 || second < 40 else {
            return nil
        }
        var content = OID.base128(UInt64(root) * 40 + UInt64(second))
        for arc in arcs.dropFirst(2) {
            guard let arc else { return nil }
            content += OID.base128(UInt64(arc))
        }
        self.init(content: content)
    }

    private static func base128(_ value: UInt64) -> [UInt8] {
        var groups = [UInt8(value & 0x7F)]
        var rest = value >> 7
        while rest > 0 {
            groups.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return groups.reversed()
    }

    /// The dotted form.
    ///
    /// Arcs may be of any size: UUID-based identifiers have 128 bits.
    public var description: String {
        var texts: [String] = []
        var digits: [UInt8] = [0]  // decimal, least significant first
        for byte in content {
            var carry = Int(byte & 0x7F)
            for index in digits.indices {
                carry += Int(digits[index]) * 128
                digits[index] = UInt8(carry % 10)
                carry /= 10
            }
            while carry > 0 {
                digits.append(UInt8(carry % 10))
                carry /= 10
            }
            guard byte < 0x80 else { continue }
            if texts.isEmpty {
                let root = digits.count > 2 ? 2 : min(2, (digits.reversed().reduce(0) { $0 * 10 + Int($1) }) / 40)
                texts.append(String(root))
                OID.subtract(root * 40, from: &digits)
            }
            texts.append(digits.reversed().map { String($0) }.joined())
            digits = [0]
        }
        return texts.joined(separator: ".")
    }

    /// Takes a number of at most two digits from a larger decimal number.
    private static func subtract(_ number: Int, from digits: inout [UInt8]) {
        var borrow = number
        for index in digits.indices where borrow > 0 {
            let wanted = borrow % 10
            borrow /= 10
            if Int(digits[index]) < wanted { borrow += 1 }
            digits[index] = UInt8((Int(digits[index]) + 10 - wanted) % 10)
        }
        while digits.count > 1, digits.last == 0 { digits.removeLast() }
    }
}
