import LanyardJSON
import LanyardTestSupport
import Testing
import WalletPorts

@testable import Lanyard

@Suite struct ClaimListTests {
    private let content = ClaimValue(
        [
            "given_name": "Erika", "birthdate": "1963-08-12", "age": 62, "height": .number(JSONNumber(176)),
            "address": ["locality": "Köln", "street": "Heidestraße 17"], "nationalities": ["DE", "FR"],
            "adult": true, "nothing": .null, "portrait": "data:image/png;base64,iVBORw0KGgo=",
        ] as JSON)

    private func labels(
        _ path: [ClaimLabels.Step], _ labels: KeyValuePairs<String, String> = [:], mandatory: Bool = false
    )
        -> ClaimLabels
    {
        ClaimLabels(path: path, mandatory: mandatory, labels: labels.map { ClaimLabels.Label($0.key, $0.value) })
    }

    @Test(.row("VCI-PATH-04")) func `VCI-PATH-04 declared claims come first in their order, the rest follows`() {
        let claims = ClaimList.make(
            of: content,
            described: [
                labels([.name("address"), .name("locality")], ["en": "Town", "de": "Ort"]),
                labels([.name("given_name")], ["en": "Given name", "de": "Vorname"], mandatory: true),
                labels([.name("nationalities"), .all], ["": "Nationality"]),
            ], languages: ["de-AT", "en"])
        #expect(
            claims.map(\.pointer) == [
                "/address/locality", "/given_name", "/nationalities/0", "/nationalities/1", "/birthdate", "/age",
                "/height",
                "/address/street", "/adult", "/nothing", "/portrait",
            ])
        #expect(
            claims.prefix(5).map(\.label) == ["Ort", "Vorname", "Nationality", "Nationality", "birthdate"])
        #expect(claims.map(\.mandatory).firstIndex(of: true) == 1)
    }

    @Test func `a thousand descriptions over a large array stop at a budget`() {
        let large = ClaimValue(["a": .array(Array(repeating: ["k": 1], count: 5000))] as JSON)
        let misses = (0..<1000).map { labels([.name("a"), .all, .name("k\($0)")]) }
        let descriptions = misses + [labels([.name("a"), .all, .name("k")])]
        let claims = ClaimList.make(of: large, described: descriptions, languages: ["en"])
        // Only the last one matches, and the budget ends before it: the array is shown whole.
        #expect(claims.map(\.pointer) == ["/a"])
    }

    @Test func `names that only look alike are two claims`() {
        // One scalar, and a letter with a combining mark: Unicode calls the two texts equal.
        let lookalikes = ClaimValue(["\u{E9}": "first", "e\u{301}": "second", "é/": 3] as JSON)
        let claims = ClaimList.make(
            of: lookalikes, described: [labels([.name("\u{E9}")], ["en": "Described"])], languages: ["en"])
        #expect(claims.map(\.value) == [.text("first"), .text("second"), .integer(3)])
        #expect(claims.map(\.label) == ["Described", "e\u{301}", "é/"])
    }

    @Test func `values are typed`() throws {
        let claims = ClaimList.make(of: content, described: [], languages: ["en"])
        let byName = Dictionary(uniqueKeysWithValues: claims.map { ($0.pointer, $0.value) })
        #expect(byName["/birthdate"] == CalendarDate("1963-08-12").map(ClaimValue.date))
        #expect(byName["/age"] == .integer(62))
        #expect(byName["/adult"] == .boolean(true))
        #expect(byName["/nothing"] == .null)
        // The eight bytes of a PNG signature.
        #expect(
            byName["/portrait"] == .bytes([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], mediaType: "image/png"))
        #expect(byName["/nationalities"] == .array([.text("DE"), .text("FR")]))
    }

    @Test func `a number keeps its own digits`() throws {
        let json = try JSON(parsing: #"{"a": 1.50, "b": 12345678901234567890, "c": 1e2}"#)
        guard case .object(let members) = ClaimValue(json) else { return #expect(Bool(false), "no object") }
        #expect(members.map(\.value) == [.decimal("1.50"), .decimal("12345678901234567890"), .integer(100)])
    }

    @Test func `text from outside is cleaned when it is shown`() {
        let shown = ClaimValue.text("a\u{1B}[31mb\u{202E}c").description
        #expect(!shown.unicodeScalars.contains("\u{1B}"))
        #expect(!shown.unicodeScalars.contains("\u{202E}"))
    }
}
