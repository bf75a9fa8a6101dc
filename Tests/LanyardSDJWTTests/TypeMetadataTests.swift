import LanyardJSON
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

@testable import LanyardSDJWT

@Suite struct TypeMetadataTests {
    private static func read(_ json: JSON, _ strictness: Strictness = .tolerant) throws -> (TypeMetadata, [String]) {
        var findings = Findings(strictness: strictness)
        let document = try TypeMetadata(parsing: json.encoded(), findings: &findings)
        return (document, findings.list.map(\.code.description))
    }

    // MARK: Integrity

    /// The script and the digest of W3C Subresource Integrity §3.1; the other digests are Python's.
    @Test(
        .row("SDVC-09"),
        arguments: [
            ("sha384-H8BRh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t+eX6xO", true),
            ("sha384-H8BRh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t-eX6xO", true),
            ("sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=", true),
            ("sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=?ct=text/javascript", true),
            (
                "sha512-Q2bFTOhEALkN8hOms2FKTDLy7eugP2zFZ1T8LCvX42Fp3WoNr3bjZSAHeOsHrbV1Fu9/A0EzCinRE7Af1ofPrw==",
                true
            ),
            ("sha256-ilOUJsTultOwLfz7QUcFALaRa3BP/jelX1ds04kB9yU=", false),
            // One of several of a kind is enough, and unknown kinds say nothing.
            (
                "md5-x\tsha256-ilOUJsTultOwLfz7QUcFALaRa3BP/jelX1ds04kB9yU= "
                    + "sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=", true
            ),
            // Only the strongest kind counts: the right SHA-256 does not help a wrong SHA-384.
            (
                "sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng= "
                    + "sha384-AAAAh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t+eX6xO", false
            ),
        ])
    func `SDVC-09 digests are those of Subresource Integrity`(_ text: String, _ holds: Bool) throws {
        let integrity = try #require(IntegrityMetadata(parsing: text))
        #expect(integrity.holds(for: Array("alert('Hello, world.');".utf8)) == holds)
        #expect(!integrity.holds(for: Array("alert('Hello, world!');".utf8)))
    }

    @Test(
        .row("SDVC-09"),
        arguments: ["", "sha256-", "sha256-AAAA", "md5-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=", "sha256 x"])
    func `SDVC-09 what holds no digest is no integrity metadata`(_ text: String) {
        #expect(IntegrityMetadata(parsing: text) == nil)
    }

    // MARK: Documents

    @Test(.row("SDVC-09", "SDVC-12")) func `SDVC-09 the example of the draft is read whole`() throws {
        let documents = try #require(try Samples.json("sd-jwt/sd-jwt-vc/type-metadata-from-draft.json").array)
        let (document, codes) = try Self.read(try #require(documents.last))
        // The draft prints one digest of an image a character short: the image is left out.
        #expect(codes == ["typeMetadata.integrity"])
        #expect(document.type == "https://betelgeuse.example.com/education_credential/v42")
        #expect(document.base?.type == "https://galaxy.example.com/galactic-education-credential/v2")
        #expect(document.base?.integrity != nil)
        #expect(document.display.map(\.locale) == ["en-US", "de-DE"])
        #expect(document.display.map(\.name) == ["Betelgeuse Education Credential", "Betelgeuse-Bildungsnachweis"])
        #expect(document.display[0].logo?.uri == "https://betelgeuse.example.com/public/education-logo.png")
        #expect(document.display[0].logo?.altText == "Betelgeuse Ministry of Education logo")
        #expect(document.display.map(\.backgroundColor) == ["#12107c", "#12107c"])
        #expect(document.display.map { $0.backgroundImage != nil } == [true, false])
        #expect(
            document.claims.map { $0.path.json.encodedText() } == [
                #"["name"]"#, #"["address"]"#, #"["address","street_address"]"#, #"["degrees"]"#, #"["degrees",null]"#,
                #"["degrees",null,"field_of_study"]"#, #"["degrees",null,"date_awarded"]"#,
            ])
        #expect(document.claims.map(\.isMandatory) == [true, nil, nil, nil, nil, nil, nil])
        #expect(
            document.claims.map(\.disclosability) == [.always, .always, .always, .never, .always, .never, .always])
        #expect(document.claims[2].svgId == "address_street_address")
        #expect(document.claims[0].labels.map(\.text) == ["Vor- und Nachname", "Name"])
    }

    @Test(.row("SDVC-12")) func `SDVC-12 the former name of the language is read, and found`() throws {
        let (document, codes) = try Self.read([
            "vct": "urn:x", "unknown": [1, 2],
            "display": [["lang": "en", "name": "X"], ["locale": "EN", "name": "Y"]],
            "claims": [["path": ["a"], "display": [["lang": "en", "label": "A"]], "more": 1]],
        ])
        #expect(document.display.map(\.name) == ["X"])
        #expect(document.claims[0].labels.map(\.text) == ["A"])
        #expect(Set(codes) == ["typeMetadata.lang", "typeMetadata.locale"])
        #expect(
            code { _ = try Self.read(["vct": "urn:x", "display": [["lang": "en", "name": "X"]]], .strict) }
                == "typeMetadata.lang")
    }

    @Test(
        .row("SDVC-09", "SDVC-11"),
        arguments: [
            (#"{"name":"x"}"#, "vct"), (#"{"vct":""}"#, "vct"), (#"[]"#, "type"), (#"{"#, "syntax"),
            (#"{"vct":"urn:x","vct":"urn:x"}"#, "duplicateMember"),
            (#"{"vct":"urn:x","extends":"urn:x"}"#, "extends"), (#"{"vct":"urn:x","extends":7}"#, "extends"),
            (#"{"vct":"urn:x","extends":"urn:y","extends#integrity":"sha256-"}"#, "integrity"),
            (#"{"vct":"urn:x","claims":{}}"#, "claims"), (#"{"vct":"urn:x","claims":[1]}"#, "claims"),
            (#"{"vct":"urn:x","claims":[{"path":[]}]}"#, "path"), (#"{"vct":"urn:x","claims":[{}]}"#, "path"),
            (#"{"vct":"urn:x","claims":[{"path":["a"]},{"path":["a"]}]}"#, "path"),
            (#"{"vct":"urn:x","claims":[{"path":["a"],"sd":"sometimes"}]}"#, "sd"),
            (#"{"vct":"urn:x","claims":[{"path":["a"],"sd":null}]}"#, "sd"),
            (#"{"vct":"urn:x","claims":[{"path":["a"],"mandatory":"yes"}]}"#, "mandatory"),
        ])
    func `SDVC-11 a document whose rules cannot be read is refused whole`(_ text: String, _ expected: String) {
        var findings = Findings()
        #expect(
            code { _ = try TypeMetadata(parsing: Array(text.utf8), findings: &findings) }
                == "typeMetadata.\(expected)")
    }

    @Test(.row("SDVC-14")) func `SDVC-14 images are https or data, and others are left out`() throws {
        func rendering(_ uri: String) -> JSON {
            [
                "vct": "urn:x",
                "display": [["locale": "en", "name": "X", "rendering": ["simple": ["logo": ["uri": .string(uri)]]]]],
            ]
        }
        for uri in ["http://i.example/l.png", "file:///etc/passwd", "javascript:1", ""] {
            let (document, codes) = try Self.read(rendering(uri))
            #expect(document.display[0].logo == nil)
            #expect(codes == ["typeMetadata.rendering"])
        }
        #expect(try Self.read(rendering("HTTPS://i.example/l.png")).0.display[0].logo != nil)
    }
}
