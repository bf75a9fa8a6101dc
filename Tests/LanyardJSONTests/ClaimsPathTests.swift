import LanyardJSON
import LanyardTestSupport
import Testing

@Suite struct ClaimsPathTests {
    /// The credential of OpenID4VCI 1.0 Appendix C.3.
    private let credential: JSON = [
        "name": "Arthur Dent",
        "address": ["street_address": "42 Market Street", "locality": "Milliways", "postal_code": "12345"],
        "degrees": [
            ["type": "Bachelor of Science", "university": "University of Betelgeuse"],
            ["type": "Master of Science", "university": "University of Betelgeuse"],
        ],
        "nationalities": ["British", "Betelgeusian"],
    ]

    private func select(_ path: JSON) throws -> [String] {
        try ClaimsPath(json: path).select(in: credential).map { "\($0.pointer) \($0.value.encodedText())" }
    }

    @Test(.row("VCI-PATH-02")) func `VCI-PATH-02 selects what the examples of C 3 select`() throws {
        #expect(try select(["name"]) == ["/name \"Arthur Dent\""])
        #expect(
            try select(["address"]) == [
                "/address {\"street_address\":\"42 Market Street\",\"locality\":\"Milliways\",\"postal_code\":\"12345\"}"
            ])
        #expect(try select(["address", "street_address"]) == ["/address/street_address \"42 Market Street\""])
        #expect(
            try select(["degrees", .null, "type"]) == [
                "/degrees/0/type \"Bachelor of Science\"", "/degrees/1/type \"Master of Science\"",
            ])
    }

    @Test(.row("VCI-PATH-02")) func `VCI-PATH-02 selects by index and drops what is not there`() throws {
        #expect(try select(["nationalities", 1]) == ["/nationalities/1 \"Betelgeusian\""])
        #expect(try select(["degrees", 0, "type"]) == ["/degrees/0/type \"Bachelor of Science\""])
        let uneven: JSON = [["a": 1], ["b": 2], ["a": 3]]
        let path = try ClaimsPath(json: [.null, "a"])
        #expect(try path.select(in: uneven).map(\.pointer) == ["/0/a", "/2/a"])
        let arrays: JSON = [[1, 2], [3]]
        #expect(try ClaimsPath(json: [.null, 1]).select(in: arrays).map(\.value) == [2])
    }

    @Test(
        .row("VCI-PATH-02"),
        arguments: [
            (["name", "first"], .type), (["degrees", "type"], .type), (["address", .null], .type),
            (["address", 0], .type), (["absent"], .missing), (["nationalities", 2], .missing),
            (["degrees", .null, "absent"], .missing),
        ] as [(JSON, JSONError.Code)])
    func `VCI-PATH-02 a step on another kind and an empty result are errors`(
        _ path: JSON, _ code: JSONError.Code
    ) throws {
        let path = try ClaimsPath(json: path)
        let error = #expect(throws: JSONError.self) { try path.select(in: credential) }
        #expect(error?.code == code)
    }

    @Test(.row("VCI-PATH-02")) func `VCI-PATH-02 one element of another kind stops the whole path`() throws {
        let mixed: JSON = [["a": 1], 2]
        let error = #expect(throws: JSONError.self) { try ClaimsPath(json: [.null, "a"]).select(in: mixed) }
        #expect(error?.code == .type)
        #expect(error?.location == "/1")
    }

    @Test(
        .row("VCI-PATH-01"),
        arguments: [
            "[]", "[-1]", "[-0]", "[1.0]", "[1e0]", "[1.5]", "[true]", "[[\"a\"]]", "[{}]", "\"name\"", "{}", "null",
            "[99999999999999999999]", "[\"a\",false]",
        ])
    func `VCI-PATH-01 refuses what is no path`(_ text: String) throws {
        let json = try JSON(parsing: text)
        let error = #expect(throws: JSONError.self) { try ClaimsPath(json: json, at: "/claims/0/path") }
        #expect(error?.code == .type)
        #expect(error?.location.hasPrefix("/claims/0/path") == true)
    }

    @Test(.row("VCI-PATH-01")) func `VCI-PATH-01 reads strings, nulls and indexes`() throws {
        let json = try JSON(parsing: "[\"a\",null,0,\"\"]")
        let path = try ClaimsPath(json: json)
        #expect(path.elements == [.key("a"), .all, .index(0), .key("")])
        #expect(path.json == json)
        #expect(ClaimsPath([]) == nil)
        #expect(ClaimsPath([.index(-1)]) == nil)
    }
}
