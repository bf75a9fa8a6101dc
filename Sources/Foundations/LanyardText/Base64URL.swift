/// Base64url without padding, RFC 4648 §5 as RFC 7515 §2 uses it.
public enum Base64URL {
    /// Encodes bytes.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        Base64Alphabet.url.encode(bytes, padded: false)
    }

    /// Decodes strictly: no padding, no other characters, no stray bits in the last character; nil otherwise.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        decode(utf8: text.utf8)
    }

    /// Decodes strictly from ASCII bytes.
    public static func decode(utf8 text: some Collection<UInt8>) -> [UInt8]? {
        Base64Alphabet.url.decode(text)
    }
}

/// Base64 with padding, RFC 4648 §4.
public enum Base64 {
    /// Encodes bytes.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        Base64Alphabet.standard.encode(bytes, padded: true)
    }

    /// Decodes strictly: padded to a multiple of four, no white space; nil otherwise.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let utf8 = Array(text.utf8)
        guard utf8.count % 4 == 0 else { return nil }
        let padding = utf8.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        return Base64Alphabet.standard.decode(utf8.dropLast(padding))
    }
}

private struct Base64Alphabet: Sendable {
    static let standard = Base64Alphabet("+", "/")
    static let url = Base64Alphabet("-", "_")

    private let symbols: [UInt8]
    private let values: [UInt8]

    private init(_ value62: Unicode.Scalar, _ value63: Unicode.Scalar) {
        let text = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        symbols = Array(text.utf8) + [UInt8(ascii: value62), UInt8(ascii: value63)]
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, symbol) in symbols.enumerated() { values[Int(symbol)] = UInt8(value) }
        self.values = values
    }

    func encode(_ bytes: some Collection<UInt8>, padded: Bool) -> String {
        let input = Array(bytes)
        let capacity = (input.count + 2) / 3 * 4
        return String(unsafeUninitializedCapacity: capacity) { out in
            var written = 0
            func put(_ symbol: UInt8) {
                out[written] = symbol
                written += 1
            }
            var index = 0
            while index < input.count {
                let first = input[index]
                let second = index + 1 < input.count ? input[index + 1] : 0
                let third = index + 2 < input.count ? input[index + 2] : 0
                put(symbols[Int(first >> 2)])
                put(symbols[Int((first & 3) << 4 | second >> 4)])
                if index + 1 < input.count {
                    put(symbols[Int((second & 15) << 2 | third >> 6)])
                } else if padded {
                    put(UInt8(ascii: "="))
                }
                if index + 2 < input.count {
                    put(symbols[Int(third & 63)])
                } else if padded {
                    put(UInt8(ascii: "="))
                }
                index += 3
            }
            return written
        }
    }

    func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        if let decoded = text.withContiguousStorageIfAvailable({ decode($0) }) { return decoded }
        return Array(text).withUnsafeBufferPointer { decode($0) }
    }

    /// Decodes bytes that lie in one piece: the readers of every envelope spend their time here.
    private func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var isStrict = true
        let out = [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3 + 2) { out, written in
            var buffer: UInt32 = 0
            var bits: UInt32 = 0
            for symbol in text {
                let value = values[Int(symbol)]
                guard value != 0xFF else {
                    isStrict = false
                    return
                }
                buffer = buffer << 6 | UInt32(value)
                bits += 6
                if bits >= 8 {
                    bits -= 8
                    out[written] = UInt8(truncatingIfNeeded: buffer >> bits)
                    written += 1
                }
            }
            // A lone sixth character carries no byte; what is left over must be zero.
            isStrict = bits < 6 && buffer & (1 << bits - 1) == 0
        }
        return isStrict ? out : nil
    }
}
