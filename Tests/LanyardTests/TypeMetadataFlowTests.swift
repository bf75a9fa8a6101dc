import LanyardJSON
import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// The type metadata of a credential that is received: SD-JWT VC §6 to §9.
@Suite struct TypeMetadataFlowTests {
    private static let place = "https://issuer.example/types/"

    /// A PID whose type extends another.
    private static func types(
        _ pid: JSONObject = [:], person: JSONObject = [:], hasIntegrity: Bool = true
    ) -> [String: PeerIssuer.Options.TypeDocument] {
        var members: JSONObject = [
            "display": [["locale": "en", "name": "PID of the type"], ["locale": "de", "name": "PID des Typs"]],
            "claims": [
                ["path": ["given_name"], "sd": "always", "display": [["locale": "de", "label": "Rufname"]]],
                ["path": ["family_name"], "mandatory": true],
            ],
        ]
        for (name, value) in pid.members { members[name] = value }
        return [
            "person": .init(person, hasIntegrity: hasIntegrity),
            "pid": .init(members, extends: "person", hasIntegrity: hasIntegrity),
        ]
    }

    private static func label(_ language: JSON, _ text: JSON) -> JSON { [["locale": language, "label": text]] }

    private static func harness(
        _ types: [String: PeerIssuer.Options.TypeDocument], policy: TypeMetadataPolicy = .prefer,
        languages: [String] = ["de", "en"],
        _ change: (inout PeerIssuer.Options) -> Void = { _ in }
    ) async throws -> Harness {
        var config = WalletConfig()
        config.issuance.typeMetadata = policy
        return try await Harness(config: config) { options in
            options.typeDocuments = types
            for index in options.configurations.indices where options.configurations[index].id == "pid" {
                options.configurations[index].typeDocument = types["pid"] == nil ? nil : "pid"
            }
            change(&options)
        } adjust: { environment in
            environment.languages = languages
        }
    }

    private static func received(_ harness: Harness, count: Int = 1) async throws -> StoredCredential {
        let result = try await harness.receive(policy: CredentialPolicy(batchSize: count))
        return try #require(try await harness.wallet.credentials.get(result.issued[0]))
    }

    /// The code of the finding that refused the credential, after which nothing is left.
    private static func refusal(_ harness: Harness) async throws -> String? {
        do {
            _ = try await harness.receive()
            return nil
        } catch let error as IssuanceError {
            #expect(error.code == .invalidCredential)
            #expect(harness.leftovers == [])
            #expect(harness.area.handles.count == 0)
            return error.finding?.code.description
        }
    }

    private static func codes(_ credential: StoredCredential) -> [String] {
        credential.findings.map(\.code.description).filter { $0.hasPrefix("typeMetadata") }
    }

    private static func fetches(_ harness: Harness) -> [String] {
        harness.http.requests.map(\.url).filter { $0.hasPrefix(place) }.map { String($0.dropFirst(place.count)) }
    }

    // MARK: Display

    @Test(.row("VCI-META-22", "SDVC-09", "SDVC-15"))
    func `VCI-META-22 names and labels of the type outrank the issuer's, and nothing is fetched later`() async throws {
        let harness = try await Self.harness(
            Self.types(person: ["claims": [["path": ["birthdate"], "display": Self.label("de", "Geboren")]]])
        )
        let credential = try await Self.received(harness, count: 3)
        #expect(Self.codes(credential) == [])
        #expect(credential.display.name == "PID des Typs")
        let labels = Dictionary(uniqueKeysWithValues: credential.claims.map { ($0.pointer, $0.label) })
        #expect(labels["/given_name"] == "Rufname")
        // Inherited; named by the type without a label; described by the issuer alone.
        #expect(labels["/birthdate"] == "Geboren")
        #expect(labels["/family_name"] == "Nachname")
        #expect(labels["/address/locality"] == "Ort")
        #expect(credential.claims.prefix(3).map(\.pointer) == ["/birthdate", "/given_name", "/family_name"])
        // Once for the batch, the type before what it extends.
        #expect(Self.fetches(harness) == ["pid", "person"])

        harness.http.isOffline = true
        harness.clock.advance(by: 7 * 86_400)
        let before = harness.http.requests.count
        let again = try #require(try await harness.wallet.credentials.list().first)
        #expect(again.display.name == "PID des Typs")
        #expect(try await harness.wallet.credentials.get(again.id)?.claims.first?.label == "Geboren")
        #expect(harness.http.requests.count == before)
        #expect(harness.issuer.log.failures.isEmpty)
    }

    @Test(.row("SDVC-12")) func `SDVC-12 the text of a type is cleaned and chosen by language`() async throws {
        let shown: JSON = [
            ["locale": "de-AT", "name": "Ausweis\u{202E}gnp.exe\u{7}"], ["locale": "ko", "name": "신분증"],
        ]
        let labels: JSON = [
            [
                "path": ["given_name"],
                "display": [["lang": "de", "label": "Vor\u{2066}name"], ["lang": "ko", "label": "이름"]],
            ]
        ]
        let types = Self.types(["display": shown, "claims": labels])
        let korean = try await Self.received(try await Self.harness(types, languages: ["ko-KR", "de"]))
        #expect(korean.display.name == "신분증")
        #expect(korean.claims.first?.label == "이름")
        let german = try await Self.received(try await Self.harness(types, languages: ["de"]))
        #expect(german.display.name.hasPrefix("Ausweis"))
        let texts = german.display.name + (german.claims.first?.label ?? "")
        for scalar in ["\u{202E}", "\u{7}", "\u{2066}"] { #expect(!texts.contains(scalar)) }
        #expect(Self.codes(german) == ["typeMetadata.lang", "typeMetadata.lang"])
    }

    // MARK: Without metadata

    @Test(.row("SDVC-09", "SDVC-11"), arguments: TypeMetadataPolicy.allCases)
    func `SDVC-11 where the metadata cannot be used, policy decides`(_ policy: TypeMetadataPolicy) async throws {
        let plain = Self.types(hasIntegrity: false)
        for (types, fault, code) in [
            (plain, PeerFault.typeMissing, "unavailable"), (plain, .typeOfOther, "vct.mismatch"),
            (["pid": .init(["extends": "http://issuer.example/types/pid2"])], nil, "unavailable"),
            (["pid": .init(["extends": "urn:x"])], nil, "unavailable"),
            (Self.types(["claims": 7], hasIntegrity: false), nil, "claims"),
            (
                Self.types(
                    ["claims": [["path": ["a"], "mandatory": false]]],
                    person: ["claims": [["path": ["a"], "mandatory": true]]]), nil, "override.mandatory"
            ),
        ] as [([String: PeerIssuer.Options.TypeDocument], PeerFault?, String)] {
            let harness = try await Self.harness(types, policy: policy) { options in
                if let fault { options.faults = [fault] }
            }
            switch policy {
            case .require:
                #expect(try await Self.refusal(harness) == "typeMetadata.\(code)")
            case .prefer, .ignore:
                let credential = try await Self.received(harness, count: 2)
                #expect(credential.display.name == "Personenidentifikationsdaten")
                #expect(credential.claims.first { $0.pointer == "/given_name" }?.label == "Vorname")
                #expect(Self.codes(credential) == (policy == .prefer ? ["typeMetadata.\(code)"] : []))
                #expect(Self.fetches(harness).isEmpty == (policy == .ignore))
            }
        }
    }

    @Test(.row("SDVC-11", "SDVC-14")) func `SDVC-14 a type that is no https URL is not fetched`() async throws {
        let harness = try await Self.harness([:])
        #expect(Self.codes(try await Self.received(harness)) == [])
        #expect(harness.http.requests.allSatisfy { !$0.url.contains("urn") && $0.url.hasPrefix("https://") })
        #expect(try await Self.refusal(try await Self.harness([:], policy: .require)) == "typeMetadata.unavailable")
    }

    // MARK: Refused

    @Test(.row("SDVC-09", "SDVC-10", "SDVC-11"))
    func `SDVC-11 a credential that its type forbids is refused`() async throws {
        func types(_ claim: JSON) -> [String: PeerIssuer.Options.TypeDocument] {
            Self.types(person: ["claims": [claim]])
        }
        for (types, fault, code) in [
            (Self.types(), PeerFault.typeAltered, "typeMetadata.integrity.mismatch"),
            (["pid": .init([:], extends: "b"), "b": .init([:], extends: "pid")], nil, "typeMetadata.extends.circular"),
            (types(["path": ["birthdate"], "sd": "never"]), nil, "sdvc.type.never"),
            (types(["path": ["issuing_country"], "sd": "always"]), nil, "sdvc.type.always"),
            (types(["path": ["email"], "mandatory": true]), nil, "sdvc.type.mandatory"),
        ] as [([String: PeerIssuer.Options.TypeDocument], PeerFault?, String)] {
            let harness = try await Self.harness(types) { options in
                if let fault { options.faults = [fault] }
            }
            #expect(try await Self.refusal(harness) == code)
        }
    }

    @Test(.row("SDVC-16")) func `SDVC-16 a type that extends a trusted one is not trusted for it`() async throws {
        let harness = try await Self.harness(Self.types())
        let id = try await Self.received(harness).id
        for (type, isTrusted) in [("person", false), ("pid", true)] {
            var environment = harness.environment
            environment.trust = [TrustForType(type: Self.place + type, certificate: harness.pki.issuerRoot.der)]
            let wallet = try await Wallet.open(environment)
            let credential = try #require(try await wallet.credentials.get(id))
            if case .trusted = credential.authority { #expect(isTrusted) } else { #expect(!isTrusted) }
        }
    }

    // MARK: Cache

    @Test(.row("SDVC-15"), arguments: [true, false])
    func `SDVC-15 a document with a digest is kept for ever, another while it is fresh`(_ isStatic: Bool) async throws {
        let harness = try await Self.harness(Self.types(hasIntegrity: isStatic))
        _ = try await Self.received(harness)
        _ = try await Self.received(harness)
        #expect(Self.fetches(harness) == ["pid", "person"])
        harness.clock.advance(by: 2 * 3600)
        #expect(try await Self.received(harness).display.name == "PID des Typs")
        #expect(Self.fetches(harness) == ["pid", "person"] + (isStatic ? [] : ["pid", "person"]))
    }
}

/// An anchor for issuers of one type.
private struct TrustForType: TrustSource {
    let type: String
    let certificate: [UInt8]

    func anchors(for role: TrustRole, type: String?) async -> [TrustAnchor] {
        type == self.type ? [TrustAnchor(certificate: certificate, source: "the test")] : []
    }
}
