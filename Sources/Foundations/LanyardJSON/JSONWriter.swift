internal import LanyardText

/// Writes JSON compactly.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []

    // Depth is bounded: a parsed value has at most the depth of its limits, and no other value comes from outside.
    mutating func write(_ value: JSON) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .number(let value): bytes += value.text.utf8
        case .string(let value): write(value)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(element)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in object.members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(member.name)
                bytes.append(UInt8(ascii: ":"))
                write(member.value)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        // Nearly every text is written as it is, in one piece.
        var text = text
        text.withUTF8 { text in
            let plain = text.firstIndex(from: 0) { $0.marksOfEscapes }
            bytes += text[..<plain]
            if plain < text.count { writeEscaped(text[plain...]) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func writeEscaped(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes += [UInt8(ascii: "\\"), byte]
            case 0x08: bytes += #"\b"#.utf8
            case 0x09: bytes += #"\t"#.utf8
            case 0x0A: bytes += #"\n"#.utf8
            case 0x0C: bytes += #"\f"#.utf8
            case 0x0D: bytes += #"\r"#.utf8
            case 0..<0x20:
                bytes += #"\u00"#.utf8
                bytes += (byte < 16 ? "0" : "").utf8
                bytes += String(byte, radix: 16).utf8
            default: bytes.append(byte)
            }
        }
    }
}
