import LanyardJSON
import LanyardTestSupport
import LanyardText
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

@Suite struct ProofFailureTests {
    @Test(.row("VCI-NONCE-04"), arguments: FieldCase.modes)
    func `FIELD-O17 without the nonce that the issuer hands out no proof is sent`(mode: Strictness) async throws {
        let page = HttpResponse(
            status: 200, headers: [HttpHeader("Content-Type", "text/html")], body: Array("<html></html>".utf8))
        for effect in [
            .status(500), .replaced(page), .delayed(3600), .misbehaving(.silence), .replaced(.json([:])),
            .replaced(.json(["c_nonce": 7])), .replaced(.json(["c_nonce": ""])),
        ] as [Tampering.Effect] {
            let harness = try await Harness(mode, [Tampering("spoiled", at: .nonce, effect)])
            let refusal = try #require(try await harness.refusal())
            #expect([.invalidResponse, .refused, .network].contains(refusal.code))
            #expect(harness.issuer.log.requests(.credential).isEmpty)
            #expect(harness.isClean)
        }
    }

    @Test(.row("VCI-PROOF-05", "VCI-PROOF-08", "VCI-CAUTH-02"), arguments: FieldCase.modes, [false, true])
    func `FIELD-O18 the proof names the client when the token request did, and the issuer to the letter`(
        mode: Strictness, isAnonymous: Bool
    ) async throws {
        let harness = try await Harness(mode) {
            $0.identifier = "https://issuer.example/tenant/"
            $0.allowsAnonymousAccess = isAnonymous
        }
        _ = try await harness.receive()
        let claims = try harness.proofs().map { try #require(try JSON(parsing: $0.1).object) }
        #expect(claims.count == 1)
        #expect(claims[0]["aud"] == "https://issuer.example/tenant/")
        #expect(claims[0]["iss"] == (isAnonymous ? nil : "wallet-dev"))
        #expect(Set(claims[0].keys) == (isAnonymous ? ["aud", "iat", "nonce"] : ["iss", "aud", "iat", "nonce"]))
        #expect(claims[0]["iat"] == .number(JSONNumber(harness.clock.now.seconds)))
    }

    @Test(.row("VCI-CREQ-02", "VCI-CREQ-03", "VCI-CREQ-05"), arguments: FieldCase.modes, [0, 1, 2])
    func `FIELD-O19 a credential is asked for by the names that the token response gave, and by nothing else`(
        mode: Strictness, count: Int
    ) async throws {
        let harness = try await Harness(mode) { $0.identifiersPerConfiguration = count }
        _ = try await harness.receive()
        let bodies = try harness.http.requests.filter { $0.url.hasSuffix("/credential") }
            .map { try #require(try JSON(parsing: $0.body).object) }
        #expect(bodies.count == max(1, count))
        for (number, body) in bodies.enumerated() {
            let subject: JSONObject =
                count == 0
                ? ["credential_configuration_id": "pid"] : ["credential_identifier": .string("pid#\(number)")]
            #expect(Set(body.keys) == Set(subject.keys + ["proofs"]))
            for member in subject.members { #expect(body[member.name] == member.value) }
        }
    }

    @Test(.row("VCI-PROOF-09", "API-03"), arguments: FieldCase.modes, [1, 10])
    func `FIELD-O59 receiving asks a person once, however many keys; reading asks never`(
        mode: Strictness, size: Int
    ) async throws {
        let harness = try await Harness(mode)
        let id = try await harness.receive(policy: CredentialPolicy(batchSize: size)).issued[0]
        #expect(harness.area.handles.count == size)
        #expect(harness.prompts.count == 1)
        _ = try await harness.wallet.credentials.list()
        _ = try await harness.wallet.credentials.get(id)
        _ = try await harness.area.publicKeys(of: Array(harness.area.handles))
        try await harness.wallet.credentials.delete(id)
        #expect(harness.prompts.count == 1)
    }
}

extension Harness {
    /// Header and payload of each proof that was sent.
    func proofs() throws -> [([UInt8], [UInt8])] {
        try http.requests.filter { $0.url.hasSuffix("/credential") }.flatMap { request in
            try JSON(parsing: request.body)["proofs"]?["jwt"]?.array ?? []
        }.map { proof in
            let parts = (proof.string ?? "").split(separator: ".").map { Base64URL.decode($0) ?? [] }
            return (parts[0], parts[1])
        }
    }
}
