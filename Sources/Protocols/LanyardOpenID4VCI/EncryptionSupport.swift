public import LanyardJOSE
import LanyardJSON
import LanyardOAuth
import WalletPorts

/// How requests to an issuer can be encrypted, OpenID4VCI 1.0 §12.2.4.
public struct RequestEncryption: Sendable {
    /// The issuer's keys that have a `kid` and hold.
    public let keys: [JWK]
    /// Content encryption algorithms.
    public let encryptions: [String]
    /// Compression algorithms.
    public let compressions: [String]
    /// Whether every request must be encrypted.
    public let isRequired: Bool

    /// Whether a request can be encrypted: there is a key and an algorithm.
    public var isUsable: Bool { !keys.isEmpty && !encryptions.isEmpty }

    init?(_ member: OutsideMember, findings: inout Findings) throws(Finding) {
        guard !member.isAbsent else { return nil }
        let rows = ["VCI-META-13"]
        _ = try member.object(rows: rows)
        isRequired = try member["encryption_required"].bool(default: false, rows: rows)
        compressions = try member["zip_values_supported"].optionalStrings(rows: rows) ?? []
        encryptions = try member["enc_values_supported"].optionalStrings(rows: rows) ?? []
        keys = try Self.keys(member["jwks"], findings: &findings)
        if member["encryption_required"].isAbsent {
            try findings.tolerate(
                member["encryption_required"].finding("missing", rows: rows, expected: "true or false"))
        }
        if !isUsable {
            findings.note(
                member.finding(
                    "requestEncryption.unusable", rows: rows, expected: "a key with kid and an enc value",
                    remedy: "Give each key a `kid` and list at least one `enc`."))
        }
    }

    /// The keys of a set, or of the bare array that the published example of 1.0 shows.
    private static func keys(_ member: OutsideMember, findings: inout Findings) throws(Finding) -> [JWK] {
        var list = member["keys"]
        if case .array? = member.value {
            try findings.tolerate(
                member.finding("requestEncryption.bareKeys", rows: ["LEG-11"], expected: "an object with `keys`"))
            list = member
        }
        guard !list.isAbsent else { return [] }
        var keys: [JWK] = []
        for element in try list.array(rows: ["VCI-META-13"]) {
            guard let json = element.value, !element["kid"].isAbsent else {
                findings.note(
                    element["kid"].finding("missing", rows: ["VCI-META-13"], expected: "a key with its id").asWarning)
                continue
            }
            do {
                keys.append(try JWK(json: json, at: element.location))
            } catch {
                findings.note(error.asWarning)
            }
        }
        return keys
    }
}

/// How responses of an issuer can be encrypted, OpenID4VCI 1.0 §12.2.4.
public struct ResponseEncryption: Hashable, Sendable {
    /// Key management algorithms, unknown ones included.
    public let algorithms: [String]
    /// Content encryption algorithms, unknown ones included.
    public let encryptions: [String]
    /// Compression algorithms.
    public let compressions: [String]
    /// Whether every response must be encrypted.
    public let isRequired: Bool

    /// Whether a response can be encrypted: there is an algorithm of each kind.
    public var isUsable: Bool { !algorithms.isEmpty && !encryptions.isEmpty }

    init?(_ member: OutsideMember, findings: inout Findings) throws(Finding) {
        guard !member.isAbsent else { return nil }
        let rows = ["VCI-META-14"]
        _ = try member.object(rows: rows)
        algorithms = try member["alg_values_supported"].optionalStrings(rows: rows) ?? []
        encryptions = try member["enc_values_supported"].optionalStrings(rows: rows) ?? []
        compressions = try member["zip_values_supported"].optionalStrings(rows: rows) ?? []
        isRequired = try member["encryption_required"].bool(default: false, rows: rows)
        if !isUsable {
            try findings.tolerate(
                member.finding(
                    "responseEncryption.unusable", rows: rows, expected: "an alg and an enc value",
                    remedy: "List at least one of each, or leave `credential_response_encryption` out."))
        }
        if member["encryption_required"].isAbsent {
            try findings.tolerate(
                member["encryption_required"].finding("missing", rows: rows, expected: "true or false"))
        }
    }
}
