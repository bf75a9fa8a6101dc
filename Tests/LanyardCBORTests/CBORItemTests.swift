import LanyardCBOR
import LanyardTestSupport
import Testing

@Suite struct CBORItemTests {
    @Test(
        .row("MDOC-DR-06", "VCI-MDOC-02"),
        arguments: [
            ("a201020103", CBORError.Code.duplicateKey),
            ("a2010218010 3", .duplicateKey),  // 1 and 1 in a longer form
            ("a26161016161 02", .duplicateKey),
            ("a2616101 7f6161ff 02", .duplicateKey),  // the same text in chunks
            ("a2 a201020304 00 a203040102 00", .duplicateKey),  // the same map as key
            ("a3 02 00 01 00 02 00", .duplicateKey),
            ("bf 01 02 01 03 ff", .duplicateKey),
            ("0000", .trailing),
            ("6180", .encoding),
            ("63eda080", .encoding),  // half a surrogate pair
            ("62c080", .encoding),  // a longer form than needed
            ("7f62c3ff61bcff", .encoding),  // a character cut by chunks
            ("9b7fffffffffffffff", .truncated),
            ("bb8000000000000000", .truncated),
            ("5bffffffffffffffff00", .truncated),
            ("8300", .truncated),
            ("f800", .malformed),
            ("1c", .malformed),
            ("df00ff", .malformed),
            ("bf00ff", .malformed),
            ("5f6100ff", .malformed),
            ("5f5f4100ffff", .malformed),
            ("ff", .malformed),
            ("81ff", .malformed),
            ("c1ff", .malformed),
            ("", .truncated),
        ])
    func `MDOC-DR-06 refuses what must not be read`(_ input: String, _ code: CBORError.Code) throws {
        let bytes = try hex(input)
        let error = #expect(throws: CBORError.self) { try CBORItem(parsing: bytes) }
        #expect(error?.code == code)
    }

    @Test(.row("VCI-MDOC-02")) func `VCI-MDOC-02 depth is bounded at 32, whatever nests`() throws {
        for (open, close) in [("81", ""), ("a100", ""), ("c1", ""), ("9f", "ff"), ("d818", "")] {
            func nested(_ depth: Int) throws -> [UInt8] {
                try hex(
                    String(repeating: open, count: depth) + "00" + String(repeating: close, count: depth))
            }
            #expect(throws: Never.self) { try CBORItem(parsing: nested(32)) }
            let error = #expect(throws: CBORError.self) { try CBORItem(parsing: nested(33)) }
            #expect(error?.code == .depth)
            #expect(throws: CBORError.self) { try CBORItem(parsing: nested(100_000)) }
        }
    }

    @Test func `the number of items and of bytes is bounded`() throws {
        let limits = CBORLimits(bytes: 10, items: 3)
        #expect(throws: Never.self) { try CBORItem(parsing: hex("820000"), limits: limits) }
        #expect(throws: CBORError.self) { try CBORItem(parsing: hex("83000000"), limits: limits) }
        #expect(throws: CBORError.self) { try CBORItem(parsing: hex("4a00000000000000000000"), limits: limits) }
    }

    @Test(.row("VCI-MDOC-02", "MDOC-ENG-04"))
    func `MDOC-ENG-04 original bytes are kept, however they were written`() throws {
        // A map of two with a head of three bytes, a number in a longer form, chunks, a tag in a longer form.
        let inner = "d9 0018 44 6178 1801"
        let bytes = try hex("b9 0002 61 61 \(inner) 5f 41 01 42 0203 ff 7f 61 62 61 63 ff")
        let item = try CBORItem(parsing: bytes)
        #expect(item.bytes.array == bytes)
        #expect(item["a"]?.bytes.array == (try hex(inner)))
        #expect(item["a"]?.content(of: 24)?.byteString?.array == (try hex("61781801")))
        let entries = try #require(item.map).map { ($0.key, $0.value) }
        #expect(entries[1].0.byteString?.array == [1, 2, 3])
        #expect(entries[1].1.text == "bc")
        #expect(item.value.encoded() != bytes)
    }

    @Test func `a view counts from zero and is compared by its bytes`() throws {
        let item = try CBORItem(parsing: hex("83 00 43 010203 43 010203"))
        let views = try #require(item.array).compactMap(\.byteString)
        #expect(views[0] == views[1])
        #expect(views[0].hashValue == views[1].hashValue)
        #expect(views[1][0] == 1 && views[1][2] == 3 && views[1].count == 3)
        #expect(Array(views[1]) == [1, 2, 3])
        #expect(views[1].withContiguousStorageIfAvailable { Array($0) } == [1, 2, 3])
    }

    @Test func `a text key is compared by its code units`() throws {
        // "é" composed is the key; decomposed it is another text.
        let item = try CBORItem(parsing: hex("a1 62c3a9 01"))
        #expect(item["\u{E9}"]?.int64 == 1)
        #expect(item["e\u{301}"] == nil)
        #expect(try CBORItem(parsing: hex("a2 62c3a9 01 6365cc81 02")).value["e\u{301}"]?.int64 == 2)
    }

    @Test func `integers fit or are nil`() throws {
        for (text, value) in [
            ("1b7fffffffffffffff", Int64.max), ("3b7fffffffffffffff", Int64.min), ("20", -1), ("1800", 0),
        ] {
            #expect(try CBORItem(parsing: hex(text)).int64 == value)
        }
        for text in ["1b8000000000000000", "3b8000000000000000", "c24101", "f93c00", "6131"] {
            #expect(try CBORItem(parsing: hex(text)).int64 == nil)
        }
    }

    @Test func `every half is written as it was read`() throws {
        for bits in UInt16.min...UInt16.max {
            let bytes: [UInt8] = [0xF9, UInt8(bits >> 8), UInt8(bits & 0xFF)]
            let value = try #require(CBORItem(parsing: bytes).double)
            #expect(CBOR.float(value).encoded() == (value.isNaN ? [0xF9, 0x7E, 0] : bytes))
        }
        // Just between two halves, just above the largest, just below the smallest.
        for value in [1.00048828125, 65_505.0, 0x1p-25, 0x1.8p-24] {
            #expect(CBOR.float(value).encoded().first == 0xFA)
        }
    }

    @Test func `maps as keys of maps are read up to a limit`() throws {
        func nested(_ length: Int) throws -> [UInt8] {
            var bytes = CBORWriter.bytes { $0.byteString([UInt8](repeating: 0, count: length)) }
            for _ in 0..<30 { bytes = [0xA2] + bytes + [0, 0, 0] }
            return bytes
        }
        #expect(throws: Never.self) { try CBORItem(parsing: nested(1000)) }
        let error = #expect(throws: CBORError.self) { try CBORItem(parsing: nested(1 << 17)) }
        #expect(error?.code == .tooLarge)
    }

    @Test func `thousands of keys in descending order are read`() throws {
        for count in [1000, 2000, 4000] {
            // Descending, so that the keys have to be looked up.
            let entries = (0..<count).reversed().map { (key: CBOR.integer(Int64($0)), value: CBOR.null) }
            let bytes = CBOR.map(entries).encoded()
            #expect(try CBORItem(parsing: bytes).map.map { Array($0).count } == count)
        }
    }
}
