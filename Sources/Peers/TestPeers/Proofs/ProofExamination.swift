import LanyardCrypto
import LanyardJSON
import LanyardText
import WalletPorts

/// Checks one `jwt` key proof, OpenID4VCI 1.0 Appendix F.1.
struct ProofExamination {
    let identifier: String
    let algorithms: [String]
    /// The binding methods of the configuration.
    let methods: [String]
    let clientID: String?
    let now: Instant
    /// Every nonce that the issuer gave out for this request; nil when it gives none.
    let nonces: Set<String>?

    /// A proof that holds: its key and the nonce in it.
    struct Outcome {
        let key: HolderKey
        let nonce: String?
        /// The key attestation in its header.
        var attestation: String?
    }

    func examine(_ text: String, _ examination: inout Examination) -> Outcome? {
        guard let proof = CompactJWS(text) else {
            examination.check("VCI-PROOF-01", false, "the proof is a compact JWS")
            return nil
        }
        checkHeader(proof.header, &examination)
        checkClaims(proof.payload, &examination)
        guard let key = readKey(proof.header, &examination) else { return nil }
        let length = 2 * key.key.curve.coordinateLength
        examination.check(
            "VCI-PROOF-04", proof.signature.count == length,
            "the signature is R and S, \(length) bytes, were \(proof.signature.count)")
        examination.check("VCI-PROOF-04", proof.isSigned(by: key), "the signature is made with the key in the header")
        return Outcome(
            key: key, nonce: proof.payload["nonce"]?.string, attestation: proof.header["key_attestation"]?.string)
    }

    private func checkHeader(_ header: JSONObject, _ examination: inout Examination) {
        let type = header["typ"]?.string ?? ""
        examination.check(
            "VCI-PROOF-01", type == "openid4vci-proof+jwt", "typ is openid4vci-proof+jwt, was \"\(type)\"")
        let algorithm = header["alg"]?.string ?? ""
        examination.check(
            "VCI-PROOF-01", algorithms.contains(algorithm), "alg is one that the issuer lists, was \"\(algorithm)\"")
        let keys = ["jwk", "kid", "x5c"].filter { header.contains($0) }
        examination.check("VCI-PROOF-02", keys.count == 1, "exactly one of jwk, kid and x5c, saw \(keys)")
    }

    /// The key, in the form that the binding methods ask for.
    private func readKey(_ header: JSONObject, _ examination: inout Examination) -> HolderKey? {
        let row = "VCI-PROOF-03"
        if let leaf = header["x5c"]?[0]?.string {
            let key = Base64.decode(leaf).flatMap { PathCertificate($0) }.map { HolderKey($0.key) }
            examination.check(row, key != nil, "the first certificate in x5c holds the key")
            return key
        }
        var jwk = header["jwk"]
        if let id = header["kid"]?.string, jwk == nil {
            // did:jwk: the key is the identifier.
            let text = id.hasPrefix("did:jwk:") ? id.dropFirst("did:jwk:".count).prefix { $0 != "#" } : ""
            let isListed = methods.contains { $0 == "did:jwk" } && id.hasSuffix("#0")
            examination.check("VCI-PROOF-02", isListed, "kid is the URL of a DID that the issuer takes")
            jwk = Base64URL.decode(text).flatMap { try? JSON(parsing: $0) }
        } else {
            let takesKeys = methods.contains("jwk") || methods.contains("cose_key")
            examination.check("VCI-PROOF-02", takesKeys && jwk != nil, "the key is in jwk for the binding method jwk")
        }
        guard let jwk else { return nil }
        let leaked = HolderKey.privateMembers.filter { jwk[$0] != nil }
        examination.check(row, leaked.isEmpty, "jwk holds no private member, saw \(leaked.sorted())")
        let key = HolderKey(jwk: jwk)
        examination.check(row, key != nil, "jwk is an EC key on its curve with unpadded coordinates of full length")
        return key
    }

    private func checkClaims(_ claims: JSONObject, _ examination: inout Examination) {
        examination.check(
            "VCI-PROOF-05", claims["aud"] == .string(identifier), "aud is the issuer identifier as a single string")
        let issued = claims["iat"]?.number.flatMap { $0.text.allSatisfy(\.isNumber) ? $0.int64 : nil }
        examination.check("VCI-PROOF-06", issued != nil, "iat is an integer of seconds")
        if let issued {
            let distance = Double(issued) - Double(now.seconds)
            examination.check("VCI-PROOF-06", abs(distance) <= 60, "iat is now, differs by \(distance) s")
        }
        let nonce = claims["nonce"]
        if let nonces {
            examination.check(
                "VCI-NONCE-04", nonce?.string != nil, "a proof carries a nonce where the issuer gives one")
            if let nonce = nonce?.string {
                examination.check(
                    "VCI-PROOF-07", nonces.contains(nonce), "the nonce is one that this issuer gave")
            }
        } else {
            examination.check("VCI-PROOF-07", nonce == nil, "no nonce where the issuer gives none")
        }
        let party = claims["iss"]
        if let clientID {
            examination.check(
                "VCI-PROOF-08", party == nil || party == .string(clientID), "iss is the client id of the token request")
        } else {
            examination.check("VCI-PROOF-08", party == nil, "no iss after anonymous access")
        }
    }
}
