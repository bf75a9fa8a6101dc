import LanyardJSON
import LanyardTestSupport
import LanyardText
import Testing

/// One file of Wycheproof's tests.
struct Wycheproof {
    /// A test with the group that it stands in, and the verdict that is asked for.
    struct Case {
        let group: JSON
        let test: JSON

        /// Nil where either verdict is right.
        var isValid: Bool? {
            switch test["result"]?.string {
            case "valid": true
            case "invalid": false
            default: nil
            }
        }

        var number: Int64 { test["tcId"]?.int64 ?? -1 }

        /// A member of the test, as bytes.
        func bytes(_ name: String) throws -> [UInt8] {
            try decoded(hex: test[name]?.string)
        }
    }

    let cases: [Case]

    init(_ name: String) throws {
        let file = try JSON(parsing: Vector.bytes("jose/wycheproof/\(name).dev.json"))
        var cases: [Case] = []
        for group in try #require(file["testGroups"]?.array) {
            for test in try #require(group["tests"]?.array) { cases.append(Case(group: group, test: test)) }
        }
        self.cases = cases
        #expect(!cases.isEmpty)
    }

    /// The numbers of the cases whose verdict differs from the one asked for.
    func differences(_ verdict: (Case) throws -> Bool) rethrows -> [Int64] {
        try cases.filter { candidate in
            guard let isValid = candidate.isValid else { return false }
            return try verdict(candidate) != isValid
        }.map(\.number)
    }
}
