import LanyardJSON
import LanyardOpenID4VCI
import LanyardTestSupport
import LanyardText
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

@Suite struct OfferFailureTests {
    private let description = "Der Code aus dem Brief, 東京"

    @Test(.row("VCI-OFFER-03"), arguments: FieldCase.modes)
    func `FIELD-O01 one offer in any spelling of its link is one offer`(mode: Strictness) async throws {
        let harness = try await Harness(mode)
        let made = harness.issuer.makeOffer(
            ["pid"], transactionCode: .numeric("4711", description: description))
        let json = made.json.encodedText()
        let spaced = json.replacing("\":", with: "\" : ")
        let escaped = PercentEncoding.encode(json)
        for link in [
            "openid-credential-offer://?credential_offer=\(escaped)",
            "openid-credential-offer://credential_offer?credential_offer=\(escaped)",
            "openid-credential-offer:?credential_offer=\(escaped)",
            "OpenID-Credential-Offer://?credential_offer=\(escaped)",
            "openid-credential-offer://?credential_offer="
                + PercentEncoding.encode(spaced).replacing("%20", with: "+"),
        ] {
            let offer = try await harness.wallet.issuance.resolveOffer(link)
            #expect(offer.credentialIssuer == "https://issuer.example")
            #expect(offer.credentialConfigurationIds == ["pid"])
            #expect(offer.txCode?.description == description)
            // The code holds +, &, =, / and %.
            #expect(offer.message.grants.preAuthorizedCode?.code.reveal() == made.preAuthorizedCode)
        }
        let twice = try await harness.refusal(
            of: "openid-credential-offer://?credential_offer=\(PercentEncoding.encode(escaped))")
        #expect(twice?.found == "offer.link.encodedTwice")
        let quoted = PercentEncoding.encode(json.replacing("\"", with: "\\\""))
        let stillEscaped = try await harness.refusal(of: "openid-credential-offer://?credential_offer=\(quoted)")
        #expect(stillEscaped?.found == "offer.json")
    }

    @Test(.row("VCI-OFFER-04"), arguments: FieldCase.modes)
    func `FIELD-O02 an offer that can be had once is had once, and what comes after it changes nothing`(
        mode: Strictness
    ) async throws {
        let harness = try await Harness(mode)
        let first = harness.issuer.makeOffer(["pid"])
        let second = harness.issuer.makeOffer(["diploma"]) { $0["credential_issuer"] = "https://other.example" }
        harness.http.add(
            OnceOnly(issuer: harness.issuer, then: .json(second.json), counter: Counter()), at: "https://issuer.example"
        )
        #expect(try await harness.receive(first.referenceLink).issued.count == 1)
        #expect(harness.urls("/offers/").count == 1)
        #expect(harness.urls("other.example").isEmpty)
        #expect(try await harness.wallet.credentials.list().map(\.configurationId) == ["pid"])
    }

    @Test(
        .row("VCI-OFFER-06"), arguments: FieldCase.modes,
        [
            "http://issuer.example", "https://issuer.example?q=1", "https://issuer.example#f", "issuer.example",
            "https://user@issuer.example", "",
        ])
    func `FIELD-O06 an issuer identifier that is none is refused before anything is asked`(
        mode: Strictness, identifier: String
    ) async throws {
        let harness = try await Harness(mode)
        let offer = harness.issuer.makeOffer(["pid"]) { $0["credential_issuer"] = .string(identifier) }
        let refusal = try await harness.refusal(of: offer.link)
        #expect(refusal?.code == .invalidOffer)
        #expect(refusal?.finding?.location == "credential offer: /credential_issuer")
        #expect(harness.urls().isEmpty)
    }
}

/// Serves an offer the first time and something else from then on.
private struct OnceOnly: Peer {
    let issuer: PeerIssuer
    let then: HttpResponse
    let counter: Counter

    func reply(to request: HttpRequest) async -> PeerReply {
        guard issuer.endpoint(of: request.url) == .offer, await counter.next() > 1 else {
            return await issuer.reply(to: request)
        }
        return PeerReply(then)
    }
}

private actor Counter {
    private var count = 0

    func next() -> Int {
        count += 1
        return count
    }
}

extension HttpResponse {
    /// An answer of JSON.
    static func json(_ json: JSON, status: Int = 200) -> HttpResponse {
        HttpResponse(status: status, headers: [HttpHeader("Content-Type", "application/json")], body: json.encoded())
    }
}
