import LanyardLock
import LanyardTestSupport
import LanyardText
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
