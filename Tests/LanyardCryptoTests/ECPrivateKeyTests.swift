import LanyardCrypto
import LanyardTestSupport
import LanyardText
import Testing

struct ECPrivateKeyTests {
    @Test(.row("VCI-PROOF-04"), arguments: Curve.allCases)
    func `VCI-PROOF-04 a signature is raw r and s of full length and verifies`(_ curve: Curve) throws {
        let key = try ECPrivateKey.generate(curve)
        let message = Array("message".utf8)
        for hash in HashAlgorithm.allCases {
            for _ in 0..<20 {
                let signature = try key.signature(for: message, hash: hash)
                #expect(signature.count == 2 * curve.coordinateLength)
                #expect(key.publicKey.isValidSignature(signature, for: message, hash: hash))
                let der = try #require(ECDSASignature.der(raw: signature, curve: curve))
                #expect(key.publicKey.isValidSignature(der: der, for: message, hash: hash))
                #expect(!key.publicKey.isValidSignature(signature, for: message + [0], hash: hash))
            }
        }
    }

    @Test(arguments: Curve.allCases) func `a scalar goes out and comes back as the same key`(_ curve: Curve) throws {
        let key = try ECPrivateKey.generate(curve)
        let again = try ECPrivateKey(curve, scalar: key.scalar())
        #expect(again.publicKey == key.publicKey)
        let other = try ECPrivateKey.generate(curve)
        let left = try key.sharedSecret(with: other.publicKey)
        let right = try other.sharedSecret(with: again.publicKey)
        #expect(left.count == curve.coordinateLength)
        #expect(left.withUnsafeBytes { left in right.withUnsafeBytes { ConstantTime.areEqual(left, $0) } })
    }
}
