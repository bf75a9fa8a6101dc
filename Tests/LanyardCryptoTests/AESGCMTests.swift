import LanyardCrypto
import LanyardTestSupport
import LanyardText
import Testing

struct AESGCMTests {
    /// The GCM specification's test cases 4, 10 and 16, the ones that NIST's CAVP took over, with data beside them.
    @Test(arguments: [
        (
            "feffe9928665731c6d6a8f9467308308",
            "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c7d8f6a5aac84aa05"
                + "1ba30b396a0aac973d58e091",
            "5bc94fbc3221a5db94fae95ae7121a47"
        ),
        (
            "feffe9928665731c6d6a8f9467308308feffe9928665731c",
            "3980ca0b3c00e841eb06fac4872a2757859e1ceaa6efd984628593b40ca1e19c7d773d00c144c525ac619d18c84a3f47"
                + "18e2448b2fe324d9ccda2710",
            "2519498e80f1478f37ba55bd6d27618c"
        ),
        (
            "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
            "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838"
                + "c5f61e6393ba7a0abcc9f662",
            "76fc6ece0f4e1768cddf8853bb2d551b"
        ),
    ])
    func `the specification's examples`(_ key: String, _ ciphertext: String, _ tag: String) throws {
        let key = try decoded(hex: key)
        let nonce = try decoded(hex: "cafebabefacedbaddecaf888")
        let data = try decoded(hex: "feedfacedeadbeeffeedfacedeadbeefabaddad2")
        let plaintext = try decoded(
            hex: "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525"
                + "b16aedf5aa0de657ba637b39")
        let sealed = try AESGCM.seal(plaintext, key: key, nonce: nonce, authenticating: data)
        #expect(Hex.encode(sealed.ciphertext) == ciphertext)
        #expect(Hex.encode(sealed.tag) == tag)
        let object = try AESGCMKey(SecretBytes(key))
        #expect(
            try object.open(sealed.ciphertext, tag: sealed.tag, nonce: nonce, authenticating: data) == plaintext)
        let secret = try object.openSecret(sealed.ciphertext, tag: sealed.tag, nonce: nonce, authenticating: data)
        #expect(secret.withUnsafeBytes { Array($0) } == plaintext)
        #expect(try object.seal(secret, nonce: nonce, authenticating: data).tag == sealed.tag)
    }

    @Test func `any changed bit is refused`() throws {
        let key = RandomBytes.make(32), nonce = RandomBytes.make(12), data = Array("data".utf8)
        let sealed = try AESGCM.seal(Array("text".utf8), key: key, nonce: nonce, authenticating: data)
        let refused = CryptoError(.authenticationFailed, "the ciphertext is not authentic")
        func flipped(_ bytes: [UInt8], _ bit: Int) -> [UInt8] {
            var bytes = bytes
            bytes[bit / 8] ^= 1 << (bit % 8)
            return bytes
        }
        for bit in 0..<32 {
            #expect(throws: refused) {
                try AESGCM.open(
                    flipped(sealed.ciphertext, bit), tag: sealed.tag, key: key, nonce: nonce, authenticating: data)
            }
            #expect(throws: refused) {
                try AESGCM.open(
                    sealed.ciphertext, tag: sealed.tag, key: key, nonce: nonce, authenticating: flipped(data, bit))
            }
        }
        for bit in 0..<128 {
            #expect(throws: refused) {
                try AESGCM.open(
                    sealed.ciphertext, tag: flipped(sealed.tag, bit), key: key, nonce: nonce, authenticating: data)
            }
        }
        #expect(throws: refused) {
            try AESGCMKey(SecretBytes(flipped(key, 0))).openSecret(
                sealed.ciphertext, tag: sealed.tag, nonce: nonce, authenticating: data)
        }
    }

    @Test func `nothing is a message too`() throws {
        let sealed = try AESGCM.seal([], key: RandomBytes.make(16), nonce: RandomBytes.make(12), authenticating: [])
        #expect(sealed.ciphertext.isEmpty && sealed.tag.count == 16)
    }

    @Test func `only the right lengths of key, nonce and tag are taken`() {
        let bytes = [UInt8](repeating: 1, count: 200)
        for length in 0...200 {
            let some = Array(bytes.prefix(length))
            let isKey = [16, 24, 32].contains(length)
            let sealed = try? AESGCM.seal([1], key: some, nonce: bytes.dropLast(188), authenticating: [])
            #expect((sealed != nil) == isKey)
            #expect(((try? AESGCMKey(SecretBytes(some))) != nil) == isKey)
            let withNonce = try? AESGCM.seal([1], key: bytes.prefix(16), nonce: some, authenticating: [])
            #expect((withNonce != nil) == (length == 12))
            let opened = try? AESGCM.open(
                [1], tag: some, key: bytes.prefix(16), nonce: bytes.dropLast(188), authenticating: [])
            #expect(opened == nil)
        }
    }
}
