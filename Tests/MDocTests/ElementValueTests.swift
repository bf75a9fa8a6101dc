import LanyardCBOR
import LanyardTestSupport
import MDoc
import Testing
import WalletPorts

@Suite struct ElementValueTests {
    private func value(_ cbor: CBOR) throws -> ElementValue { ElementValue(try CBORItem(parsing: cbor.encoded())) }

    @Test(.row("MDOC-DR-07")) func `MDOC-DR-07 values are typed by their tags`() throws {
        #expect(try value("Doe") == .text("Doe"))
        #expect(try value(-7) == .integer(-7))
        #expect(try value(true) == .bool(true))
        #expect(try value(nil) == .null)
        #expect(try value(.float(1.5)) == .number(1.5))
        #expect(try value(.tagged(1004, "2024-02-29")) == .fullDate("2024-02-29"))
        let time = "2024-02-29T12:00:00Z"
        #expect(
            try value(.tagged(0, .text(time))) == .dateTime(Instant(seconds: 1_709_208_000), text: time))
        for wrong in ["2023-02-29", "2024-2-29", "2024-02-29T00:00:00Z", ""] {
            #expect(try value(.tagged(1004, .text(wrong))) == .other("1004(\"\(wrong)\")"))
        }
        #expect(try value(.tagged(0, "yesterday")) == .other("0(\"yesterday\")"))
        #expect(try value(.tagged(1, 5)) == .other("1(5)"))
        #expect(try value(.unsigned(.max)) == .other("18446744073709551615"))
        #expect(try value(.simple(99)) == .other("simple(99)"))
    }

    @Test func `a portrait tells its media type`() throws {
        for (start, type) in [
            ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg"), ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/png"),
            ([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A], "image/jp2"),
            ([0xFF, 0x4F, 0xFF, 0x51], "image/j2c"), ([1, 2, 3], nil), ([], nil),
        ] as [([UInt8], String?)] {
            #expect(try value(.bytes(start)) == .bytes(start, mediaType: type))
        }
    }

    @Test func `nested values keep their order and names`() throws {
        let nested = try value(["b": ["x": [1, "y"]], "a": .tagged(1004, "2020-01-01"), 7: nil])
        guard case .map(let entries) = nested else {
            Issue.record("no map")
            return
        }
        #expect(entries.map(\.name) == ["b", "a", "7"])
        #expect(entries[1].value == .fullDate("2020-01-01"))
        guard case .map(let inner) = entries[0].value else {
            Issue.record("no map")
            return
        }
        #expect(inner[0].value == .list([.integer(1), .text("y")]))
    }
}
