import LanyardInspect
import LanyardJSON
import LanyardTestSupport
import Testing
import WalletPorts

@Suite struct TypeMetadataInspectionTests {
    @Test func `the documents of the draft keep every rule but for a misprint`() throws {
        let documents = try #require(try Samples.json("sd-jwt/sd-jwt-vc/type-metadata-from-draft.json").array)
        #expect(documents.count == 4)
        for document in documents {
            let inspection = try Samples.inspect(document.encodedText())
            #expect(inspection.kind == "type-metadata")
            // Of the hashes that the draft prints one is a character short, which is found.
            let short = inspection.checks.flatMap(\.findings).map(\.location)
            #expect(
                short
                    == (document["display"] == nil
                        ? [] : ["/display/1/rendering/simple/background_image/uri#integrity"]))
            #expect(inspection.isExplained)
            let extends = document["extends"] != nil
            #expect(inspection.outcome("SDVC-10") == (extends ? .notJudged : .notApplicable))
        }
    }

    @Test(arguments: try Vector.files(in: "oid4vci/type-metadata").filter { $0.hasSuffix(".json") })
    func `documents of the field are judged`(_ file: String) throws {
        let inspection = try Samples.inspect(try Samples.json("oid4vci/type-metadata/\(file)").encodedText())
        #expect(inspection.kind == "type-metadata")
        #expect(inspection.isExplained)
        // The hashes of the Swiss samples are made up, and have the lengths of none.
        #expect(inspection.faults == (file.hasPrefix("swiss") ? ["typeMetadata.integrity"] : []))
        #expect(inspection.codes(.tolerated) == (file.hasPrefix("swiss") ? ["typeMetadata.lang"] : []))
    }

    @Test(arguments: [
        #"{"vct":"urn:x","name":"Ada","given_name":"A","family_name":"B","address":{}}"#,
        #"{"vct":"urn:x","iss":"https://i","claims":[]}"#, #"{"vct":"urn:x","_sd":[],"name":"x"}"#, #"{"vct":"urn:x"}"#,
    ])
    func `the claims of a credential are no type metadata`(_ text: String) {
        #expect(Samples.detector.inspect(text)?.kind != "type-metadata")
    }

    private static let sound: JSONObject = [
        "vct": "urn:x", "extends": "urn:y",
        "extends#integrity": "sha256-ilOUJsTultOwLfz7QUcFALaRa3BP/jelX1ds04kB9yU=",
        "display": [
            [
                "locale": "en", "name": "X",
                "rendering": [
                    "simple": ["logo": ["uri": "https://i.example/l"], "text_color": "#fff"],
                    "svg_templates": [["uri": "data:,x"]],
                ],
            ]
        ],
        "claims": [
            [
                "path": ["a", .null], "sd": "never", "mandatory": true, "svg_id": "a_1",
                "display": [["locale": "en", "label": "A"]],
            ]
        ],
    ]

    private static func claim(_ more: JSONObject) -> JSON {
        var claim: JSONObject = ["path": ["a"]]
        for (name, value) in more.members { claim[name] = value }
        return .object(claim)
    }

    private static func rendering(_ value: JSON) -> JSON { [["locale": "en", "name": "X", "rendering": value]] }

    static let broken: [(String, JSON, String)] = [
        ("vct", "", "typeMetadata.vct"), ("vct", 1, "typeMetadata.vct"), ("name", 1, "typeMetadata.text"),
        ("extends", "urn:x", "typeMetadata.extends"), ("extends", "no URI", "typeMetadata.extends"),
        ("extends#integrity", "sha256-AAAA", "typeMetadata.integrity"),
        ("extends#integrity", "md5-ilOUJsTultOwLfz7QUcFALaRa3BP/jelX1ds04kB9yU=", "typeMetadata.integrity"),
        ("extends#integrity", "?", "typeMetadata.integrity"),
        ("display", [:], "typeMetadata.display"), ("display", [1], "typeMetadata.display"),
        ("display", [["name": "X"]], "typeMetadata.display"), ("display", [["locale": "en"]], "typeMetadata.display"),
        ("display", rendering(1), "typeMetadata.rendering"),
        ("display", rendering(["simple": ["logo": ["uri": "http://i"]]]), "typeMetadata.rendering"),
        ("display", rendering(["simple": ["background_image": [:]]]), "typeMetadata.rendering"),
        ("display", rendering(["simple": ["text_color": "red"]]), "typeMetadata.rendering"),
        ("display", rendering(["svg_templates": []]), "typeMetadata.rendering"),
        ("display", rendering(["svg_templates": [["uri": "data:,"], ["uri": "data:,"]]]), "typeMetadata.rendering"),
        (
            "display", rendering(["svg_templates": [["uri": "data:,", "properties": ["contrast": "low"]]]]),
            "typeMetadata.rendering"
        ),
        ("claims", [:], "typeMetadata.claims"), ("claims", [1], "typeMetadata.claims"),
        ("claims", [[:]], "typeMetadata.path"), ("claims", [["path": []]], "typeMetadata.path"),
        ("claims", [["path": [-1]]], "typeMetadata.path"), ("claims", [claim([:]), claim([:])], "typeMetadata.path"),
        ("claims", [claim(["mandatory": 1])], "typeMetadata.mandatory"),
        ("claims", [claim(["sd": "no"])], "typeMetadata.sd"),
        ("claims", [claim(["svg_id": "1a"])], "typeMetadata.svgId"),
        ("claims", [claim(["svg_id": "a-b"])], "typeMetadata.svgId"),
        ("claims", [claim(["svg_id": "a"]), ["path": ["b"], "svg_id": "a"]], "typeMetadata.svgId"),
        ("claims", [claim(["display": [["locale": "en"]]])], "typeMetadata.display"),
    ]

    @Test(arguments: broken)
    func `each fault has its code, and only that`(_ name: String, _ value: JSON, _ code: String) throws {
        #expect(try Samples.inspect(JSON.object(Self.sound).encodedText()).hasPassed)
        var document = Self.sound
        document[name] = value
        let inspection = try Samples.inspect(JSON.object(document).encodedText())
        #expect(inspection.faults == [code])
        #expect(inspection.isExplained)
    }

    @Test func `what drafts had is tolerated, and refused when strict`() throws {
        var document = Self.sound
        document["display"] = [["lang": "en", "name": "X"], ["locale": "EN", "name": "Y"]]
        let text = JSON.object(document).encodedText()
        let codes: Set<String> = ["typeMetadata.lang", "typeMetadata.locale"]
        #expect(try Samples.inspect(text).codes(.tolerated) == codes)
        #expect(try Samples.inspect(text).hasPassed)
        let strict = Detector(InspectOptions(now: Samples.now, strictness: .strict))
        #expect(try Samples.inspect(text, strict).faults == codes)
    }
}
