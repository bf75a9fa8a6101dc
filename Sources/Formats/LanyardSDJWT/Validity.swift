internal import LanyardJOSE
internal import LanyardJSON
public import WalletPorts

/// When a credential says that it is valid.
public struct Validity: Hashable, Sendable {
    private let times: JWTTimes

    /// `iat`: when it was issued.
    public var issuedAt: Instant? { times.issuedAt }
    /// `nbf`: before this it is not valid yet.
    public var notBefore: Instant? { times.notBefore }
    /// `exp`: from this on it is no longer valid.
    public var expires: Instant? { times.expires }

    /// Reads `iat`, `nbf` and `exp`: numbers of seconds, fractions allowed; throws `sdvc.time.malformed`.
    init(of claims: JSONObject) throws(Finding) {
        times = JWTTimes(of: claims)
        if let fault = times.faults.first { throw Self.finding(fault) }
    }

    /// Throws `sdvc.time.expired`, `sdvc.time.notYet` or `sdvc.time.issuedInFuture`; the skew is in seconds.
    func check(at now: Instant, skew: Double) throws(Finding) {
        if let fault = times.faults(at: now, skew: skew).first { throw Self.finding(fault) }
    }

    private static func finding(_ fault: JWTTimes.Fault) -> Finding {
        let clause = fault.seen == nil ? "RFC 7519 §2" : "RFC 9901 §7.1, RFC 7519 §4.1"
        let rows = ["SDJWT-13", "VCI-SDJWT-10"]
        guard let seen = fault.seen else {
            return .sdvc(
                "time.malformed", clause: clause, rows: rows, at: "/\(fault.member)", expected: fault.expected)
        }
        return .sdvc(
            "time.\(fault.code)", clause: clause, rows: rows, at: "/\(fault.member)", expected: fault.expected,
            seen: .value(String(seen.seconds)),
            remedy: "Ask for a new credential, and check the clock of this device.")
    }
}
