public import LanyardJSON
import LanyardText
public import WalletPorts

/// The integrity-protected header of a JWS or JWE, RFC 7515 §4 and RFC 7516 §4.
///
/// The members that are named here have been read and are well formed; whether they are acceptable is for a policy.
public struct JOSEHeader: Sendable, Hashable {
    /// All members, as they arrived.
    public let json: JSONObject
    /// The algorithm.
    public let alg: String
    /// The media type of the whole, such as `dc+sd-jwt`.
    public let typ: String?
    /// The media type of the payload.
    public let cty: String?
    /// The key's id.
    public let kid: String?
    /// The members that a recipient must understand.
    public let crit: [String]?
    /// The certificate chain as DER, the signer's first; never empty.
    public let x5c: [[UInt8]]?
    /// The key itself, public.
    public let jwk: JWK?

    /// Reads a header; the finding names the member that is wrong.
    public init(json: JSONObject, at location: String = "", from party: Finding.Party = .issuer) throws(Finding) {
        let field = JSONField(object: json, at: location)
        self.json = json
        do throws(JSONError) {
            alg = try field["alg"].string()
            typ = try field["typ"].optionalString()
            cty = try field["cty"].optionalString()
            kid = try field["kid"].optionalString()
            crit = try field["crit"].optionalStrings()
            x5c = try Self.chain(field["x5c"])
        } catch {
            throw Finding(
                json: error, "jose.header", party, clause: "RFC 7515 §4.1", rows: ["VCI-GEN-02"],
                remedy: "The sender has to correct this header member.")
        }
        if let key = json["jwk"] {
            jwk = try JWK(json: key, at: location + "/jwk", refusingPrivate: true, from: party)
        } else {
            jwk = nil
        }
    }

    /// Reads the JSON text of a header.
    init(parsing bytes: [UInt8], from party: Finding.Party) throws(Finding) {
        let clause = "RFC 7515 §4"
        let remedy = "The sender has to send a header that is one JSON object with unique names."
        let value = try JSON(parsing: bytes, "jose.header", party, clause: clause, rows: ["VCI-GEN-02"], remedy: remedy)
        guard let object = value.object else {
            throw Finding(
                "jose.header.type", party, clause: clause, rows: ["VCI-GEN-02"], expected: "a JSON object",
                seen: .kind(value.kind, length: nil), remedy: remedy)
        }
        try self.init(json: object, from: party)
    }

    /// Reads `x5c`, RFC 7515 §4.1.6: standard base64, not base64url, of DER.
    private static func chain(_ field: JSONField) throws(JSONError) -> [[UInt8]]? {
        guard let entries = try field.optionalArray() else { return nil }
        guard !entries.isEmpty else { throw field.error(.type, "a chain has at least one certificate") }
        var chain: [[UInt8]] = []
        for entry in entries {
            guard let der = Base64.decode(try entry.string()), !der.isEmpty else {
                throw entry.error(.type, "a certificate is DER in padded base64")
            }
            chain.append(der)
        }
        return chain
    }

    /// Refuses what this implementation would have to understand and does not: every `crit`, and unencoded payloads.
    func refuseExtensions(from party: Finding.Party) throws(Finding) {
        if let crit {
            throw Finding(
                "jose.crit.unsupported", party, clause: "RFC 7515 §4.1.11", rows: ["VCI-GEN-02"], at: "/crit",
                expected: "no critical header members", seen: .text(crit.joined(separator: " ")),
                remedy: "The sender has to leave out extensions that this wallet does not know.")
        }
        if let encoded = json["b64"], encoded != true {
            throw Finding(
                "jose.b64.unsupported", party, clause: "RFC 7797 §3", rows: ["VCI-GEN-02"], at: "/b64",
                expected: "a payload in base64url", seen: .kind(encoded.kind, length: nil),
                remedy: "The sender has to encode the payload.")
        }
    }
}
