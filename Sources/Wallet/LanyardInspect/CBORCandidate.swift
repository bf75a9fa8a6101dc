import LanyardCBOR
import LanyardText

/// Bytes that may be CBOR: an array, a map or a tagged item, as every message is.
struct CBORCandidate: Sendable {
    /// The encoding.
    let bytes: [UInt8]
    /// The base64 text that it came in, if it did.
    let base64: String?
    /// The item, if the bytes are exactly one.
    let item: CBORItem?

    private static let shortest = 12

    /// Looks at bytes that are no text.
    init?(_ bytes: [UInt8]) { self.init(encoded: bytes, base64: nil) }

    /// Looks at the bytes of a text without white space.
    init?(text: [UInt8]) {
        guard text.count >= Self.shortest, let first = text.first else { return nil }
        // Nothing is decoded whose first digit is not that of an array, a map or a tag.
        if "89abcdABCD".utf8.contains(first), let hex = Hex.decode(String(decoding: text, as: UTF8.self)) {
            self.init(encoded: hex, base64: nil)
            return
        }
        guard (UInt8(ascii: "g")...UInt8(ascii: "z")).contains(first) || "0123".utf8.contains(first) else { return nil }
        let string = String(decoding: text, as: UTF8.self)
        let end = text.lastIndex { $0 != UInt8(ascii: "=") } ?? text.startIndex
        guard let bytes = Base64URL.decode(utf8: text[...end]) ?? Base64.decode(string) else { return nil }
        self.init(encoded: bytes, base64: string)
    }

    private init?(encoded bytes: [UInt8], base64: String?) {
        // Major types 4, 5 and 6: an array, a map, a tag.
        guard let first = bytes.first, (0x80..<0xE0).contains(first) else { return nil }
        self.bytes = bytes
        self.base64 = base64
        item = try? CBORItem(parsing: bytes)
        // What cannot be read may be anything, unless it names itself or is too long for a hash or an id.
        let isLikely = base64 == nil && bytes.count > 64
        guard item != nil || isLikely || ["issuerAuth", "nameSpaces", "version"].contains(where: mentions) else {
            return nil
        }
    }

    /// Whether it is a map with this member, or begins like one and cannot be read.
    func has(_ name: String) -> Bool {
        if let item { return item[name] != nil }
        return mentions(name)
    }

    /// Whether the first bytes hold a text.
    private func mentions(_ name: String) -> Bool {
        let start = bytes.prefix(48)
        return start.first.map { (0xA0..<0xC0).contains($0) } ?? false
            && start.indices.contains { start[$0...].starts(with: name.utf8) }
    }
}
