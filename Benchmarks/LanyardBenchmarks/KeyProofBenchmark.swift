import LanyardCrypto
import LanyardJOSE
import LanyardOAuth
import LanyardOpenID4VCI
import SystemAdapters
import WalletPorts

/// A key proof by a wrapped software key, beside one signature by the backend.
enum KeyProofBenchmark {
    static func run(_ effort: Measurement.Effort) async throws -> [Measurement] {
        let area = try SoftwareSecureArea(wrappingKey: .random(32))
        let keys = try await area.createKeys(1, policy: KeyPolicy(), attestationNonce: nil, group: "benchmark")
        guard let handle = keys.first?.handle, let issuer = IssuerIdentifier("https://issuer.example/tenant"),
            let bytes = keys.first?.publicKey.bytes
        else { throw CryptoError(.invalidInput, "no key") }
        let key = PublicKey.ec(try ECPublicKey(.p256, x963: bytes))
        let backend = try ECPrivateKey.generate(.p256)
        let message = try proof(of: key, to: issuer).unsigned.signingInput
        let measurement = try await Measurement(
            "key proof (floor: one signature)", promise: 1.3, effort: effort,
            operation: {
                let unsigned = try proof(of: key, to: issuer).unsigned
                let requests = [SigningRequest(key: handle, message: unsigned.signingInput)]
                for signature in try await area.sign(requests, for: UserAction(.receive, with: "issuer")) {
                    _ = unsigned.compact(signature: signature)
                }
            },
            floor: { _ = try backend.signature(for: message, hash: .sha256) })
        return [measurement]
    }

    private static func proof(of key: PublicKey, to issuer: IssuerIdentifier) throws -> KeyProof {
        try KeyProof(
            of: key, algorithm: .es256, audience: issuer, issuedAt: Instant(seconds: 1_800_000_000),
            nonce: "wKI4LT17ac15ES9bw8ac4", clientId: nil)
    }
}
