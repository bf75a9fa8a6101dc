import LanyardCBOR
import LanyardTestSupport
import Testing

@Suite struct CBORFieldTests {
    private let field: CBORField

    init() throws {
        let value: CBOR = [
            "docType": "d", "docs": [["n": 1], ["n": "x"]], "keys": [1: 2, -1: nil],
            "item": .tagged(24, .bytes([0xA1, 0x61, 0x61, 0x01])), "bad": .tagged(24, .bytes([0xA1])),
        ]
        field = CBORField(try CBORItem(parsing: value.encoded()))
    }

    @Test func `names the member that is wrong`() throws {
        func check(_ location: String, _ code: CBORError.Code, _ body: () throws(CBORError) -> Void) {
            let error = #expect(throws: CBORError.self) { try body() }
            #expect(error?.location == location)
            #expect(error?.code == code)
        }
        check("/docType", .type) { () throws(CBORError) in _ = try field["docType"].unsigned() }
        check("/docType", .type) { () throws(CBORError) in _ = try field["docType"]["x"].optionalText() }
        check("/none/deep", .missing) { () throws(CBORError) in _ = try field["none"]["deep"].text() }
        check("/docs/1/n", .type) { () throws(CBORError) in
            for document in try field["docs"].array() { _ = try document["n"].int64() }
        }
        check("/keys/-1", .type) { () throws(CBORError) in _ = try field["keys"][-1].text() }
        check("/keys/5", .missing) { () throws(CBORError) in _ = try field["keys"][5].bool() }
        check("/keys", .type) { () throws(CBORError) in _ = try field["keys"].members() }
        check("/item", .type) { () throws(CBORError) in _ = try field["item"].content(of: 25) }
        check("/item/a", .type) { () throws(CBORError) in _ = try field["item"].embedded()["a"].text() }
        check("/bad", .truncated) { () throws(CBORError) in _ = try field["bad"].embedded() }
    }

    @Test func `reads what is there`() throws {
        #expect(try field["docType"].text() == "d")
        #expect(try field["none"].optionalText() == nil)
        #expect(try field["keys"].numberedMembers().map(\.label) == [1, -1])
        #expect(try field["item"].embedded()["a"].int64() == 1)
        #expect(try field.members().map(\.name) == ["docType", "docs", "keys", "item", "bad"])
    }
}
