/// The spelling of JSON pointers, RFC 6901.
public enum JSONPointer {
    /// A slash and the name with `~` and `/` escaped: what is added to a pointer to step into that member.
    public static func token(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
            return "/" + name
        }
        var out = "/"
        for scalar in name.unicodeScalars {
            switch scalar {
            case "~": out += "~0"
            case "/": out += "~1"
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }

    /// What is added to the place of an error: of a long name its first 64 scalars, since a name may be megabytes long and be
    /// in the place of many errors.
    package static func shortToken(_ name: String) -> String {
        let start = name.unicodeScalars.prefix(64)
        return token(start.endIndex == name.endIndex ? name : String(start))
    }

    /// A slash and the index: what is added to a pointer to step into that element.
    public static func token(_ index: Int) -> String { "/\(index)" }
}
