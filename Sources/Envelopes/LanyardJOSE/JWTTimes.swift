package import LanyardJSON
package import WalletPorts

/// The registered times of a JWT, RFC 7519 §4.1.4 to §4.1.6.
package struct JWTTimes: Hashable, Sendable {
    /// `iat`: when it was issued.
    package let issuedAt: Instant?
    /// `nbf`: before this it is not valid yet.
    package let notBefore: Instant?
    /// `exp`: from this on it is no longer valid.
    package let expires: Instant?
    /// The claims that are there and are no dates.
    private let malformed: [String]

    /// What is wrong with one of them.
    package struct Fault: Hashable, Sendable {
        /// `malformed`, `expired`, `notYet` or `issuedInFuture`.
        package let code: String
        /// The claim.
        package let member: String
        /// What it should be.
        package let expected: String
        /// What it is; nil when it is no date.
        package let seen: Instant?
    }

    /// Reads the claims: numbers of seconds, fractions allowed, before the year 10000.
    package init(of claims: JSONObject) {
        func time(_ name: String) -> Instant? { claims[name]?.double.flatMap { Instant(numericDate: $0) } }
        (issuedAt, notBefore, expires) = (time("iat"), time("nbf"), time("exp"))
        malformed = ["iat", "nbf", "exp"].filter { claims[$0] != nil && time($0) == nil }
    }

    /// What is wrong whatever the time is.
    package var faults: [Fault] {
        malformed.map {
            Fault(
                code: "malformed", member: $0, expected: "a number of seconds since 1970, before the year 10000",
                seen: nil)
        }
    }

    /// What is wrong at a time, with a skew in seconds; what is malformed first.
    package func faults(at now: Instant, skew: Double) -> [Fault] {
        var faults = faults
        if let expires, now.advanced(by: -skew) >= expires {
            faults.append(Fault(code: "expired", member: "exp", expected: "a time to come", seen: expires))
        }
        if let notBefore, now.advanced(by: skew) < notBefore {
            faults.append(Fault(code: "notYet", member: "nbf", expected: "a time past", seen: notBefore))
        }
        if let issuedAt, now.advanced(by: skew) < issuedAt {
            faults.append(Fault(code: "issuedInFuture", member: "iat", expected: "a time past", seen: issuedAt))
        }
        return faults
    }
}
