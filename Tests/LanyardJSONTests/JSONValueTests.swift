import LanyardJSON
import Testing

@Suite struct JSONValueTests {
    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("-0.0e7", 0), ("0e99999999999999999999", 0), ("1", 1), ("-17", -17), ("1.0", 1),
            ("1e3", 1000), ("1E+3", 1000), ("1200e-2", 12), ("1.25e2", 125), ("0.001e3", 1),
            ("9223372036854775807", .max), ("-9223372036854775808", .min), ("9223372036854775807.000", .max),
            ("922337203685477580.7e1", .max), ("1e18", 1_000_000_000_000_000_000), ("1000000000000000000000e-21", 1),
        ] as [(String, Int64)])
    func `gives exact integers`(_ text: String, _ value: Int64) throws {
        #expect(try JSON(parsing: text).int64 == value)
    }

    @Test(arguments: [
        "1.5", "0.1", "1e-1", "9223372036854775808", "-9223372036854775809", "1e19", "1e300", "1e99999999999999999999",
        "1e-99999999999999999999", "12e-9223372036854775808", "18446744073709551615", "1e9223372036854775807",
    ])
    func `gives no integer where there is none`(_ text: String) throws {
        #expect(try JSON(parsing: text).int64 == nil)
    }

    @Test func `keeps the text of numbers`() throws {
        for text in ["1.0", "1e3", "-0", "0.10", "123456789012345678901234567890", "1E+2"] {
            let value = try JSON(parsing: text)
            #expect(value.number?.text == text)
            #expect(value.encodedText() == text)
        }
        #expect(try JSON(parsing: "1.0") != JSON(parsing: "1"))
        #expect(try JSON(parsing: "0.1").double == 0.1)
        #expect(try JSON(parsing: "1e400").double == .infinity)
    }

    @Test func `a number is made from the text of one`() {
        #expect(JSONNumber("-1.50e3")?.text == "-1.50e3")
        for text in ["", " 1", "1 ", "01", "1.", "true", "\"1\"", "[1]"] { #expect(JSONNumber(text) == nil) }
    }

    @Test func `writes compactly, in order, with the escapes that are demanded`() throws {
        let text =
            "{ \"b\" : [ 1 , true , null , { } , [ ] ] , \"a\" : \"\\u00e9\\/\\u0001\\u001f\\u007f\\n\\\"\\\\\" }"
        let value = try JSON(parsing: text)
        #expect(value.encodedText() == "{\"b\":[1,true,null,{},[]],\"a\":\"é/\\u0001\\u001f\u{7F}\\n\\\"\\\\\"}")
        #expect(try JSON(parsing: value.encoded()) == value)
    }

    @Test func `is equal whatever the order of members`() throws {
        let one = try JSON(parsing: "{\"a\":1,\"b\":[{\"x\":1,\"y\":2}]}")
        let two = try JSON(parsing: "{\"b\":[{\"y\":2,\"x\":1}],\"a\":1}")
        #expect(one == two)
        #expect(one.hashValue == two.hashValue)
        #expect(one != ["a": 1])
        #expect(one != ["a": 1, "c": [["x": 1, "y": 2]]])
    }

    @Test(arguments: [3, 100]) func `an object is edited in place`(_ count: Int) throws {
        var object = JSONObject((0..<count).map { (name: "k\($0)", value: .number(JSONNumber(Int64($0)))) })
        object["k1"] = "changed"
        object["new"] = true
        object["k0"] = nil
        object["absent"] = nil
        #expect(object.count == count)
        #expect(object.keys.first == "k1")
        #expect(object["k1"] == "changed")
        #expect(object["k2"]?.int64 == 2)
        #expect(object["new"] == true)
        #expect(object.contains("k0") == false)
        object["k0"] = .null
        #expect(object.keys.last == "k0")
        #expect(object.contains("k0"))
    }

    @Test func `of equal names in a literal the last counts`() {
        let value: JSON = ["a": 1, "b": 2, "a": 3]
        #expect(value.encodedText() == "{\"a\":3,\"b\":2}")
    }

    @Test func `the accessors answer for their own kind only`() {
        let value: JSON = ["s": "text", "n": 7, "b": false, "l": [1, "two"], "o": [:]]
        #expect(value["s"]?.string == "text")
        #expect(value["n"]?.string == nil)
        #expect(value["b"]?.bool == false)
        #expect(value["n"]?.bool == nil)
        #expect(value["l"]?[1]?.string == "two")
        #expect(value["l"]?[2] == nil)
        #expect(value["l"]?[-1] == nil)
        #expect(value["o"]?.object?.isEmpty == true)
        #expect(value["o"]?.array == nil)
        #expect(value["absent"] == nil)
        #expect(JSON.null.isNull)
    }
}
