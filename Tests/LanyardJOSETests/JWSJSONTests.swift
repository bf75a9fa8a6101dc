import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import Testing
import WalletPorts

@Suite struct JWSJSONTests {
    private let policy = JWSPolicy(algorithms: Set(SignatureAlgorithm.allCases), types: [], party: .verifier)

    @Test func `reads the general form, each signature on its own`() throws {
        let example = try jose("independent.json")["general"]
        let signatures = try JWSJSON(json: example["jws"].json(), from: .verifier).signatures
        let keys = try example["keys"].array().map { try JWK(json: $0.json()) }
        #expect(signatures.map(\.header.kid) == ["a", "b"])
        #expect(signatures.map(\.unprotectedHeader) == [[:], ["cty": "json"]])
        for (jws, key) in zip(signatures, keys) {
            let verified = try jws.verified(by: key, policy: policy)
            #expect(verified.payload == Array(try example["payload"].string().utf8))
        }
        let crossed = code { () throws(Finding) in try signatures[0].verified(by: keys[1].key, policy: policy) }
        #expect(crossed == "jose.key.mismatch")
    }

    @Test func `reads the flattened form`() throws {
        let example = try jose("independent.json")["flattened"]
        let signatures = try JWSJSON(json: example["jws"].json()).signatures
        let key = try JWK(json: example["key"].json())
        #expect(signatures.count == 1)
        #expect(try signatures[0].verified(by: key, policy: policy).claims() == ["a": 1])
    }

    private let flattened: JSON = ["payload": "e30", "protected": "eyJhbGciOiJFUzI1NiJ9", "signature": "AA"]

    private func changed(_ name: String, _ value: JSON?) -> JSON {
        var object = flattened.object ?? [:]
        object[name] = value
        return .object(object)
    }

    @Test func `names the member that is wrong`() {
        for name in ["payload", "protected", "signature"] {
            let missing = finding { () throws(Finding) in try JWSJSON(json: changed(name, nil), at: "/request") }
            #expect(missing?.code.description == "jose.json.missing")
            #expect(missing?.location == "/request/\(name)")
            let wrong = finding { () throws(Finding) in try JWSJSON(json: changed(name, "A=")) }
            #expect(wrong?.code.description == "jose.malformed")
            #expect(wrong?.location == "/\(name)")
        }
    }

    @Test func `refuses what could be read in two ways`() {
        let both = code { () throws(Finding) in try JWSJSON(json: changed("signatures", [])) }
        #expect(both == "jose.json.type")
        let none = code { () throws(Finding) in try JWSJSON(json: ["payload": "e30", "signatures": []]) }
        #expect(none == "jose.json.type")
        let twice = finding { () throws(Finding) in try JWSJSON(json: changed("header", ["alg": "ES256"])) }
        #expect(twice?.code.description == "jose.malformed")
        #expect(twice?.location == "/header")
    }

    @Test func `an algorithm that nobody signed is none`() throws {
        let example = try jose("rfc7520-cookbook/jws__4_7.protecting_content_only.json")
        for form in ["json", "json_flat"] {
            let json = try example["output"][form].json()
            #expect(code { () throws(Finding) in try JWSJSON(json: json) } == "jose.json.missing")
        }
    }
}
