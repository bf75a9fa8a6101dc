import LanyardCrypto
import LanyardJSON
import LanyardText
import WalletPorts

/// Signs the metadata of an issuer with its access certificate: OpenID4VCI 1.0 §12.2.3.
struct MetadataPress {
    let issuer: PeerIssuer

    func press(_ metadata: JSON) throws(CryptoError) -> String {
        let faults = issuer.options.faults
        let now = issuer.clock.now.seconds
        var claims = metadata.object ?? JSONObject()
        let isOther = faults.contains(.metadataOfOther)
        claims["sub"] = .string(isOther ? "https://elsewhere.example" : issuer.identifier)
        claims["iss"] = "https://registrar.example"
        if !faults.contains(.metadataWithoutTime) { claims["iat"] = .number(JSONNumber(now)) }
        claims["exp"] = .number(JSONNumber(now + (faults.contains(.metadataExpired) ? -60 : 86_400)))
        var signer = issuer.accessCertificate
        let host = PeerIssuer.host(of: issuer.identifier)
        if faults.contains(.metadataUntrusted) {
            signer = try issuer.pki.credentialSigner(issuer.identifier, host: host, under: issuer.pki.foreignRoot)
        } else if faults.contains(.metadataSelfSigned) {
            signer = try PeerCertificate(CertificateDraft("Self-signed", at: issuer.clock.now))
        }
        var chain = signer.chain
        if faults.contains(.metadataAnchorInChain) { chain.append(issuer.pki.issuerRoot.der) }
        var jws = CompactJWS(
            header: [
                "alg": "ES256",
                "typ": faults.contains(.metadataWrongType) ? "JWT" : "openidvci-issuer-metadata+jwt",
                "x5c": .array(chain.map { .string(Base64.encode($0)) }),
            ], payload: claims)
        try jws.sign(with: signer.key)
        if faults.contains(.metadataTampered), let last = jws.signature.indices.last { jws.signature[last] ^= 1 }
        return jws.text
    }
}
