internal import LanyardJSON
public import WalletPorts

/// When a credential says that it is valid.
public struct Validity: Hashable, Sendable {
    /// `iat`: when it was issued.
    public let issuedAt: Instant?
    /// `nbf`: before this it is not valid yet.
    public let notBefore: Instant?
    /// `exp`: from this on it is no longer valid.
    public let expires: Instant?

    /// Reads `iat`, `nbf` and `exp`: numbers of seconds, fractions allowed; throws `sdvc.time.malformed`.
    init(of claims: JSONObject) throws(Finding) {
        issuedAt = try Self.instant("iat", in: claims)
        notBefore = try Self.instant("nbf", in: claims)
        expires = try Self.instant("exp", in: claims)
    }

    /// Throws `sdvc.time.expired`, `sdvc.time.notYet` or `sdvc.time.issuedInFuture`; the skew is in seconds.
    func check(at now: Instant, skew: Double) throws(Finding) {
        if let expires, now.advanced(by: -skew) >= expires {
            throw Self.finding("expired", at: "/exp", expected: "a time to come", seen: expires)
        }
        if let notBefore, now.advanced(by: skew) < notBefore {
            throw Self.finding("notYet", at: "/nbf", expected: "a time past", seen: notBefore)
        }
        if let issuedAt, now.advanced(by: skew) < issuedAt {
            throw Self.finding("issuedInFuture", at: "/iat", expected: "a time past", seen: issuedAt)
        }
    }

    /// Seconds up to the year 9999 either way; a number beyond is no date.
    private static let farthest = 253_402_300_800.0

    private static func instant(_ name: String, in claims: JSONObject) throws(Finding) -> Instant? {
        guard let member = claims[name] else { return nil }
        guard case .number(let number) = member, abs(number.double) < farthest else {
            throw .sdvc(
                "time.malformed", clause: "RFC 7519 §2", rows: ["SDJWT-13", "VCI-SDJWT-10"], at: "/\(name)",
                expected: "a number of seconds since 1970, before the year 10000")
        }
        if let seconds = number.int64 { return Instant(seconds: seconds) }
        return Instant(milliseconds: Int64(number.double * 1000))
    }

    private static func finding(_ code: String, at location: String, expected: String, seen: Instant) -> Finding {
        .sdvc(
            "time.\(code)", clause: "RFC 9901 §7.1, RFC 7519 §4.1", rows: ["SDJWT-13", "VCI-SDJWT-10"], at: location,
            expected: expected, seen: .value(String(seen.seconds)),
            remedy: "Ask for a new credential, and check the clock of this device.")
    }
}
