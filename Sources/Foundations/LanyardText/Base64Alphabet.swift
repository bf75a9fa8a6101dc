/// Sixty-four symbols, and what each byte means among them.
///
/// Work is done on bytes that lie in one piece: the readers of every envelope spend much of their time here.
@usableFromInline
struct Base64Alphabet: Sendable {
    @usableFromInline static let url = Base64Alphabet("-", "_")
    static let standard = Base64Alphabet("+", "/")

    private let symbols: [UInt8]
    /// Six bits for a symbol, all eight for any other byte.
    private let values: [UInt8]

    private init(_ value62: Unicode.Scalar, _ value63: Unicode.Scalar) {
        let text = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        symbols = Array(text.utf8) + [UInt8(ascii: value62), UInt8(ascii: value63)]
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, symbol) in symbols.enumerated() { values[Int(symbol)] = UInt8(value) }
        self.values = values
    }

    @usableFromInline
    func encode(_ input: UnsafeBufferPointer<UInt8>, padded: Bool) -> String {
        String(unsafeUninitializedCapacity: (input.count + 2) / 3 * 4) { encode(input, into: $0, padded: padded) }
    }

    @usableFromInline
    func encodedBytes(_ input: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: (input.count + 2) / 3 * 4) { out, written in
            written = encode(input, into: out, padded: false)
        }
    }

    /// Fills memory that holds four symbols for each three bytes, begun or whole; gives the length.
    private func encode(
        _ input: UnsafeBufferPointer<UInt8>, into out: UnsafeMutableBufferPointer<UInt8>, padded: Bool
    ) -> Int {
        symbols.withUnsafeBufferPointer { symbols in
            func symbol(_ group: UInt32, _ shift: UInt32) -> UInt8 { symbols[Int(group >> shift & 63)] }
            let whole = input.count - input.count % 3
            var written = 0
            for index in stride(from: 0, to: whole, by: 3) {
                let group = UInt32(input[index]) << 16 | UInt32(input[index + 1]) << 8 | UInt32(input[index + 2])
                out[written] = symbol(group, 18)
                out[written + 1] = symbol(group, 12)
                out[written + 2] = symbol(group, 6)
                out[written + 3] = symbol(group, 0)
                written += 4
            }
            guard whole < input.count else { return written }
            let isOneByte = whole + 1 == input.count
            let group = UInt32(input[whole]) << 16 | (isOneByte ? 0 : UInt32(input[whole + 1]) << 8)
            out[written] = symbol(group, 18)
            out[written + 1] = symbol(group, 12)
            if !isOneByte { out[written + 2] = symbol(group, 6) }
            guard padded else { return written + (isOneByte ? 2 : 3) }
            if isOneByte { out[written + 2] = UInt8(ascii: "=") }
            out[written + 3] = UInt8(ascii: "=")
            return written + 4
        }
    }

    /// Decodes without padding; nil when a byte is no symbol, or when bits are left over that are not zero.
    @usableFromInline
    func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        // A lone symbol after whole groups carries no byte.
        guard text.count % 4 != 1 else { return nil }
        var isStrict = false
        let out = [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3 + 2) { out, written in
            values.withUnsafeBufferPointer { values in
                let whole = text.count - text.count % 4
                var seen: UInt8 = 0
                for index in stride(from: 0, to: whole, by: 4) {
                    let first = values[Int(text[index])]
                    let second = values[Int(text[index + 1])]
                    let third = values[Int(text[index + 2])]
                    let fourth = values[Int(text[index + 3])]
                    seen |= first | second | third | fourth
                    out[written] = first << 2 | second >> 4
                    out[written + 1] = second << 4 | third >> 2
                    out[written + 2] = third << 6 | fourth
                    written += 3
                }
                var leftOver: UInt8 = 0
                if whole < text.count {
                    let first = values[Int(text[whole])]
                    let second = values[Int(text[whole + 1])]
                    out[written] = first << 2 | second >> 4
                    written += 1
                    seen |= first | second
                    leftOver = second << 4
                    if whole + 2 < text.count {
                        let third = values[Int(text[whole + 2])]
                        out[written] = second << 4 | third >> 2
                        written += 1
                        seen |= third
                        leftOver = third << 6
                    }
                }
                isStrict = seen < 64 && leftOver == 0
            }
        }
        return isStrict ? out : nil
    }
}
