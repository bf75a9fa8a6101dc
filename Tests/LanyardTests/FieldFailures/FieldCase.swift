import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardSDJWT
import LanyardText
import TestPeers
import WalletContracts
import WalletPorts

@testable import Lanyard

/// Faults that wallets in the field have had, listed in `Documentation/FieldFailures.md`: each is tried in both modes.
enum FieldCase {
    static let modes: [Strictness] = [.tolerant, .strict]
}

extension Harness {
    /// A wallet in a mode, its issuer's answers spoiled.
    init(
        _ mode: Strictness, config: WalletConfig = WalletConfig(), _ tamperings: [Tampering] = [],
        _ change: (inout PeerIssuer.Options) -> Void = { _ in }
    ) async throws {
        var config = config
        config.strictness = mode
        try await self.init(config: config, change)
        if !tamperings.isEmpty { http.add(HostileIssuer(issuer, tamperings)) }
    }

    /// Why nothing was received; nil if something was.
    func refusal(_ configurations: [String] = ["pid"]) async throws -> IssuanceError? {
        try await refusal(of: issuer.makeOffer(configurations).link)
    }

    func refusal(of link: String) async throws -> IssuanceError? {
        do {
            _ = try await receive(link)
            return nil
        } catch let error as IssuanceError {
            return error
        }
    }

    /// The URLs that were asked for, those of one kind if a part of them is given.
    func urls(_ part: String = "") -> [String] { http.requests.map(\.url).filter { $0.contains(part) } }

    /// Whether nothing of a session is left: no record and no key.
    var isClean: Bool { leftovers.isEmpty && area.handles.isEmpty }
}

extension IssuanceError {
    /// The code of the finding behind it.
    var found: String? { finding?.code.description }
}

extension Tampering {
    /// Changes the JSON of an answer.
    static func changed(_ endpoint: PeerEndpoint, _ change: @escaping @Sendable (inout JSONObject) -> Void) -> Tampering
    {
        Tampering("changed", at: endpoint, .json(change))
    }
}

/// An issuer that hands out credentials of a test's making, for the keys that the request proved.
struct CredentialForge: Peer {
    let issuer: PeerIssuer
    let signer: PeerCertificate
    /// The certificates of `x5c`.
    var chain: [[UInt8]]
    var header: JSONObject = [:]
    /// Makes the claims of a credential for a key in `cnf`; hides what it likes.
    let claims: @Sendable (inout SDJWTBuilder, JSON) -> JSONObject
    var hash = DisclosureHash.sha256

    init(
        _ harness: Harness, under authority: PeerCertificate? = nil,
        _ claims: @escaping @Sendable (inout SDJWTBuilder, JSON) -> JSONObject
    ) throws {
        issuer = harness.issuer
        signer = try harness.pki.credentialSigner(issuer.identifier, host: "issuer.example", under: authority)
        chain = signer.chain
        self.claims = claims
    }

    func reply(to request: HttpRequest) async -> PeerReply {
        var reply = await issuer.reply(to: request)
        guard issuer.endpoint(of: request.url) == .credential, reply.response.status == 200 else { return reply }
        let proofs = (try? JSON(parsing: request.body))?["proofs"]?["jwt"]?.array ?? []
        let credentials = proofs.map { proof -> JSON in
            let header = proof.string?.split(separator: ".").first.flatMap { Base64URL.decode($0) } ?? []
            let key = (try? JSON(parsing: header))?["jwk"] ?? .null
            return ["credential": .string(credential(for: key))]
        }
        reply.response.body = JSON.object(["credentials": .array(credentials)]).encoded()
        return reply
    }

    private func credential(for key: JSON) -> String {
        var builder = SDJWTBuilder(hash: hash)
        var payload = claims(&builder, key)
        if !payload.contains("vct") { payload["vct"] = "urn:eudi:pid:1" }
        if !payload.contains("cnf") { payload["cnf"] = ["jwk": key] }
        var header: JSONObject = [
            "alg": "ES256", "typ": "dc+sd-jwt", "x5c": .array(chain.map { .string(Base64.encode($0)) }),
        ]
        for member in self.header.members { header[member.name] = member.value }
        let draft = builder.unsigned(header: header, payload: payload)
        let signature = try? signer.key.signature(for: draft.signingInput, hash: .sha256)
        return builder.compact(draft.compact(signature: signature ?? []))
    }
}

extension Harness {
    /// Puts a forge in the issuer's place.
    func use(_ forge: CredentialForge) { http.add(forge, at: "https://issuer.example") }
}
