import LanyardJSON
import LanyardOAuth
import LanyardOpenID4VCI
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

struct CredentialOfferLinkTests {
    /// An offer whose values hold everything that a second decoding would harm.
    private static let offer =
        #"{"credential_issuer":"https://issuer.example.com/T","credential_configuration_ids":["a b","Größe"],"#
        + #""grants":{"authorization_code":{"issuer_state":"x%2By+z&w=%25"}}}"#

    private func read(_ text: String, accepting accepted: CredentialOfferLink.Accepted = .init()) throws(Finding)
        -> CredentialOfferLink
    {
        var findings = Findings()
        return try CredentialOfferLink(parsing: text, accepting: accepted, findings: &findings)
    }

    private func code(_ text: String, accepting accepted: CredentialOfferLink.Accepted = .init()) -> String? {
        refusal { () throws(Finding) in _ = try read(text, accepting: accepted) }?.code.description
    }

    private func value(_ text: String, accepting accepted: CredentialOfferLink.Accepted = .init()) throws
        -> CredentialOfferMessage
    {
        guard case .byValue(let message) = try read(text, accepting: accepted) else {
            throw Finding("test", .wallet, clause: "", expected: "an offer by value", remedy: "")
        }
        return message
    }

    @Test(.row("VCI-OFFER-01")) func `VCI-OFFER-01 takes both schemes, without case, and configured ones`() throws {
        let query = "?credential_offer=" + PercentEncoding.encode(Self.offer)
        for scheme in ["openid-credential-offer", "haip-vci", "OpenID-Credential-Offer"] {
            #expect(try value("\(scheme)://\(query)").configurationIds.count == 2)
        }
        #expect(code("eudi-openid4vci://\(query)") == "offer.link.scheme")
        let configured = CredentialOfferLink.Accepted(
            schemes: ["eudi-openid4vci"], links: ["https://wallet.example.com/offer"])
        #expect(try value("eudi-openid4vci://\(query)", accepting: configured).configurationIds.count == 2)
        #expect(
            try value("https://wallet.example.com/offer\(query)", accepting: configured).configurationIds.count == 2)
        #expect(code("https://wallet.example.com/other\(query)", accepting: configured) == "offer.link.scheme")
        #expect(code("openid-credential-offer://\(query)", accepting: configured) == "offer.link.scheme")
    }

    @Test(.row("VCI-OFFER-02")) func `VCI-OFFER-02 wants exactly one of the two parameters`() throws {
        let byValue = "credential_offer=" + PercentEncoding.encode(Self.offer)
        let byReference = "credential_offer_uri=https%3A%2F%2Fissuer.example.com%2Fo"
        #expect(code("openid-credential-offer://?\(byValue)") == nil)
        #expect(code("openid-credential-offer://?\(byValue)&\(byReference)") == "offer.link.twoOffers")
        #expect(code("openid-credential-offer://?\(byReference)&\(byReference)") == "offer.link.twoOffers")
        #expect(code("openid-credential-offer://?\(byValue)&\(byValue)") == "offer.link.twoOffers")
        #expect(code("openid-credential-offer://?x=1") == "offer.link.noOffer")
        #expect(code("openid-credential-offer://") == "offer.link.noOffer")
    }

    // Field failure O01: five spellings, one offer.
    @Test(
        .row("VCI-OFFER-03"),
        arguments: [
            "openid-credential-offer://?credential_offer=" + PercentEncoding.encode(offer),
            "openid-credential-offer://?" + FormEncoding.encode([.init("credential_offer", offer)]),
            "openid-credential-offer://credential_offer?credential_offer=" + PercentEncoding.encode(offer),
            "openid-credential-offer:?credential_offer=" + PercentEncoding.encode(offer) + "#fragment",
            "openid-credential-offer://?credential_offer="
                + #"{"credential_issuer":"https://issuer.example.com/T","credential_configuration_ids":["a b","Größe"],"#
                + #""grants":{"authorization_code":{"issuer_state":"x%252By%2Bz%26w=%2525"}}}"#,
            " \n" + offer + "\n",
        ])
    func `VCI-OFFER-03 decodes the query exactly once`(_ text: String) throws {
        let message = try value(text)
        #expect(message.credentialIssuer.text == "https://issuer.example.com/T")
        #expect(message.configurationIds == ["a b", "Größe"])
        #expect(message.grants.authorizationCode?.issuerState == "x%2By+z&w=%25")
    }

    @Test func `VCI-OFFER-03 names what is encoded twice, escaped or broken`() {
        let once = PercentEncoding.encode(Self.offer)
        #expect(
            code("openid-credential-offer://?credential_offer=" + PercentEncoding.encode(once))
                == "offer.link.encodedTwice")
        #expect(
            code("openid-credential-offer://?credential_offer_uri=https%253A%252F%252Fissuer.example.com")
                == "offer.link.encodedTwice")
        #expect(
            code(#"openid-credential-offer://?credential_offer={\"credential_issuer\":\"https://h\"}"#) == "offer.json")
        #expect(code("openid-credential-offer://?credential_offer=%7B%2") == "offer.link.encoding")
        #expect(code("openid-credential-offer://?credential_offer=%FF") == "offer.link.encoding")
    }

    @Test(.row("VCI-OFFER-04")) func `VCI-OFFER-04 a reference is https and fetched without credentials`() throws {
        let link = "openid-credential-offer://?credential_offer_uri="
        guard case .byReference(let uri) = try read(link + "https%3A%2F%2Fissuer.example.com%2Foffers%3Fid%3D1%2B2")
        else {
            Issue.record("expected an offer by reference")
            return
        }
        #expect(uri.text == "https://issuer.example.com/offers?id=1+2")
        let request = CredentialOfferLink.request(uri)
        #expect(request.method == "GET" && request.url == uri.text && request.body.isEmpty)
        #expect(request.header("Authorization") == nil)
        for text in ["http%3A%2F%2Fissuer.example.com", "file%3A%2F%2F%2Fetc%2Fpasswd", "issuer.example.com", ""] {
            #expect(code(link + text) == "offer.link.referenceNotHTTPS")
        }
    }

    @Test(.row("VCI-OFFER-20")) func `VCI-OFFER-20 a link, a QR text and raw JSON give one offer`() throws {
        let link = try value("openid-credential-offer://?credential_offer=" + PercentEncoding.encode(Self.offer))
        let raw = try value(Self.offer)
        #expect(link.configurationIds == raw.configurationIds && link.credentialIssuer == raw.credentialIssuer)
    }

    @Test(arguments: ["", "hello", "not a link", "://x", "1a:?credential_offer={}", "é:?x"])
    func `refuses what is no link`(_ text: String) {
        #expect(code(text) == "offer.link.notALink")
    }

    @Test func `refuses more than 64 KiB`() {
        #expect(code("openid-credential-offer://?x=" + String(repeating: "a", count: 65_536)) == "offer.link.tooLarge")
    }
}
