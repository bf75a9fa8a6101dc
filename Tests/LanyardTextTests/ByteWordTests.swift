import LanyardText
import Testing

@Suite struct ByteWordTests {
    @Test func `the first marked byte is found at every place, in whole words and in the rest`() {
        for length in 0..<40 {
            for place in 0..<length {
                // What is beyond ASCII, and one off the byte that is sought, must not be taken for it.
                var bytes = (0..<length).map { [0xFE, 0x7D, 0x7F, 0x80, 0xFF][$0 % 5] as UInt8 }
                bytes[place] = UInt8(ascii: "~")
                let found = bytes.withUnsafeBufferPointer { bytes in
                    (
                        bytes.firstIndex(from: 0) { $0.marks(of: UInt8(ascii: "~")) },
                        bytes.firstIndex(from: place + 1) { $0.marks(of: UInt8(ascii: "~")) }
                    )
                }
                #expect(found == (place, length), "place \(place) of \(length)")
            }
        }
    }

    @Test func `bytes below a limit are marked, others not`() {
        for byte in UInt8.min...UInt8.max {
            #expect((ByteWord(repeating: byte).marks(below: 0x20) != 0) == (byte < 0x20))
            #expect(ByteWord(repeating: byte).isASCII == (byte < 0x80))
        }
    }

    @Test func `bytes among others are found wherever they are, and only whole`() {
        let text = Array("aabaabaacaadabcdefghijaab".utf8)
        for start in text.indices {
            for end in start...text.count { #expect(text.contains(bytes: text[start..<end])) }
        }
        for absent in ["aae", "aabaabaad", "baab1", "aabb"] { #expect(!text.contains(bytes: absent.utf8), "\(absent)") }
        #expect(![UInt8]().contains(bytes: [1]))
        #expect(!text.contains(bytes: text + text))
    }

    @Test func `bytes are the same only when all are, and as many`() {
        let bytes = Array("0123456789abcdefghi".utf8)
        func isSame(_ others: [UInt8]) -> Bool {
            bytes.withUnsafeBufferPointer { bytes in others.withUnsafeBufferPointer { bytes.hasSameBytes(as: $0) } }
        }
        #expect(isSame(bytes))
        #expect(!isSame(bytes + [0]))
        for place in bytes.indices {
            var others = bytes
            others[place] ^= 1
            #expect(!isSame(others))
        }
    }

    @Test(arguments: [
        ("", [""]), ("~", ["", ""]), ("a~~bc~", ["a", "", "bc", ""]), ("ab", ["ab"]),
        ("a~b~c~d~e", ["a", "b", "c", "d~e"]),
    ])
    func `parts lie between separators, and the last holds the rest`(text: String, expected: [String]) {
        let slice = Array(("xx" + text).utf8)[2...]
        let parts = slice.parts(separatedBy: UInt8(ascii: "~"), limit: 4)
        #expect(parts.map { String(decoding: $0, as: UTF8.self) } == expected)
    }
}
