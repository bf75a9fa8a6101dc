import LanyardJSON

/// What is to be recognised: bytes, and what they are if they are text or JSON.
struct InspectInput: Sendable {
    /// The bytes as they came.
    let bytes: [UInt8]
    /// The text without white space around it, if the bytes are UTF-8.
    let text: String?
    /// The JSON value, if the text is JSON with an object, an array or a string at the top.
    let json: JSON?
    /// Why a text that begins like JSON is none.
    let jsonError: JSONError?

    /// The bytes of CBOR, from bytes that are no text, hexadecimal, or base64 of either alphabet.
    let cbor: CBORCandidate?

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        cbor = CBORCandidate(bytes)
        guard let first = bytes.firstIndex(where: { !Self.isSpace($0) }),
            let last = bytes.lastIndex(where: { !Self.isSpace($0) }),
            let text = String(validating: bytes[first...last], as: UTF8.self)
        else {
            (text, json, jsonError) = (nil, nil, nil)
            return
        }
        self.text = Self.unwrapped(text)
        guard [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\"")].contains(bytes[first]) else {
            (json, jsonError) = (nil, nil)
            return
        }
        do throws(JSONError) {
            json = try JSON(parsing: bytes[first...last])
            jsonError = nil
        } catch {
            json = nil
            jsonError = error
        }
    }

    init(_ text: String) {
        self.init(Array(text.utf8))
    }

    var object: JSONObject? { json?.object }

    /// Whether it is a JSON object with one of these members.
    func hasMember(_ names: String...) -> Bool {
        guard let object else { return false }
        return names.contains { object[$0] != nil }
    }

    /// A JWT that a page or a terminal broke into lines, in one piece again.
    private static func unwrapped(_ text: String) -> String {
        guard text.utf8.starts(with: "ey".utf8), text.utf8.contains(where: isSpace) else { return text }
        let joined = String(decoding: text.utf8.filter { !isSpace($0) }, as: UTF8.self)
        return CompactForm(joined.prefix { $0 != "~" }) == nil ? text : joined
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
