internal import LanyardText

/// Reads one JSON text, RFC 8259, in one pass over its bytes.
///
/// Every byte is looked at a constant number of times, and descending is bounded by the limit of depth.
struct JSONParser {
    private let bytes: [UInt8]
    private let limits: JSONLimits
    private var position = 0

    init(_ bytes: [UInt8], limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    mutating func document() throws(JSONError) -> JSON {
        guard bytes.count <= limits.bytes else { throw failure(.tooLarge, "longer than \(limits.bytes) bytes") }
        guard bytes.first != 0xEF || !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
            throw failure(.encoding, "byte order mark")
        }
        skipSpace()
        let value = try value(depth: 0)
        skipSpace()
        guard position == bytes.count else { throw failure(.syntax, "something follows the value") }
        return value
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSON {
        switch next {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"): return .object(try object(depth: try deeper(depth)))
        case UInt8(ascii: "["): return .array(try array(depth: try deeper(depth)))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: throw failure(.syntax, position < bytes.count ? "no value starts like this" : "the text ends early")
        }
    }

    private func deeper(_ depth: Int) throws(JSONError) -> Int {
        guard depth < limits.depth else { throw failure(.depth, "nested deeper than \(limits.depth)") }
        return depth + 1
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONObject {
        position += 1
        skipSpace()
        if take(UInt8(ascii: "}")) { return JSONObject() }
        var object = JSONObject(capacity: 4)
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw failure(.syntax, "expected a member name") }
            let start = position
            let name = try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw failure(.syntax, "expected a colon").within(name) }
            skipSpace()
            do throws(JSONError) {
                let value = try value(depth: depth)
                guard object.append(name, value) else {
                    throw JSONError(.duplicateMember, offset: start, "the name occurs twice")
                }
            } catch {
                throw error.within(name)
            }
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw failure(.syntax, "expected a comma or the end of the object") }
        return object
    }

    private mutating func array(depth: Int) throws(JSONError) -> [JSON] {
        position += 1
        skipSpace()
        if take(UInt8(ascii: "]")) { return [] }
        var elements: [JSON] = []
        elements.reserveCapacity(3)
        repeat {
            skipSpace()
            do throws(JSONError) {
                elements.append(try value(depth: depth))
            } catch {
                throw error.within(String(elements.count))
            }
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw failure(.syntax, "expected a comma or the end of the array") }
        return elements
    }

    private mutating func literal(_ word: StaticString, _ value: JSON) throws(JSONError) -> JSON {
        let end = position + word.utf8CodeUnitCount
        guard end <= bytes.count else { throw failure(.syntax, "the text ends early") }
        let matches = word.withUTF8Buffer { $0.elementsEqual(bytes[position..<end]) }
        guard matches else { throw failure(.syntax, "no value starts like this") }
        position = end
        return value
    }

    private mutating func number() throws(JSONError) -> JSONNumber {
        let start = position
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) { try digits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "-")) { _ = take(UInt8(ascii: "+")) }
            try digits()
        }
        if case UInt8(ascii: "0")...UInt8(ascii: "9") = next { throw failure(.syntax, "a number starts with zero") }
        return JSONNumber(scanned: ascii(start..<position))
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while case UInt8(ascii: "0")...UInt8(ascii: "9") = next { position += 1 }
        guard position > start else { throw failure(.syntax, "expected a digit") }
    }
}

extension JSONParser {
    /// The byte at the position; zero, which starts and continues nothing outside strings, at the end.
    @inline(__always)
    private var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

    @inline(__always)
    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    @inline(__always)
    private mutating func skipSpace() {
        while true {
            switch next {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }

    private func failure(_ code: JSONError.Code, _ reason: String) -> JSONError {
        JSONError(code, offset: position, reason)
    }

    private func ascii(_ range: Range<Int>) -> String {
        bytes.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self) }
    }

    /// Reads a string whose opening quote is next.
    private mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        let isASCII = skipPlain()
        if next == UInt8(ascii: "\""), position < bytes.count {
            let range = start..<position
            position += 1
            if isASCII { return ascii(range) }
            return try validated(bytes[range], from: start)
        }
        return try escapedString(from: start)
    }

    /// Reads on from the first escape, gathering the decoded bytes.
    private mutating func escapedString(from start: Int) throws(JSONError) -> String {
        var decoded = Array(bytes[start..<position])
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return try validated(decoded[...], from: start)
            case UInt8(ascii: "\\"):
                position += 1
                try escape(into: &decoded)
            case 0..<0x20:
                throw failure(.syntax, "a control character in a string")
            default:
                let plain = position
                _ = skipPlain()
                decoded += bytes[plain..<position]
            }
        }
        throw failure(.syntax, "the string does not end")
    }

    /// Steps over bytes that need no decoding; true if all were ASCII, as far as a look at whole words tells.
    private mutating func skipPlain() -> Bool {
        var isASCII = true
        position = bytes.withUnsafeBufferPointer { bytes in
            bytes.firstIndex(from: position) { word in
                isASCII = isASCII && word.isASCII
                return word.marksOfEscapes
            }
        }
        return isASCII
    }

    private func validated(_ utf8: ArraySlice<UInt8>, from start: Int) throws(JSONError) -> String {
        guard let text = utf8.withUnsafeBufferPointer({ String(validating: $0, as: UTF8.self) }) else {
            throw JSONError(.encoding, offset: start, "a string that is not UTF-8")
        }
        return text
    }

    private mutating func escape(into decoded: inout [UInt8]) throws(JSONError) {
        let letter = next
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): decoded.append(letter)
        case UInt8(ascii: "b"): decoded.append(0x08)
        case UInt8(ascii: "f"): decoded.append(0x0C)
        case UInt8(ascii: "n"): decoded.append(0x0A)
        case UInt8(ascii: "r"): decoded.append(0x0D)
        case UInt8(ascii: "t"): decoded.append(0x09)
        case UInt8(ascii: "u"): decoded += UTF8.encode(try escapedScalar()) ?? UTF8.encodedReplacementCharacter
        default:
            position -= 1
            throw failure(.syntax, "no such escape")
        }
    }

    private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
        let start = position
        let first = try fourDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        // Only a high surrogate may come first, and a low one must follow.
        if first < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
            let second = try fourDigits()
            if 0xDC00...0xDFFF ~= second,
                let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            {
                return scalar
            }
        }
        throw JSONError(.encoding, offset: start, "half of a surrogate pair")
    }

    private mutating func fourDigits() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            let digit: UInt8
            switch next {
            case let byte where UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte: digit = byte - UInt8(ascii: "0")
            case let byte where UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte: digit = byte - UInt8(ascii: "a") + 10
            case let byte where UInt8(ascii: "A")...UInt8(ascii: "F") ~= byte: digit = byte - UInt8(ascii: "A") + 10
            default: throw failure(.syntax, "expected four hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}

extension ByteWord {
    /// Marks what a JSON string does not hold as it is, RFC 8259 §7: quotes, backslashes, control characters.
    @inline(__always)
    var marksOfEscapes: UInt64 {
        marks(of: UInt8(ascii: "\"")) | marks(of: UInt8(ascii: "\\")) | marks(below: 0x20)
    }
}
