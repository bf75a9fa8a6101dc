import LanyardJSON
import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// Any answer replaced, delayed, cut, oversized or redirected: one typed end, nothing half stored, no key left over.
@Suite struct HostileIssuerTests {
    static let cases: [Tampering] = (PeerEndpoint.preAuthorized + [.jwtVcIssuerMetadata]).flatMap {
        Tampering.table(for: $0)
    }

    @Test(
        .row("VCI-META-03", "VCI-META-06", "VCI-OFFER-05", "VCI-TOK-06", "VCI-CRES-01", "VCI-CRES-07", "VCI-GEN-01"),
        arguments: cases)
    func `a hostile answer ends in a typed error or a whole credential`(tampering: Tampering) async throws {
        let harness = try await Harness { if tampering.endpoint == .jwtVcIssuerMetadata { $0.keySource = .metadata } }
        let hostile = HostileIssuer(harness.issuer, [tampering])
        harness.http.add(hostile)
        do {
            let result = try await harness.receive(
                harness.issuer.makeOffer(["pid"]).referenceLink)
            #expect(result.issued.count == 1)
        } catch let error as IssuanceError {
            #expect(error.code != .userCancelled)
            #expect(!error.remedy.isEmpty)
            #expect(harness.leftovers == [])
        }
        let stored = try await harness.wallet.credentials.list()
        #expect(harness.area.handles.count == stored.count)
    }

    /// A server whose answer at one endpoint is this JSON.
    private func answering(_ endpoint: PeerEndpoint, _ change: @escaping @Sendable (inout JSONObject) -> Void)
        async throws
        -> Harness
    {
        let harness = try await Harness()
        harness.http.add(HostileIssuer(harness.issuer, [Tampering("changed", at: endpoint, .json(change))]))
        return harness
    }

    @Test func `a token for fifty-one identifiers of one configuration is refused, repeated ones count once`()
        async throws
    {
        for (count, isDistinct) in [(51, true), (500, false)] {
            let harness = try await answering(.token) { token in
                let names = (0..<count).map { JSON.string(isDistinct ? "id-\($0)" : "id") }
                token["authorization_details"] = [
                    [
                        "type": "openid_credential", "credential_configuration_id": "pid",
                        "credential_identifiers": .array(names),
                    ]
                ]
            }
            await #expect(throws: IssuanceError.self) { try await harness.receive() }
            let asked = harness.http.requests.filter { $0.url.hasSuffix("/credential") }.count
            #expect(asked == (isDistinct ? 0 : 1))
        }
    }

    @Test func `metadata full of faults is bounded in findings`() async throws {
        let harness = try await answering(.issuerMetadata) { metadata in
            metadata["display"] = .array(Array(repeating: .number(JSONNumber(1)), count: 100_000))
        }
        let result = try await harness.receive()
        #expect(result.issued.count == 1)
    }

    @Test func `a place that does not answer is told before one that has nothing`() async throws {
        let harness = try await Harness { $0.identifier = "https://issuer.example/tenant" }
        harness.http.add(
            HostileIssuer(
                harness.issuer,
                [Tampering("silent", at: .issuerMetadata, .misbehaving(.silence), occurrences: 1)]))
        do {
            _ = try await harness.receive()
            Issue.record("received, though the only place was silent")
        } catch let error as IssuanceError {
            #expect(error.code == .network)
        }
    }
}
