import LanyardCrypto
import LanyardJSON
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

@testable import LanyardSDJWT

@Suite struct TypeChainTests {
    /// Resolves the first type with the documents at hand; the first has the digest of its bytes.
    private static func resolve(_ documents: [JSON]) throws -> TypeRules {
        let bytes = documents.map { $0.encoded() }
        let digest = "sha256-" + Base64.encode(Hash.sha256(bytes[0]))
        var chain = TypeMetadataChain(
            TypeMetadata.Reference(
                type: documents[0]["vct"]?.string ?? "", integrity: IntegrityMetadata(parsing: digest)))
        var findings = Findings()
        for document in bytes { try chain.append(document, findings: &findings) }
        return try TypeRules(chain)
    }

    private static func type(_ name: String, _ members: JSONObject) -> JSON {
        var object: JSONObject = ["vct": .string(name)]
        for (name, value) in members.members { object[name] = value }
        return .object(object)
    }

    /// SD-JWT VC §9.5: the base, the extending type, and what the draft says is the effect.
    @Test(.row("SDVC-10")) func `SDVC-10 claims are inherited, replaced and added as the draft shows`() throws {
        let documents = try #require(try Samples.json("sd-jwt/sd-jwt-vc/type-metadata-from-draft.json").array)
        let rules = try Self.resolve([documents[2], documents[1]])
        let claims = rules.claims.map { claim -> JSON in
            [
                "path": claim.path.json,
                "display": .array(
                    claim.labels.map { ["label": .string($0.text), "locale": .string($0.locale)] }),
            ]
        }
        let expected = """
            [{"path":["name"],"display":[{"label":"Full Name","locale":"en"}]},
            {"path":["address","city"],"display":[{"label":"Town","locale":"en"}]},
            {"path":["nationalities"],"display":[{"label":"Nationalities","locale":"en"}]}]
            """
        #expect(areSame(.array(claims), try JSON(parsing: expected)))
    }

    @Test(.row("SDVC-10")) func `SDVC-10 the display is a type's own, or that of the nearest type with one`() throws {
        let shown: JSON = [["locale": "en", "name": "Base"]]
        let base = Self.type("urn:base", ["display": shown])
        let silent = Self.type("urn:mid", ["extends": "urn:base"])
        let own = Self.type("urn:own", ["extends": "urn:mid", "display": [["locale": "de", "name": "Own"]]])
        #expect(try Self.resolve([own, silent, base]).display.map(\.name) == ["Own"])
        #expect(try Self.resolve([silent, base]).display.map(\.name) == ["Base"])
    }

    @Test(
        .row("SDVC-10"),
        arguments: [
            (["sd": "always"], ["sd": "never"], "override.sd"), (["sd": "never"], ["sd": "always"], "override.sd"),
            (["sd": "always"], ["sd": "allowed"], "override.sd"), (["sd": "never"], ["sd": "allowed"], "override.sd"),
            (["mandatory": true], ["mandatory": false], "override.mandatory"),
            (["sd": "allowed"], ["sd": "never"], nil), ([:], ["sd": "always", "mandatory": true], nil),
            (["mandatory": false], ["mandatory": true], nil), (["sd": "never", "mandatory": true], [:], nil),
        ] as [(JSONObject, JSONObject, String?)])
    func `SDVC-10 a type tightens what it extends and never loosens it`(
        _ inherited: JSONObject, _ own: JSONObject, _ expected: String?
    ) throws {
        func claims(_ members: JSONObject) -> JSON {
            var claim = members
            claim["path"] = ["a"]
            return [.object(claim)]
        }
        let documents = [
            Self.type("urn:own", ["extends": "urn:mid", "claims": claims(own)]),
            Self.type("urn:mid", ["extends": "urn:base"]),
            Self.type("urn:base", ["claims": claims(inherited)]),
        ]
        #expect(code { _ = try Self.resolve(documents) } == expected.map { "typeMetadata.\($0)" })
        guard expected == nil else { return }
        let merged = try #require(try Self.resolve(documents).claims.first)
        #expect(merged.disclosability?.rawValue == (own["sd"] ?? inherited["sd"])?.string)
        #expect(merged.isMandatory == (own["mandatory"] ?? inherited["mandatory"])?.bool)
    }

    @Test(.row("SDVC-10")) func `SDVC-10 circles and chains that are too long end`() throws {
        let circle = [
            Self.type("urn:a", ["extends": "urn:b"]), Self.type("urn:b", ["extends": "urn:c"]),
            Self.type("urn:c", ["extends": "urn:a"]),
        ]
        #expect(code { _ = try Self.resolve(circle) } == "typeMetadata.extends.circular")
        func chain(_ count: Int) -> [JSON] {
            (0..<count).map { index in
                Self.type("urn:\(index)", index + 1 < count ? ["extends": .string("urn:\(index + 1)")] : [:])
            }
        }
        #expect(code { _ = try Self.resolve(chain(8)) } == nil)
        #expect(code { _ = try Self.resolve(chain(9)) } == "typeMetadata.extends.tooDeep")
        #expect(code { _ = try Self.resolve(Array(chain(8).dropLast())) } == "typeMetadata.incomplete")
    }

    @Test(.row("SDVC-09")) func `SDVC-09 a changed byte and a document of another type are refused`() throws {
        let document = Self.type("urn:x", ["name": "X"]).encoded()
        let digest = "sha256-" + Base64.encode(Hash.sha256(document))
        var chain = TypeMetadataChain(
            TypeMetadata.Reference(type: "urn:x", integrity: IntegrityMetadata(parsing: digest)))
        var findings = Findings()
        #expect(
            code { try chain.append(document + [0x20], findings: &findings) } == "typeMetadata.integrity.mismatch")
        #expect(chain.documents.isEmpty)
        try chain.append(document, findings: &findings)
        #expect(chain.missing == nil)

        var other = TypeMetadataChain(TypeMetadata.Reference(type: "urn:X"))
        #expect(code { try other.append(document, findings: &findings) } == "typeMetadata.vct.mismatch")
        let large = document + [UInt8](repeating: 0x20, count: TypeMetadataChain.largest)
        #expect(code { try other.append(large, findings: &findings) } == "typeMetadata.tooLarge")
    }

    // MARK: Credentials

    /// `a` hidden, `b` open with `b/c` hidden, `d` an array whose first element is hidden.
    private static func credential() throws -> VerifiedSDJWT {
        var builder = SDJWTBuilder()
        let inner = builder.object(["c": 1, "e": 2], hiding: ["c"])
        let payload = builder.object(
            ["vct": "urn:x", "a": ["x": 1], "b": .object(inner), "d": .array(builder.array(["p", "q"], hiding: [0]))],
            hiding: ["a"])
        return try VerifiedSDJWT(reopening: try Issuer.sign(&builder, payload))
    }

    @Test(
        .row("SDVC-11"),
        arguments: [
            (#"{"path":["a"],"sd":"always","mandatory":true}"#, nil), (#"{"path":["a"],"sd":"never"}"#, "never"),
            // What is part of a Disclosure has none of its own.
            (#"{"path":["a","x"],"sd":"always"}"#, "always"), (#"{"path":["a","x"],"sd":"never"}"#, nil),
            (#"{"path":["b"],"sd":"never"}"#, nil), (#"{"path":["b"],"sd":"always"}"#, "always"),
            (#"{"path":["b","c"],"sd":"always"}"#, nil), (#"{"path":["b","c"],"sd":"never"}"#, "never"),
            (#"{"path":["b","e"],"sd":"always"}"#, "always"),
            (#"{"path":["d",0],"sd":"always"}"#, nil), (#"{"path":["d",1],"sd":"always"}"#, "always"),
            (#"{"path":["d",null],"sd":"always"}"#, "always"), (#"{"path":["d",null],"sd":"never"}"#, "never"),
            (#"{"path":["d",null],"sd":"allowed"}"#, nil), (#"{"path":["d",null]}"#, nil),
            (#"{"path":["z"],"sd":"always"}"#, nil), (#"{"path":["z"],"mandatory":true}"#, "mandatory"),
            (#"{"path":["d","z"],"mandatory":true}"#, "mandatory"),
            (#"{"path":["d",2],"mandatory":true}"#, "mandatory"),
            (#"{"path":["b","e"],"mandatory":true}"#, nil), (#"{"path":["z"],"mandatory":false}"#, nil),
        ])
    func `SDVC-11 a credential keeps to sd and mandatory of its type`(_ claim: String, _ expected: String?) throws {
        let rules = try Self.resolve([Self.type("urn:x", ["claims": [try JSON(parsing: claim)]])])
        let credential = try Self.credential()
        #expect(code { try rules.check(credential) } == expected.map { "sdvc.type.\($0)" })
    }

    @Test func `paths that look at too much end`() throws {
        let credential = try VerifiedSDJWT(
            reopening: try Issuer.plain(["vct": "urn:x", "d": .array(Array(repeating: [:], count: 5000))]))
        func rules(_ count: Int) throws -> TypeRules {
            let claims = (0..<count).map { index -> JSON in ["path": ["d", .null, .string("n\(index)")]] }
            return try Self.resolve([Self.type("urn:x", ["claims": .array(claims)])])
        }
        #expect(code { try rules(50).check(credential) } == nil)
        #expect(code { try rules(150).check(credential) } == "sdvc.type.size")
    }

    @Test(.row("SDVC-14", "SDVC-09"))
    func `SDVC-14 only types at https URLs have documents that are fetched`() throws {
        func reference(_ members: JSONObject) throws -> TypeMetadata.Reference? {
            let credential = try VerifiedSDJWT(reopening: try Issuer.plain(members))
            var findings = Findings()
            return try SDJWTVC(
                checking: credential,
                for: SDJWTVC.Expectation(type: nil, holderKeys: [], now: Samples.now), findings: &findings
            ).typeReference()
        }
        for type in ["urn:x", "http://a.example/t", "file:///t", "https://", "https:t", "https://a.example/t#x"] {
            #expect(try reference(["vct": .string(type)]) == nil)
        }
        #expect(try reference(["vct": "https://a.example/t"])?.integrity == nil)
        #expect(
            try reference([
                "vct": "https://a.example/t",
                "vct#integrity": "sha256-WRL5ca/xGgX3c1VLmXfh+9cLlJNXN+TsMk+PmKjZ5t0=",
            ])?.integrity != nil)
        for integrity in ["", 7, "WRL5ca/xGgX3c1VLmXfh+9cLlJNXN+TsMk+PmKjZ5t0="] as [JSON] {
            #expect(
                code { _ = try reference(["vct": "https://a.example/t", "vct#integrity": integrity]) }
                    == "typeMetadata.integrity")
        }
    }
}
