import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardSDJWT
import LanyardTestSupport
import Testing
import WalletPorts

/// Reads test data and names what every suite needs.
enum Samples {
    static func json(_ path: String) throws -> JSON {
        try JSON(parsing: try Vector.bytes(path))
    }

    static func vectors(_ path: String) -> [Sample] {
        guard let file = try? json(path), let list = file["vectors"]?.array else { return [] }
        return list.map { Sample(json: $0) }
    }

    static func folder(_ path: String) -> [Sample] {
        let names = (try? Vector.files(in: path)) ?? []
        return names.filter { $0.hasSuffix(".json") }.compactMap { name in
            (try? json("\(path)/\(name)")).map { Sample(json: $0, name: name) }
        }
    }

    /// The issuer key of the examples of RFC 9901.
    static func issuerKey() throws -> PublicKey {
        try JWK(json: try #require(try json("sd-jwt/rfc9901-examples.json")["issuerKey"]), at: "").key
    }

    /// Any typ and any algorithm: for SD-JWTs that are no credentials.
    static let anyType = JWSPolicy(
        algorithms: Set(SignatureAlgorithm.allCases),
        types: ["dc+sd-jwt", "vc+sd-jwt", "example+sd-jwt", "sd-jwt", "JWT"], party: .issuer)

    /// The moment at which the samples are valid.
    static let now = Instant(seconds: 1_748_454_300)
    static let type = "https://credentials.example.com/identity_credential"

    static func holderThumbprint() throws -> String {
        try JWK(json: try #require(try json("sd-jwt/crafted.json")["holderKey"]), at: "").thumbprint()
    }
}

/// One test vector, shown by its name.
struct Sample: Sendable, CustomTestStringConvertible {
    let json: JSON
    var name = ""

    init(json: JSON, name: String? = nil) {
        self.json = json
        self.name = name ?? json["name"]?.string ?? "?"
    }

    var testDescription: String { name }

    subscript(_ member: String) -> JSON? { json[member] }

    func text(_ member: String) throws -> String { try #require(json[member]?.string) }
}

/// Whether two JSON values mean the same: member order and the spelling of numbers apart.
func areSame(_ left: JSON, _ right: JSON) -> Bool {
    switch (left, right) {
    case (.object(let left), .object(let right)):
        left.count == right.count
            && left.members.allSatisfy { member in right[member.name].map { areSame(member.value, $0) } ?? false }
    case (.array(let left), .array(let right)):
        left.count == right.count && zip(left, right).allSatisfy { areSame($0, $1) }
    case (.number(let left), .number(let right)):
        left.double == right.double
    default:
        left == right
    }
}

/// The check that a presentation's own vector asks for, at the moment of its key binding.
func keyBindingExpectation(of sample: Sample, for presented: VerifiedSDJWT) throws -> KeyBindingExpectation {
    let claims = try JSON(parsing: try JWS(compact: try found(presented.received.keyBinding)).payload)
    return KeyBindingExpectation(
        audience: try found(sample["kb"]?["aud"]?.string), nonce: try found(sample["kb"]?["nonce"]?.string),
        now: Instant(seconds: try found(claims["iat"]?.int64)))
}

/// The code of the finding that a call throws, or nil.
func code(of body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch let finding as Finding {
        return finding.code.description
    } catch {
        return "not a finding: \(error)"
    }
}

/// A value that must be there, also inside another expectation, where `#require` cannot stand.
func found<Value>(_ value: Value?) throws -> Value { try #require(value) }
