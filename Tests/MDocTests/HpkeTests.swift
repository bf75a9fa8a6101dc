import LanyardCrypto
import LanyardJSON
import LanyardTestSupport
import MDoc
import Testing

@Suite struct HpkeTests {
    private static let suites = [
        ("hpke/p256-sha256-aes128gcm-base.dev.json", HpkeSuite(curve: .p256, hash: .sha256, keyLength: 16)),
        ("hpke/p256-sha512-aes128gcm-base.json", HpkeSuite(curve: .p256, hash: .sha512, keyLength: 16)),
        ("hpke/p521-sha512-aes256gcm-base.json", HpkeSuite(curve: .p521, hash: .sha512, keyLength: 32)),
    ]

    @Test(.row("ISO7C-05"), arguments: suites)
    func `ISO7C-05 every message of RFC 9180 Appendix A is sealed to the byte and opened`(
        _ path: String, _ suite: HpkeSuite
    ) throws {
        let entry = try #require(vector(path)[0])
        let info = try bytes(hex: entry["info"])
        let ephemeral = try ECPrivateKey(suite.curve, scalar: bytes(hex: entry["skEm"]))
        let recipient = try ECPrivateKey(suite.curve, scalar: bytes(hex: entry["skRm"]))
        #expect(recipient.publicKey.x963 == (try bytes(hex: entry["pkRm"])))
        let enc = try bytes(hex: entry["enc"])
        #expect(ephemeral.publicKey.x963 == enc)

        var sender = try HpkeContext(suite, sendingTo: recipient.publicKey, info: info, ephemeral: ephemeral)
        var receiver = try HpkeContext(suite, receiving: enc, by: recipient, info: info)
        var next: Int64 = 0
        for message in try #require(entry["encryptions"]?.array) {
            let number = try #require(message["sequence_number"]?.int64)
            // The vectors leave numbers out.
            while next < number {
                let skipped = try sender.seal([], authenticating: [])
                _ = try receiver.open(skipped, authenticating: [])
                next += 1
            }
            next += 1
            let (plaintext, data) = (try bytes(hex: message["pt"]), try bytes(hex: message["aad"]))
            let ciphertext = try bytes(hex: message["ct"])
            #expect(try sender.seal(plaintext, authenticating: data) == ciphertext, "message \(number)")
            #expect(try receiver.open(ciphertext, authenticating: data) == plaintext, "message \(number)")
        }
        #expect(next > 2)
    }

    @Test(.row("ISO7C-09")) func `ISO7C-09 two seals differ, and nothing that was changed opens`() throws {
        let recipient = try ECPrivateKey.generate(.p256)
        let first = try Hpke.sealBaseP256([1, 2, 3], to: recipient.publicKey, info: [9])
        let second = try Hpke.sealBaseP256([1, 2, 3], to: recipient.publicKey, info: [9])
        #expect(first.enc != second.enc && first.ciphertext != second.ciphertext)
        #expect(first.enc.count == 65 && first.ciphertext.count == 19)
        #expect(try Hpke.openBaseP256(first.ciphertext, enc: first.enc, by: recipient, info: [9]) == [1, 2, 3])

        func failure(_ ciphertext: [UInt8], _ enc: [UInt8], info: [UInt8] = [9], data: [UInt8] = []) -> CryptoError
            .Code?
        {
            let error = #expect(throws: CryptoError.self) {
                try Hpke.openBaseP256(ciphertext, enc: enc, by: recipient, info: info, authenticating: data)
            }
            return error?.code
        }
        var changed = first.ciphertext
        changed[0] ^= 1
        #expect(failure(changed, first.enc) == .authenticationFailed)
        #expect(failure(first.ciphertext, second.enc) == .authenticationFailed)
        #expect(failure(first.ciphertext, first.enc, info: []) == .authenticationFailed)
        #expect(failure(first.ciphertext, first.enc, data: [0]) == .authenticationFailed)
        #expect(failure([], first.enc) == .authenticationFailed)
        #expect(failure(first.ciphertext, [4] + [UInt8](repeating: 1, count: 64)) == .invalidKey)
        #expect(failure(first.ciphertext, [0]) == .invalidKey)
        let other = try ECPrivateKey.generate(.p384).publicKey
        #expect(throws: CryptoError.self) { try Hpke.sealBaseP256([1], to: other, info: []) }
    }
}
