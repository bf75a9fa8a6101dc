import LanyardJSON
import LanyardText

/// The dots of a compact JOSE object, looked at before it is read.
struct CompactForm: Sendable {
    /// How many parts there are.
    let parts: Int
    /// The header, if its part can be read.
    let header: JSONObject?

    /// Looks at a text; nil unless it consists of base64url parts joined by dots, the first one like a JSON object.
    init?(_ text: ArraySlice<UInt8>) {
        // An opening brace, and a quote or white space after it.
        guard text.starts(with: "ey".utf8) || text.starts(with: "ew".utf8) else { return nil }
        let dots = text.withUnsafeBufferPointer { bytes -> Int? in
            var dots = 0
            for byte in bytes {
                switch byte {
                case UInt8(ascii: "."): dots += 1
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "="),
                    UInt8(ascii: "+"), UInt8(ascii: "/"):
                    continue
                default: return nil
                }
            }
            return dots
        }
        guard let dots, dots > 0 else { return nil }
        parts = dots + 1
        let json = Base64URL.decode(utf8: text.prefix { $0 != UInt8(ascii: ".") }).flatMap { try? JSON(parsing: $0) }
        header = json?.object
    }

    init?(_ text: String) { self.init(Array(text.utf8)[...]) }

    /// The `typ`, lower case and without `application/`.
    var typ: String? { header?["typ"]?.string.map { JWTProfile.name(of: $0) } }
}
