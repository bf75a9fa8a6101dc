import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// A format that the wallet does not know, by a handler in its configuration and nothing else.
@Suite struct CustomFormatTests {
    private func harness(_ handlers: [any CredentialFormatHandler], _ faults: Set<PeerFault> = []) async throws
        -> Harness
    {
        try await Harness(config: WalletConfig(formats: handlers)) {
            $0.configurations = [.pid, .staffCard]
            $0.faults = faults
        }
    }

    @Test(.row("VCI-W3C-03")) func `VCI-W3C-03 without a handler the configuration is listed and not received`()
        async throws
    {
        let harness = try await harness([])
        let offer = try await harness.wallet.issuance.resolveOffer(
            harness.issuer.makeOffer(["pid", "staff-card"]).link)
        #expect(offer.credentials.map(\.format.identifier) == ["dc+sd-jwt", "jwt_vc_json"])
        let result = try await harness.receive(["pid", "staff-card"])
        #expect(result.issued.count == 1)
        #expect(result.failures.map(\.error.code) == [.unsupportedConfiguration])
        #expect(harness.area.handles.count == 1)
    }

    @Test(.row("VCI-W3C-03")) func `VCI-W3C-03 a handler receives, lists, shows and exports its format`() async throws {
        let harness = try await harness([JWTVCHandler()])
        let result = try await harness.receive(["staff-card"], policy: CredentialPolicy(batchSize: 2))
        #expect(result.failures.isEmpty && harness.issuer.log.failures.isEmpty)
        let listed = try await harness.wallet.credentials.list()
        #expect(listed.map(\.format) == [.other("jwt_vc_json", type: "StaffCard")])
        guard case .trusted = listed[0].authority else { return #expect(Bool(false), "\(listed[0].authority)") }
        let card = try #require(try await harness.wallet.credentials.get(listed[0].id))
        #expect(
            card.claims.map(\.pointer) == [
                "/credentialSubject/role", "/credentialSubject/since", "/credentialSubject/floors",
            ])
        #expect(card.claims.map(\.label) == ["Rolle", "credentialSubject since", "credentialSubject floors"])
        #expect(card.claims[1].value == CalendarDate("2019-09-01").map(ClaimValue.date))
        let text = try await harness.wallet.credentials.export(card.id)
        #expect(text.split(separator: ".").count == 3)
        let exchange = try #require(harness.issuer.log.exchanges.last { $0.endpoint == .credential })
        #expect(String(decoding: exchange.response.body, as: UTF8.self).contains("\"\(text)\""))
        try await harness.wallet.credentials.delete(card.id)
        #expect(harness.leftovers == [])
    }

    @Test(
        .row("VCI-W3C-03"),
        arguments: [
            (PeerFault.wrongType, "jwtvc.type"), (.expired, "jwtvc.time"), (.wrongHolderKey, "jwtvc.holder"),
            (.tamperedSignature, "jose.signature.invalid"),
        ])
    func `VCI-W3C-03 what a handler refuses is not kept`(_ fault: PeerFault, _ code: String) async throws {
        let harness = try await harness([JWTVCHandler()], [fault])
        do {
            _ = try await harness.receive(["staff-card"])
            Issue.record("accepted with \(fault)")
        } catch let error as IssuanceError {
            #expect(error.finding?.code.description == code)
        }
        #expect(harness.leftovers == [])
        #expect(harness.area.handles.count == 0)
    }
}
