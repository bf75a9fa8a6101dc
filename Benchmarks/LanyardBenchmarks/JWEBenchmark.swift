import LanyardCrypto
import LanyardJOSE

/// Sealing 16 kB to a key, beside the primitives called straight.
enum JWEBenchmark {
    static func run(_ effort: Measurement.Effort) async throws -> [Measurement] {
        let recipient = try ECPrivateKey.generate(.p256).publicKey
        let jwk = JWK(.ec(recipient), kid: "1", use: "enc")
        let plaintext = RandomBytes.make(16 * 1024)
        let header = Array("eyJhbGciOiJFQ0RILUVTIiwiZW5jIjoiQTI1NkdDTSJ9".utf8)
        let measurement = try await Measurement(
            "JWE seal of 16 kB (floor: the primitives)", promise: 1.3, effort: effort,
            operation: { _ = try JWE.seal(plaintext, to: jwk, enc: .a256GCM) },
            floor: {
                let secret = try ECPrivateKey.generate(.p256).sharedSecret(with: recipient)
                let key = ConcatKDF.derive(secret: secret, algorithm: "A256GCM", partyU: [], partyV: [], bits: 256)
                _ = try AESGCM.seal(plaintext, key: key, nonce: RandomBytes.make(12), authenticating: header)
            })
        return [measurement]
    }
}
