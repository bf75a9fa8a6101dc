import LanyardJSON
import LanyardTestSupport
import LanyardText
import Testing

@testable import LanyardSDJWT

@Suite struct BuilderTests {
    @Test(.row("SDJWT-04"))
    func `SDJWT-04 Disclosures are written as an independent implementation writes them`() throws {
        let file = try Samples.json("sd-jwt/axle-disclosures.json")
        for sample in try #require(file["object_property"]?.array) {
            let salt = try #require(sample["salt"]?.string)
            var builder = SDJWTBuilder(salt: { salt })
            let digest = builder.digest(
                hiding: try #require(sample["key"]?.string), try #require(sample["value"]?["v"]))
            #expect(builder.disclosures == [try found(sample["disclosure"]?.string)])
            #expect(digest == sample["digest"]?.string)
        }
        for sample in try #require(file["array_element"]?.array) {
            let salt = try #require(sample["salt"]?.string)
            var builder = SDJWTBuilder(salt: { salt })
            let placeholder = builder.element(hiding: try #require(sample["value"]?["v"]))
            #expect(builder.disclosures == [try found(sample["disclosure"]?.string)])
            #expect(placeholder == .object(["...": try found(sample["digest"])]))
        }
        for sample in try #require(file["digest_of_string"]?.array) {
            #expect(
                DisclosureHash.sha256.digest(of: try found(sample["disclosure"]?.string))
                    == sample["digest"]?.string)
        }
    }

    @Test(.row("SDJWT-09"))
    func `SDJWT-09 what a builder hides comes back, and decoys leave no trace`() throws {
        var builder = SDJWTBuilder(hash: .sha384)
        let inner = builder.object(["street": "Main St", "city": "Berlin"], hiding: ["street"], decoys: 3)
        let places = builder.array(["a", "b", "c"], hiding: [0, 2])
        let payload = builder.object(
            ["address": .object(inner), "places": .array(places), "open": 1], hiding: ["address"], decoys: 2)
        #expect(payload["_sd"]?.array?.count == 3)
        let verified = try VerifiedSDJWT(reopening: try Issuer.sign(&builder, payload))
        #expect(
            verified.claims == [
                "open": 1, "places": ["a", "b", "c"], "address": ["street": "Main St", "city": "Berlin"],
            ])
        #expect(verified.hash == .sha384)
    }

    /// The frames of the JavaScript library, and what it presents for them.
    ///
    /// Left out: frames that name a member of an array or have no effect there, and a result without an open object.
    @Test(
        .row("SDJWT-14"),
        arguments: Samples.folder("sd-jwt/sd-jwt-js").filter {
            !["array_of_objects.json", "array_none_disclosed.json", "complex.json"].contains($0.name)
        })
    func `SDJWT-14 a selection presents what the JavaScript implementation presents`(_ sample: Sample) throws {
        var builder = SDJWTBuilder()
        let claims = try #require(sample["claims"])
        let hidden = hide(claims, by: sample["disclosureFrame"] ?? [:], with: &builder)
        let issued = try VerifiedSDJWT(reopening: try Issuer.sign(&builder, try #require(hidden.object)))
        #expect(JSON.object(issued.claims) == claims)
        let pointers = selected(by: sample["presentationFrames"] ?? [:], at: "")
        let presented = try VerifiedSDJWT(reopening: issued.presentation(disclosing: pointers, .node))
        #expect(areSame(.object(presented.claims), try found(sample["presentedClaims"])))
    }

    private func hide(_ json: JSON, by frame: JSON, with builder: inout SDJWTBuilder) -> JSON {
        let marks = frame["_sd"]?.array ?? []
        let decoys = frame["_sd_decoy"]?.int64 ?? 0
        switch json {
        case .object(let object):
            var inner = JSONObject()
            for (name, value) in object.members {
                inner[name] = frame[name].map { hide(value, by: $0, with: &builder) } ?? value
            }
            return .object(
                builder.object(inner, hiding: Set(marks.compactMap(\.string)), decoys: Int(decoys)))
        case .array(let array):
            var inner: [JSON] = []
            for (index, value) in array.enumerated() {
                inner.append(frame[String(index)].map { hide(value, by: $0, with: &builder) } ?? value)
            }
            return .array(builder.array(inner, hiding: Set(marks.compactMap { $0.int64.map(Int.init) })))
        default:
            return json
        }
    }

    private func selected(by frame: JSON, at pointer: String) -> [String] {
        guard case .object(let object) = frame else { return frame == true ? [pointer] : [] }
        return object.members.flatMap { selected(by: $0.value, at: pointer + JSONPointer.token($0.name)) }
    }
}
