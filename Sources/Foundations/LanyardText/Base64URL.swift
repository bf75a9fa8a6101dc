/// Base64url without padding, RFC 4648 §5 as RFC 7515 §2 uses it.
public enum Base64URL {
    /// Encodes bytes.
    @inlinable
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        bytes.withOnePiece { Base64Alphabet.url.encode($0, padded: false) }
    }

    /// Encodes bytes as ASCII bytes, for texts that are put together from parts.
    @inlinable
    public static func encodedBytes(_ bytes: some Collection<UInt8>) -> [UInt8] {
        bytes.withOnePiece { Base64Alphabet.url.encodedBytes($0) }
    }

    /// Decodes strictly: no padding, no other characters, no stray bits in the last character; nil otherwise.
    @inlinable
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        decode(utf8: text.utf8)
    }

    /// Decodes strictly from ASCII bytes.
    @inlinable
    public static func decode(utf8 text: some Collection<UInt8>) -> [UInt8]? {
        text.withOnePiece { Base64Alphabet.url.decode($0) }
    }
}

/// Base64 with padding, RFC 4648 §4.
public enum Base64 {
    /// Encodes bytes.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        bytes.withOnePiece { Base64Alphabet.standard.encode($0, padded: true) }
    }

    /// Decodes strictly: padded to a multiple of four, no white space; nil otherwise.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let utf8 = Array(text.utf8)
        guard utf8.count % 4 == 0 else { return nil }
        let padding = utf8.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        return utf8.dropLast(padding).withOnePiece { Base64Alphabet.standard.decode($0) }
    }
}

extension Collection<UInt8> {
    /// Lends the bytes in one piece, without a copy where they lie so.
    @inlinable
    func withOnePiece<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withContiguousStorageIfAvailable(body) ?? Array(self).withUnsafeBufferPointer(body)
    }
}
