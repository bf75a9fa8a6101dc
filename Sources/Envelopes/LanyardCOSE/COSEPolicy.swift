internal import LanyardCBOR
public import WalletPorts

/// What a COSE message must say of itself before its signature or tag is looked at, and whose fault a failure is.
public struct COSEPolicy: Sendable, Hashable {
    /// The algorithms that are accepted.
    public let algorithms: Set<COSEAlgorithm>
    /// Whose fault a failure is.
    public let party: Finding.Party
    /// The requirement rows that a failure belongs to.
    public let rows: [String]
    /// The name of the message in locations, such as "/issuerAuth".
    public let location: String

    /// Makes a policy.
    public init(algorithms: Set<COSEAlgorithm>, party: Finding.Party, rows: [String] = [], at location: String = "") {
        self.algorithms = algorithms
        self.party = party
        self.rows = rows
        self.location = location
    }

    /// Checks the headers, and says which algorithm the protected one names.
    func check(_ header: COSEHeader) throws(Finding) -> COSEAlgorithm {
        guard let algorithm = header.algorithm else {
            let isElsewhere = header.unprotected[COSEHeader.Label.alg] != nil
            throw finding(
                isElsewhere ? "alg.unprotected" : "alg.missing", clause: "RFC 9052 §3.1",
                expected: "the algorithm as a number in the protected header",
                seen: isElsewhere ? .text("in the unprotected header") : .absent)
        }
        guard algorithms.contains(algorithm) else {
            throw finding(
                "alg.notAllowed", clause: "RFC 9052 §3.1",
                expected: algorithms.map(\.description).sorted().joined(separator: " or "),
                seen: .text(algorithm.description))
        }
        guard !header.isCritical else {
            throw finding("crit.unsupported", clause: "RFC 9052 §3.1", expected: "no critical extension")
        }
        return algorithm
    }

    /// The payload that is signed: attached, or given by the caller because it travels elsewhere.
    func payload<Bytes>(attached: Bytes?, detached: Bytes?) throws(Finding) -> Bytes {
        switch (attached, detached) {
        case (let payload?, nil), (nil, let payload?): return payload
        case (nil, nil):
            throw finding("payload.detached", clause: "RFC 9052 §4.1", expected: "a payload", seen: .absent)
        default:
            throw finding("payload.attached", clause: "RFC 9052 §4.1", expected: "null in place of the payload")
        }
    }

    func finding(_ code: String, clause: String, expected: String, seen: Described = .nothing) -> Finding {
        Finding(
            "cose.\(code)", party, clause: clause, rows: rows, at: location, expected: expected, seen: seen,
            remedy: "Whoever signed it has to follow the rule; it is not used.")
    }
}
