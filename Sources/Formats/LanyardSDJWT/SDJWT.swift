public import LanyardCrypto
public import LanyardJOSE
internal import LanyardJSON
internal import LanyardText
public import WalletPorts

/// An SD-JWT as it arrived: well formed, and nothing more.
///
/// Compact form `<issuer JWT>~<Disclosure>~…~[<key binding JWT>]` (RFC 9901 §4). Its claims can be had from
/// `verified(by:policy:)` only.
public struct SDJWT: Sendable {
    /// The most Disclosures that are read.
    public static let disclosureLimit = 10_000

    /// The whole text as it arrived.
    public let text: String
    /// The part that the issuer signed.
    public let issuerJWS: JWS
    /// The Disclosures in the order in which they arrived.
    public let disclosures: [Disclosure]
    /// The key binding JWT after the last tilde, if there is one.
    public let keyBinding: String?

    /// The issuer's payload, read but not yet verified.
    let payload: JSONObject
    /// The text of the issuer-signed JWT.
    let issuerText: String

    /// Reads the compact form; throws `sdjwt.format.*`, `sdjwt.disclosure.*` or a finding about the JWS.
    public init(compact text: String) throws(Finding) {
        let parts = Array(text.utf8)[...].parts(separatedBy: UInt8(ascii: "~"), limit: Self.disclosureLimit + 3)
        guard let first = parts.first, let last = parts.last, parts.count > 1 else {
            throw .sdjwt(
                "format.tildeMissing", clause: "RFC 9901 §4", rows: ["SDJWT-01", "VCI-SDJWT-01"],
                expected: "a tilde after the issuer-signed JWT and after each Disclosure",
                seen: .kind("text", length: text.utf8.count))
        }
        guard parts.count - 2 <= Self.disclosureLimit else {
            throw .sdjwt(
                "disclosures.tooMany", clause: "RFC 9901 §10", rows: ["SDJWT-10"],
                expected: "at most \(Self.disclosureLimit) Disclosures")
        }
        // A last part that is no JWT is a Disclosure whose tilde was forgotten.
        let isClosed = last.isEmpty || last.count(where: { $0 == UInt8(ascii: ".") }) == 2
        guard isClosed else {
            throw .sdjwt(
                "format.tildeMissing", clause: "RFC 9901 §4", rows: ["SDJWT-01", "VCI-SDJWT-01"],
                expected: "a tilde at the end, or a key binding JWT after the last one",
                seen: .kind("text", length: last.count))
        }
        self.text = text
        keyBinding = last.isEmpty ? nil : String(decoding: last, as: UTF8.self)
        issuerText = String(decoding: first, as: UTF8.self)
        issuerJWS = try JWS(compact: first)
        payload = try Self.object(issuerJWS.payload)
        disclosures = try Self.read(parts.dropFirst().dropLast())
    }

    private static func object(_ payload: [UInt8]) throws(Finding) -> JSONObject {
        let json: JSON
        do {
            json = try JSON(parsing: payload)
        } catch {
            throw .sdjwt(
                "payload.json", rows: ["SDJWT-02"], at: error.location, expected: "a JSON payload",
                seen: .kind("bytes", length: payload.count))
        }
        guard case .object(let object) = json else {
            throw .sdjwt("payload.notObject", rows: ["SDJWT-02"], expected: "a payload that is a JSON object")
        }
        return object
    }

    private static func read(_ parts: ArraySlice<ArraySlice<UInt8>>) throws(Finding) -> [Disclosure] {
        var disclosures: [Disclosure] = []
        disclosures.reserveCapacity(parts.count)
        for part in parts {
            let number = disclosures.count
            guard !part.isEmpty else {
                throw .disclosure(
                    "empty", rows: ["SDJWT-01"], at: "disclosure \(number)",
                    expected: "a Disclosure between two tildes")
            }
            disclosures.append(try Disclosure(utf8: part, at: "disclosure \(number)"))
        }
        return disclosures
    }

    /// Verifies the issuer's signature with a key, then processes the Disclosures (RFC 9901 §7.1).
    ///
    /// Whether the key belongs to an issuer who may issue this is the caller's question; see `IssuerKeySource`. Times are
    /// judged by `SDJWTVC`. Throws the finding of the first rule that is broken.
    public func verified(by key: PublicKey, policy: JWSPolicy) throws(Finding) -> VerifiedSDJWT {
        let jws = try issuerJWS.verified(by: key, policy: policy)
        return try VerifiedSDJWT(processing: self, header: jws.header)
    }
}
