/// Text that others wrote, made fit to be shown or printed.
public enum OutsideText {
    /// Shows control characters, terminal escapes and direction marks visibly instead of obeying them, and caps length.
    ///
    /// C0 controls become their pictures (`␛`, `␊`), everything else invisible becomes `⟨U+202E⟩`. At most `limit`
    /// Unicode scalars of the input are kept; `…` marks a cut. Joiners stay, since scripts and emoji need them.
    public static func cleaned(_ text: some StringProtocol, limit: Int) -> String {
        let text = String(text)
        // Nearly every text is short and of printable ASCII.
        if text.utf8.count <= limit, text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text }
        var out = ""
        var kept = 0
        for scalar in text.unicodeScalars {
            guard kept < limit else { return out + "…" }
            kept += 1
            if 0x20..<0x7F ~= scalar.value {
                out.unicodeScalars.append(scalar)
            } else {
                // One by one: appending several at once counts what is there already.
                for shown in shown(scalar) { out.unicodeScalars.append(shown) }
            }
        }
        return out
    }

    private static func shown(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        switch scalar.value {
        case 0x200C, 0x200D: return [scalar]
        case 0..<0x20: return Unicode.Scalar(0x2400 + scalar.value).map { [$0] } ?? []
        case 0x7F: return ["\u{2421}"]
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse:
            let hex = String(scalar.value, radix: 16, uppercase: true)
            let padded = String(repeating: "0", count: max(0, 4 - hex.count)) + hex
            return Array("⟨U+\(padded)⟩".unicodeScalars)
        default: return [scalar]
        }
    }
}
