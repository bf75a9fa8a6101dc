import LanyardJSON
import LanyardLock
import LanyardTestSupport
import LanyardText
import SystemAdapters
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// Secrets of a whole flow: in no record, log entry or error, in no spelling.
@Suite struct SecretsTests {
    @Test(.row("VCI-OFFER-14", "VCI-TOK-12"))
    func `VCI-TOK-12 no secret and no claim is in the record or the developer's log`()
        async throws
    {
        let logger = RememberingLogger()
        let harness = try await Harness(adjust: { $0.logger = logger })
        let offer = harness.issuer.makeOffer(["pid"], transactionCode: .numeric("83920174"))
        let record = harness.wallet.issuance.newRecord()
        let resolved = try await harness.wallet.issuance.resolveOffer(offer.link, record: record)
        let session = harness.wallet.issuance.start(.fromOffer(resolved, configurationIds: nil, txCode: "83920174"))
        for await _ in session.states {}
        guard case .completed(let result) = session.currentState else { return #expect(Bool(false)) }

        var secrets = ["83920174", offer.preAuthorizedCode]
        for request in harness.http.requests {
            if let authorization = request.header("Authorization") {
                secrets.append(String(authorization.dropFirst(7)))
            }
        }
        let text = try await harness.wallet.credentials.export(result.issued[0])
        secrets.append(text)
        secrets += text.split(separator: "~").map(String.init)
        let credential = try #require(try await harness.wallet.credentials.get(result.issued[0]))
        // The authority's name is in the issuer's public metadata too.
        secrets += credential.claims.compactMap { claim in
            guard case .text(let value) = claim.value, value.count > 3, claim.pointer != "/issuing_authority" else {
                return nil
            }
            return value
        }
        #expect(secrets.count > 8)

        let told = [record.json(), session.record.json(), logger.text].joined(separator: "\n")
        for secret in secrets {
            for spelling in [
                secret, Base64.encode(Array(secret.utf8)), Base64URL.encode(Array(secret.utf8)),
                Hex.encode(Array(secret.utf8)), PercentEncoding.encode(secret),
            ] { #expect(!told.contains(spelling), "\(secret.prefix(12))…") }
        }
        #expect(told.contains("urn:eudi:pid:1"))
    }

    @Test(.row("VCI-TOK-12"), arguments: [false, true])
    func `VCI-TOK-12 nor is a secret of the browser, the tokens or what follows, nor in the plain bytes of the store`(
        fails: Bool
    ) async throws {
        let logger = RememberingLogger()
        let folder = try TemporaryFolder()
        let world = try IssuanceWorld { options in
            options.authorization = .init { $0.pushing = .required }
            options.clients = .init {
                $0.methods = [.attestation]
                $0.challenge = .endpoint
            }
            options.dpop = .init(.required)
            options.dpop.serverNonces = true
            options.dpop.issuerNonces = true
            options.refreshTokens = .init(areRotated: true)
            options.deferral = .init(polls: 1, interval: 100)
            options.notifications = .init(failures: 1)
            options.encryption = .init(requests: .offered, responses: .offered)
            if fails { options.faults = [.tamperedSignature] }
        }
        var environment = world.environment()
        environment.logger = logger
        environment.storage = try await SealedStorageDriver.open(
            over: world.storage, keyFile: StoreKeyFile(path: folder.file("store.key")))
        let wallet = try await Wallet.open(environment)
        var told = ""
        var seen = Seen(world)

        func follow(_ session: IssuanceSession) async throws {
            for await state in session.states {
                seen.store(world)
                guard case .authorizationRequired(let url) = state else {
                    dump(state, to: &told)
                    continue
                }
                // The address is the app's to open: that this state shows it is no leak.
                let redirect = try await world.http.browser().visit(url)
                seen.redirects.append(redirect)
                session.completeAuthorization(redirect)
            }
            if case .failed(let error) = session.currentState { told += "\(error) \(String(reflecting: error))" }
            told += session.record.json()
            await wallet.issuance.settle()
            seen.store(world)
        }

        try await follow(wallet.issuance.start(.fromIssuer("https://issuer.example", configurationId: "pid")))
        let id = try #require(try await wallet.credentials.list().first?.id)
        world.issuer.expireAccessTokens()
        for _ in 1...2 {
            world.clock.advance(by: 101)
            try await follow(wallet.issuance.resumeDeferred(id))
        }
        if !fails { try await follow(wallet.issuance.reissue(id)) }
        if let redirect = seen.redirects.first {
            do {
                _ = try await wallet.issuance.resume(redirect)
            } catch {
                told += "\(error) \(String(reflecting: error))"
            }
        }
        world.issuer.revokeRefreshTokens()
        world.issuer.expireAccessTokens()
        try await follow(wallet.issuance.refill(id))
        world.clock.advance(by: 4000)
        dump(await wallet.upkeep.run(until: world.clock.now.advanced(by: 60)), to: &told)
        told += logger.text

        let secrets = seen.secrets(of: world)
        for kind in [
            "code", "state", "code_verifier", "refresh_token", "access_token", "transaction_id", "attestation", "proof",
            "challenge", "nonce", "request_uri",
        ] + (fails ? [] : ["notification_id"]) { #expect(secrets[kind]?.isEmpty == false, "\(kind) was not seen") }
        for (kind, values) in secrets {
            for value in values {
                for spelling in Self.spellings(of: value) {
                    let isTold = told.contains(spelling)
                    #expect(!isTold, "\(kind) was told")
                    let isStored = seen.stored.contains { $0.contains(spelling) }
                    #expect(!isStored, "\(kind) is in the store")
                }
            }
        }
        #expect(told.contains("issuer.example"))
    }

    /// A text as it is, and as base64, base64url, hex and percent encoding.
    private static func spellings(of text: String) -> [String] {
        let bytes = Array(text.utf8)
        return [
            text, Base64.encode(bytes), Base64URL.encode(bytes), Hex.encode(bytes), PercentEncoding.encode(text),
        ]
    }

    /// What went over the network and into the store.
    private struct Seen {
        var redirects: [String] = []
        var stored: Set<String> = []

        init(_ world: IssuanceWorld) { store(world) }

        /// Remembers the store's bytes as they are now; each byte is one character.
        mutating func store(_ world: IssuanceWorld) {
            for record in world.storage.everything {
                stored.insert(record.key.name)
                stored.insert(String(String.UnicodeScalarView(record.value.map { Unicode.Scalar($0) })))
            }
        }

        /// The secrets of the flow, by kind.
        func secrets(of world: IssuanceWorld) -> [String: Set<String>] {
            var secrets: [String: Set<String>] = [:]
            func note(_ kind: String, _ value: String?) {
                if let value, value.count > 7 { secrets[kind, default: []].insert(value) }
            }
            for redirect in redirects {
                let query = redirect.split(separator: "?").last.map(String.init) ?? ""
                for field in FormEncoding.decode(query) ?? [] where field.name != "iss" {
                    note(field.name, field.value)
                }
            }
            let headers = [
                "OAuth-Client-Attestation": "attestation", "OAuth-Client-Attestation-PoP": "proof", "DPoP": "proof",
            ]
            let members = [
                "code", "state", "code_verifier", "refresh_token", "access_token", "transaction_id", "notification_id",
                "request_uri", "c_nonce", "attestation_challenge",
            ]
            let kinds = ["c_nonce": "nonce", "attestation_challenge": "challenge"]
            for exchange in world.issuer.log.exchanges {
                for (header, kind) in headers { note(kind, exchange.request.header(header)) }
                note("nonce", exchange.response.header("DPoP-Nonce"))
                let form = FormEncoding.decode(String(decoding: exchange.request.body, as: UTF8.self)) ?? []
                for field in form where members.contains(field.name) { note(field.name, field.value) }
                for body in [exchange.request.body, exchange.response.body] {
                    guard let object = try? JSON(parsing: body) else { continue }
                    for member in members { note(kinds[member] ?? member, object[member]?.string) }
                }
            }
            return secrets
        }
    }
}

/// Keeps what it is told.
final class RememberingLogger: WalletLogger {
    private let lines = Lines()

    func log(_ entry: WalletLogEntry) { lines.append(entry.message) }

    var text: String { lines.all.joined(separator: "\n") }
}

/// Lines that grow from any thread.
private final class Lines: Sendable {
    private let inside = Mutex<[String]>([])

    func append(_ line: String) { inside.withLock { $0.append(line) } }

    var all: [String] { inside.withLock { $0 } }
}
