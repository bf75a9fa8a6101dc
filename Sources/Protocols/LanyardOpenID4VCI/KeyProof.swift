import LanyardCertificates
public import LanyardCrypto
public import LanyardJOSE
import LanyardJSON
public import LanyardOAuth
import LanyardText
public import WalletPorts

/// A `jwt` key proof before it is signed, OpenID4VCI 1.0 Appendix F.1.
///
/// The header names the key in one of three ways; the signature is the wallet's key store's to make.
public struct KeyProof: Sendable {
    /// The value of `typ`.
    public static let type = "openid4vci-proof+jwt"

    /// How the header names the key; exactly one way.
    public enum Holder: Hashable, Sendable {
        /// The key itself as `jwk`, public and canonical: for the binding methods `jwk` and `cose_key`.
        case jwk
        /// A `kid`: the DID URL of the key, for the binding methods `did:…`.
        case keyId(String)
        /// An `x5c` chain of DER, whose first certificate is the key's.
        case certificates([[UInt8]])
    }

    /// What is signed.
    public let unsigned: UnsignedJWS

    /// Makes the proof of one key.
    ///
    /// `audience` is the credential issuer's identifier; `nonce` what its nonce endpoint gave; `clientId` the one that the token
    /// request named, nil after anonymous access. With a `keyAttestation` it proves all attested keys at once, and `key` is the first of
    /// them. Throws `proof.key` for a key that does not fit the algorithm or is not that one, `proof.certificate` for a certificate that is
    /// not the key's.
    public init(
        of key: PublicKey, algorithm: SignatureAlgorithm, audience: IssuerIdentifier, issuedAt: Instant, nonce: String?,
        clientId: String?, holder: Holder = .jwk, keyAttestation: KeyAttestation? = nil
    ) throws(Finding) {
        guard key.algorithms.contains(algorithm) else {
            throw Finding(
                "proof.key", .wallet, clause: "OpenID4VCI 1.0 §F.1", rows: ["VCI-PROOF-01"], at: "key proof: /alg",
                expected: key.algorithms.map(\.rawValue).joined(separator: " or "), seen: .text(algorithm.rawValue),
                remedy: "Make keys for the algorithm that was chosen.")
        }
        if let keyAttestation, keyAttestation.keys.first != key {
            throw Finding(
                "proof.key", .wallet, clause: "OpenID4VCI 1.0 §F.1", rows: ["VCI-PROOF-10"], at: "key proof: /jwk",
                expected: "the first of the attested keys", seen: .kind("key", length: nil),
                remedy: "Sign with the key that the attestation names first.")
        }
        var header: JSONObject = ["typ": .string(Self.type), "alg": .string(algorithm.rawValue)]
        switch holder {
        case .jwk: header["jwk"] = JWK(key).json
        case .keyId(let id): header["kid"] = .string(id)
        case .certificates(let chain):
            try Self.check(chain, of: key)
            header["x5c"] = .array(chain.map { .string(Base64.encode($0)) })
        }
        header["key_attestation"] = keyAttestation.map { .string($0.text) }
        var claims: [(name: String, value: JSON)] = []
        if let clientId { claims.append(("iss", .string(clientId))) }
        claims.append(("aud", .string(audience.text)))
        claims.append(("iat", .number(JSONNumber(issuedAt.seconds))))
        if let nonce { claims.append(("nonce", .string(nonce))) }
        unsigned = UnsignedJWS(header: header, claims: JSONObject(claims))
    }

    private static func check(_ chain: [[UInt8]], of key: PublicKey) throws(Finding) {
        if let leaf = chain.first, try Certificate(der: leaf, from: .wallet).publicKey == key { return }
        throw Finding(
            "proof.certificate", .wallet, clause: "OpenID4VCI 1.0 §F.1", rows: ["VCI-PROOF-02"], at: "key proof: /x5c",
            expected: "the certificate of the key", seen: .kind("certificates", length: chain.count),
            remedy: "Give the chain that belongs to the key, its own certificate first.")
    }
}
