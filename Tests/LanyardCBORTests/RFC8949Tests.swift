import LanyardCBOR
import LanyardJSON
import LanyardTestSupport
import Testing

@Suite struct RFC8949Tests {
    @Test(.row("MDOC-DR-06"))
    func `MDOC-DR-06 every example of Appendix A has the value that is printed beside it`() throws {
        var count = 0
        for entry in try #require(JSON(parsing: Vector.bytes("cbor/appendix_a.dev.json")).array) {
            let bytes = try hex(#require(entry["hex"]?.string))
            // simple(24) was legal in RFC 7049; RFC 8949 §3.3 forbids the form.
            guard entry["hex"]?.string != "f818" else {
                #expect(throws: CBORError.self) { try CBORItem(parsing: bytes) }
                continue
            }
            let item = try CBORItem(parsing: bytes)
            if let diagnostic = entry["diagnostic"]?.string {
                #expect(item.diagnostic(unwrapping: false) == diagnostic)
            } else {
                let decoded = try #require(entry["decoded"])
                #expect(matches(item.value, decoded), "\(item.diagnostic())")
            }
            if entry["roundtrip"]?.bool == true { #expect(item.value.encoded() == bytes) }
            count += 1
        }
        #expect(count == 54)
    }

    /// A value beside its JSON, numbers by their exact text or as doubles.
    private func matches(_ value: CBOR, _ json: JSON) -> Bool {
        switch (value, json) {
        case (.text(let text), .string(let string)): text == string
        case (.simple(20), .bool(false)), (.simple(21), .bool(true)), (.simple(22), .null): true
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { matches($0, $1) }
        case (.map(let entries), .object(let object)):
            entries.count == object.count
                && entries.allSatisfy { entry in
                    entry.key.text.flatMap { object[$0] }.map { matches(entry.value, $0) } ?? false
                }
        case (.unsigned(let number), .number(let text)): String(number) == text.text
        case (.float(let number), .number(let text)):
            number == text.double && (number.sign == .minus) == text.text.hasPrefix("-")
        case (.negative(.max), .number(let text)): text.text == "-18446744073709551616"
        case (.negative, .number(let text)): value.int64.map { String($0) } == text.text
        // The vector writes bignums as numbers.
        case (.tagged(3, .bytes([1, 0, 0, 0, 0, 0, 0, 0, 0])), .number(let text)):
            text.text == "-18446744073709551617"
        default: false
        }
    }

    @Test(.row("MDOC-DR-06"))
    func `MDOC-DR-06 everything in Appendix F is refused`() throws {
        let entries = try #require(
            JSON(parsing: Vector.bytes("cbor/rfc8949-appendix-f-malformed.dev.json")).array)
        #expect(entries.count == 63)
        for entry in entries {
            let text = try #require(entry["hex"]?.string)
            #expect(throws: CBORError.self, "\(text)") { try CBORItem(parsing: hex(text)) }
        }
    }

    @Test func `keys are written in the order of section 4_2_1 or of 4_2_3`() throws {
        let json = try JSON(parsing: Vector.bytes("cbor/rfc8949-map-key-order.json"))
        for (name, order) in [
            ("bytewiseLexicographic_4_2_1", CBOR.KeyOrder.bytewise), ("lengthFirst_4_2_3", .lengthFirst),
        ] {
            let keys = try #require(json[name]?["keysInOrder"]?.array).map { try hex(#require($0["hex"]?.string)) }
            var entries = try keys.map { (key: try CBORItem(parsing: $0).value, value: CBOR.null) }
            entries.swapAt(0, 5)
            entries.swapAt(1, 7)
            let written = CBOR.map(entries).encoded(order)
            let read = try #require(CBORItem(parsing: written).map).map { $0.key.bytes.array }
            #expect(read == keys)
        }
    }

    @Test func `deterministic encoding agrees with another implementation`() throws {
        let json = try JSON(parsing: Vector.bytes("cbor/axle-deterministic.json"))
        let vectors = try #require(json["vectors"]?.array)
        #expect(vectors.count == 29)
        for vector in vectors {
            let bytes = try hex(#require(vector["hex"]?.string))
            #expect(try value(#require(vector["cbor"])).encoded(.bytewise) == bytes)
            #expect(try CBORItem(parsing: bytes).value.encoded(.bytewise) == bytes)
        }
    }

    private func value(_ spec: JSON) throws -> CBOR {
        let value = spec["v"]
        switch spec["t"]?.string {
        case "uint", "nint": return .integer(try #require(value?.int64))
        case "bytes": return .bytes(try hex(#require(value?.string)))
        case "text": return .text(try #require(value?.string))
        case "bool": return .bool(try #require(value?.bool as Bool?))
        case "null": return .null
        case "array": return .array(try #require(value?.array).map { try self.value($0) })
        case "map":
            return .map(
                try #require(value?.array).map {
                    (key: try self.value(#require($0[0])), value: try self.value(#require($0[1])))
                })
        case "tag": return .tagged(UInt64(try #require(spec["tag"]?.int64)), try self.value(#require(value)))
        default: throw CBORError(.type, "unknown kind in the vector")
        }
    }
}
