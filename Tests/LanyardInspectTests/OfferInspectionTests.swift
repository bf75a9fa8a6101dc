import LanyardInspect
import LanyardJSON
import LanyardOpenID4VCI
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

@Suite struct OfferInspectionTests {
    private static let pre = "urn:ietf:params:oauth:grant-type:pre-authorized_code"
    private static let sound: JSONObject = [
        "credential_issuer": "https://i.example", "credential_configuration_ids": ["pid"],
        "grants": .object([pre: ["pre-authorized_code": "code", "tx_code": ["length": 4]]]),
    ]

    private static func link(_ offer: JSONObject) -> String {
        "openid-credential-offer://?credential_offer=" + PercentEncoding.encode(JSON.object(offer).encodedText())
    }

    private static func changed(_ name: String, _ value: JSON?) -> JSONObject {
        var offer = sound
        offer[name] = value
        return offer
    }

    @Test(.row("VCI-OFFER-07"), arguments: [false, true])
    func `VCI-OFFER-07 a sound offer breaks no rule, as a link and as JSON`(_ asLink: Bool) throws {
        let text = asLink ? Self.link(Self.sound) : JSON.object(Self.sound).encodedText()
        let inspection = try Samples.inspect(text)
        #expect(inspection.hasPassed && inspection.counts.tolerated == 0)
        #expect(inspection.outcome("VCI-OFFER-14") == .passed)
        #expect(inspection.outcome("VCI-OFFER-16") == .passed)
        #expect(inspection.fact("credential_issuer") == "https://i.example")
    }

    static let broken: [(String, String)] = [
        ("openid-credential-offer://", "offer.link.noOffer"),
        (
            "openid-credential-offer://?credential_offer=%7B%7D&credential_offer_uri=https%3A%2F%2Fa",
            "offer.link.twoOffers"
        ),
        ("openid-credential-offer://?credential_offer_uri=http%3A%2F%2Fa.example", "offer.link.referenceNotHTTPS"),
        ("openid-credential-offer://?credential_offer=%257B%257D", "offer.link.encodedTwice"),
        ("openid-credential-offer://?credential_offer=%FF", "offer.link.encoding"),
        ("openid-credential-offer://?credential_offer=%7B", "offer.json"),
        ("other://x?credential_offer=%7B%7D", "offer.link.scheme"),
        (link(changed("credential_issuer", "http://i.example")), "offer.credentialIssuer"),
        (link(changed("credential_issuer", "https://i.example?a")), "offer.credentialIssuer"),
        (link(changed("credential_issuer", nil)), "offer.missing"),
        (link(changed("credential_configuration_ids", [])), "offer.empty"),
        (link(changed("credential_configuration_ids", ["a", "a"])), "offer.configurationIds.repeated"),
        (link(changed("grants", 1)), "offer.type"),
        (link(changed("grants", .object([pre: [:]]))), "offer.missing"),
        (link(changed("grants", .object([pre: ["pre-authorized_code": " "]]))), "offer.blank"),
    ]

    @Test(.row("VCI-OFFER-02", "VCI-OFFER-03", "VCI-OFFER-04", "VCI-OFFER-06"), arguments: broken)
    func `VCI-OFFER-02 each fault has the code with which a session ends`(_ text: String, _ code: String) throws {
        let inspection = try Samples.inspect(text)
        #expect(inspection.faults.contains(code))
        var findings = Findings()
        #expect {
            _ = try CredentialOfferLink(parsing: text, findings: &findings)
        } throws: { error in
            (error as? Finding)?.code.description == code
        }
    }

    @Test func `one fault does not hide the next`() throws {
        var offer = Self.changed("credential_issuer", "http://i.example")
        offer["credential_configuration_ids"] = .array([])
        offer["grants"] = 7
        let inspection = try Samples.inspect(Self.link(offer))
        #expect(inspection.faults == ["offer.credentialIssuer", "offer.empty", "offer.type"])
        #expect(inspection.outcome("VCI-OFFER-01") == .passed)
    }

    @Test func `of grants that were refused nothing is said`() throws {
        let offer = Self.changed("grants", .object([Self.pre: "code"]))
        for text in [Self.link(offer), JSON.object(offer).encodedText()] {
            let inspection = try Samples.inspect(text)
            #expect(inspection.faults == ["offer.type"])
            #expect(inspection.fact("judged without") == "grants")
            for row in ["VCI-OFFER-09", "VCI-OFFER-11", "VCI-OFFER-14", "VCI-OFFER-16"] {
                #expect(inspection.outcome(row) == .notJudged, "\(row)")
            }
            #expect(inspection.checks.first { $0.rule.hasPrefix("Members that nobody") }?.outcome == .passed)
        }
    }

    @Test(.row("LEG-12")) func `LEG-12 members of the drafts are tolerated, and refused when strict`() throws {
        let offer: JSONObject = [
            "credential_issuer": "https://i.example", "credentials": ["pid"],
            "grants": .object([Self.pre: ["pre-authorized_code": "c", "user_pin_required": true]]),
        ]
        let tolerant = try Samples.inspect(Self.link(offer))
        #expect(tolerant.hasPassed)
        #expect(tolerant.codes(.tolerated) == ["offer.legacyCredentials", "offer.legacyPin"])
        let strict = Detector(InspectOptions(now: Samples.now, strictness: .strict))
        #expect(try Samples.inspect(Self.link(offer), strict).faults == tolerant.codes(.tolerated))
    }

    @Test func `an offer by reference is not fetched, and says so`() throws {
        let text = "openid-credential-offer://?credential_offer_uri=https%3A%2F%2Fi.example%2Fo%3Fsecret"
        let inspection = try Samples.inspect(text)
        #expect(inspection.hasPassed)
        #expect(inspection.outcome("VCI-OFFER-06") == .notJudged)
        #expect(!inspection.json.encodedText().contains("secret"))
    }

    @Test func `each link by reference has something to fetch, and nothing else has`() {
        let reference = "credential_offer_uri=https%3A%2F%2Fi.example%2Fo"
        for link in ["openid-credential-offer://?", " https://wallet.example/offer?"] {
            #expect(Detector.offerReference(in: Array("\(link)\(reference)\n".utf8))?.url == "https://i.example/o")
        }
        for text in [Self.link(Self.sound), "other://?\(reference)", "https://wallet.example/\(reference)", "{}"] {
            #expect(Detector.offerReference(in: Array(text.utf8)) == nil)
        }
    }

    @Test(.row("VCI-OFFER-05")) func `VCI-OFFER-05 a fetched offer is judged with its response`() throws {
        let link = Array("openid-credential-offer://?credential_offer_uri=https%3A%2F%2Fi.example%2Fo".utf8)
        let body = JSON.object(Self.sound).encoded()
        func inspect(_ status: Int, _ type: String, _ body: [UInt8]) -> Inspection {
            Samples.detector.inspect(
                offer: link,
                fetched: HttpResponse(status: status, headers: [HttpHeader("Content-Type", type)], body: body))
        }
        #expect(inspect(200, "application/json", body).hasPassed)
        #expect(inspect(200, "application/json", body).outcome("VCI-OFFER-06") == .passed)
        #expect(inspect(404, "application/json", body).faults == ["offer.status"])
        #expect(inspect(200, "application/jwt", body).faults == ["offer.mediaType"])
        #expect(inspect(200, "application/json", Array("{\"credential_issuer\":1}".utf8)).faults.contains("offer.type"))
    }
}
