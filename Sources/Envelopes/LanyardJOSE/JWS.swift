public import LanyardCrypto
public import LanyardJSON
import LanyardText
public import WalletPorts

/// A signed object as it arrived, RFC 7515; nothing in it can be relied on before `verified`.
public struct JWS: Sendable, Hashable {
    /// The protected header.
    public let header: JOSEHeader
    /// Members beside the signature that it does not cover; empty in the compact form.
    public let unprotectedHeader: JSONObject
    /// The payload, decoded.
    public let payload: [UInt8]
    /// The signature, decoded; empty when the sender did not sign.
    public let signature: [UInt8]
    // The parts as they arrived; one payload may belong to many signatures, which must not copy it.
    private let protectedText: [UInt8]
    private let payloadText: [UInt8]

    /// What the signature covers, exactly as it arrived.
    public var signingInput: [UInt8] { protectedText + [UInt8(ascii: ".")] + payloadText }

    /// Reads the compact form: three parts in strict base64url, joined by dots.
    public init(compact text: some StringProtocol, from party: Finding.Party = .issuer) throws(Finding) {
        try self.init(compact: Array(text.utf8)[...], from: party)
    }

    /// Reads the compact form where it lies in a longer text.
    package init(compact text: ArraySlice<UInt8>, from party: Finding.Party = .issuer) throws(Finding) {
        let parts = text.parts(separatedBy: UInt8(ascii: "."), limit: 6)
        guard parts.count == 3 else { throw JWS.malformed(party, "three parts", .kind("parts", length: parts.count)) }
        try self.init(
            protected: parts[0], payload: try Payload(parts[1], from: party), signature: parts[2], unprotected: [:],
            from: party, at: "")
    }

    /// A payload in base64url, decoded once for all its signatures.
    struct Payload {
        let text: [UInt8]
        let bytes: [UInt8]

        init(_ text: ArraySlice<UInt8>, from party: Finding.Party, at location: String = "") throws(Finding) {
            self.text = Array(text)
            bytes = try JWS.decode(text, from: party, at: "\(location)/payload")
        }
    }

    /// Assembles the parts, header and signature still in base64url.
    init(
        protected: ArraySlice<UInt8>, payload: Payload, signature: ArraySlice<UInt8>, unprotected: JSONObject,
        from party: Finding.Party, at location: String
    ) throws(Finding) {
        let decoded = try JWS.decode(protected, from: party, at: "\(location)/protected")
        header = try JOSEHeader(parsing: decoded, from: party)
        unprotectedHeader = unprotected
        self.payload = payload.bytes
        self.signature = try JWS.decode(signature, from: party, at: "\(location)/signature")
        protectedText = Array(protected)
        payloadText = payload.text
        // RFC 7515 §7.2.1: no name may stand in both headers, or the two ends could read different ones.
        for member in unprotected.members where header.json.contains(member.name) {
            throw JWS.malformed(
                party, "a name in one of the two headers", .kind("repeated member", length: nil),
                at: "\(location)/header")
        }
    }

    /// Checks the signature by a key that the caller has reason to trust, and the header by a policy.
    ///
    /// Throws `jose.alg.notAllowed`, `jose.typ.missing`, `jose.typ.wrong`, `jose.crit.unsupported`,
    /// `jose.b64.unsupported`, `jose.key.mismatch` or `jose.signature.invalid`.
    public func verified(by key: PublicKey, policy: JWSPolicy) throws(Finding) -> VerifiedJWS {
        let algorithm = try policy.check(header)
        guard key.algorithms.contains(algorithm) else {
            throw Finding(
                "jose.key.mismatch", policy.party, clause: "RFC 8725 §3.1", rows: ["VCI-GEN-02"], at: "/alg",
                expected: key.algorithms.map(\.rawValue).joined(separator: " or "), seen: .text(header.alg),
                remedy: "The signer has to use the algorithm that belongs to its key.")
        }
        guard key.isValidSignature(signature, for: signingInput, algorithm: algorithm) else {
            throw Finding(
                "jose.signature.invalid", policy.party, clause: "RFC 7515 §5.2", rows: ["VCI-GEN-02"],
                expected: "a signature by the key", seen: .kind("signature", length: signature.count),
                remedy: "The object was changed on its way, or another key signed it.")
        }
        return VerifiedJWS(jws: self, key: key, party: policy.party)
    }

    /// Checks the signature by a key whose `use`, `key_ops` and `alg` are heeded as well.
    public func verified(by jwk: JWK, policy: JWSPolicy) throws(Finding) -> VerifiedJWS {
        guard jwk.use ?? "sig" == "sig", jwk.operations?.contains("verify") ?? true,
            jwk.alg ?? header.alg == header.alg
        else {
            throw Finding(
                "jose.key.mismatch", policy.party, clause: "RFC 7517 §4.2 to §4.4", rows: ["VCI-GEN-02"], at: "/alg",
                expected: "a key for signatures with this algorithm", seen: .text(jwk.alg ?? jwk.use ?? ""),
                remedy: "The signer has to use a key that is published for this.")
        }
        return try verified(by: jwk.key, policy: policy)
    }

    /// The payload as claims that nobody vouches for, to be shown and never relied on.
    package func unverifiedClaims(from party: Finding.Party) throws(Finding) -> JSONObject {
        let remedy = "The signer has to sign a JSON object."
        let value = try JSON(parsing: payload, "jwt.claims", party, clause: "RFC 7519 §7.2", remedy: remedy)
        guard let object = value.object else {
            throw Finding(
                "jwt.claims.type", party, clause: "RFC 7519 §7.2", expected: "a JSON object",
                seen: .kind(value.kind, length: nil), remedy: remedy)
        }
        return object
    }

    private static func decode(
        _ part: ArraySlice<UInt8>, from party: Finding.Party, at location: String
    ) throws(Finding) -> [UInt8] {
        guard let bytes = Base64URL.decode(utf8: part) else {
            throw malformed(party, "base64url without padding", .kind("text", length: part.count), at: location)
        }
        return bytes
    }

    static func malformed(
        _ party: Finding.Party, _ expected: String, _ seen: Described, at location: String = ""
    ) -> Finding {
        Finding(
            "jose.malformed", party, clause: "RFC 7515 §7", rows: ["VCI-GEN-02"], at: location, expected: expected,
            seen: seen, remedy: "The sender has to send a JWS as RFC 7515 spells it.")
    }
}

/// A signed object whose signature and header were checked.
public struct VerifiedJWS: Sendable, Hashable {
    private let jws: JWS
    private let party: Finding.Party
    /// The key that signed.
    public let key: PublicKey

    init(jws: JWS, key: PublicKey, party: Finding.Party) {
        self.jws = jws
        self.key = key
        self.party = party
    }

    /// The protected header.
    public var header: JOSEHeader { jws.header }

    /// The payload.
    public var payload: [UInt8] { jws.payload }

    /// The payload as a set of JWT claims, RFC 7519 §7.2: one JSON object.
    public func claims() throws(Finding) -> JSONObject { try jws.unverifiedClaims(from: party) }
}
