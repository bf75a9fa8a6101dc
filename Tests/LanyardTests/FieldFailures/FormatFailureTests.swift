import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardSDJWT
import LanyardTestSupport
import LanyardText
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

@Suite struct FormatFailureTests {
    /// The credential that a forge's claims make, received.
    private func stored(
        _ mode: Strictness, _ claims: @escaping @Sendable (inout SDJWTBuilder, JSON) -> JSONObject
    ) async throws -> (Harness, StoredCredential) {
        let harness = try await Harness(mode)
        harness.use(try CredentialForge(harness, claims))
        let id = try await harness.receive().issued[0]
        return (harness, try #require(try await harness.wallet.credentials.get(id)))
    }

    /// Why what a forge's claims make is refused; nil if it is not.
    private func refusal(
        _ mode: Strictness, _ claims: @escaping @Sendable (inout SDJWTBuilder, JSON) -> JSONObject
    ) async throws -> String? {
        let harness = try await Harness(mode)
        harness.use(try CredentialForge(harness, claims))
        let refusal = try await harness.refusal()
        #expect(refusal == nil || refusal?.code == .invalidCredential && harness.isClean)
        return refusal?.found
    }

    @Test(.row("SDJWT-11"), arguments: FieldCase.modes)
    func `FIELD-O27 an element without its disclosure leaves no trace`(mode: Strictness) async throws {
        let (_, credential) = try await stored(mode) { builder, _ in
            [
                "nationalities": ["DE", ["...": .string(builder.decoy())]],
                "titles": [["...": .string(builder.decoy())]],
            ]
        }
        let values = Dictionary(uniqueKeysWithValues: credential.claims.map { ($0.pointer, $0.value) })
        #expect(values["/nationalities"] == .array([.text("DE")]))
        #expect(values["/titles"] == .array([]))
    }

    @Test(.row("SDJWT-05"), arguments: FieldCase.modes)
    func `FIELD-O28 a disclosure of two parts is an element and never a member`(mode: Strictness) async throws {
        let (_, credential) = try await stored(mode) { builder, _ in
            ["nationalities": .array(builder.array(["DE", "FR"], hiding: [0, 1]))]
        }
        #expect(
            credential.claims.first { $0.pointer == "/nationalities" }?.value == .array([.text("DE"), .text("FR")]))
        let misplaced = try await refusal(mode) { builder, _ in
            ["_sd": [builder.element(hiding: "DE")["..."] ?? .null]]
        }
        #expect(misplaced == "sdjwt.disclosure.elementInObject")
    }

    @Test(.row("SDJWT-14", "VP-SDJ-03"), arguments: FieldCase.modes)
    func `FIELD-O29 a credential without disclosures is kept, shown and presented`(mode: Strictness) async throws {
        let (harness, credential) = try await stored(mode) { _, _ in ["given_name": "Erika"] }
        #expect(credential.claims.map(\.value) == [.text("Erika")])
        let text = try await harness.wallet.credentials.export(credential.id)
        #expect(text.count { $0 == "~" } == 1)
        let presentation = try VerifiedSDJWT(reopening: text).presentation(disclosing: ["/given_name"])
        #expect(presentation == text)
        let binding = KeyBindingJWT.unsigned(
            for: presentation, hash: .sha256, audience: "https://verifier.example", nonce: "n",
            issuedAt: harness.clock.now, algorithm: .es256)
        let payload = try JSON(parsing: binding.payload)
        #expect(payload["sd_hash"]?.string == Base64URL.encode(Hash.sha256(text.utf8)))
    }

    @Test(.row("SDJWT-04", "SDJWT-06", "SDJWT-07", "SDJWT-08", "SDJWT-12"), arguments: FieldCase.modes)
    func `FIELD-O30 five ways to break the rules of disclosures are refused, each for its own reason`(
        mode: Strictness
    ) async throws {
        let unreferenced = try await refusal(mode) { builder, _ in
            _ = builder.digest(hiding: "given_name", "Erika")
            return [:]
        }
        #expect(unreferenced == "sdjwt.disclosure.unreferenced")
        let repeated = try await refusal(mode) { builder, _ in
            let digest = JSON.string(builder.digest(hiding: "given_name", "Erika"))
            return ["_sd": [digest, digest]]
        }
        #expect(repeated == "sdjwt.digest.repeated")
        for name in ["_sd", "..."] {
            let reserved = try await refusal(mode) { builder, _ in
                ["_sd": [.string(builder.digest(hiding: name, "Erika"))]]
            }
            #expect(reserved == "sdjwt.disclosure.reservedName")
        }
        let collision = try await refusal(mode) { builder, _ in
            ["given_name": "Max", "_sd": [.string(builder.digest(hiding: "given_name", "Erika"))]]
        }
        #expect(collision == "sdjwt.disclosure.nameCollision")
        let noArray = try await refusal(mode) { builder, _ in
            ["_sd": .string(builder.digest(hiding: "given_name", "Erika"))]
        }
        #expect(noArray == "sdjwt.digests.notArray")
    }

    @Test(.row("SDJWT-14"), arguments: FieldCase.modes)
    func `FIELD-O31 a claim is disclosed with what it stands in and without what stands beside it`(mode: Strictness)
        async throws
    {
        let (harness, credential) = try await stored(mode) { builder, _ in
            let ages = builder.object(["16": true, "18": true], hiding: ["16", "18"])
            let open = builder.object(["street": "x", "locality": "y"], hiding: ["street", "locality"])
            let course = builder.object(["name": "Rhetoric", "credits": 30], hiding: ["name", "credits"])
            let courses = builder.array([.object(course), ["name": "Geometry"]], hiding: [0, 1])
            return builder.object(
                [
                    "given_name": "Erika", "age_equal_or_over": .object(ages), "address": .object(open),
                    "courses": .array(courses),
                ], hiding: ["given_name", "age_equal_or_over"])
        }
        let verified = try VerifiedSDJWT(reopening: try await harness.wallet.credentials.export(credential.id))
        for (pointer, names) in [
            ("/given_name", ["given_name"]), ("/age_equal_or_over/16", ["16", "age_equal_or_over"]),
            ("/address/street", ["street"]), ("/courses/0/name", ["name", "element"]), ("/courses/1", ["element"]),
        ] {
            let disclosed = verified.closure(of: [pointer]).map { $0.name ?? "element" }
            #expect(Set(disclosed) == Set(names), "\(pointer)")
            #expect(disclosed.count == names.count)
        }
    }

    @Test(.row("SDVC-05", "SDVC-06", "VCI-SDJWT-08"), arguments: FieldCase.modes)
    func `FIELD-O33 a credential without iss stands on its certificates, in their order`(mode: Strictness) async throws
    {
        for (shape, isTrusted) in [
            ("leaf", true), ("leaf, intermediate", true), ("leaf, intermediate, root", true), ("orphan", false),
        ] {
            let harness = try await Harness(mode)
            let authority = shape == "leaf" ? harness.pki.issuerRoot : harness.pki.issuerIntermediate
            var forge = try CredentialForge(harness, under: authority) { _, _ in ["given_name": "Erika"] }
            if shape == "orphan" { forge.chain = Array(forge.chain.prefix(1)) }
            if shape.hasSuffix("root") { forge.chain.append(harness.pki.issuerRoot.der) }
            harness.use(forge)
            let id = try await harness.receive().issued[0]
            let credential = try #require(try await harness.wallet.credentials.get(id))
            if case .trusted = credential.authority { #expect(isTrusted) } else { #expect(!isTrusted, "\(shape)") }
            let codes = credential.findings.map(\.code.description)
            #expect(codes == (shape.hasSuffix("root") ? ["sdvc.x5c.anchorIncluded"] : []))
        }
        for shape in ["root alone", "shuffled", "empty"] {
            let harness = try await Harness(mode)
            var forge = try CredentialForge(harness) { _, _ in ["given_name": "Erika"] }
            switch shape {
            case "root alone": forge.chain = [harness.pki.issuerRoot.der]
            case "shuffled": forge.chain.reverse()
            default: forge.chain = []
            }
            harness.use(forge)
            let refusal = try await harness.refusal()
            #expect(refusal?.code == .invalidCredential, "\(shape)")
            let isEmpty = shape == "empty"
            #expect(refusal?.found == (isEmpty ? "jose.header.type" : "jose.signature.invalid"))
            #expect(harness.isClean)
        }
    }

    @Test(.row("SDJWT-03", "VCI-SDJWT-03"), arguments: FieldCase.modes, DisclosureHash.allCases)
    func `FIELD-R28 a credential that was kept can be read, whatever its digests are made with`(
        mode: Strictness, hash: DisclosureHash
    ) async throws {
        let harness = try await Harness(mode)
        var forge = try CredentialForge(harness) { builder, _ in
            builder.object(["given_name": "Erika"], hiding: ["given_name"])
        }
        forge.hash = hash
        harness.use(forge)
        let id = try await harness.receive().issued[0]
        #expect(try await harness.wallet.credentials.get(id)?.claims.map(\.value) == [.text("Erika")])
    }

    @Test(.row("VCI-PROOF-03", "SDJWT-10", "VCI-SDJWT-10"), arguments: FieldCase.modes)
    func `FIELD-R29 what crashed other wallets is an error here`(mode: Strictness) async throws {
        let longCoordinate = try await refusal(mode) { _, key in
            var jwk = key.object ?? [:]
            let x = Base64URL.decode(jwk["x"]?.string ?? "") ?? []
            jwk["x"] = .string(Base64URL.encode([0] + x))
            return ["cnf": ["jwk": .object(jwk)]]
        }
        #expect(longCoordinate == "jwk.coordinate.length")
        for time in ["1e300", "-1e300", "1e400", "9223372036854775808"] {
            let number = try #require(JSONNumber(time))
            let far = try await refusal(mode) { _, _ in ["exp": .number(number)] }
            #expect(far == "sdvc.time.malformed", "\(time)")
        }
        let chained = try await refusal(mode) { builder, _ in
            var inner: JSONObject = ["end": true]
            for _ in 0..<20_000 { inner = ["_sd": [.string(builder.digest(hiding: "a", .object(inner)))]] }
            return inner
        }
        #expect(chained == "sdjwt.disclosures.tooMany")
        let deep = try await refusal(mode) { builder, _ in
            var inner: JSONObject = ["end": true]
            for _ in 0..<9_000 { inner = ["_sd": [.string(builder.digest(hiding: "a", .object(inner)))]] }
            return inner
        }
        #expect(deep == "sdjwt.depth")
    }
}
