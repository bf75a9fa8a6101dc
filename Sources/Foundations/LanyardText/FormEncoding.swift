/// Form-encoded fields, `application/x-www-form-urlencoded` as RFC 6749 Appendix B uses it.
///
/// The query of a link is read the same way: decoded exactly once, with `+` as a space.
public enum FormEncoding {
    /// A name with its value, both decoded.
    public struct Field: Hashable, Sendable {
        /// The name.
        public let name: String
        /// The value.
        public let value: String

        /// Makes a field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Encodes fields in order: everything but letters, digits, `*`, `-`, `.` and `_` is escaped, a space becomes `+`.
    public static func encode(_ fields: [Field]) -> String {
        fields.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
    }

    /// Decodes fields in order, repeated names included; nil for a broken escape or bytes that are not UTF-8.
    ///
    /// A field without `=` has an empty value; empty pieces between `&` are skipped. Characters that should have been
    /// escaped and were not are taken as they are, since they carry no ambiguity.
    public static func decode(_ text: some StringProtocol) -> [Field]? {
        var fields: [Field] = []
        for piece in text.utf8.split(separator: UInt8(ascii: "&")) {
            let equals = piece.firstIndex(of: UInt8(ascii: "="))
            let name = piece[..<(equals ?? piece.endIndex)]
            let value = equals.map { piece[piece.index(after: $0)...] } ?? piece[piece.endIndex...]
            guard let name = PercentEncoding.decode(String(decoding: name, as: UTF8.self), plusIsSpace: true),
                let value = PercentEncoding.decode(String(decoding: value, as: UTF8.self), plusIsSpace: true)
            else { return nil }
            fields.append(Field(name, value))
        }
        return fields
    }

    private static func encode(_ text: String) -> String {
        let escaped = PercentEncoding.encode(text) { byte in
            byte == UInt8(ascii: " ") || byte == UInt8(ascii: "*")
                || byte != UInt8(ascii: "~") && PercentEncoding.isUnreserved(byte)
        }
        return String(decoding: escaped.utf8.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 }, as: UTF8.self)
    }
}
