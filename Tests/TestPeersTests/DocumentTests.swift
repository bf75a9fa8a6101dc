import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardText
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@Suite struct DocumentTests {
    let clock = FixedClock()

    func issuer(_ change: (inout PeerIssuer.Options) -> Void) throws -> PeerIssuer {
        var options = PeerIssuer.Options()
        change(&options)
        return try PeerIssuer(options, pki: PeerPKI(at: clock.now), clock: clock)
    }

    func metadata(of issuer: PeerIssuer, accepting types: String) async throws -> HttpResponse {
        try await InProcessTransport(issuer).send(
            HttpRequest(
                "GET", "https://issuer.example/.well-known/openid-credential-issuer",
                headers: [HttpHeader("Accept", types), HttpHeader("Accept-Language", "en")]))
    }

    @Test func `metadata comes signed to those who can read it`() async throws {
        let issuer = try issuer { $0.signedMetadata = .offered }
        let plain = try await metadata(of: issuer, accepting: "application/json")
        #expect(plain.mediaType == "application/json")
        let signed = try await metadata(of: issuer, accepting: "application/jwt, application/json;q=0.5")
        #expect(signed.mediaType == "application/jwt")
        let jws = try JWS(compact: String(decoding: signed.body, as: UTF8.self))
        #expect(jws.header.typ == "openidvci-issuer-metadata+jwt")
        #expect(jws.header.x5c?.count == 2)
        let claims = try JSON(parsing: jws.payload)
        #expect(claims["sub"]?.string == "https://issuer.example")
        #expect(claims["credential_endpoint"] == (try JSON(parsing: plain.body))["credential_endpoint"])
        #expect(issuer.log.failures.isEmpty)
        let always = try self.issuer { $0.signedMetadata = .always }
        #expect(try await metadata(of: always, accepting: "application/json").mediaType == "application/jwt")
    }

    @Test(arguments: PeerFault.allCases.filter { $0.place == .metadata })
    func `each fault of the documents still gives an answer`(_ fault: PeerFault) async throws {
        let issuer = try issuer {
            $0.signedMetadata = .always
            $0.faults = [fault]
        }
        let response = try await metadata(of: issuer, accepting: "application/jwt")
        #expect(response.status == 200)
        #expect(CompactParts(response)?.header["alg"]?.string == "ES256")
    }

    @Test func `types have documents that extend others, with digests on the way`() async throws {
        let issuer = try issuer {
            $0.typeDocuments = [
                "person": .init(["name": "Person"]), "citizen": .init(["name": "Citizen"], extends: "person"),
            ]
            $0.configurations[0].typeDocument = "citizen"
        }
        let http = InProcessTransport(issuer)
        let holder = ScriptedHolder(http: http, clock: clock, keyCount: 1)
        let place = try await holder.place(issuer.identifier)
        let type = try #require(place.configuration("pid")?["vct"]?.string)
        #expect(type == "https://issuer.example/types/citizen")
        let text = try #require(try await holder.receive(issuer.makeOffer(["pid"])).first)
        let payload = try JSON(parsing: Base64URL.decode(text.split(separator: ".")[1]) ?? [])
        #expect(payload["vct"]?.string == type)
        let document = try await http.send(HttpRequest("GET", type))
        #expect(payload["vct#integrity"]?.string == "sha256-" + Base64.encode(Hash.sha256(document.body)))
        let citizen = try JSON(parsing: document.body)
        let base = try await http.send(HttpRequest("GET", citizen["extends"]?.string ?? ""))
        #expect(citizen["extends#integrity"]?.string == "sha256-" + Base64.encode(Hash.sha256(base.body)))
        #expect(try JSON(parsing: base.body)["name"]?.string == "Person")
        #expect(issuer.log.failures.isEmpty)
    }

    @Test func `documents that extend each other are served too, without digests`() async throws {
        let issuer = try issuer {
            $0.typeDocuments = ["a": .init([:], extends: "b"), "b": .init([:], extends: "a")]
        }
        let document = try await InProcessTransport(issuer).send(HttpRequest("GET", "https://issuer.example/types/a"))
        #expect(try JSON(parsing: document.body)["extends"]?.string == "https://issuer.example/types/b")
    }

    @Test func `a policy of reuse stands in the metadata of its configuration`() async throws {
        let policy: JSON = [
            "id": "https://eudi.example/reuse", "options": [["details": ["once_only"], "batch_size": 5]],
        ]
        let issuer = try issuer { $0.configurations[0].reusePolicy = policy }
        let place = try await ScriptedHolder(http: InProcessTransport(issuer), clock: clock).place(issuer.identifier)
        #expect(place.configuration("pid")?["credential_metadata"]?["credential_reuse_policy"] == policy)
    }
}

/// The header of a compact JWS in a response.
private struct CompactParts {
    let header: JSON

    init?(_ response: HttpResponse) {
        let parts = String(decoding: response.body, as: UTF8.self).split(separator: ".")
        guard parts.count == 3, let bytes = Base64URL.decode(parts[0]), let header = try? JSON(parsing: bytes) else {
            return nil
        }
        self.header = header
    }
}
