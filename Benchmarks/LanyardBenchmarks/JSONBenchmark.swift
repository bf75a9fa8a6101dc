import LanyardJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reading JSON, beside `JSONDecoder` into the same value tree.
///
/// Here the other implementation is the slower one, and the promise is a tenth of its time.
enum JSONBenchmark {
    static func run(_ effort: Measurement.Effort) async throws -> [Measurement] {
        let bytes = document.encoded()
        let data = Data(bytes)
        var count = 0
        let measurement = try await Measurement(
            "read JSON of \(bytes.count / 1024) kB (floor: JSONDecoder)", promise: 0.1, effort: effort,
            operation: { count += try JSON(parsing: bytes).array?.count ?? 0 },
            floor: { count += try JSONDecoder().decode(Tree.self, from: data).count })
        precondition(count > 0)
        return [measurement]
    }

    /// Objects like those of issuer metadata.
    private static let document = JSON.array(
        (0..<200).map { number in
            [
                "format": "dc+sd-jwt", "vct": .string("urn:example:type:\(number)"), "scope": "pid",
                "cryptographic_binding_methods_supported": ["jwk"], "batch": .number(JSONNumber(Int64(number))),
                "proof_types_supported": ["jwt": ["proof_signing_alg_values_supported": ["ES256", "ES384"]]],
                "credential_metadata": [
                    "display": [
                        ["name": "Persönliche Daten", "locale": "de"], ["name": "Personal data", "locale": "en"],
                    ],
                    "claims": [
                        ["path": ["address", "locality"], "mandatory": true], ["path": ["nationalities", .null]],
                    ],
                ],
            ]
        })

    /// The same value tree by way of Codable.
    private indirect enum Tree: Decodable {
        case null, bool(Bool), number(Double), string(String), array([Tree]), object([String: Tree])

        var count: Int { if case .array(let elements) = self { elements.count } else { 0 } }

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                self = .null
            } else if let text = try? value.decode(String.self) {
                self = .string(text)
            } else if let flag = try? value.decode(Bool.self) {
                self = .bool(flag)
            } else if let number = try? value.decode(Double.self) {
                self = .number(number)
            } else if let elements = try? value.decode([Tree].self) {
                self = .array(elements)
            } else {
                self = .object(try value.decode([String: Tree].self))
            }
        }
    }
}
