import LanyardJSON

/// What is to be recognised: bytes, and what they are if they are text, JSON, a compact JOSE object or CBOR.
struct InspectInput: Sendable {
    /// The bytes as they came; of a whole HTTP response, as `curl -i` prints it, the body.
    let bytes: [UInt8]
    /// The text without white space around it, if the bytes are UTF-8; a JWT that was broken into lines in one piece.
    let text: String?
    /// The JSON value, if the text is JSON with an object, an array or a string at the top.
    let json: JSON?
    /// Why a text that begins like JSON is none.
    let jsonError: JSONError?
    /// The compact JOSE object that the text is, or that stands before its first tilde.
    let compact: CompactForm?
    /// Whether a tilde follows the compact object, as in an SD-JWT.
    let hasTilde: Bool
    /// The bytes of CBOR, from bytes that are no text, hexadecimal, or base64 of either alphabet.
    let cbor: CBORCandidate?

    init(_ whole: [UInt8]) {
        let bytes = whole.starts(with: "HTTP/1.".utf8) ? whole.body : whole
        self.bytes = bytes
        guard let first = bytes.firstIndex(where: { !$0.isSpace }), let last = bytes.lastIndex(where: { !$0.isSpace }),
            let text = String(validating: bytes[first...last], as: UTF8.self)
        else {
            (text, json, jsonError, compact, hasTilde, cbor) = (nil, nil, nil, nil, false, CBORCandidate(bytes))
            return
        }
        if bytes[first].beginsJSON {
            let read = Result { () throws(JSONError) in try JSON(parsing: bytes[first...last]) }
            (self.text, compact, hasTilde, cbor) = (text, nil, false, nil)
            switch read {
            case .success(let value): (json, jsonError) = (value, nil)
            case .failure(let error): (json, jsonError) = (nil, error)
            }
            return
        }
        (json, jsonError) = (nil, nil)
        let joined = bytes[first...last].withoutSpace
        let tilde = joined.firstIndex(of: UInt8(ascii: "~"))
        compact = CompactForm(joined[..<(tilde ?? joined.endIndex)])
        hasTilde = compact != nil && tilde != nil
        self.text = compact == nil ? text : String(decoding: joined, as: UTF8.self)
        cbor = compact == nil ? CBORCandidate(text: joined) : nil
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
}
