import LanyardJSON

/// JSON, and what reads its values.
enum JSONReaders {
    static let all = [
        Reader("json.members", 600) { try parsing(object($0) { ("m\($0)", .number(JSONNumber(Int64($0)))) }) },
        Reader("json.members.alike", 400) { size in
            try parsing(object(size) { (long(60) + "\($0)", .null) })
        },
        // Names that Unicode calls equal would share one bucket of a table that hashes strings.
        Reader("json.members.equivalent", 100) { size in
            try parsing(object(size) { (equivalentName($0), .null) })
        },
        Reader("json.members.repeated", 600) { size in
            let text = "{" + (0..<size).map { "\"m\($0)\":0," }.joined() + "\"m\(size - 1)\":0}"
            return { try refused { _ = try JSON(parsing: text) } }
        },
        Reader("json.depth", 40) { size in
            let nest = String(repeating: "[", count: 63) + String(repeating: "]", count: 63)
            return parsing("[" + Array(repeating: nest, count: size).joined(separator: ",") + "]")
        },
        Reader("json.depth.names", 200) { size in
            let open = "{\"" + long(size) + "\":"
            let text = String(repeating: open, count: 63)
            return { try refused { _ = try JSON(parsing: text) } }
        },
        Reader("json.tooDeep", 40_000) { size in
            let text = long(size, "[")
            return { try refused { _ = try JSON(parsing: text) } }
        },
        Reader("json.string", 40_000) { parsing("\"" + long($0, "é") + "\"") },
        Reader("json.string.marks", 10_000) { parsing("\"" + long($0, "\u{301}") + "\"") },
        Reader("json.escapes", 4000) { parsing("\"" + String(repeating: "\\u0041b\\n", count: $0) + "\"") },
        Reader("json.escapes.pairs", 2000) { parsing("\"" + String(repeating: "\\uD83D\\uDE00", count: $0) + "\"") },
        Reader("json.space", 40_000) { parsing(long($0, " ") + "[" + long($0, "\n") + "]") },
        Reader("json.number", 10_000) { size in
            let text = "1." + long(size, "0") + "e\(size)"
            return {
                let number = try JSON(parsing: text).number
                _ = number?.int64
                _ = number?.double
            }
        },
        Reader("json.number.exponent", 10_000) { size in
            let text = "1e" + long(size, "9")
            return {
                let number = try JSON(parsing: text).number
                _ = number?.int64
                _ = number?.double
            }
        },
        Reader("json.encode", 600) { size in
            let value = object(size) { ("m\($0)", .string("\"\\\n\u{1}é")) }
            return { _ = value.encoded() }
        },
        Reader("json.equal", 400) { size in
            let value = object(size) { ("m\($0)", ["x": .number(JSONNumber(Int64($0)))]) }
            let other = object(size) { ("m\(size - 1 - $0)", ["x": .number(JSONNumber(Int64(size - 1 - $0)))]) }
            return {
                guard value == other, value.hashValue == other.hashValue else { throw NotRefused() }
            }
        },
        Reader("json.fields", 400) { size in
            let value: JSON = [
                long(size): .array((0..<size).map { .string("\($0)") })
            ]
            return { _ = try JSONField(value)[long(size)].strings() }
        },
        Reader("json.claimsPath", 400) { size in
            let value: JSON = ["a": .array(Array(repeating: ["b": 1], count: size))]
            let path = ClaimsPath([.key("a"), .all, .key("b")])
            return { _ = try path?.select(in: value) }
        },
    ]

    /// A name by which of sixteen marks of different classes follow a letter, and in which order.
    private static func equivalentName(_ number: Int) -> String {
        var marks: [UInt32] = [0x0334, 0x0321, 0x0316, 0x0345, 0x0301, 0x0315, 0x031B, 0x0483, 0x05B0]
        var rest = number
        var name = "a".unicodeScalars
        while !marks.isEmpty {
            let mark = marks.remove(at: rest % marks.count)
            rest /= marks.count + 1
            if let scalar = Unicode.Scalar(mark) { name.append(scalar) }
        }
        return String(name)
    }

    private static func parsing(_ value: JSON) throws -> Reader.Work { parsing(value.encodedText()) }

    private static func parsing(_ text: String) -> Reader.Work {
        let bytes = Array(text.utf8)
        return { _ = try JSON(parsing: bytes) }
    }
}
