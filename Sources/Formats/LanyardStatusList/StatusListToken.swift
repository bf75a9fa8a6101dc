import LanyardCrypto
public import LanyardJOSE
package import LanyardJSON
public import WalletPorts

/// A status list token in the form of a JWT, Token Status List §5.1.
public struct StatusListToken: Hashable, Sendable {
    /// The list that it is, to be compared with the one that a credential names.
    public let subject: String
    /// When it was made.
    public let issuedAt: Instant
    /// From when on it may not be used.
    public let expires: Instant?
    /// Seconds that it may be kept before it is asked for again.
    public let timeToLive: Double?
    /// The statuses.
    public let list: StatusList

    /// How one is signed.
    public static let signaturePolicy = JWSPolicy(
        algorithms: Set(SignatureAlgorithm.allCases), types: ["statuslist+jwt"], party: .issuer)

    /// Checks a verified token for the list of a credential, at a time; the skew is in seconds.
    ///
    /// Throws `status.subject.mismatch` for another list, and what `init(reading:now:skew:)` throws.
    public init(_ jws: VerifiedJWS, for uri: String, now: Instant, skew: Double = 60) throws(Finding) {
        try self.init(reading: try jws.claims(), now: now, skew: skew)
        guard JSON.string(subject) == .string(uri) else {
            throw .status(
                "subject.mismatch", rows: ["TSL-06"], clause: "Token Status List §8.3", at: "/sub",
                expected: "the list that the credential names", seen: .text(subject))
        }
    }

    /// Reads claims whose signature was checked, or that are only to be shown.
    ///
    /// Throws `status.subject`, `status.issuedAt`, `status.expires`, `status.timeToLive`, `status.expired`,
    /// `status.issuedInFuture` and what `StatusList` throws.
    package init(reading claims: JSONObject, now: Instant, skew: Double = 60) throws(Finding) {
        let clause = "Token Status List §5.1"
        guard let subject = claims["sub"]?.string, !subject.isEmpty else {
            throw .status(
                "subject", clause: clause, at: "/sub", expected: "the URI of the list",
                seen: claims["sub"].map { .kind($0.kind, length: nil) } ?? .absent)
        }
        guard let issuedAt = try Self.time("iat", "issuedAt", in: claims) else {
            throw .status("issuedAt", clause: clause, at: "/iat", expected: "a time", seen: .absent)
        }
        self.subject = subject
        self.issuedAt = issuedAt
        expires = try Self.time("exp", "expires", in: claims)
        let lifetime = claims["ttl"]
        timeToLive = lifetime?.double
        guard lifetime == nil || timeToLive.map({ $0 > 0 && $0.isFinite }) == true else {
            throw .status(
                "timeToLive", rows: ["TSL-13"], clause: clause, at: "/ttl", expected: "a positive number of seconds")
        }
        guard let list = claims["status_list"] else {
            throw .status("list.type", clause: clause, at: "/status_list", expected: "an object", seen: .absent)
        }
        if let expires, now.advanced(by: -skew) >= expires {
            throw .status(
                "expired", rows: ["TSL-08"], clause: "Token Status List §8.3", at: "/exp", expected: "a time to come",
                seen: .value(String(expires.seconds)))
        }
        guard issuedAt <= now.advanced(by: skew) else {
            throw .status(
                "issuedInFuture", rows: ["TSL-08"], clause: "Token Status List §8.3", at: "/iat",
                expected: "a time past", seen: .value(String(issuedAt.seconds)))
        }
        self.list = try StatusList(json: list)
    }

    private static func time(_ name: String, _ code: String, in claims: JSONObject) throws(Finding) -> Instant? {
        guard let value = claims[name] else { return nil }
        guard let instant = value.double.flatMap({ Instant(numericDate: $0) }) else {
            throw .status(
                code, clause: "Token Status List §5.1", at: "/\(name)", expected: "a number of seconds since 1970",
                seen: .kind(value.kind, length: nil))
        }
        return instant
    }
}
