import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardSDJWT
import WalletPorts

/// Verifying an SD-JWT VC of twenty disclosures, beside one verification and hashing the same bytes.
enum SDJWTBenchmark {
    static func run(_ effort: Measurement.Effort) async throws -> [Measurement] {
        let issuer = try ECPrivateKey.generate(.p256)
        let holder = JWK(.ec(try ECPrivateKey.generate(.p256).publicKey))
        var claims: JSONObject = [
            "vct": "urn:eudi:pid:1", "iss": "https://issuer.example", "cnf": ["jwk": holder.json],
        ]
        for number in 1...20 { claims["claim_\(number)"] = .string("the value of claim number \(number)") }
        var builder = SDJWTBuilder()
        let payload = builder.object(claims, hiding: Set((1...20).map { "claim_\($0)" }))
        let unsigned = builder.unsigned(header: ["alg": "ES256", "typ": "dc+sd-jwt"], payload: payload)
        let signature = try issuer.signature(for: unsigned.signingInput, hash: .sha256)
        let text = builder.compact(unsigned.compact(signature: signature))
        let key = PublicKey.ec(issuer.publicKey)
        let expectation = SDJWTVC.Expectation(
            type: "urn:eudi:pid:1", holderKeys: [holder.thumbprint()], now: Instant(seconds: 1_800_000_000))
        let measurement = try await Measurement(
            "verify an SD-JWT VC of 20 disclosures", promise: 1.4, effort: effort,
            operation: {
                var findings = Findings()
                let verified = try SDJWT(compact: text).verified(by: key, policy: SDJWTVC.signaturePolicy)
                _ = try SDJWTVC(checking: verified, for: expectation, findings: &findings)
            },
            floor: {
                guard key.isValidSignature(signature, for: unsigned.signingInput, algorithm: .es256) else {
                    throw CryptoError(.authenticationFailed, "the benchmark's own signature")
                }
                for disclosure in builder.disclosures { _ = Hash.sha256(disclosure.utf8) }
            })
        return [measurement]
    }
}
