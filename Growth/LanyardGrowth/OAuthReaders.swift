import Lanyard
import LanyardJSON
import LanyardOAuth
import LanyardOpenID4VCI
import LanyardText
import WalletPorts

/// Messages of the authorization server, and offers.
enum OAuthReaders {
    static let all = [
        Reader("offer.link", 40) { size in
            let json: JSON = [
                "credential_issuer": "https://issuer.example",
                "credential_configuration_ids": .array((0..<size).map { .string("c\($0)") }),
            ]
            let link = "openid-credential-offer://?credential_offer=" + PercentEncoding.encode(json.encodedText())
            return {
                var findings = Findings()
                _ = try CredentialOfferLink(parsing: link, findings: &findings)
            }
        },
        Reader("offer.link.space", 800) { size in
            let text = long(size, "\n") + "openid-credential-offer://?" + long(size, "\u{301}") + long(size, " ")
            return {
                var findings = Findings()
                try refused { _ = try CredentialOfferLink(parsing: text, findings: &findings) }
            }
        },
        Reader("offer.ids", 400) { size in
            try offer(["credential_configuration_ids": .array((0..<size).map { .string("c\($0)") })])
        },
        Reader("offer.grants", 200) { size in
            try offer(["credential_configuration_ids": ["a"], "grants": object(size) { ("g\($0)", [:]) }])
        },
        Reader("offer.code.blank", 4000) { size in
            let json: JSON = [
                "credential_issuer": "https://issuer.example", "credential_configuration_ids": ["a"],
                "grants": ["authorization_code": ["issuer_state": .string(" \u{301}" + long(size, "\u{2003}"))]],
            ]
            return {
                var findings = Findings()
                _ = try? CredentialOfferMessage(json: json, findings: &findings)
            }
        },
        Reader("offer.txCode", 4000) { size in
            try offer([
                "credential_configuration_ids": ["a"],
                "grants": [
                    "urn:ietf:params:oauth:grant-type:pre-authorized_code": [
                        "pre-authorized_code": "x", "tx_code": ["description": .string(long(size, "\u{301}"))],
                    ]
                ],
            ])
        },
        Reader("offer.resolution", 100) { size in
            var findings = Findings()
            let metadata = try MetadataReaders.metadata(
                ["credential_configurations_supported": MetadataReaders.configurations(size) { _ in [:] }])
            let offer = try CredentialOfferMessage(
                json: [
                    "credential_issuer": "https://issuer.example",
                    "credential_configuration_ids": .array((0..<size).reversed().map { .string("c\($0)") }),
                ], findings: &findings)
            return {
                guard try metadata.configurations(in: offer).usable.count == size else { throw NotRefused() }
            }
        },
        Reader("as.members", 200) { size in
            let json = authorizationServer(["scopes_supported": .array((0..<size).map { .string("s\($0)") })])
            return try reading(json)
        },
        Reader("as.algorithms", 400) { size in
            let json = authorizationServer([
                "dpop_signing_alg_values_supported": .array((0..<size).map { .string("A\($0)") })
            ])
            return try reading(json)
        },
        Reader("as.unknown", 400) { size in try reading(authorizationServer(object(size) { ("x\($0)", [1]) })) },
        Reader("token.details", 200) { size in readingDetails(granting((0..<size).map { ["i\($0)"] })) },
        Reader("token.identifiers", 200) { size in readingDetails(granting([(0..<size).map { "i\($0)" }])) },
        Reader("token.subjects", 100) { size in
            var findings = Findings()
            let response = try TokenResponse(
                response: granting((0..<size).map { ["i\($0)"] }), findings: &findings)
            let granted = try response.grantedCredentials(askedWithDetails: true, findings: &findings)
            return {
                let token = TokenSet(response, granted: granted, at: Instant(milliseconds: 0))
                for number in 0..<size {
                    guard token.subjects(of: "c\(number)").count == 1 else { throw NotRefused() }
                }
            }
        },
        Reader("token.scope", 4000) { size in
            let response = HttpResponse.json([
                "access_token": "x", "token_type": "Bearer", "scope": .string(String(repeating: "a ", count: size)),
            ])
            return {
                var findings = Findings()
                _ = try TokenResponse(response: response, findings: &findings)
            }
        },
        Reader("token.accessToken", 10_000) { size in
            let response = HttpResponse.json(["access_token": .string(long(size)), "token_type": "Bearer"])
            return {
                var findings = Findings()
                _ = try TokenResponse(response: response, findings: &findings).accessToken.authorization
            }
        },
        Reader("credentialFailure", 400) { size in
            var response = HttpResponse.json(object(size) { ("x\($0)", "y") }, status: 400)
            response.headers.append(
                HttpHeader("WWW-Authenticate", String(repeating: "DPoP a=b, ", count: size)))
            let failure = response
            return {
                _ = CredentialFailure(response: failure, at: Instant(seconds: 0)).step(
                    sentNonce: true, hasNonceEndpoint: true)
            }
        },
    ]

    private static func offer(_ members: JSONObject) throws -> Reader.Work {
        var object: JSONObject = ["credential_issuer": "https://issuer.example"]
        for member in members.members { object[member.name] = member.value }
        let response = HttpResponse.json(.object(object))
        return {
            var findings = Findings()
            _ = try CredentialOfferMessage(response: response, findings: &findings)
        }
    }

    private static func authorizationServer(_ more: JSON) -> JSON {
        var object: JSONObject = ["issuer": "https://as.example", "token_endpoint": "https://as.example/token"]
        for member in more.object?.members ?? [] { object[member.name] = member.value }
        return .object(object)
    }

    private static func reading(_ json: JSON) throws -> Reader.Work {
        guard let issuer = IssuerIdentifier("https://as.example") else { throw NotRefused() }
        let response = HttpResponse.json(json)
        return {
            var findings = Findings()
            _ = try AuthorizationServerMetadata(response: response, issuer: issuer, findings: &findings)
        }
    }

    /// A token response that grants so many identifiers of so many configurations.
    private static func granting(_ identifiers: [[String]]) -> HttpResponse {
        let details = identifiers.enumerated().map { number, identifiers -> JSON in
            [
                "type": "openid_credential", "credential_configuration_id": .string("c\(number)"),
                "credential_identifiers": .array(identifiers.map(JSON.string)),
            ]
        }
        return .json(["access_token": "x", "token_type": "Bearer", "authorization_details": .array(details)])
    }

    private static func readingDetails(_ response: HttpResponse) -> Reader.Work {
        {
            var findings = Findings()
            let token = try TokenResponse(response: response, findings: &findings)
            _ = try token.grantedCredentials(askedWithDetails: true, findings: &findings)
        }
    }
}
