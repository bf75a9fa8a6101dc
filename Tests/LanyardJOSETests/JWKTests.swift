import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardTestSupport
import Testing
import WalletPorts

@Suite struct JWKTests {
    private let example: JSONObject = [
        "kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
        "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
    ]

    private func refusal(_ name: String, _ value: JSON?) -> Finding? {
        var object = example
        object[name] = value
        return finding { () throws(Finding) in try JWK(json: .object(object), at: "/keys/3", from: .verifier) }
    }

    @Test func `gives the thumbprints of RFC 7638 and RFC 9449`() throws {
        for field in try jose("rfc7638-thumbprints.json").array() {
            let key = try JWK(json: field["jwk"].json())
            #expect(key.thumbprint() == (try field["thumbprint"].string()))
            #expect(key.thumbprintBytes.count == 32)
        }
    }

    @Test func `reads the keys of RFC 7520`() throws {
        let curve = try jose("rfc7520-cookbook/jwk__3_1.ec_public_key.json")
        let key = try JWK(json: curve.json())
        #expect(key.kid == "bilbo.baggins@hobbiton.example")
        #expect(key.use == "sig")
        #expect(key.json == curve.value)
        let rsa = try jose("rfc7520-cookbook/jwk__3_3.rsa_public_key.json")
        #expect(try JWK(json: rsa.json()).json == rsa.value)
        for name in ["jwk__3_5.symmetric_key_mac_computation", "jwk__3_6.symmetric_key_encryption"] {
            let json = try jose("rfc7520-cookbook/\(name).json").json()
            #expect(code { () throws(Finding) in try JWK(json: json) } == "jwk.kty.unsupported")
        }
    }

    @Test(.row("VCI-PROOF-03")) func `VCI-PROOF-03 a leading zero stays, in 43 characters`() throws {
        for field in try jose("independent.json")["leadingZero"].array() {
            let json = try field["jwk"].json()
            let key = try ECPrivateKey.reading(jwk: json)
            let written = JWK(.ec(key.publicKey)).json
            #expect(written.object?.keys == ["kty", "crv", "x", "y"])
            for name in ["x", "y"] {
                #expect(written[name] == json[name])
                #expect(written[name]?.string?.count == 43)
            }
            #expect(JWK(.ec(key.publicKey)).thumbprint() == (try field["thumbprint"].string()))
            #expect(try key.jwk() == json)
        }
    }

    @Test(.row("VCI-PROOF-03"), arguments: ["x", "y"])
    func `VCI-PROOF-03 and R29 coordinates have the full length and no more`(_ name: String) {
        for text in [
            "", "AA", "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvR", "AH_Nzidw9sRdQYPL7m_bS3tYBzM1e-nvE7rPbjx70VRF",
        ] {
            let found = refusal(name, .string(text))
            #expect(found?.code.description == "jwk.coordinate.length")
            #expect(found?.location == "/keys/3/\(name)")
            #expect(found?.party == .verifier)
        }
        #expect(refusal(name, "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU=")?.code.description == "jwk.invalid")
        #expect(refusal(name, nil)?.code.description == "jwk.missing")
        #expect(refusal(name, 1)?.code.description == "jwk.type")
    }

    @Test func `the point is on its curve`() {
        // One bit of y changed.
        #expect(refusal("y", "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a8")?.code.description == "jwk.invalid")
        let zero = JSON.string(String(repeating: "A", count: 43))
        #expect(
            finding { () throws(Finding) in
                try JWK(json: ["kty": "EC", "crv": "P-256", "x": zero, "y": zero])
            }?.code.description == "jwk.invalid")
    }

    @Test func `names kinds and curves that are not supported`() {
        #expect(refusal("crv", "secp256k1")?.code.description == "jwk.crv.unsupported")
        #expect(refusal("crv", "P-384")?.code.description == "jwk.coordinate.length")
        #expect(refusal("kty", "oct")?.seen == .value("oct"))
        #expect(refusal("kty", nil)?.code.description == "jwk.missing")
        #expect(code { () throws(Finding) in try JWK(json: []) } == "jwk.type")
        #expect(
            code { () throws(Finding) in
                try JWK(json: ["kty": "OKP", "crv": "X25519", "x": "AA"])
            } == "jwk.crv.unsupported")
        #expect(
            code { () throws(Finding) in
                try JWK(json: ["kty": "RSA", "n": "AQAB", "e": "AQAB"])
            } == "jwk.invalid")
    }

    @Test(.row("VCI-PROOF-03")) func `VCI-PROOF-03 writes no private member and refuses one in a header`() throws {
        let field = try #require(
            try jose("rfc7515-appendix-a.json").array().first { try $0["alg"].string() == "ES256" })
        let json = try field["jwk"].json()
        #expect(try JWK(json: json).json["d"] == nil)
        let refused = finding { () throws(Finding) in try JWK(json: json, refusingPrivate: true) }
        #expect(refused?.code.description == "jwk.private")
        #expect(refused?.location == "/d")
        let header = code { () throws(Finding) in try JOSEHeader(json: ["alg": "ES256", "jwk": json]) }
        #expect(header == "jwk.private")
    }

    @Test func `a private key belongs to its public members`() throws {
        let keys = try jose("independent.json")["leadingZero"].array()
        var mixed = try keys[0]["jwk"].object()
        mixed["d"] = try keys[1]["jwk"]["d"].json()
        #expect(code { () throws(Finding) in try ECPrivateKey.reading(jwk: .object(mixed)) } == "jwk.invalid")
    }

    @Test func `a set skips what it cannot use and says why`() throws {
        var named = example
        named["kid"] = "a"
        let set = try JWKSet(json: ["keys": [["kty": "oct", "k": "AA"], .object(named), 7, .object(example)]])
        #expect(set.keys.count == 2)
        #expect(set.keys(withID: "a").count == 1)
        #expect(set.keys(withID: "b").isEmpty)
        #expect(set.skipped.map(\.code.description) == ["jwk.kty.unsupported", "jwk.type"])
        #expect(set.skipped.map(\.location) == ["/keys/0/kty", "/keys/2"])
        #expect(code { () throws(Finding) in try JWKSet(json: ["key": []]) } == "jwks.missing")
        #expect(try JWKSet(json: set.json).keys == set.keys)
    }

    @Test(
        arguments: [
            ([], "jose.header.type"), ("MIIB", "jose.header.type"), ([1], "jose.header.type"),
            ([""], "jose.header.type"), (["MII_"], "jose.header.type"), (["MIIB\n"], "jose.header.type"),
            (["MIIBAA"], "jose.header.type"), (["MIIB", "AA=="], nil),
        ] as [(JSON, String?)])
    func `R29 a chain in a header is a non-empty array of base64`(_ chain: JSON, _ expected: String?) throws {
        let found = finding { () throws(Finding) in try JOSEHeader(json: ["alg": "ES256", "x5c": chain]) }
        #expect(found?.code.description == expected)
        if expected != nil { #expect(found?.location.hasPrefix("/x5c") == true) }
    }
}
