internal import WalletPorts

extension Finding {
    /// A broken rule of SD-JWT processing; the issuer made it.
    static func sdjwt(
        _ code: String, clause: String = "RFC 9901 §7.1", rows: [String], at location: String = "", expected: String,
        seen: Described = .nothing
    ) -> Finding {
        Finding(
            "sdjwt.\(code)", .issuer, clause: clause, rows: rows, at: location, expected: expected, seen: seen,
            remedy: "The issuer must send an SD-JWT that follows RFC 9901; this one cannot be used.")
    }

    /// A broken rule of one Disclosure.
    static func disclosure(
        _ code: String, rows: [String], at location: String, expected: String, seen: Described = .nothing
    ) -> Finding {
        sdjwt("disclosure.\(code)", rows: rows, at: location, expected: expected, seen: seen)
    }

    /// A broken rule of an SD-JWT VC; the issuer made it.
    static func sdvc(
        _ code: String, clause: String, rows: [String], at location: String = "", expected: String,
        seen: Described = .nothing,
        remedy: String = "The issuer must correct the credential; nothing was stored."
    ) -> Finding {
        Finding(
            "sdvc.\(code)", .issuer, clause: clause, rows: rows, at: location, expected: expected, seen: seen,
            remedy: remedy)
    }
}
