extension DERElement {
    /// A character string of any ASN.1 type, as text; the element's tag says which.
    ///
    /// UTF8String must be UTF-8, IA5String and VisibleString ASCII, PrintableString and NumericString of their own sets;
    /// BMPString and UniversalString must hold Unicode scalars. TeletexString is read as Latin-1, as everyone does.
    public func text() throws(DERError) -> String {
        try text(as: tag)
    }

    /// A character string under an implicit tag, read as the type given.
    public func text(as type: DERTag) throws(DERError) -> String {
        try primitive()
        let content = content
        let text: String?
        switch type {
        case .utf8String: text = String(validating: content, as: UTF8.self)
        case .ia5String: text = ascii { $0 < 0x80 }
        case .visibleString: text = ascii { (0x20..<0x7F).contains($0) }
        case .numericString: text = ascii { $0 == 0x20 || (0x30...0x39).contains($0) }
        case .printableString: text = ascii(Self.isPrintable)
        case .teletexString: text = String(String.UnicodeScalarView(content.map { Unicode.Scalar($0) }))
        case .bmpString: text = wide(2)
        case .universalString: text = wide(4)
        default: throw DERError(.tag, at: range.lowerBound, "\(type) is not a character string")
        }
        guard let text else { throw invalid("the text has bytes that its type does not allow") }
        return text
    }

    private func ascii(_ isAllowed: (UInt8) -> Bool) -> String? {
        content.allSatisfy(isAllowed) ? String(decoding: content, as: UTF8.self) : nil
    }

    /// X.680 §41.4, with `*`, `@`, `&` and `_`, which certificates in the field put there.
    private static func isPrintable(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: " '()+,-./:=?*@&_".utf8.contains(byte)
        }
    }

    /// Big-endian units of two or four bytes; BMPString knows no surrogates.
    private func wide(_ width: Int) -> String? {
        guard content.count.isMultiple(of: width) else { return nil }
        var scalars = String.UnicodeScalarView()
        var unit: UInt32 = 0
        for (index, byte) in content.enumerated() {
            unit = unit << 8 | UInt32(byte)
            guard index % width == width - 1 else { continue }
            guard let scalar = Unicode.Scalar(unit) else { return nil }
            scalars.append(scalar)
            unit = 0
        }
        return String(scalars)
    }
}
