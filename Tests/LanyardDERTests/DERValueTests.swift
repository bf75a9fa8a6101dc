import LanyardDER
import LanyardTestSupport
import Testing

@Suite struct DERValueTests {
    // Seconds computed with Python's datetime.
    @Test(
        arguments: [
            ("500101000000Z", -631_152_000), ("691231235959Z", -1), ("991231235959Z", 946_684_799),
            ("000229123045Z", 951_827_445), ("380119031408Z", 2_147_483_648), ("491231235959Z", 2_524_607_999),
            ("20500101000000Z", 2_524_608_000), ("21000228235959Z", 4_107_542_399), ("19000301000000Z", -2_203_891_200),
            ("99991231235959Z", 253_402_300_799), ("00010101000000Z", -62_135_596_800),
        ] as [(String, Int64)])
    func `times are read and written`(_ text: String, _ seconds: Int64) throws {
        let tag: DERTag = text.utf8.count == 13 ? .utcTime : .generalizedTime
        let encoded = DERWriter.bytes { $0.element(tag, text.utf8) }
        #expect(try DERReader.only(tag, in: encoded).time() == seconds)
        #expect(DERWriter.bytes { $0.time(seconds) } == encoded)
    }

    @Test(arguments: [
        "000230000000Z", "010229000000Z", "001301000000Z", "000001000000Z", "000100000000Z", "000101240000Z",
        "000101006000Z", "000101000060Z", "0001010000Z", "000101000000", "000101000000+0100", "00010100000 Z",
        "21000229000000Z", "20000101000000.5Z", "20000101000000", "2000010100Z", "",
    ])
    func `times outside RFC 5280's forms are refused`(_ text: String) throws {
        for tag in [DERTag.utcTime, .generalizedTime] {
            let element = try DERReader.only(tag, in: DERWriter.bytes { $0.element(tag, text.utf8) })
            #expect(throws: DERError.self) { try element.time() }
        }
    }

    @Test func `every day of four centuries survives a round`() throws {
        var seconds: Int64 = -2_208_988_800
        var bad = 0
        while seconds < 10_413_792_000 {
            let encoded = DERWriter.bytes { $0.time(seconds) }
            var reader = DERReader(encoded)
            if try reader.next().time() != seconds { bad += 1 }
            seconds += 86_399
        }
        #expect(bad == 0)
    }

    // Encodings from X.690 §8.19 and computed with Python's cryptography package.
    @Test(arguments: [
        ("2.5.4.3", "55 04 03"), ("1.2.840.10045.4.3.2", "2A 86 48 CE 3D 04 03 02"), ("2.999.3", "88 37 03"),
        ("1.3.6.1.5.5.7.3.1", "2B 06 01 05 05 07 03 01"), ("0.0", "00"), ("0.39", "27"), ("1.39", "4F"),
        ("2.0", "50"), ("1.0.18013.5.1.2", "28 81 8C 5D 05 01 02"),
    ])
    func `object identifiers`(_ dotted: String, _ encoded: String) throws {
        let oid = try #require(OID(dotted: dotted))
        #expect(oid.content == (try hex(encoded)))
        #expect(oid.description == dotted)
        #expect(OID(content: oid.content) == oid)
    }

    @Test func `a UUID arc is printed whole`() throws {
        // 2.25 with the UUID f81d4fae-7dec-11d0-a765-00a0c91e6bf6 and with 2^128-1, encoded with Python.
        let uuid = try hex("69 83 F0 9D A7 EB CF DE E0 C7 A1 A7 B2 C0 94 8C C8 F9 D7 76")
        #expect(OID(content: uuid)?.description == "2.25.329800735698586629295641978511506172918")
        let largest = try hex("69 83 FF FF FF FF FF FF FF FF FF FF FF FF FF FF FF FF FF 7F")
        #expect(OID(content: largest)?.description == "2.25.340282366920938463463374607431768211455")
    }

    @Test(arguments: ["", "80 01", "2A 80 48", "2A 86"])
    func `malformed object identifiers`(_ encoded: String) throws {
        #expect(OID(content: try hex(encoded)) == nil)
    }

    @Test(arguments: ["1", "3.1", "1.40", "1.2.", "1..2", "a.b", "-1.2"])
    func `malformed dotted text`(_ text: String) {
        #expect(OID(dotted: text) == nil)
    }

    @Test func `text of each type`() throws {
        func text(_ tag: DERTag, _ bytes: [UInt8]) throws -> String {
            try DERReader.only(tag, in: DERWriter.bytes { $0.element(tag, bytes) }).text()
        }
        #expect(try text(.utf8String, Array("Zürich".utf8)) == "Zürich")
        #expect(try text(.teletexString, [0x5A, 0xFC]) == "Zü")
        #expect(try text(.bmpString, [0x00, 0x5A, 0x30, 0x42]) == "Zあ")
        #expect(try text(.universalString, [0, 1, 0xF6, 0]) == "😀")
        #expect(try text(.printableString, Array("A-b c?".utf8)) == "A-b c?")
        #expect(throws: DERError.self) { try text(.utf8String, [0xC0, 0x80]) }
        #expect(throws: DERError.self) { try text(.ia5String, [0x80]) }
        #expect(throws: DERError.self) { try text(.printableString, Array("a\"b".utf8)) }
        #expect(throws: DERError.self) { try text(.bmpString, [0xD8, 0x00]) }
        #expect(throws: DERError.self) { try text(.bmpString, [0x00]) }
        #expect(throws: DERError.self) { try text(.octetString, [0x41]) }
    }
}
