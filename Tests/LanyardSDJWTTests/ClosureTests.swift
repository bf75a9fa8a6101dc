import LanyardJOSE
import LanyardJSON
import LanyardTestSupport
import Testing
import WalletPorts

@testable import LanyardSDJWT

@Suite struct ClosureTests {
    @Test(.row("SDJWT-14"), arguments: Samples.folder("sd-jwt/generated").filter { $0["issuance"]?.string != nil })
    func `SDJWT-14 a selection discloses what the Python implementation discloses`(_ sample: Sample) throws {
        guard sample.name != "py__header_mod.json" else {
            // Its kid is a number, which RFC 7515 does not allow.
            #expect(code { _ = try SDJWT(compact: try sample.text("issuance")) } == "jose.header.type")
            return
        }
        let key = try JWK(json: try #require(sample["issuer_jwk"]), at: "").key
        let issued = try SDJWT(compact: try sample.text("issuance")).verified(by: key, policy: Samples.anyType)
        let selection = pointers(selectedBy: try #require(sample["holder_disclosed_claims"]), at: "")
        let theirs = try SDJWT(compact: try sample.text("presentation"))
        #expect(Set(issued.closure(of: selection, .node)) == Set(theirs.disclosures))

        let presented = try theirs.verified(by: key, policy: Samples.anyType)
        #expect(areSame(.object(presented.claims), try found(sample["verified_contents"])))
        let ours = try SDJWT(compact: issued.presentation(disclosing: selection, .node))
            .verified(by: key, policy: Samples.anyType)
        #expect(areSame(.object(ours.claims), try found(sample["verified_contents"])))
        if theirs.keyBinding != nil {
            _ = try presented.verifiedKeyBinding(for: try keyBindingExpectation(of: sample, for: presented))
        }
    }

    @Test(.row("SDJWT-14", "SDJWT-10"))
    func `SDJWT-14 a nested claim brings every ancestor and no sibling`() throws {
        let verified = try crafted("recursive")
        func names(_ pointers: [String], _ extent: VerifiedSDJWT.Extent) -> [String?] {
            verified.closure(of: pointers, extent).map(\.name)
        }
        // The Disclosures stand in the order locality, address, region.
        #expect(names(["/address/locality"], .subtree) == ["locality", "address"])
        #expect(names(["/address/country"], .subtree) == ["address"])
        #expect(names(["/address"], .node) == ["address"])
        #expect(names(["/address"], .subtree) == ["locality", "address", "region"])
        #expect(names(["/address/region", "/address/region", "/address"], .node) == ["address", "region"])
        #expect(names(["/vct"], .subtree) == [])
        #expect(names(["/address/nothing", "/nothing", "address", "/address/~2"], .subtree) == [])
        #expect(names([""], .node) == [])
        #expect(names([""], .subtree).count == 3)
        #expect(verified.isSelectivelyDisclosable("/address/country"))
        #expect(!verified.isSelectivelyDisclosable("/vct"))
    }

    @Test(.row("SDJWT-14", "SDJWT-11"))
    func `SDJWT-14 an index counts the elements of the processed array`() throws {
        // ["AT", US hidden, DE withheld, "IT", FR hidden, decoy] is processed to ["AT", "US", "IT", "FR"].
        let verified = try crafted("array-mixed")
        func shown(_ index: Int) -> [JSON] { verified.closure(of: ["/nationalities/\(index)"]).map(\.value) }
        #expect(shown(0) == [])
        #expect(shown(1) == ["US"])
        #expect(shown(2) == [])
        #expect(shown(3) == ["FR"])
        #expect(verified.closure(of: ["/nationalities/4", "/nationalities/01", "/nationalities/-1"]).isEmpty)

        let path = try ClaimsPath(json: ["nationalities", 3])
        let selected = try path.select(in: .object(verified.claims))
        #expect(selected.map(\.value) == ["FR"])
        #expect(verified.closure(of: selected.map(\.pointer)).map(\.value) == ["FR"])
    }

    @Test(.row("SDJWT-14", "SDJWT-04"))
    func `SDJWT-14 a presentation is cut from the text that arrived`() throws {
        let text = try #require(Samples.vectors("sd-jwt/crafted.json").first { $0.name == "white-space-and-escapes" })
            .text("compact")
        let verified = try crafted("white-space-and-escapes")
        #expect(verified.presentation(disclosing: ["/family_name"]) == text)
        #expect(verified.presentation(disclosing: []) == text.prefix { $0 != "~" } + "~")
    }

    @Test(.row("SDJWT-14"))
    func `SDJWT-14 chosen Disclosures bring what they stand on, once and in order`() throws {
        let verified = try crafted("recursive")
        let all = verified.received.disclosures
        let region = try #require(all.last)
        let expected = verified.presentation(disclosing: ["/address/region"])
        #expect(verified.presentation(of: [region, region]) == expected)
        #expect(verified.presentation(of: all.reversed()) == verified.received.text)
        let stranger = try #require(try crafted("array-mixed").received.disclosures.first)
        #expect(verified.presentation(of: [stranger]) == verified.presentation(of: []))
    }

    @Test(.row("SDJWT-14"))
    func `SDJWT-14 names that look alike stay apart`() throws {
        // One name composed, one decomposed: equal to a reader, different in JSON.
        var builder = SDJWTBuilder()
        let payload = builder.object(
            ["caf\u{E9}": 1, "cafe\u{301}": 2, "a/b~c": 3], hiding: ["caf\u{E9}", "a/b~c"])
        #expect(builder.disclosures.count >= 2)
        let verified = try VerifiedSDJWT(reopening: try Issuer.sign(&builder, payload))
        #expect(verified.closure(of: ["/caf\u{E9}"]).map(\.value) == [1])
        #expect(verified.closure(of: ["/a~1b~0c"]).map(\.value) == [3])
    }

    @Test(.row("SDJWT-14"))
    func `SDJWT-14 without Disclosures and without _sd_alg a presentation is the JWT and a tilde`() throws {
        let verified = try crafted("no-disclosures-no-sd-alg")
        #expect(verified.hash == .sha256)
        #expect(verified.presentation(disclosing: ["/a", "/vct"]) == verified.received.text)
        #expect(verified.received.text.hasSuffix("~"))
    }

    private func crafted(_ name: String) throws -> VerifiedSDJWT {
        let sample = try #require(Samples.vectors("sd-jwt/crafted.json").first { $0.name == name })
        return try SDJWT(compact: try sample.text("compact"))
            .verified(by: try Samples.issuerKey(), policy: SDJWTVC.signaturePolicy)
    }

    /// The places that the Python test cases mark with true, and the containers on the way.
    private func pointers(selectedBy json: JSON, at pointer: String) -> [String] {
        switch json {
        case .bool(true):
            [pointer]
        case .object(let object) where !object.isEmpty:
            [pointer]
                + object.members.flatMap { pointers(selectedBy: $0.value, at: pointer + JSONPointer.token($0.name)) }
        case .array(let array) where !array.isEmpty:
            [pointer]
                + array.enumerated().flatMap {
                    pointers(selectedBy: $0.element, at: pointer + JSONPointer.token($0.offset))
                }
        default:
            []
        }
    }
}
