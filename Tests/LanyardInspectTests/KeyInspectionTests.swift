import LanyardInspect
import LanyardJOSE
import LanyardJSON
import LanyardTestSupport
import Testing
import WalletPorts

@Suite struct KeyInspectionTests {
    @Test func `keys show the thumbprints that the RFCs print`() throws {
        for sample in try #require(try Samples.json("jose/rfc7638-thumbprints.json").array) {
            let text = try #require(sample["jwk"]).encodedText()
            let inspection = try Samples.inspect(text)
            #expect(inspection.fact("thumbprint") == sample["thumbprint"]?.string)
            #expect(inspection.faults == (sample["jwk"]?["d"] == nil ? [] : ["jwk.private"]))
        }
    }

    private static let key: JSONObject = [
        "kty": "EC", "crv": "P-256", "x": "TCAER19Zvu3OHF4j4W4vfSVoHIP1ILilDls7vCeGemc",
        "y": "ZxjiWWbZMQGHVWKVQ4hbSIirsVfuecCE6t4jT9F2HZQ",
    ]

    static let broken: [(String, JSON?, String)] = [
        ("x", nil, "jwk.missing"), ("x", 1, "jwk.type"), ("x", "AAAA", "jwk.coordinate.length"),
        ("y", "TCAER19Zvu3OHF4j4W4vfSVoHIP1ILilDls7vCeGemc", "jwk.invalid"), ("x", "=", "jwk.invalid"),
        ("kty", "XX", "jwk.kty.unsupported"), ("crv", "secp256k1", "jwk.crv.unsupported"), ("d", "AAAA", "jwk.private"),
    ]

    @Test(.row("VCI-PROOF-03"), arguments: broken)
    func `VCI-PROOF-03 each fault of a key has its code, alone and in a set`(
        _ name: String, _ value: JSON?, _ code: String
    ) throws {
        var object = Self.key
        object[name] = value
        #expect(try Samples.inspect(JSON.object(object).encodedText()).faults == [code])
        let set = try Samples.inspect(JSON.object(["keys": [.object(Self.key), .object(object)]]).encodedText())
        #expect(set.faults == [code])
        #expect(set.parts[0].hasPassed && !set.parts[1].hasPassed)
    }

    @Test func `a private member hides no other fault`() throws {
        var object = Self.key
        object["d"] = "AAAA"
        object["x"] = "AAAA"
        #expect(
            try Samples.inspect(JSON.object(object).encodedText()).faults == ["jwk.private", "jwk.coordinate.length"])
        #expect(try Samples.inspect(#"{"keys":[]}"#).faults == ["jwks.empty"])
    }
}
