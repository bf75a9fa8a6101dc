import LanyardCrypto
import LanyardJSON
import LanyardTestSupport
import LanyardText
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// What an app or a deployment may add: issuers of drafts, proof types of its own.
@Suite struct ExtensionTests {
    @Test(.row("LEG-08"), arguments: [false, true])
    func `LEG-08 only an issuer that was named is asked as the drafts had it`(isNamed: Bool) async throws {
        let named = isNamed ? "https://issuer.example" : "https://other.example"
        let harness = try await Harness(config: WalletConfig(issuance: IssuanceConfig(draftIssuers: [named])))
        harness.http.add(DraftIssuer(issuer: harness.issuer), at: "https://issuer.example")
        let result = try await harness.receive(policy: CredentialPolicy(batchSize: 5))
        let request = try #require(harness.http.requests.first { $0.url.hasSuffix("/credential") })
        let body = try #require(try JSON(parsing: request.body).object)
        if isNamed {
            #expect(Set(body.keys) == ["format", "vct", "proof"])
            #expect(body["format"] == "vc+sd-jwt")
            #expect(body["vct"] == "urn:eudi:pid:1")
            #expect(Set(body["proof"]?.object?.keys ?? []) == ["proof_type", "jwt"])
            #expect(body["proof"]?["proof_type"] == "jwt")
        } else {
            #expect(Set(body.keys) == ["credential_configuration_id", "proofs"])
        }
        #expect(result.issued.count == 1)
        #expect(harness.area.handles.count == (isNamed ? 1 : 5))
    }

    @Test(.row("LEG-08")) func `LEG-08 a draft's request for an mdoc names format and doctype`() async throws {
        let harness = try await Harness(
            config: WalletConfig(issuance: IssuanceConfig(draftIssuers: ["https://issuer.example"])))
        harness.http.add(DraftIssuer(issuer: harness.issuer), at: "https://issuer.example")
        let result = try await harness.receive(["mdl"])
        let request = try #require(harness.http.requests.first { $0.url.hasSuffix("/credential") })
        let body = try #require(try JSON(parsing: request.body).object)
        #expect(Set(body.keys) == ["format", "doctype", "proof"])
        #expect(body["format"] == "mso_mdoc")
        #expect(body["doctype"] == "org.iso.18013.5.1.mDL")
        #expect(result.issued.count == 1)
    }

    @Test(.row("LEG-08")) func `LEG-08 an identifier that was granted is asked for in a draft's request too`()
        async throws
    {
        let harness = try await Harness(
            config: WalletConfig(issuance: IssuanceConfig(draftIssuers: ["https://issuer.example"]))
        ) { $0.identifiersPerConfiguration = 1 }
        harness.http.add(DraftIssuer(issuer: harness.issuer), at: "https://issuer.example")
        _ = try await harness.receive()
        let request = try #require(harness.http.requests.first { $0.url.hasSuffix("/credential") })
        #expect(Set(try JSON(parsing: request.body).object?.keys ?? []) == ["credential_identifier", "proof"])
    }

    @Test(.row("VCI-PROOF-12", "VCI-CREQ-07")) func `VCI-PROOF-12 a proof of an app's own type is sent as it is`()
        async throws
    {
        let handler = StampedProofs()
        let harness = try await Harness(config: WalletConfig(proofTypes: [handler]))
        harness.http.add(
            HostileIssuer(
                harness.issuer,
                [
                    .changed(.issuerMetadata) { metadata in
                        guard var pid = metadata["credential_configurations_supported"]?["pid"]?.object else { return }
                        pid["proof_types_supported"] = [
                            "di_vp": ["proof_signing_alg_values_supported": ["ecdsa-rdfc-2019"]],
                            "stamp": ["proof_signing_alg_values_supported": ["ink"]],
                        ]
                        metadata["credential_configurations_supported"] = ["pid": .object(pid)]
                    }
                ]))
        // The issuer behind it knows no such proof and refuses; what it was sent is what counts.
        #expect(try await harness.refusal()?.code == .refused)
        let request = try #require(harness.http.requests.first { $0.url.hasSuffix("/credential") })
        let sent = try #require(try JSON(parsing: request.body)["proofs"]?.object)
        #expect(sent.keys == ["stamp"])
        let proof = try #require(sent["stamp"]?[0]?.object)
        #expect(proof.keys == ["z", "for", "nonce", "client", "algorithms", "signature"])
        #expect(proof["z"]?.number?.text == "1.50")
        #expect(proof["for"] == "https://issuer.example")
        #expect(proof["client"] == "wallet-dev")
        #expect(proof["algorithms"] == ["ink"])
        let nonce = try #require(proof["nonce"]?.string)
        let given = harness.issuer.log.exchanges.filter { $0.endpoint == .nonce }.map(\.response.body)
        #expect(given.contains { String(decoding: $0, as: UTF8.self).contains(nonce) })
        let signature = try #require(proof["signature"]?.string.flatMap { Base64URL.decode($0) })
        let key = try #require(await handler.keys.first)
        #expect(
            try ECPublicKey(.p256, x963: key.publicKey.bytes)
                .isValidSignature(signature, for: Array(nonce.utf8), hash: .sha256))
        #expect(harness.prompts.count == 1)
        #expect(harness.isClean)
    }

    @Test(.row("VCI-CREQ-07")) func `VCI-CREQ-07 a type that is built in is preferred to one that is added`()
        async throws
    {
        let harness = try await Harness(config: WalletConfig(proofTypes: [StampedProofs()]))
        #expect(try await harness.receive().issued.count == 1)
        #expect(harness.issuer.log.failures == [])
    }
}

/// An issuer of draft 13 in front of one of 1.0: it knows the drafts' members alone where they are used.
private struct DraftIssuer: Peer {
    let issuer: PeerIssuer

    func reply(to request: HttpRequest) async -> PeerReply {
        if issuer.endpoint(of: request.url) == .issuerMetadata {
            var reply = await issuer.reply(to: request)
            let text = String(decoding: reply.response.body, as: UTF8.self)
            reply.response.body = Array(text.replacing("dc+sd-jwt", with: "vc+sd-jwt").utf8)
            return reply
        }
        guard issuer.endpoint(of: request.url) == .credential, var body = (try? JSON(parsing: request.body))?.object,
            let proof = body["proof"]
        else { return await issuer.reply(to: request) }
        if body["vct"] == "urn:eudi:pid:1" { body["credential_configuration_id"] = "pid" }
        if body["doctype"] == "org.iso.18013.5.1.mDL" { body["credential_configuration_id"] = "mdl" }
        body["proofs"] = ["jwt": [proof["jwt"] ?? .null]]
        for name in ["format", "vct", "doctype", "proof"] { body[name] = nil }
        var changed = request
        changed.body = JSON.object(body).encoded()
        return await issuer.reply(to: changed)
    }
}

/// Proofs of an invented type, and the keys that they were made for.
private actor StampedProofs: KeyProofHandler {
    nonisolated let proofType = "stamp"
    private(set) var keys: [NewKey] = []

    func proofs(
        for request: KeyProofRequest, sign: @Sendable ([SigningRequest]) async throws -> [[UInt8]]
    ) async throws -> [String] {
        keys = request.keys
        let nonce = request.nonce ?? ""
        let signatures = try await sign(
            request.keys.map { SigningRequest(key: $0.handle, message: Array(nonce.utf8)) })
        return signatures.map { signature in
            """
            {"z": 1.50, "for": "\(request.audience)", "nonce": "\(nonce)", "client": "\(request.clientId ?? "")",
            "algorithms": ["\(request.algorithms.joined())"], "signature": "\(Base64URL.encode(signature))"}
            """
        }
    }
}
