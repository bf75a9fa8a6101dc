import LanyardDER
import LanyardTestSupport
import Testing

@Suite struct DERReaderTests {
    @Test(arguments: [
        ("30 80 00 00", DERError.Code.length),  // indefinite
        ("04 81 05 00 00 00 00 00", .length),  // long form of a short length
        ("04 82 00 85 00", .length),  // leading zero in the length
        ("04 85 00 00 00 00 01 00", .length),  // more length bytes than any input has
        ("04 84 FF FF FF FF 00", .truncated),
        ("04 05 00 00 00 00", .truncated),
        ("04 82 01", .truncated),
        ("04", .truncated),
        ("1F 81 01 00", .tag),
        ("02 01 00 00", .trailing),
    ])
    func `refuses what is not strict DER`(_ input: String, _ code: DERError.Code) throws {
        let bytes = try hex(input)
        let error = #expect(throws: DERError.self) {
            var reader = DERReader(bytes)
            _ = try reader.next()
            try reader.finish()
        }
        #expect(error?.code == code)
    }

    @Test func `reads both forms of a length`() throws {
        for count in [0, 1, 127, 128, 255, 256, 65_535, 65_536] {
            let content = [UInt8](repeating: 7, count: count)
            let encoded = DERWriter.bytes { $0.octetString(content) }
            let header = count < 128 ? 2 : count < 256 ? 3 : count < 65_536 ? 4 : 5
            #expect(encoded.count == count + header)
            #expect(try Array(DERReader.only(.octetString, in: encoded).octets()) == content)
        }
    }

    @Test func `an element cannot reach beyond the one around it`() throws {
        var outer = try DERReader.only(.sequence, in: hex("30 03 04 02 AA")).reader()
        #expect(throws: DERError.self) { try outer.next() }
        var padded = DERReader(try hex("30 02 04 01 AA"))
        var inner = try padded.next(.sequence).reader()
        #expect(throws: DERError.self) { try inner.next() }
    }

    @Test func `ten thousand nested sequences are read one level at a time`() throws {
        var bytes: [UInt8] = []
        for _ in 0..<10_000 { bytes = DERWriter.bytes { $0.element(.sequence, bytes) } }
        var reader = DERReader(bytes)
        var depth = 0
        while let element = try reader.nextIf(.sequence) {
            depth += 1
            reader = try element.reader()
        }
        #expect(depth == 10_000)
    }

    @Test(
        arguments: [
            ("02 01 00", 0), ("02 01 7F", 127), ("02 02 00 80", 128), ("02 02 01 00", 256), ("02 01 80", -128),
            ("02 02 FF 7F", -129), ("02 08 7F FF FF FF FF FF FF FF", Int64.max),
            ("02 08 80 00 00 00 00 00 00 00", Int64.min),
        ] as [(String, Int64)])
    func `integers are read and written`(_ encoded: String, _ value: Int64) throws {
        let bytes = try hex(encoded)
        #expect(try DERReader.only(.integer, in: bytes).int64() == value)
        #expect(DERWriter.bytes { $0.integer(value) } == bytes)
    }

    @Test(arguments: ["02 00", "02 02 00 7F", "02 02 FF 80", "02 09 01 00 00 00 00 00 00 00 00"])
    func `integers that are padded, empty or too large are refused`(_ encoded: String) throws {
        let element = try DERReader.only(.integer, in: hex(encoded))
        #expect(throws: DERError.self) { try element.int64() }
    }

    @Test func `magnitudes carry no sign byte`() throws {
        #expect(try Array(DERReader.only(.integer, in: hex("02 02 00 80")).magnitude()) == [0x80])
        #expect(try DERReader.only(.integer, in: hex("02 01 00")).magnitude().isEmpty)
        #expect(throws: DERError.self) { try DERReader.only(.integer, in: hex("02 01 80")).magnitude() }
        #expect(DERWriter.bytes { $0.integer(magnitude: [0, 0, 0x80]) } == (try hex("02 02 00 80")))
        #expect(DERWriter.bytes { $0.integer(magnitude: []) } == (try hex("02 01 00")))
    }

    @Test(arguments: ["01 01 01", "01 00", "01 02 FF FF"])
    func `booleans are 00 or FF`(_ encoded: String) throws {
        let element = try DERReader.only(.boolean, in: hex(encoded))
        #expect(throws: DERError.self) { try element.boolean() }
    }

    @Test func `bit strings`() throws {
        let (bits, unused) = try DERReader.only(.bitString, in: hex("03 02 07 80")).bitString()
        #expect(Array(bits) == [0x80] && unused == 7)
        #expect(DERWriter.bytes { $0.namedBits([0]) } == (try hex("03 02 07 80")))
        #expect(DERWriter.bytes { $0.namedBits([5, 6]) } == (try hex("03 02 01 06")))
        #expect(DERWriter.bytes { $0.namedBits([8]) } == (try hex("03 03 07 00 80")))
        #expect(DERWriter.bytes { $0.namedBits([]) } == (try hex("03 01 00")))
        for bad in ["03 00", "03 02 08 80", "03 02 07 81", "03 01 01"] {
            let element = try DERReader.only(.bitString, in: hex(bad))
            #expect(throws: DERError.self, "\(bad)") { try element.bitString() }
        }
    }

    @Test func `a primitive type in constructed form is refused`() throws {
        let element = try DERReader.only(DERTag(octet: 0x24), in: hex("24 03 04 01 AA"))
        #expect(throws: DERError.self) { try element.octets() }
        #expect(throws: DERError.self) { try DERReader.only(.null, in: hex("05 00")).reader() }
    }
}
