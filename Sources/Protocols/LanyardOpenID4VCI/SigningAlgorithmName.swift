import LanyardJSON
import LanyardOAuth
import WalletPorts

/// An algorithm as metadata names it: a JOSE or suite name, or a COSE number, OpenID4VCI 1.0 §A.2.2.
public enum SigningAlgorithmName: Hashable, Sendable {
    case name(String)
    case number(Int64)

    /// Whether a credential signed with this algorithm of COSE agrees with the name.
    ///
    /// Fully specified numbers stand for the older ones on their curve: `-9` for `-7` on P-256, `-51` for `-35` on P-384, `-52` for
    /// `-36` on P-521, `-19` for `-8` with Ed25519.
    public func admits(cose algorithm: Int64) -> Bool {
        Self.family(of: algorithm) == coseFamily
    }

    /// Whether a credential signed with this algorithm of JOSE agrees with the name.
    public func admits(jose algorithm: String) -> Bool {
        self == .name(algorithm)
    }

    private var coseFamily: Int64? {
        switch self {
        case .number(let number): Self.family(of: number)
        case .name("ES256"): -7
        case .name("ES384"): -35
        case .name("ES512"): -36
        case .name("EdDSA"): -8
        case .name: nil
        }
    }

    private static func family(of number: Int64) -> Int64 {
        switch number {
        case -9: -7
        case -51: -35
        case -52: -36
        case -19: -8
        default: number
        }
    }

    /// Reads a list of strings and integers, mixed as it may be; the misspelling `ES521` is read as `ES512`.
    static func list(_ member: OutsideMember) throws(Finding) -> [SigningAlgorithmName] {
        guard !member.isAbsent else { return [] }
        return try member.array(rows: ["VCI-META-19"]).map { element throws(Finding) in
            if let name = element.value?.string { return .name(name == "ES521" ? "ES512" : name) }
            if let number = element.value?.int64 { return .number(number) }
            throw element.finding("type", rows: ["VCI-META-19"], expected: "a string or an integer")
        }
    }
}
