internal import LanyardJSON

extension JSONPointer {
    /// The steps of a pointer (RFC 6901), or nil when it is none.
    static func steps(of pointer: String) -> [String]? {
        guard !pointer.isEmpty else { return [] }
        guard pointer.utf8.first == UInt8(ascii: "/") else { return nil }
        var steps: [String] = []
        for token in pointer.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let step = unescaped(token) else { return nil }
            steps.append(step)
        }
        return steps
    }

    /// An array index: decimal digits without leading zeros.
    static func index(_ step: String) -> Int? {
        guard let index = Int(step), index >= 0, String(index) == step else { return nil }
        return index
    }

    private static func unescaped(_ token: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = token.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "~") else {
                bytes.append(byte)
                continue
            }
            switch rest.next() {
            case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
            case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
            default: return nil
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
