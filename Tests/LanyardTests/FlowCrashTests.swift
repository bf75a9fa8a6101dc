import LanyardJSON
import LanyardLock
import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// The process dies at any point of any flow, and another one over the same store and keys goes on.
///
/// Whatever was there before is there afterwards, what was under way is finished or gone, every key has its record and every
/// record its owner once leases are over.
@Suite struct FlowCrashTests {
    /// What the process was doing when it died.
    enum Flow: String, CaseIterable {
        case code, pushedCode, promise, poll, renewal, promisedRenewal, renewalByBrowser, upkeep, notification, refusal
        case deletion

        var isByCode: Bool { self == .code || self == .pushedCode || self == .renewalByBrowser }
        /// Whether a credential is there before.
        var hasPast: Bool { [.renewal, .promisedRenewal, .renewalByBrowser, .upkeep, .deletion].contains(self) }

        func configure(_ options: inout PeerIssuer.Options) {
            options.dpop = .init(.required)
            options.dpop.issuerNonces = true
            options.dpop.serverNonces = true
            options.authorization = .init()
            if self == .pushedCode { options.authorization?.pushing = .required }
            options.clients = .init { $0.methods = [.attestation] }
            if self != .renewalByBrowser, self != .code { options.refreshTokens = .init(areRotated: true) }
            options.notifications = .init(failures: self == .notification ? 1 : 0)
            options.omittedCredentials = 1
            if self == .poll || self == .promise || self == .promisedRenewal {
                options.deferral = .init(polls: 1, interval: self == .promise ? 5 : 100)
            }
            if self == .refusal { options.faults = [.tamperedSignature] }
        }
    }

    /// A world in which the flow's past has happened.
    private struct Stage {
        let flow: Flow
        let world: IssuanceWorld
        let redirects = Redirects()
        var id: CredentialId?
        var text: String?

        init(_ flow: Flow) async throws {
            self.flow = flow
            world = try IssuanceWorld(flow.configure)
            guard flow.hasPast || flow == .poll || flow == .notification else { return }
            let wallet = try await world.wallet()
            let result = try await world.drive(wallet.issuance.start(request(wallet)))
            await wallet.issuance.settle()
            id = result.deferred.first ?? result.issued.first
            if flow == .promisedRenewal, let id {
                world.clock.advance(by: 101)
                _ = await wallet.upkeep.run(until: world.clock.now.advanced(by: 86_400))
                world.clock.advance(by: 101)
                _ = await wallet.upkeep.run(until: world.clock.now.advanced(by: 86_400))
                text = try await wallet.credentials.export(id)
            }
            if let id, flow.hasPast { text = try await wallet.credentials.export(id) }
            switch flow {
            case .renewal, .promisedRenewal: world.issuer.expireAccessTokens()
            case .upkeep: world.clock.set(try #require(try await wallet.upkeep.nextDue()).advanced(by: 1))
            case .poll: world.clock.advance(by: 101)
            case .notification: world.clock.advance(by: 3600)
            default: break
            }
        }

        func request(_ wallet: Wallet) async throws -> IssuanceRequest {
            let policy = CredentialPolicy(batchSize: 3)
            guard flow.isByCode else {
                return .fromOffer(
                    try await wallet.issuance.resolveOffer(world.issuer.makeOffer(["pid"]).link), configurationIds: nil,
                    policy: policy)
            }
            return .fromIssuer("https://issuer.example", configurationId: "pid", policy: policy)
        }

        /// Does what the flow is about, in a process that may die.
        func play() async {
            do {
                let wallet = try await world.wallet(seed: 2, dying: true)
                switch flow {
                case .code, .pushedCode, .promise, .refusal:
                    _ = try await drive(wallet.issuance.start(request(wallet)))
                case .renewal, .promisedRenewal, .renewalByBrowser:
                    if let id { _ = try await drive(wallet.issuance.reissue(id)) }
                case .poll, .upkeep, .notification:
                    _ = await wallet.upkeep.run(until: world.clock.now.advanced(by: 86_400))
                case .deletion: if let id { try await wallet.credentials.delete(id) }
                }
                await wallet.issuance.settle()
            } catch {
                // The death is the point of the test.
            }
        }

        private func drive(_ session: IssuanceSession) async throws -> IssuanceResult {
            try await world.drive(session, redirected: redirects.keep)
        }

        /// What a new process finds wrong, nil when all is as it should be.
        func examine() async throws -> String? {
            if let misfit = try await world.misfit(withLeases: true) { return "at once: \(misfit)" }
            let wallet = try await world.wallet(seed: 3)
            if let id, flow.hasPast, let text {
                let found = try? await wallet.credentials.export(id)
                if flow == .deletion {
                    guard found == nil || found == text else { return "another text" }
                } else {
                    guard let found else { return "the old credential is lost" }
                    let isOld = found == text
                    if flow == .renewal, isOld {
                        world.clock.advance(by: 60)
                        let result = try await world.drive(wallet.issuance.reissue(id))
                        guard result.issued == [id] else { return "not renewed" }
                    }
                }
            }
            if let redirect = redirects.last {
                let waits = world.storage.everything.contains { $0.key.collection == "authorization" }
                do {
                    let session = try await wallet.issuance.resume(redirect)
                    guard waits else { return "a redirect counted twice" }
                    _ = try await world.drive(session)
                } catch let error as IssuanceError {
                    if waits { return "not resumed: \(error)" }
                    guard error.code == .authorizationRefused else { return "\(error)" }
                }
            }
            let before = try await wallet.credentials.list().map(\.id)
            for _ in 1...3 {
                world.clock.advance(by: 3700)
                let report = await wallet.upkeep.run(until: world.clock.now.advanced(by: 86_400))
                if let failure = report.failure { return "upkeep: \(failure)" }
                for (_, error) in report.failures where error.serverError != "invalid_transaction_id" {
                    return "upkeep: \(error)"
                }
                await wallet.issuance.settle()
            }
            if let misfit = try await world.misfit() { return misfit }
            let kinds = Set(world.storage.everything.map(\.key.collection))
            let rest = kinds.intersection(["authorization", "session", "outbox", "deferral"])
            guard rest.isEmpty else { return "left: \(rest)" }
            let after = try await wallet.credentials.list()
            for credential in after {
                guard case .issued = credential.lifecycle else { return "a promise for ever" }
            }
            if flow.hasPast, flow != .deletion, let id {
                guard after.map(\.id) == [id] else { return "\(after.count) credentials in place of one" }
            } else if after.count > max(1, before.count) {
                return "a credential twice"
            }
            return nil
        }
    }

    @Test(arguments: Flow.allCases) func `a flow that dies anywhere is finished or undone by the next process`(
        flow: Flow
    ) async throws {
        let whole = try await Stage(flow)
        await whole.play()
        let points = whole.world.plan.reached
        #expect(points.contains("commit.after"))
        #expect(try await whole.examine() == nil)
        #expect(flow == .refusal || whole.world.issuer.log.failures == [])
        var failures: [String] = []
        // At the other points nothing was changed since the one before: the same would be left behind.
        let telling: Set<String> = [
            "commit.before", "commit.after", "request.after", "createKeys.after", "deleteKeys.after",
        ]
        for index in points.indices where telling.contains(points[index]) {
            let stage = try await Stage(flow)
            stage.world.plan.crash(at: index)
            await stage.play()
            #expect(stage.world.plan.hasCrashed)
            if let failure = try await stage.examine() { failures.append("\(index) \(points[index]): \(failure)") }
        }
        #expect(failures == [])
    }
}

/// The redirects that a browser made.
final class Redirects: Sendable {
    private let inside = Mutex<[String]>([])

    @Sendable func keep(_ redirect: String) { inside.withLock { $0.append(redirect) } }

    var last: String? { inside.withLock { $0.last } }
}
