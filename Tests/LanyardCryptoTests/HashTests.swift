import LanyardCrypto
import LanyardTestSupport
import LanyardText
import Testing

struct HashTests {
    /// The examples of FIPS 180-4 that NIST publishes: "abc", and nothing at all.
    @Test func `digests of the standard's examples`() {
        #expect(
            Hex.encode(Hash.sha256(Array("abc".utf8)))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            Hex.encode(Hash.sha256([]))
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(
            Hex.encode(Hash.digest(.sha384, Array("abc".utf8)))
                == "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
                + "8086072ba1e7cc2358baeca134c825a7")
        #expect(
            Hex.encode(Hash.digest(.sha512, Array("abc".utf8)))
                == "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f")
    }

    @Test func `bytes that are not contiguous hash alike`() {
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        #expect(Hash.sha256(bytes.lazy.map { $0 }) == Hash.sha256(bytes))
        #expect(Hash.sha256(bytes[10...]) == Hash.sha256(Array(bytes[10...])))
        #expect(bytes.withUnsafeBytes { Hash.sha256($0) } == Hash.sha256(bytes))
    }

    /// RFC 4231, test cases 1, 2, 6 and 7.
    @Test(arguments: [
        (
            [UInt8](repeating: 0x0b, count: 20), "Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
            "afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59cfaea9ea9076ede7f4af152e8b2fa9cb6",
            "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cdedaa833b7d6b8a702038b274eaea3f4e4"
                + "be9d914eeb61f1702e696c203a126854"
        ),
        (
            Array("Jefe".utf8), "what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
            "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649",
            "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fd"
                + "caeab1a34d4a6b4b636e070a38bce737"
        ),
        (
            [UInt8](repeating: 0xaa, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
            "4ece084485813e9088d2c63a041bc5b44f9ef1012a2b588f3cd11f05033ac4c60c2ef6ab4030fe8296248df163f44952",
            "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f3526b56d037e05f2598bd0fd2215d6a1e52"
                + "95e64f73f63f0aec8b915a985d786598"
        ),
    ])
    func `HMAC of the RFC's examples`(
        _ key: [UInt8], _ message: String, _ sha256: String, _ sha384: String, _ sha512: String
    ) throws {
        for (algorithm, code) in [(HashAlgorithm.sha256, sha256), (.sha384, sha384), (.sha512, sha512)] {
            #expect(Hex.encode(HMAC.code(algorithm, key: key, message: Array(message.utf8))) == code)
            let right = try decoded(hex: code)
            #expect(HMAC.isValid(right, algorithm, key: key, message: Array(message.utf8)))
            #expect(!HMAC.isValid(right.dropLast(), algorithm, key: key, message: Array(message.utf8)))
            #expect(!HMAC.isValid(right, algorithm, key: key, message: Array(message.utf8) + [0]))
        }
    }

    /// By Python: `hmac.new(b"", b"", "sha256")`.
    @Test func `HMAC takes an empty key and an empty message`() {
        #expect(
            Hex.encode(HMAC.code(.sha256, key: [], message: []))
                == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
    }
}
