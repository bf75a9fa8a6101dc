import LanyardJSON
import Testing

@Suite struct JSONFieldTests {
    private let field = JSONField([
        "name": "Lanyard", "count": 3, "on": true, "list": ["a", "b"], "mixed": ["a", 1], "inner": ["a/b": "x"],
        "nothing": .null, "fraction": .number(JSONNumber("1.5") ?? JSONNumber(0)),
    ])

    private func failure<T>(_ read: () throws(JSONError) -> T) -> JSONError? {
        do throws(JSONError) {
            _ = try read()
            return nil
        } catch {
            return error
        }
    }

    @Test func `reads members of the kind that is asked for`() throws {
        #expect(try field["name"].string() == "Lanyard")
        #expect(try field["count"].int64() == 3)
        #expect(try field["on"].bool())
        #expect(try field["list"].strings() == ["a", "b"])
        #expect(try field["inner"]["a/b"].string() == "x")
        #expect(try field["absent"].optionalString() == nil)
        #expect(try field["absent"]["further"].optionalArray() == nil)
        #expect(try field["inner"].members().map(\.field.location) == ["/inner/a~1b"])
        #expect(field["nothing"].isPresent)
    }

    @Test func `names the member that is missing`() {
        #expect(failure { () throws(JSONError) in try field["absent"].string() }?.code == .missing)
        #expect(failure { () throws(JSONError) in try field["a~b"]["c"].int64() }?.location == "/a~0b/c")
    }

    @Test func `a place names a long member by its beginning`() {
        let name = String(repeating: "n", count: 65)
        let error = failure { () throws(JSONError) in try field[name]["c"].string() }
        #expect(error?.location == "/" + name.dropLast() + "/c")
    }

    @Test func `names the member that is of another kind`() {
        let wrong = failure { () throws(JSONError) in try field["count"].string() }
        #expect(wrong == JSONError(.type, at: "/count", "expected a string, found number"))
        #expect(failure { () throws(JSONError) in try field["mixed"].strings() }?.location == "/mixed/1")
        #expect(failure { () throws(JSONError) in try field["fraction"].int64() }?.code == .type)
        #expect(failure { () throws(JSONError) in try field["nothing"].optionalString() }?.code == .type)
    }

    @Test func `stepping into what is no object names that place`() {
        let wrong = failure { () throws(JSONError) in try field["name"]["first"]["more"].optionalString() }
        #expect(wrong == JSONError(.type, at: "/name", "expected an object, found string"))
    }

    @Test func `starts at a place that the caller names`() {
        let inner = JSONField(["a": 1], at: "/proofs/0")
        #expect(failure { () throws(JSONError) in try inner["a"].bool() }?.location == "/proofs/0/a")
    }
}
