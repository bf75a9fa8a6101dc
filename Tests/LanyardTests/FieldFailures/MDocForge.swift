import LanyardCBOR
import LanyardCOSE
import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardText
import MDoc
import TestPeers
import WalletContracts
import WalletPorts

@testable import Lanyard

/// An issuer that hands out mdocs of a test's making, for the keys that the request proved.
struct MDocForge: Peer {
    private let issuer: PeerIssuer
    private let signer: PeerCertificate
    private let text: @Sendable (MDocDraft) throws -> String

    init(_ harness: Harness, text: @escaping @Sendable (MDocDraft) throws -> String) throws {
        issuer = harness.issuer
        signer = try harness.pki.documentSigner()
        self.text = text
    }

    func reply(to request: HttpRequest) async -> PeerReply {
        var reply = await issuer.reply(to: request)
        guard issuer.endpoint(of: request.url) == .credential, reply.response.status == 200 else { return reply }
        do {
            let proofs = try JSON(parsing: request.body)["proofs"]?["jwt"]?.array ?? []
            let credentials = try proofs.map { proof -> JSON in
                guard let key = try JWS(compact: proof.string ?? "").header.jwk?.key else { return .null }
                return ["credential": .string(try text(MDocDraft(for: key, signer: signer)))]
            }
            reply.response.body = JSON.object(["credentials": .array(credentials)]).encoded()
        } catch {
            reply.response.status = 500
        }
        return reply
    }
}

/// A driving licence before it is signed; its times are those of `FixedClock`.
struct MDocDraft {
    var elements: IssuerSignedBuilder
    /// The certificates beside the signature.
    var chain: CBOR
    /// Whether they stand in the protected header.
    var protectsChain = false
    /// What replaces the security object's encoding under tag 24.
    var payload: (CBOR) -> [UInt8] = { object in CBORWriter.bytes { $0.embedded(object.encoded()) } }
    let signer: PeerCertificate

    init(for key: PublicKey, signer: PeerCertificate) {
        let now = FixedClock().now
        elements = IssuerSignedBuilder(
            docType: "org.iso.18013.5.1.mDL", deviceKey: key, signed: UTCText.format(now),
            validUntil: UTCText.format(now.advanced(by: 86_400)))
        chain = .bytes(signer.der)
        self.signer = signer
    }

    /// The encoding of `issuerAuth` over a security object.
    func issuerAuth(_ object: CBOR) throws -> [UInt8] {
        let certificates: [(key: CBOR, value: CBOR)] = [(33, chain)]
        let draft = UnsignedCOSESign1(
            protected: .map([(1, -7)] + (protectsChain ? certificates : [])),
            unprotected: .map(protectsChain ? [] : certificates), payload: payload(object))
        return draft.encoded(signature: try signer.key.signature(for: draft.signingInput, hash: .sha256))
    }

    /// The whole, signed.
    func bytes() throws -> [UInt8] {
        elements.issuerSigned(try issuerAuth(elements.securityObject))
    }

    /// The whole as the issuer sends it.
    func text() throws -> String { Base64URL.encode(try bytes()) }
}

extension Harness {
    /// Puts a forge in the issuer's place.
    func use(_ forge: MDocForge) { http.add(forge, at: "https://issuer.example") }
}
