public import LanyardCrypto
public import LanyardJSON
import LanyardText

/// A header and a payload that wait for a signature, so that whoever holds the key can make it.
public struct UnsignedJWS: Sendable, Hashable {
    /// The protected header.
    public let header: JSONObject
    /// The payload.
    public let payload: [UInt8]
    /// What is to be signed: header and payload in base64url, joined by a dot.
    public let signingInput: [UInt8]

    /// Makes a draft; the header names `alg` and, for a JWT, `typ`.
    public init(header: JSONObject, payload: [UInt8]) {
        self.header = header
        self.payload = payload
        signingInput =
            Base64URL.encodedBytes(JSON.object(header).encoded()) + [UInt8(ascii: ".")]
            + Base64URL.encodedBytes(payload)
    }

    /// Makes a draft of a JWT.
    public init(header: JSONObject, claims: JSONObject) {
        self.init(header: header, payload: JSON.object(claims).encoded())
    }

    /// The compact form with a signature in JOSE's spelling: raw r‖s for ECDSA.
    public func compact(signature: [UInt8]) -> String {
        String(
            decoding: signingInput + [UInt8(ascii: ".")] + Base64URL.encodedBytes(signature), as: UTF8.self)
    }

    /// The compact form signed by a key that is at hand, with the hash that belongs to its curve.
    public func signed(with key: ECPrivateKey) throws(CryptoError) -> String {
        guard let hash = key.curve.signatureAlgorithm.hash else {
            throw CryptoError(.unsupported, "no signature algorithm for this curve")
        }
        return compact(signature: try key.signature(for: signingInput, hash: hash))
    }
}
