internal import LanyardCBOR
internal import LanyardCOSE
internal import WalletPorts

extension Finding {
    /// A broken rule of an mdoc, or of a message about one.
    static func mdoc(
        _ code: String, _ party: Party = .issuer, clause: String, rows: [String], at location: String = "",
        expected: String, seen: Described = .nothing, remedy: String? = nil
    ) -> Finding {
        Finding(
            "mdoc.\(code)", party, clause: clause, rows: rows, at: location, expected: expected, seen: seen,
            remedy: remedy ?? MDocRemedy.of(party))
    }

    /// CBOR of another shape than the standard's definition; the code is the prefix and the kind.
    static func mdoc(
        _ error: CBORError, in prefix: String, _ party: Party = .issuer, clause: String, rows: [String]
    ) -> Finding {
        Finding(
            cbor: error, "mdoc.\(prefix)", party, clause: clause, rows: rows, remedy: MDocRemedy.of(party))
    }
}

private enum MDocRemedy {
    static func of(_ party: Finding.Party) -> String {
        switch party {
        case .issuer: "The issuer must correct the mdoc; this one cannot be used."
        case .verifier: "The reader must correct its request; nothing is sent for this one."
        default: "The wallet must correct its response; this one is not used."
        }
    }
}

/// Reads parts of a structure whose failure is one finding.
func reading<T>(
    _ prefix: String, _ party: Finding.Party = .issuer, clause: String, rows: [String],
    _ body: () throws(CBORError) -> T
) throws(Finding) -> T {
    do throws(CBORError) {
        return try body()
    } catch {
        throw .mdoc(error, in: prefix, party, clause: clause, rows: rows)
    }
}
