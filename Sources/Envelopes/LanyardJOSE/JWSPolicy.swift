public import LanyardCrypto
public import WalletPorts

/// What a JWS must say of itself before its signature is looked at (RFC 8725 §3.1, §3.11).
public struct JWSPolicy: Sendable, Hashable {
    /// The algorithms that are accepted; `none` and MACs cannot be among them.
    public let algorithms: Set<SignatureAlgorithm>
    /// The accepted values of `typ`, such as `dc+sd-jwt`; with none, `typ` is not looked at.
    public let types: [String]
    /// Whether a JWS without `typ` passes.
    public let allowsMissingType: Bool
    /// Whose fault a failure is.
    public let party: Finding.Party

    /// Makes a policy.
    public init(
        algorithms: Set<SignatureAlgorithm>, types: [String], allowsMissingType: Bool = false, party: Finding.Party
    ) {
        self.algorithms = algorithms
        self.types = types
        self.allowsMissingType = allowsMissingType
        self.party = party
    }

    /// Checks the header, and says which algorithm it names.
    func check(_ header: JOSEHeader) throws(Finding) -> SignatureAlgorithm {
        let algorithm = try algorithm(of: header)
        try header.refuseExtensions(from: party)
        try checkType(header.typ)
        return algorithm
    }

    /// Everything that speaks against a header, of which `check` throws the first.
    package func faults(of header: JOSEHeader) -> [Finding] {
        var faults: [Finding] = []
        do { _ = try algorithm(of: header) } catch { faults.append(error) }
        do { try header.refuseExtensions(from: party) } catch { faults.append(error) }
        do { try checkType(header.typ) } catch { faults.append(error) }
        return faults
    }

    private func algorithm(of header: JOSEHeader) throws(Finding) -> SignatureAlgorithm {
        guard let algorithm = SignatureAlgorithm(rawValue: header.alg), algorithms.contains(algorithm) else {
            throw Finding(
                "jose.alg.notAllowed", party, clause: "RFC 8725 §3.1", rows: ["VCI-GEN-02"], at: "/alg",
                expected: algorithms.map(\.rawValue).sorted().joined(separator: " or "), seen: .text(header.alg),
                remedy: "The signer has to use one of these algorithms.")
        }
        return algorithm
    }

    private func checkType(_ type: String?) throws(Finding) {
        guard !types.isEmpty else { return }
        guard let type else {
            if allowsMissingType { return }
            throw wrongType("missing", .absent)
        }
        guard types.contains(where: { MediaTypeName($0) == MediaTypeName(type) }) else {
            throw wrongType("wrong", .text(type))
        }
    }

    private func wrongType(_ what: String, _ seen: Described) -> Finding {
        Finding(
            "jose.typ.\(what)", party, clause: "RFC 8725 §3.11", rows: ["VCI-GEN-02"], at: "/typ",
            expected: types.joined(separator: " or "), seen: seen, remedy: "The signer has to name the type.")
    }
}

/// A media type as `typ` and `cty` write it, RFC 7515 §4.1.9: without regard to case, `application/` left out or not.
struct MediaTypeName: Equatable {
    let name: String

    init(_ text: String) {
        let lowercase = text.lowercased()
        name = lowercase.utf8.contains(UInt8(ascii: "/")) ? lowercase : "application/\(lowercase)"
    }
}
