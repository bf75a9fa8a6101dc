import TestPeers

/// The lists in the help of `lanyard issuer`.
enum IssuerHelp {
    /// What `--with` takes, a line each.
    static var variants: String {
        let width = IssuerVariant.allCases.map(\.rawValue.count).max() ?? 0
        return IssuerVariant.allCases.map { variant in
            let gap = String(repeating: " ", count: width - variant.rawValue.count + 2)
            return "  \(variant.rawValue)\(gap)\(variant.meaning)"
        }.joined(separator: "\n")
    }

    /// What `--fault` takes, a paragraph for each thing that can be wrong.
    static var faults: String {
        let places: [(PeerFault.Place, String)] = [
            (.anyCredential, "a credential"), (.sdJwtVc, "an SD-JWT VC"), (.msoMdoc, "an mdoc"),
            (.answer, "the answer around them"), (.encryption, "its encryption"), (.token, "the token"),
            (.metadata, "metadata, where it is signed, and that of types"),
        ]
        return places.map { place, name in
            let names = PeerFault.allCases.filter { $0.place == place }.map { "\($0)" }
            return "  \(name):\n" + lines(of: names).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    /// Names in lines of a terminal's width.
    private static func lines(of names: [String]) -> [String] {
        names.reduce(into: [String]()) { lines, name in
            if let last = lines.last, last.count + name.count < 99 {
                lines[lines.count - 1] += " \(name)"
            } else {
                lines.append("    \(name)")
            }
        }
    }
}
