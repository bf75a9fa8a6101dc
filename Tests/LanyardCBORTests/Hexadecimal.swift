import Testing

/// Bytes from hexadecimal with spaces.
func hex(_ text: String) throws -> [UInt8] {
    let digits = text.filter { $0 != " " }
    var out: [UInt8] = []
    var rest = digits[...]
    while !rest.isEmpty {
        out.append(try #require(UInt8(rest.prefix(2), radix: 16)))
        rest = rest.dropFirst(2)
    }
    return out
}
