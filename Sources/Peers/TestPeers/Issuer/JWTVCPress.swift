import LanyardCrypto
import LanyardJSON
import LanyardText
import WalletPorts

/// Writes a W3C credential as a JWT, OpenID4VCI 1.0 Appendix A.1.1 and VC Data Model 1.1 §6.3.1, its key by `x5c`.
struct JWTVCPress {
    let types: [String]
    let configuration: PeerConfiguration
    let issuer: String
    let signer: PeerCertificate
    let now: Instant
    let faults: Set<PeerFault>

    /// The credential in compact form.
    func press(for holder: HolderKey?) throws(CryptoError) -> String {
        func seconds(_ offset: Double) -> JSON { .number(JSONNumber(now.advanced(by: offset).seconds)) }
        let named = faults.contains(.wrongType) ? ["SomethingElse"] : types
        let types = JSON.array((["VerifiableCredential"] + named).map { .string($0) })
        var payload: JSONObject = [
            "iss": .string(issuer), "jti": .string("urn:uuid:\(PeerIssuer.token())"), "nbf": seconds(0),
            "exp": seconds(faults.contains(.expired) ? -3600 : configuration.lifetime),
            "vc": [
                "@context": ["https://www.w3.org/2018/credentials/v1"], "type": types,
                "credentialSubject": .object(configuration.data),
            ],
        ]
        if let holder {
            let isForeign = faults.contains(.wrongHolderKey)
            let key = isForeign ? HolderKey(try ECPrivateKey.generate(.p256).publicKey) : holder
            payload["cnf"] = ["jwk": key.jwk]
        }
        let chain = JSON.array(signer.chain.map { .string(Base64.encode($0)) })
        var jws = CompactJWS(header: ["alg": "ES256", "typ": "JWT", "x5c": chain], payload: payload)
        try jws.sign(with: faults.contains(.foreignSignature) ? ECPrivateKey.generate(.p256) : signer.key)
        if faults.contains(.tamperedSignature), let last = jws.signature.indices.last { jws.signature[last] ^= 1 }
        return jws.text
    }
}
