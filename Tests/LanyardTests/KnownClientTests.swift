import LanyardJSON
import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// Clients that a server knows by a key, and clients that register themselves.
@Suite struct KnownClientTests {
    private let byCode = IssuanceRequest.fromIssuer("https://issuer.example", configurationId: "pid")

    @Test(.row("VCI-CAUTH-03", "VCI-PAR-08"))
    func `VCI-CAUTH-03 VCI-PAR-08 a client with a key signs assertions and requests`() async throws {
        let client = try await KnownClient()
        let harness = try await client.harness { $0.refreshTokens = .init() }
        let id = try #require(try await harness.run(byCode).issued.first)
        harness.issuer.expireAccessTokens()
        #expect(try await harness.drive(harness.wallet.issuance.reissue(id)).issued == [id])
        #expect(harness.issuer.log.failures.isEmpty)
        #expect(harness.issuer.log.rows.isSuperset(of: ["VCI-CAUTH-03", "VCI-PAR-08"]))
        try await harness.wallet.credentials.delete(id)
        #expect(harness.area.handles == [client.key.handle])
    }

    @Test(.row("VCI-CAUTH-03")) func `VCI-CAUTH-03 an assertion serves a pre-authorized code too`() async throws {
        let harness = try await KnownClient().harness { $0.authorization = nil }
        #expect(try await harness.receive().issued.count == 1)
        #expect(harness.issuer.log.failures.isEmpty)
        #expect(harness.issuer.log.rows.contains("VCI-CAUTH-03"))
    }

    @Test(.row("VCI-PAR-08")) func `VCI-PAR-08 a server that wants signed requests needs a known key`() async throws {
        let harness = try await Harness {
            $0.authorization = .init { $0.requestObjects = .required }
        }
        let error = try await harness.failure(of: byCode)
        #expect(error.finding?.requirements == ["VCI-PAR-08"])
        #expect(harness.spending.isEmpty)
    }

    @Test(.row("VCI-CAUTH-06")) func `VCI-CAUTH-06 a wallet registers once, and uses that again`() async throws {
        let config = WalletConfig(issuance: IssuanceConfig(registration: .whenOffered))
        let harness = try await Harness(config: config) {
            $0.authorization = .init { $0.pushing = .required }
            $0.clients.wantsRegistration = true
        }
        for _ in 1...2 { #expect(try await harness.run(byCode).issued.count == 1) }
        #expect(harness.issuer.log.failures.isEmpty)
        #expect(harness.issuer.log.requests(.registration).count == 1)

        let other = try await Wallet.open(harness.environment, config: config)
        #expect(try await harness.drive(other.issuance.start(byCode)).issued.count == 1)
        #expect(harness.issuer.log.requests(.registration).count == 1)
    }

    @Test(.row("VCI-CAUTH-06")) func `VCI-CAUTH-06 nobody is registered who did not ask for it`() async throws {
        let harness = try await Harness {
            $0.authorization = .init { $0.pushing = .required }
            $0.clients.wantsRegistration = true
        }
        _ = try await harness.failure(of: byCode)
        #expect(harness.issuer.log.requests(.registration).isEmpty)
    }
}
