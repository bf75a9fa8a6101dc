import LanyardCrypto
import LanyardJSON
import LanyardText
import TestPeers
import WalletPorts

/// How a holder proves its keys.
enum ProofStyle: Hashable, CaseIterable {
    case jwk, keyID, certificates, attestedProof, attestation
}

extension ScriptedHolder {
    /// `proofs` of a credential request, for fresh keys.
    func proofs(audience: String, nonce: String?, party: String?) async throws -> JSON {
        let keys = try (0..<keyCount).map { _ in try ScriptedKey() }
        var claims: JSONObject = ["aud": .string(audience), "iat": .number(JSONNumber(clock.now.seconds))]
        if let party { claims["iss"] = .string(party) }
        if let nonce { claims["nonce"] = .string(nonce) }
        func signed(_ key: ScriptedKey, _ header: JSONObject) throws -> JSON {
            var header = header
            header["typ"] = "openid4vci-proof+jwt"
            return .string(try key.signed(header, claims))
        }
        switch proofStyle {
        case .jwk: return ["jwt": .array(try keys.map { try signed($0, ["jwk": $0.jwk]) })]
        case .keyID:
            return [
                "jwt": .array(
                    try keys.map { key in
                        let id = Base64URL.encode(key.jwk.encoded())
                        return try signed(key, ["kid": .string("did:jwk:\(id)#0")])
                    })
            ]
        case .certificates:
            return [
                "jwt": .array(
                    try (0..<keyCount).map { _ in
                        let certificate = try PeerCertificate(CertificateDraft("Holder", at: clock.now))
                        let chain = JSON.array([.string(Base64.encode(certificate.der))])
                        return try signed(ScriptedKey(certificate.key), ["x5c": chain])
                    })
            ]
        case .attestedProof:
            guard let first = keys.first else { return .null }
            let attestation = JSON.string(try await attestation(of: keys, nonce: nonce))
            return ["jwt": [try signed(first, ["jwk": first.jwk, "key_attestation": attestation])]]
        case .attestation: return ["attestation": [.string(try await attestation(of: keys, nonce: nonce))]]
        }
    }

    private func attestation(of keys: [ScriptedKey], nonce: String?) async throws -> String {
        try await provider?.keyAttestation(
            for: keys.map { PublicKeyBytes(algorithm: .es256, bytes: $0.key.publicKey.x963) }, nonce: nonce,
            keyStorage: ["iso_18045_high"], userAuthentication: ["iso_18045_high"]) ?? ""
    }
}

/// A P-256 key and what is written with it.
struct ScriptedKey {
    let key: ECPrivateKey

    init() throws { key = try ECPrivateKey.generate(.p256) }

    init(_ key: ECPrivateKey) { self.key = key }

    var jwk: JSON {
        [
            "kty": "EC", "crv": "P-256", "x": .string(Base64URL.encode(key.publicKey.x)),
            "y": .string(Base64URL.encode(key.publicKey.y)),
        ]
    }

    /// A compact JWS under ES256.
    func signed(_ header: JSONObject, _ claims: JSONObject) throws -> String {
        var header = header
        header["alg"] = "ES256"
        let input = [header, claims].map { Base64URL.encode(JSON.object($0).encoded()) }.joined(separator: ".")
        return "\(input).\(Base64URL.encode(try key.signature(for: Array(input.utf8), hash: .sha256)))"
    }
}
