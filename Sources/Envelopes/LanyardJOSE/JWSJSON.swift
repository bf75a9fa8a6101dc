public import LanyardJSON
public import WalletPorts

/// A signed object in the JSON form of RFC 7515 §7.2, flattened or general.
public struct JWSJSON: Sendable, Hashable {
    /// One JWS a signature, all over the same payload; never empty.
    public let signatures: [JWS]

    /// Reads either form; of each header only the protected part decides, and it must name `alg`.
    public init(json: JSON, at location: String = "", from party: Finding.Party = .issuer) throws(Finding) {
        let parts: [Part]
        let payload: String
        do throws(JSONError) {
            let field = JSONField(json, at: location)
            payload = try field["payload"].string()
            parts = try Self.parts(field)
        } catch {
            throw Finding(
                json: error, "jose.json", party, clause: "RFC 7515 §7.2", rows: ["VCI-GEN-02"],
                remedy: "The sender has to send a JWS as RFC 7515 spells it.")
        }
        let shared = try JWS.Payload(Array(payload.utf8)[...], from: party, at: location)
        var signatures: [JWS] = []
        for part in parts {
            signatures.append(
                try JWS(
                    protected: Array(part.protected.utf8)[...], payload: shared,
                    signature: Array(part.signature.utf8)[...], unprotected: part.header, from: party,
                    at: part.location))
        }
        self.signatures = signatures
    }

    private struct Part {
        let protected: String
        let signature: String
        let header: JSONObject
        let location: String

        init(_ field: JSONField) throws(JSONError) {
            protected = try field["protected"].string()
            signature = try field["signature"].string()
            header = try field["header"].optionalObject() ?? [:]
            location = field.location
        }
    }

    private static func parts(_ field: JSONField) throws(JSONError) -> [Part] {
        guard let entries = try field["signatures"].optionalArray() else { return [try Part(field)] }
        // RFC 7515 §7.2.2: the members of the flattened form must not be there as well.
        for name in ["protected", "header", "signature"] where field[name].isPresent {
            throw field[name].error(.type, "both the flattened and the general form")
        }
        guard !entries.isEmpty else { throw field["signatures"].error(.type, "no signature") }
        var parts: [Part] = []
        for entry in entries { parts.append(try Part(entry)) }
        return parts
    }
}
