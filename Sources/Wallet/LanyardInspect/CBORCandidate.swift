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

    init?(_ input: [UInt8]) {
        guard let text = String(validating: input, as: UTF8.self) else {
            self.init(encoded: input, base64: nil)
            return
        }
        let joined = text.filter { !$0.isWhitespace }
        guard joined.utf8.count >= Self.shortest, joined.utf8.count <= Detector.limit else { return nil }
        if let hex = Hex.decode(joined) {
            self.init(encoded: hex, base64: nil)
        } else if let bytes = Self.base64(joined) {
            self.init(encoded: bytes, base64: joined)
        } else {
            return nil
        }
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

    private static func base64(_ text: String) -> [UInt8]? {
        let end = text.lastIndex { $0 != "=" } ?? text.startIndex
        return Base64URL.decode(text[...end]) ?? Base64.decode(text)
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
