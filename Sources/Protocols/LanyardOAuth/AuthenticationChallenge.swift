public import WalletPorts

/// One challenge of a `WWW-Authenticate` field, RFC 9110 §11.6.1.
public struct AuthenticationChallenge: Hashable, Sendable {
    /// The scheme in lower case, such as `bearer` or `dpop`.
    public let scheme: String
    /// The parameters in order, names in lower case, values unquoted.
    public let parameters: [HttpHeader]

    /// The first value of a parameter.
    public subscript(name: String) -> String? { parameters.first(name) }

    /// Reads every challenge of every `WWW-Authenticate` field of a response, in order.
    ///
    /// One field may hold several challenges (`Bearer realm="a", DPoP error="use_dpop_nonce", algs="ES256"`), and each
    /// keeps its own parameters (RFC 9449 §7.1). From the first character that fits no grammar on, a field is ignored.
    public static func all(in response: HttpResponse) -> [AuthenticationChallenge] {
        response.headers("WWW-Authenticate").flatMap { all(in: $0) }
    }

    /// Reads every challenge of one field value.
    public static func all(in field: String) -> [AuthenticationChallenge] {
        var reader = FieldReader(field)
        var found: [AuthenticationChallenge] = []
        while reader.skipSeparators(), let scheme = reader.token() {
            // A token after a separator is a parameter of the challenge before it if "=" follows, else a new scheme.
            found.append(AuthenticationChallenge(scheme: scheme.lowercased(), parameters: reader.parameters()))
        }
        return found
    }
}

private struct FieldReader {
    private let bytes: [UInt8]
    private var index = 0

    init(_ field: String) {
        bytes = Array(field.utf8)
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
        while let byte = next, isSkipped(byte) { index += 1 }
    }

    private mutating func skipSpace() {
        skip { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }

    /// Skips commas and space; false at the end.
    mutating func skipSeparators() -> Bool {
        skip { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: ",") }
        return next != nil
    }

    mutating func token() -> String? {
        let start = index
        skip { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
        }
        return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
    }

    mutating func parameters() -> [HttpHeader] {
        var found: [HttpHeader] = []
        skipSpace()
        if skipToken68() { return found }
        while true {
            let start = index
            guard skipSeparators(), let name = token() else { return found }
            skipSpace()
            guard next == UInt8(ascii: "=") else {
                index = start
                return found
            }
            index += 1
            skipSpace()
            guard let value = next == UInt8(ascii: "\"") ? quoted() : token() else {
                index = bytes.count
                return found
            }
            found.append(HttpHeader(name.lowercased(), value))
        }
    }

    /// A `token68` stands alone after the scheme; it is nothing that we need, so it is skipped.
    private mutating func skipToken68() -> Bool {
        let start = index
        skip { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-._~+/".utf8.contains(byte)
            }
        }
        let hasText = index > start
        skip { $0 == UInt8(ascii: "=") }
        skipSpace()
        if hasText, next == nil || next == UInt8(ascii: ",") { return true }
        index = start
        return false
    }

    private mutating func quoted() -> String? {
        var value: [UInt8] = []
        index += 1
        while let byte = next {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: value, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escaped = next else { return nil }
                value.append(escaped)
                index += 1
            default: value.append(byte)
            }
        }
        return nil
    }
}
