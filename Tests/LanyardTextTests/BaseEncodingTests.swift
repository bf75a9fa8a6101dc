import LanyardText
import Testing

struct BaseEncodingTests {
    // RFC 4648 §10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func `Base64 agrees with RFC 4648`(_ plain: String, _ encoded: String) {
        #expect(Base64.encode(Array(plain.utf8)) == encoded)
        #expect(Base64.decode(encoded) == Array(plain.utf8))
        let unpadded = encoded.filter { $0 != "=" }
        #expect(Base64URL.encode(Array(plain.utf8)) == unpadded)
        #expect(Base64URL.decode(unpadded) == Array(plain.utf8))
    }

    @Test func `the alphabets differ in two characters`() {
        #expect(Base64.encode([0xFB, 0xEF, 0xFF]) == "++//")
        #expect(Base64URL.encode([0xFB, 0xEF, 0xFF]) == "--__")
    }

    @Test(arguments: ["Zg==", "Zh", "Zm9", "Z", "Zm+v", "Zm 9", "Zm9v\n", "é"])
    func `Base64URL refuses padding, stray bits and other characters`(_ text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test(arguments: ["Zg", "Zg=", "Z===", "Zh==", "Zm-v", "Zg==Zg=="])
    func `Base64 refuses missing padding, stray bits and other characters`(_ text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test func `Hex reads either case and writes lower case`() {
        #expect(Hex.decode("00fFa5") == [0, 0xFF, 0xA5])
        #expect(Hex.encode([0, 0xFF, 0xA5]) == "00ffa5")
        #expect(Hex.decode("0") == nil)
        #expect(Hex.decode("0g") == nil)
    }
}
