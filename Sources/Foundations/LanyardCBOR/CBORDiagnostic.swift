extension CBORItem {
    /// The item in diagnostic notation, RFC 8949 §8, for people.
    ///
    /// With an indent it is spread over lines. Byte strings under tag 24 that hold CBOR are shown as `<<…>>` (RFC 8610
    /// Appendix G.3) when unwrapping; longer ones than `shownBytes` are cut with an ellipsis. Whatever a terminal or a
    /// layout would obey is escaped. Of an item that `isSecret`, which is told the map and the key that it stands under,
    /// a comment gives the length alone.
    public func diagnostic(
        indent: Int? = nil, shownBytes: Int = .max, unwrapping: Bool = true,
        hiding isSecret: (_ item: CBORItem, _ key: CBORItem?, _ map: CBORItem?) -> Bool = { _, _, _ in false }
    ) -> String {
        withoutActuallyEscaping(isSecret) { isSecret in
            var printer = CBORPrinter(
                indent: indent, shownBytes: max(0, shownBytes), unwraps: unwrapping, isSecret: isSecret)
            printer.write(self, level: 0, isEmbeddable: false)
            return printer.text
        }
    }
}

struct CBORPrinter {
    let indent: Int?
    let shownBytes: Int
    let unwraps: Bool
    let isSecret: (CBORItem, CBORItem?, CBORItem?) -> Bool
    private(set) var text = ""
    /// How many items are being written, one inside another.
    private var open = 0

    /// CBOR inside byte strings inside CBOR could go on for ever; so deep it is shown as bytes.
    private static let deepest = 64

    init(
        indent: Int?, shownBytes: Int, unwraps: Bool, isSecret: @escaping (CBORItem, CBORItem?, CBORItem?) -> Bool
    ) {
        self.indent = indent
        self.shownBytes = shownBytes
        self.unwraps = unwraps
        self.isSecret = isSecret
    }

    mutating func write(
        _ item: CBORItem, level: Int, isEmbeddable: Bool, under key: CBORItem? = nil, of map: CBORItem? = nil
    ) {
        guard !isSecret(item, key, map) else {
            text += "/ secret \(item.kind.rawValue), \((item.byteString ?? item.bytes).count) bytes /"
            return
        }
        open += 1
        defer { open -= 1 }
        switch item.node.major {
        case 0: text += String(item.node.argument)
        case 1: text += negative(item.node.argument)
        case 2: bytes(item, level: level, isEmbeddable: isEmbeddable)
        case 3:
            chunks(item, open: "(_ ", close: ")") {
                $0.quote(String(decoding: $1.bytes.dropFirst($1.node.headLength), as: UTF8.self))
            }
        case 4: group(item.children.map { [$0] }, "[", "]", item.node.isIndefinite, level)
        case 5:
            group(
                (item.map ?? CBOREntries(item.children)).map { [$0.key, $0.value] }, "{", "}", item.node.isIndefinite,
                level, of: item)
        case 6:
            text += "\(item.node.argument)("
            for content in item.children {
                write(content, level: level, isEmbeddable: unwraps && item.node.argument == 24)
            }
            text += ")"
        default: simple(item)
        }
    }

    private func negative(_ argument: UInt64) -> String {
        argument == .max ? "-18446744073709551616" : "-\(argument + 1)"
    }

    private mutating func simple(_ item: CBORItem) {
        switch item.kind {
        case .bool: text += item.bool == true ? "true" : "false"
        case .null: text += "null"
        case .undefined: text += "undefined"
        case .float: text += Self.number(item.double ?? .nan)
        default: text += "simple(\(item.node.argument))"
        }
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
        let text = "\(value)"
        guard !text.contains("."), let exponent = text.firstIndex(of: "e") else { return text }
        return text[..<exponent] + ".0" + text[exponent...]
    }

    private mutating func bytes(_ item: CBORItem, level: Int, isEmbeddable: Bool) {
        if isEmbeddable, open < Self.deepest, !item.node.isIndefinite, let content = item.byteString,
            let inner = try? CBORItem(parsing: content)
        {
            text += "<<"
            line(level + 1)
            write(inner, level: level + 1, isEmbeddable: false)
            line(level)
            text += ">>"
            return
        }
        chunks(item, open: "(_ ", close: ")") { printer, chunk in
            let content = chunk.bytes.dropFirst(chunk.node.headLength)
            printer.text += "h'" + content.prefix(printer.shownBytes).map(Self.hexadecimal).joined()
            printer.text += content.count > printer.shownBytes ? "...'" : "'"
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    private mutating func chunks(
        _ item: CBORItem, open: String, close: String, _ write: (inout CBORPrinter, CBORItem) -> Void
    ) {
        guard item.node.isIndefinite else { return write(&self, item) }
        text += open
        for (index, chunk) in item.children.enumerated() {
            if index > 0 { text += ", " }
            write(&self, chunk)
        }
        text += close
    }

    private mutating func group(
        _ members: [[CBORItem]], _ open: String, _ close: String, _ isIndefinite: Bool, _ level: Int,
        of map: CBORItem? = nil
    ) {
        text += isIndefinite ? open + "_ " : open
        for (index, member) in members.enumerated() {
            if index > 0 { text += indent == nil ? ", " : "," }
            line(level + 1)
            for (index, item) in member.enumerated() {
                if index > 0 { text += ": " }
                write(item, level: level + 1, isEmbeddable: false, under: index > 0 ? member[0] : nil, of: map)
            }
        }
        if !members.isEmpty { line(level) }
        text += close
    }

    private mutating func line(_ level: Int) {
        guard let indent else { return }
        text += "\n" + String(repeating: " ", count: level * max(0, indent))
    }

    private mutating func quote(_ content: String) {
        text += "\""
        for scalar in content.unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\" + String(scalar)
            case "\n": text += "\\n"
            case _ where Self.isObeyed(scalar):
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }
}
