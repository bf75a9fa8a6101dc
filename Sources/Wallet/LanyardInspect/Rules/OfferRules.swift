import LanyardJSON
import LanyardOAuth
import LanyardOpenID4VCI
import WalletPorts

/// The rules of section A of the issuance requirements, as far as an offer alone can show them.
enum OfferRules {
    struct Subject: Sendable {
        let offer: CredentialOfferMessage
        let json: JSONObject

        var preAuthorizedGrant: JSON? { json["grants"]?[TokenGrant.preAuthorizedCode] }
    }

    static let link: [Rule<CredentialOfferLink>] = [
        Rule(
            "The link has a scheme for offers", clause: "OpenID4VCI 1.0 §12.1.1", rows: ["VCI-OFFER-01"],
            codes: ["offer.link.scheme", "offer.link.notALink", "offer.link.tooLarge"]
        ) { _ in .passed("the scheme is one for offers, or the link is claimed by the wallet's app") },
        Rule(
            "Exactly one of credential_offer and credential_offer_uri", clause: "OpenID4VCI 1.0 §4.1",
            rows: ["VCI-OFFER-02"], codes: ["offer.link.noOffer", "offer.link.twoOffers"]
        ) { link in
            if case .byReference = link {
                .passed("credential_offer_uri alone")
            } else {
                .passed("credential_offer alone")
            }
        },
        Rule(
            "The query is percent-encoded once", clause: "OpenID4VCI 1.0 §4.1.2", rows: ["VCI-OFFER-03"],
            codes: ["offer.link.encoding", "offer.link.encodedTwice", "offer.json"]
        ) { _ in .passed("it was decoded once and is what it should be") },
        Rule(
            "A reference is an https URL", clause: "OpenID4VCI 1.0 §4.1.3", rows: ["VCI-OFFER-04"],
            codes: ["offer.link.referenceNotHTTPS"]
        ) { link in
            if case .byReference = link { .passed("https") } else { .notApplicable("the offer is in the link") }
        },
    ]

    static let message: [Rule<Subject>] = [
        Rule("The issuer is an https URL", clause: "OpenID4VCI 1.0 §4.1.1, §12.2.1", rows: ["VCI-OFFER-06"]) {
            .passed("\($0.offer.credentialIssuer.text), kept to the letter")
        },
        Rule(
            "Configuration ids are unique strings, at least one", clause: "OpenID4VCI 1.0 §4.1.1",
            rows: ["VCI-OFFER-07"]
        ) {
            .passed("\($0.offer.configurationIds.count); whether the issuer has them is in its metadata")
        },
        Rule(
            "The members are those of OpenID4VCI 1.0", clause: "OpenID4VCI 1.0 §4.1.1", rows: ["LEG-12"],
            about: ["credentials", "grants"]
        ) { _ in .passed("no member of a draft was needed") },
        Rule(
            "Grants that the wallet knows", clause: "OpenID4VCI 1.0 §4.1.1", rows: ["VCI-OFFER-09", "VCI-OFFER-10"],
            about: ["grants"]
        ) {
            let grants = $0.offer.grants
            if grants.areUnspecified { return .passed("none is named, so that the server's metadata decides") }
            guard grants.preAuthorizedCode != nil || grants.authorizationCode != nil else {
                return .notJudged("only unknown grants, which a wallet skips: nothing can be issued")
            }
            let names =
                [
                    grants.preAuthorizedCode == nil ? nil : "pre-authorized code",
                    grants.authorizationCode == nil ? nil : "authorization code",
                ].compactMap { $0 } + (grants.unknown.isEmpty ? [] : ["\(grants.unknown.count) unknown, skipped"])
            return .passed(names.joined(separator: ", "))
        },
        Rule(
            "issuer_state is a string with something in it", clause: "OpenID4VCI 1.0 §5.1.3", rows: ["VCI-OFFER-11"],
            about: ["grants"]
        ) {
            $0.offer.grants.authorizationCode?.issuerState == nil
                ? .notApplicable("there is none") : .passed("it is handed back unchanged")
        },
        Rule(
            "authorization_server names one of the issuer's servers", clause: "OpenID4VCI 1.0 §4.1.1",
            rows: ["VCI-OFFER-12", "VCI-OFFER-13"], about: ["grants"]
        ) {
            $0.offer.grants.authorizationServerHint == nil
                ? .notApplicable("no grant names one") : .notJudged("the issuer's metadata tells which it has")
        },
        Rule(
            "The pre-authorized code is there", clause: "OpenID4VCI 1.0 §4.1.1", rows: ["VCI-OFFER-14"],
            about: ["grants"]
        ) {
            $0.offer.grants.preAuthorizedCode.map {
                .passed("a secret of \($0.code.reveal().utf8.count) bytes, which is not shown")
            } ?? .notApplicable("the grant is not offered")
        },
        Rule(
            "A transaction code is asked for by tx_code", clause: "OpenID4VCI 1.0 §4.1.1", rows: ["VCI-OFFER-15"],
            about: ["grants"]
        ) {
            guard let grant = $0.offer.grants.preAuthorizedCode else {
                return .notApplicable("the grant is not offered")
            }
            return .passed(grant.txCode == nil ? "none is needed" : "a person has to type one")
        },
        Rule(
            "tx_code describes itself: input_mode, length, description", clause: "OpenID4VCI 1.0 §4.1.1",
            rows: ["VCI-OFFER-16"], about: ["grants"]
        ) {
            guard let code = $0.offer.grants.preAuthorizedCode?.txCode else {
                return .notApplicable("there is no tx_code")
            }
            let length = code.length.map { ", \($0) characters" } ?? ""
            return .passed("\(code.inputMode.rawValue)\(length)")
        },
        Rule(
            "Members that nobody knows are ignored", clause: "OpenID4VCI 1.0 §4.1.1", rows: ["VCI-OFFER-08"], codes: []
        ) {
            let known: Set<String> = ["credential_issuer", "credential_configuration_ids", "grants", "credentials"]
            let unknown = $0.json.keys.filter { !known.contains($0) }
            return .passed(unknown.isEmpty ? "there are none" : "ignored: \(unknown.joined(separator: ", "))")
        },
    ]
}
