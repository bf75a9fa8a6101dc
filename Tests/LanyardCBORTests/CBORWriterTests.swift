import LanyardCBOR
import LanyardTestSupport
import Testing

@Suite struct CBORWriterTests {
    @Test(.row("MDOC-DR-06")) func `MDOC-DR-06 writes definite lengths in the order given`() throws {
        let bytes = CBORWriter.bytes {
            $0.map {
                $0.entry("version") { $0.text("1.0") }
                $0.entry(-1) {
                    $0.array {
                        $0.embedded([0xA0]); $0.null(); $0.float(1.5)
                    }
                }
                $0.entry(33) { $0.raw([0x18, 0x01]) }
            }
        }
        #expect(bytes == (try hex("a3 6776657273696f6e 63312e30 20 83 d81841a0 f6 f93e00 1821 1801")))
    }

    @Test func `heads are as short as can be`() throws {
        for (value, text) in [
            (23, "17"), (24, "1818"), (255, "18ff"), (256, "190100"), (65_535, "19ffff"), (65_536, "1a00010000"),
            (4_294_967_295, "1affffffff"), (4_294_967_296, "1b0000000100000000"), (-25, "3818"),
        ] as [(Int64, String)] {
            #expect(CBOR.integer(value).encoded() == (try hex(text)))
        }
    }

    @Test(arguments: [(0, "80", "a0"), (23, "97", "b7"), (24, "9818", "b818"), (256, "990100", "b90100")])
    func `the head of a container of any size stands before its content`(
        _ count: Int, _ array: String, _ map: String
    ) throws {
        let items = CBORWriter.bytes { $0.array { for _ in 0..<count { $0.null() } } }
        #expect(items == (try hex(array)) + [UInt8](repeating: 0xF6, count: count))
        let entries = CBORWriter.bytes(capacity: 8) {
            $0.map { for number in 0..<count { $0.entry(Int64(number)) { $0.null() } } }
        }
        #expect(entries.starts(with: try hex(map)))
        #expect(try CBORItem(parsing: entries).map?.count { _ in true } == count)
        #expect(CBORWriter.bytes { $0.array { $0.raw(items) } } == [0x81] + items)
    }
}

@Suite struct CBORDiagnosticTests {
    @Test func `diagnostic notation shows lengths, embedded items and nothing that a terminal obeys`() throws {
        let item = try CBORItem(
            parsing: hex("9f d818 44 a1616101 5f 41 aa 41 bb ff 66 1b5b e280ae 0a bf ff 64 225c c3a9 44 01020304 ff"))
        #expect(
            item.diagnostic(shownBytes: 2)
                == #"[_ 24(<<{"a": 1}>>), (_ h'aa', h'bb'), "\u001b[\u202e\n", {_ }, "\"\\é", h'0102...']"#)
    }

    @Test func `an indent spreads it over lines`() throws {
        let item = try CBORItem(parsing: hex("a2 01 82 02 03 04 80"))
        #expect(item.diagnostic(indent: 2) == "{\n  1: [\n    2,\n    3\n  ],\n  4: []\n}")
    }

    @Test func `embedding upon embedding is printed without running out of stack`() throws {
        var bytes: [UInt8] = [0]
        for _ in 0..<5000 { bytes = CBORWriter.bytes { $0.embedded(bytes) } }
        #expect(try CBORItem(parsing: bytes).diagnostic(shownBytes: 8).hasPrefix("24(<<24(<<"))
    }

    @Test func `tags between embeddings count towards the depth`() throws {
        var bytes: [UInt8] = [0]
        for _ in 0..<60 {
            let inner = bytes
            // Thirty tags that mean nothing, and one that embeds: as deep as one item may be.
            bytes = [UInt8](repeating: 0xC6, count: 30) + CBORWriter.bytes { $0.embedded(inner) }
        }
        let text = try CBORItem(parsing: bytes).diagnostic(shownBytes: 8)
        #expect(text.count { $0 == "<" } <= 4)
    }
}
