internal import LanyardCBOR
public import WalletPorts

/// When an mdoc is valid, as its issuer signed it (ISO/IEC 18013-5 §9.1.2.4).
public struct ValidityInfo: Hashable, Sendable {
    /// When it was signed.
    public let signed: Instant
    /// From when it is valid.
    public let validFrom: Instant
    /// Until when it is valid.
    public let validUntil: Instant
    /// When the issuer expects to have a newer one.
    public let expectedUpdate: Instant?

    private static let clause = "ISO/IEC 18013-5 §9.1.2.4"
    private static let rows = ["VCI-MDOC-11", "MDOC-MSO-03"]

    /// Reads the four times; another form than `YYYY-MM-DDThh:mm:ssZ` under tag 0 is tolerated where it names a time.
    ///
    /// Throws `mdoc.validity.*`.
    public init(of object: MobileSecurityObject, findings: inout Findings) throws(Finding) {
        let field = object.validity
        signed = try Self.instant(field["signed"], findings: &findings)
        validFrom = try Self.instant(field["validFrom"], findings: &findings)
        validUntil = try Self.instant(field["validUntil"], findings: &findings)
        let update = field["expectedUpdate"]
        expectedUpdate = update.isPresent ? try Self.instant(update, findings: &findings) : nil
    }

    private static func instant(_ field: CBORField, findings: inout Findings) throws(Finding) -> Instant {
        let date = try reading("validity", clause: clause, rows: rows) { () throws(CBORError) in
            let text = try field.content(of: 0).text()
            guard let date = DateTime(parsing: text) else { throw field.error(.type, "no date and time of RFC 3339") }
            return date
        }
        if !date.isPlain {
            try findings.tolerate(
                .mdoc(
                    "validity.form", clause: "ISO/IEC 18013-5 §7.2.1", rows: ["MDOC-DR-07"] + rows, at: field.location,
                    expected: "YYYY-MM-DDThh:mm:ssZ, without a fraction",
                    remedy: "The issuer should write times in UTC without fractions of a second."))
        }
        return date.instant
    }

    /// Checks the order of the times, and that now is between them; the skew is in seconds.
    ///
    /// Throws `mdoc.validity.order`, `.expired`, `.notYet` or `.signedInFuture`.
    func check(at now: Instant, skew: Double) throws(Finding) {
        func finding(_ code: String, at member: String, _ expected: String, _ seen: Instant) -> Finding {
            .mdoc(
                "validity.\(code)", clause: "ISO/IEC 18013-5 §9.3.1", rows: Self.rows,
                at: "/issuerAuth/mso/validityInfo/\(member)", expected: expected, seen: .value(String(seen.seconds)),
                remedy: "Ask for a new credential, and check the clock of this device.")
        }
        guard signed <= validFrom else {
            throw finding("order", at: "validFrom", "a time not before signed", validFrom)
        }
        guard validFrom < validUntil else {
            throw finding("order", at: "validUntil", "a time after validFrom", validUntil)
        }
        guard signed <= now.advanced(by: skew) else {
            throw finding("signedInFuture", at: "signed", "a time past", signed)
        }
        guard validFrom <= now.advanced(by: skew) else {
            throw finding("notYet", at: "validFrom", "a time past", validFrom)
        }
        guard validUntil > now.advanced(by: -skew) else {
            throw finding("expired", at: "validUntil", "a time to come", validUntil)
        }
    }
}
