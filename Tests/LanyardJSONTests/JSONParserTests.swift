import LanyardJSON
import LanyardTestSupport
import Testing

@Suite struct JSONParserTests {
    /// Texts that RFC 8259 allows, each with the rule that allows it.
    static let accepted: [(text: String, because: String)] = [
        ("null", "§2: any value is a text"),
        ("\"\"", "§2: any value is a text"),
        ("0", "§6: zero alone"),
        ("-0", "§6: minus is optional before any int"),
        ("-0.0e-0", "§6: exponent digits may start with zero"),
        ("1E+2", "§6: e or E, plus or minus"),
        ("10", "§6: a zero after the first digit"),
        ("1e0009", "§6: exp takes any digits"),
        ("123456789012345678901234567890.123", "§6: no limit on digits"),
        (" \t\r\n[ \r\n1 ,\t2\n]\r\n ", "§2: four white space characters around every token"),
        ("{\r\n  \"a\": 1,\r\n  \"b\": {}\r\n}\r\n", "§2: CRLF"),
        ("[]", "§5: no elements"),
        ("{}", "§4: no members"),
        ("{\"\":0}", "§4: the empty name"),
        ("{\"a\":{\"a\":1},\"b\":[{\"a\":1}]}", "§4: names are unique within one object only"),
        ("[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0000\"]", "§7: the eight short escapes and \\u"),
        ("\"\\u00e9\\u00E9\"", "§7: hexadecimal digits in either case"),
        ("\"\\uD834\\uDD1E\"", "§7: a surrogate pair"),
        ("\"\u{7F}\u{E9}\u{FEFF}\u{FFFF}\u{10FFFF}\"", "§7: unescaped is %x20-21, %x23-5B, %x5D-10FFFF"),
        ("\"/\"", "§7: the solidus need not be escaped"),
    ]

    @Test(arguments: accepted) func `accepts what the grammar allows`(_ one: (text: String, because: String)) throws {
        _ = try JSON(parsing: one.text)
    }

    /// Texts that RFC 8259 refuses, each with the rule that is broken and the failure it must give.
    static let refused: [(text: String, code: JSONError.Code, because: String)] = [
        ("", .syntax, "§2: a text is one value"),
        (" ", .syntax, "§2: a text is one value"),
        ("1 2", .syntax, "§2: a text is one value"),
        ("{}x", .syntax, "§2: nothing follows"),
        ("null\0", .syntax, "§2: NUL is no white space"),
        ("\u{0B}1", .syntax, "§2: vertical tab is no white space"),
        ("\u{A0}1", .syntax, "§2: no-break space is no white space"),
        ("\u{FEFF}{}", .encoding, "§8.1: no byte order mark"),
        ("nul", .syntax, "§3: literal names whole"),
        ("True", .syntax, "§3: lower case"),
        ("nulll", .syntax, "§3: literal names whole"),
        ("NaN", .syntax, "§6: no such number"),
        ("-Infinity", .syntax, "§6: no such number"),
        ("01", .syntax, "§6: no leading zeros"),
        ("-01", .syntax, "§6: no leading zeros"),
        ("00", .syntax, "§6: no leading zeros"),
        ("+1", .syntax, "§6: no plus sign"),
        (".5", .syntax, "§6: int before frac"),
        ("1.", .syntax, "§6: frac has digits"),
        ("1.e1", .syntax, "§6: frac has digits"),
        ("1e", .syntax, "§6: exp has digits"),
        ("1e+", .syntax, "§6: exp has digits"),
        ("-", .syntax, "§6: minus is no number"),
        ("--1", .syntax, "§6: one minus"),
        ("0x1F", .syntax, "§6: decimal only"),
        ("1_000", .syntax, "§6: digits only"),
        ("\u{0661}", .syntax, "§6: digits are ASCII"),
        ("[1,]", .syntax, "§5: no trailing comma"),
        ("[,1]", .syntax, "§5: no leading comma"),
        ("[1 2]", .syntax, "§5: a comma between"),
        ("[1", .syntax, "§5: the array ends"),
        ("[1}", .syntax, "§5: by its own bracket"),
        ("]", .syntax, "§5: begins first"),
        ("{\"a\":1,}", .syntax, "§4: no trailing comma"),
        ("{\"a\" 1}", .syntax, "§4: a colon after the name"),
        ("{\"a\":}", .syntax, "§4: a value after the colon"),
        ("{\"a\"}", .syntax, "§4: a member has a value"),
        ("{a:1}", .syntax, "§4: a name is a string"),
        ("{1:1}", .syntax, "§4: a name is a string"),
        ("{'a':1}", .syntax, "§7: double quotes"),
        ("{\"a\":1", .syntax, "§4: the object ends"),
        ("{\"a\":1 /* c */}", .syntax, "§2: no comments"),
        ("{\"a\":1,\"a\":1}", .duplicateMember, "§4: names unique"),
        ("{\"a\":1,\"\\u0061\":2}", .duplicateMember, "§8.3: compared after unescaping"),
        ("\"", .syntax, "§7: the string ends"),
        ("\"a", .syntax, "§7: the string ends"),
        ("\"a\\", .syntax, "§7: an escape is whole"),
        ("\"\\\"", .syntax, "§7: an escaped quote does not end it"),
        ("\"\\x41\"", .syntax, "§7: no such escape"),
        ("\"\\U0041\"", .syntax, "§7: u in lower case"),
        ("\"\\u12\"", .syntax, "§7: four digits"),
        ("\"\\u12G4\"", .syntax, "§7: hexadecimal digits"),
        ("\"\\'\"", .syntax, "§7: no such escape"),
        ("\"\t\"", .syntax, "§7: control characters are escaped"),
        ("\"\n\"", .syntax, "§7: control characters are escaped"),
        ("\"\\t\u{1F}\"", .syntax, "§7: also after an escape"),
        ("\"\\uD834\"", .encoding, "§8.2: lone high surrogate"),
        ("\"\\uDD1E\"", .encoding, "§8.2: lone low surrogate"),
        ("\"\\uDD1E\\uD834\"", .encoding, "§8.2: pair in the wrong order"),
        ("\"\\uD834\\u0041\"", .encoding, "§8.2: high surrogate without a low one"),
        ("\"\\uD834\\n\"", .encoding, "§8.2: high surrogate without a low one"),
        ("{\"\\uD800\":1}", .encoding, "§8.2: in names too"),
    ]

    @Test(arguments: refused)
    func `refuses what the grammar does not allow`(_ one: (text: String, code: JSONError.Code, because: String)) {
        let error = #expect(throws: JSONError.self, "\(one.because)") { try JSON(parsing: one.text) }
        #expect(error?.code == one.code, "\(one.because)")
    }

    /// Byte sequences that are no UTF-8, RFC 3629 §3 and §4.
    static let notUTF8: [(bytes: [UInt8], because: String)] = [
        ([0x80], "continuation alone"),
        ([0xC3], "cut off"),
        ([0xC0, 0xAF], "overlong"),
        ([0xE0, 0x80, 0xAF], "overlong"),
        ([0xED, 0xA0, 0x80], "surrogate"),
        ([0xF4, 0x90, 0x80, 0x80], "beyond U+10FFFF"),
        ([0xF8, 0x88, 0x80, 0x80, 0x80], "five bytes"),
        ([0xFF], "never a byte of UTF-8"),
        ([0xC3, 0x5C, 0x6E, 0xA9], "an escape inside a character"),
    ]

    @Test(arguments: notUTF8) func `refuses strings that are not UTF-8`(_ one: (bytes: [UInt8], because: String)) {
        for prefix in ["", "\\n"] {
            let text = [0x22] + Array(prefix.utf8) + one.bytes + [0x22]
            let error = #expect(throws: JSONError.self) { try JSON(parsing: text) }
            #expect(error?.code == .encoding, "\(one.because)")
        }
    }

    @Test func `refuses every prefix of a text`() throws {
        let text = Array("{\"a\":[1.5e3,true,null,\"\\uD834\\uDD1E\"],\"b\":{\"c\":false}}".utf8)
        _ = try JSON(parsing: text)
        for count in text.indices {
            #expect(throws: JSONError.self) { try JSON(parsing: text.prefix(count)) }
        }
    }

    @Test func `decodes strings to their code points`() throws {
        #expect(try JSON(parsing: #""\u0041\u00e9\ud834\udd1e\/\b\f\n\r\t""#).string == "Aé\u{1D11E}/\u{8}\u{C}\n\r\t")
        #expect(try JSON(parsing: "\"é\\n\u{1D11E}\"").string == "é\n\u{1D11E}")
    }

    @Test func `names that are equivalent but not the same are two names`() throws {
        // U+00E9 and U+0065 U+0301 are one String to Swift and two names to RFC 8259 §8.3.
        let value = try JSON(parsing: #"{"\u00e9":1,"e\u0301":2}"#)
        #expect(value["\u{E9}"]?.int64 == 1)
        #expect(value["e\u{301}"]?.int64 == 2)
        #expect(try JSON(parsing: "\"\u{E9}\"") != JSON(parsing: "\"e\u{301}\""))
    }

    @Test func `nests to 64 and no deeper`() throws {
        func nested(_ depth: Int, _ open: String, _ close: String) -> String {
            String(repeating: open, count: depth) + "0" + String(repeating: close, count: depth)
        }
        _ = try JSON(parsing: nested(64, "[", "]"))
        _ = try JSON(parsing: nested(64, "{\"a\":", "}"))
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            for depth in [65, 100_000] {
                let error = #expect(throws: JSONError.self) { try JSON(parsing: nested(depth, open, close)) }
                #expect(error?.code == .depth)
            }
        }
        let unclosed = #expect(throws: JSONError.self) { try JSON(parsing: String(repeating: "[", count: 1_000_000)) }
        #expect(unclosed?.code == .depth)
    }

    @Test func `refuses a text beyond the limit of bytes`() throws {
        let error = #expect(throws: JSONError.self) { try JSON(parsing: "[1,2]", limits: JSONLimits(bytes: 4)) }
        #expect(error?.code == .tooLarge)
        _ = try JSON(parsing: "[1,2]", limits: JSONLimits(bytes: 5))
    }

    @Test func `says where it went wrong`() throws {
        let syntax = #expect(throws: JSONError.self) { try JSON(parsing: "{\"a/b\":[0,{\"~\":tru}]}") }
        #expect(syntax == JSONError(.syntax, at: "/a~1b/1/~0", offset: 15, "no value starts like this"))
        let duplicate = #expect(throws: JSONError.self) { try JSON(parsing: "{\"a\":{\"b\":1,\"b\":2}}") }
        #expect(duplicate == JSONError(.duplicateMember, at: "/a/b", offset: 12, "the name occurs twice"))
    }

    @Test func `R30 reads CRLF and 32,000 members`() throws {
        let names = (0..<32_000).map { "claim-\($0)" }
        let text = "{\r\n" + names.map { "  \"\($0)\": \"\($0.dropFirst(6))\"" }.joined(separator: ",\r\n") + "\r\n}"
        let object = try #require(try JSON(parsing: text).object)
        #expect(object.keys == names)
        #expect(names.allSatisfy { object[$0]?.string == String($0.dropFirst(6)) })
        let repeated = text.dropLast(2) + ",\"claim-7\":0}"
        let error = #expect(throws: JSONError.self) { try JSON(parsing: repeated) }
        #expect(error?.code == .duplicateMember)
        #expect(error?.location == "/claim-7")
    }

    @Test func `R30 strings are read and written the same wherever in them something special stands`() throws {
        let special = [
            ("\"", "\\\""), ("\\", "\\\\"), ("\u{1}", "\\u0001"), ("\n", "\\n"), ("é", "é"), ("\u{7F}", "\u{7F}"),
        ]
        for (plain, written) in special {
            for place in 0..<20 {
                let (before, after) = (String(repeating: "a", count: place), String(repeating: "z", count: 20 - place))
                let text = "\"\(before)\(written)\(after)\""
                #expect(try JSON(parsing: text).string == before + plain + after)
                #expect(JSON.string(before + plain + after).encodedText() == text)
            }
        }
    }

    @Test func `R30 a byte that is no UTF-8 is refused wherever in a string it stands`() {
        for place in 0..<20 {
            var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 22)
            bytes[0] = UInt8(ascii: "\"")
            bytes[21] = UInt8(ascii: "\"")
            bytes[1 + place] = 0xC3
            let error = #expect(throws: JSONError.self) { try JSON(parsing: bytes) }
            #expect(error?.code == .encoding)
        }
    }
}
