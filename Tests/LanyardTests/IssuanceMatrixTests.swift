import LanyardJSON
import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// Every combination of grant, offer, format, encryption, promise, client, token and number that the standard allows.
@Suite struct IssuanceMatrixTests {
    /// One peer; all ways of asking are tried on it.
    struct Peer: CustomTestStringConvertible, Sendable {
        enum Tokens: String, CaseIterable { case bearer, dpop, dpopWithNonces }

        let isEncrypted: Bool
        let isDeferred: Bool
        let isAttested: Bool
        let tokens: Tokens

        static let all: [Peer] = [false, true].flatMap { isEncrypted in
            [false, true].flatMap { isDeferred in
                [false, true].flatMap { isAttested in
                    Tokens.allCases.map {
                        Peer(isEncrypted: isEncrypted, isDeferred: isDeferred, isAttested: isAttested, tokens: $0)
                    }
                }
            }
        }

        var testDescription: String {
            [
                isEncrypted ? "encrypted" : "plain", isDeferred ? "deferred" : "immediate",
                isAttested ? "attested" : "public", tokens.rawValue,
            ].joined(separator: ", ")
        }

        func configure(_ options: inout PeerIssuer.Options) {
            options.authorization = .init()
            if isEncrypted { options.encryption = .init(requests: .required, responses: .required) }
            if isDeferred { options.deferral = .init(polls: 1, interval: 5) }
            if isAttested {
                options.clients = .init {
                    $0.methods = [.attestation]
                    $0.challenge = .endpoint
                }
            }
            switch tokens {
            case .bearer: break
            case .dpop: options.dpop = .init(.required)
            case .dpopWithNonces:
                options.dpop = .init {
                    $0 = .init(.required)
                    $0.serverNonces = true
                    $0.issuerNonces = true
                }
            }
        }
    }

    /// One way of asking.
    struct Way: Sendable {
        enum Grant: CaseIterable { case preAuthorized, codeByOffer, codeByWallet }

        let grant: Grant
        let byReference: Bool
        let configuration: String
        let batch: Int

        /// Without an offer there is nothing to refer to.
        static let all: [Way] = Grant.allCases.flatMap { grant in
            (grant == .codeByWallet ? [false] : [false, true]).flatMap { byReference in
                ["pid", "mdl"].flatMap { configuration in
                    [1, 3].map {
                        Way(grant: grant, byReference: byReference, configuration: configuration, batch: $0)
                    }
                }
            }
        }

        func request(at issuer: PeerIssuer, _ wallet: Wallet) async throws -> IssuanceRequest {
            let policy = CredentialPolicy(batchSize: batch)
            guard grant != .codeByWallet else {
                return .fromIssuer("https://issuer.example", configurationId: configuration, policy: policy)
            }
            let offer = issuer.makeOffer(
                [configuration], grants: [grant == .preAuthorized ? .preAuthorizedCode : .authorizationCode])
            let link = byReference ? offer.referenceLink : offer.link
            return .fromOffer(
                try await wallet.issuance.resolveOffer(link), configurationId: configuration, policy: policy)
        }
    }

    @Test(arguments: Peer.all) func `every way of asking ends with the credential, and with nothing beside it`(
        peer: Peer
    ) async throws {
        let world = try IssuanceWorld(peer.configure)
        let wallet = try await world.wallet()
        let ownKeys = peer.isAttested ? 1 : 0
        for way in Way.all {
            let polls = world.issuer.log.requests(.deferred).count
            let result = try await world.drive(wallet.issuance.start(way.request(at: world.issuer, wallet)))
            let id = try #require(result.issued.first, "\(way)")
            #expect(result.issued.count == 1 && result.deferred.isEmpty && result.failures.isEmpty, "\(way)")
            let credential = try #require(try await wallet.credentials.get(id))
            #expect(!credential.claims.isEmpty, "\(way)")
            guard case .issued(_, _, let instances) = credential.lifecycle, case .trusted = credential.authority else {
                Issue.record("\(way): \(credential.lifecycle), \(credential.authority)")
                return
            }
            #expect(instances.total == way.batch, "\(way)")
            #expect(world.area.handles.count == way.batch + ownKeys, "\(way)")
            #expect(try await world.misfit() == nil, "\(way)")
            #expect((world.issuer.log.requests(.deferred).count > polls) == peer.isDeferred, "\(way)")
            try await wallet.credentials.delete(id)
            #expect(world.area.handles.count == ownKeys, "\(way)")
        }
        #expect(world.issuer.log.failures == [])
        let kept = Set(world.storage.everything.map(\.key.collection))
        #expect(kept.subtracting(["document", "log", "log-head", "client"]) == [])
        // The peer's demands were met by what it demanded, not by default.
        let credentialRequests = world.issuer.log.requests(.credential)
        #expect(credentialRequests.allSatisfy { ($0.header("DPoP") == nil) == (peer.tokens == .bearer) })
        #expect(
            credentialRequests.allSatisfy { ($0.header("Content-Type") == "application/jwt") == peer.isEncrypted })
        #expect(world.provider.requests.count == ownKeys)
    }

    @Test func `there are as many combinations as there should be`() {
        #expect(Peer.all.count * Way.all.count == 24 * 20)
    }
}
