import LanyardJSON
import LanyardText
import WalletPorts

extension RequestMutation {
    /// Wallets that break one row each, for an offer with a transaction code, a batch and a nonce endpoint.
    ///
    /// Against each of them the peer's check of that row must fail.
    public static let table: [RequestMutation] = documents + tokens + requests + proofs + situations

    private static let documents: [RequestMutation] = [
        header("VCI-OFFER-04", path: "", "Authorization", "Bearer x").only(in: "/offers/"),
        method("VCI-OFFER-04", path: "", "POST").only(in: "/offers/"),
        header("VCI-META-03", path: "openid-credential-issuer", "Authorization", "Bearer x"),
        method("VCI-META-03", path: "openid-credential-issuer", "POST"),
        header("VCI-META-04", path: "openid-credential-issuer", "Accept", "text/html"),
        header("VCI-META-05", path: "openid-credential-issuer", "Accept-Language", nil),
        header("VCI-META-03", path: "oauth-authorization-server", "Authorization", "Bearer x"),
        moved("VCI-META-01", "suffix form first", "openid-credential-issuer", to: "openid-credential-issuer"),
        moved("VCI-AS-01", "openid-configuration first", "oauth-authorization-server", to: "openid-configuration"),
    ]

    private static let tokens: [RequestMutation] = [
        form("VCI-OFFER-11", "issuer_state") { $0["issuer_state"] = "x" },
        form("VCI-OFFER-15", "no tx_code") { $0["tx_code"] = nil },
        form("VCI-AS-05", "no client_id") { $0["client_id"] = nil },
        form("VCI-TOK-02", "another grant type") { $0["grant_type"] = "authorization_code" },
        form("VCI-GEN-02", "the password grant") { $0["grant_type"] = "password" },
        form("VCI-TOK-02", "redirect_uri") { $0["redirect_uri"] = "app://x" },
        form("VCI-TOK-02", "no code") { $0["pre-authorized_code"] = nil },
        form("VCI-TOK-03", "a code decoded twice") { form in
            form["pre-authorized_code"] = form["pre-authorized_code"]?.split(separator: "+").joined(separator: " ")
        },
        form("VCI-TOK-04", "details of another type") {
            $0["authorization_details"] = "[{\"type\":\"x\",\"credential_configuration_id\":\"pid\"}]"
        },
        form("VCI-TOK-04", "details beyond the offer") {
            $0["authorization_details"] = "[{\"type\":\"openid_credential\",\"credential_configuration_id\":\"x\"}]"
        },
        form("VCI-AUTHZ-05", "locations for a single server") {
            $0["authorization_details"] =
                "[{\"type\":\"openid_credential\",\"credential_configuration_id\":\"pid\",\"locations\":[\"x\"]}]"
        },
        header("VCI-TOK-03", path: "/token", "Content-Type", "application/json"),
        RequestMutation("VCI-TOK-03", "an unescaped code", path: "/token") { request in
            let body = String(decoding: request.body, as: UTF8.self)
            request.body = Array(body.replacing("%2F", with: "/").utf8)
        },
        RequestMutation("VCI-TOK-03", "a repeated parameter", path: "/token") { request in
            request.body += Array("&client_id=y".utf8)
        },
        RequestMutation("VCI-TOK-12", "the code in the URL", path: "/token") { request in
            request.url += "?" + String(decoding: request.body, as: UTF8.self)
        },
        method("VCI-NONCE-01", path: "/nonce", "GET"),
        header("VCI-NONCE-01", path: "/nonce", "Authorization", "Bearer x"),
        RequestMutation("VCI-NONCE-01", "a body", path: "/nonce") { $0.body = Array("{}".utf8) },
    ]

    private static let requests: [RequestMutation] = [
        method("VCI-CREQ-01", path: "/credential", "PUT"),
        header("VCI-CREQ-01", path: "/credential", "Content-Type", "application/x-www-form-urlencoded"),
        header("VCI-CREQ-01", path: "/credential", "Authorization", "Basic eDp5"),
        RequestMutation("VCI-CREQ-01", "not JSON", path: "/credential") { $0.body = Array("a=b".utf8) },
        RequestMutation("VCI-META-10", "an invented query", path: "/credential") { $0.url += "?a=b" },
        RequestMutation("VCI-TOK-12", "the token in the URL", path: "/credential") { request in
            request.url += "?access_token=" + (request.header("Authorization")?.dropFirst(7) ?? "")
        },
        body("VCI-CREQ-03", "both names") { $0["credential_identifier"] = "x" },
        body("VCI-CREQ-03", "an unknown configuration") { $0["credential_configuration_id"] = "x" },
        body("VCI-TOK-05", "beyond the offer") { $0["credential_configuration_id"] = "diploma" },
        body("VCI-CREQ-05", "format") { $0["format"] = "dc+sd-jwt" },
        body("VCI-CREQ-05", "the old single proof") { $0["proof"] = ["proof_type": "jwt"] },
        body("VCI-CREQ-06", "no proofs") { $0["proofs"] = nil },
        body("VCI-CREQ-06", "two proof types") { body in
            guard var proofs = body["proofs"]?.object else { return }
            proofs["attestation"] = ["x"]
            body["proofs"] = .object(proofs)
        },
        body("VCI-CREQ-06", "an empty array") { $0["proofs"] = ["jwt": []] },
        body("VCI-CREQ-07", "a proof type that is not listed") { $0["proofs"] = ["attestation": ["x"]] },
        body("VCI-META-15", "more proofs than a batch has") { body in
            let proofs = body["proofs"]?["jwt"]?.array ?? []
            body["proofs"] = ["jwt": .array(Array(repeating: proofs, count: 20).flatMap { $0 })]
        },
        body("VCI-PROOF-09", "a key twice") { body in
            let proofs = body["proofs"]?["jwt"]?.array ?? []
            body["proofs"] = ["jwt": .array(proofs + proofs.prefix(1))]
        },
    ]

    private static let proofs: [RequestMutation] = [
        proof("VCI-PROOF-01", "typ JWT") { $0.header["typ"] = "JWT" },
        proof("VCI-PROOF-01", "no typ") { $0.header["typ"] = nil },
        proof("VCI-PROOF-01", "alg none") { $0.header["alg"] = "none" },
        proof("VCI-PROOF-01", "alg HS256") { $0.header["alg"] = "HS256" },
        proof("VCI-PROOF-02", "jwk and kid") { $0.header["kid"] = "x" },
        proof("VCI-PROOF-02", "no key") { $0.header["jwk"] = nil },
        proof("VCI-PROOF-03", "a private member") { $0.changeKey("d", "AAAA") },
        proof("VCI-PROOF-03", "a padded coordinate") { proof in
            proof.changeKey("x", (proof.header["jwk"]?["x"]?.string ?? "") + "=")
        },
        proof("VCI-PROOF-03", "a short coordinate") { $0.changeKey("x", "AAAA") },
        proofs("VCI-PROOF-04", "a flipped bit") { proof in
            if let last = proof.signature.indices.last { proof.signature[last] ^= 1 }
        },
        proofs("VCI-PROOF-04", "a DER signature") { proof in
            proof.signature =
                [0x30, 0x44, 0x02, 0x20] + proof.signature.prefix(32) + [0x02, 0x20]
                + proof.signature.suffix(32)
        },
        proof("VCI-PROOF-05", "the endpoint as aud") { proof in
            proof.payload["aud"] = .string((proof.payload["aud"]?.string ?? "") + "/credential")
        },
        proof("VCI-PROOF-05", "an array as aud") { proof in
            proof.payload["aud"] = .array([proof.payload["aud"] ?? .null])
        },
        proof("VCI-PROOF-06", "no iat") { $0.payload["iat"] = nil },
        proof("VCI-PROOF-06", "iat of yesterday") { proof in
            proof.payload["iat"] = .number(JSONNumber((proof.payload["iat"]?.int64 ?? 0) - 86_400))
        },
        proof("VCI-PROOF-06", "iat as text") { proof in
            proof.payload["iat"] = .string(String(proof.payload["iat"]?.int64 ?? 0))
        },
        proof("VCI-PROOF-07", "an invented nonce") { $0.payload["nonce"] = "x" },
        proof("VCI-NONCE-04", "no nonce") { $0.payload["nonce"] = nil },
        proof("VCI-PROOF-08", "another client as iss") { $0.payload["iss"] = "someone" },
    ]

    private static let situations: [RequestMutation] = [
        form("VCI-META-12", "a server without the grant") { _ in }.moving(
            "https://as-1.example", "https://as-2.example"
        )
        .under {
            $0.authorizationServers = [
                .init("https://as-1.example"), .init("https://as-2.example", grantTypes: ["authorization_code"]),
            ]
        },
        body("VCI-CREQ-02", "a configuration id") { body in
            body["credential_identifier"] = nil
            body["credential_configuration_id"] = "pid"
        }.under { $0.identifiersPerConfiguration = 1 },
        body("VCI-CREQ-02", "an invented identifier") { $0["credential_identifier"] = "x" }
            .under { $0.identifiersPerConfiguration = 1 },
        body("VCI-META-20", "proofs that nobody asked for") { $0["proofs"] = ["jwt": ["x"]] }
            .under { $0.configurations[0].isKeyBound = false },
        proof("VCI-PROOF-07", "a nonce where there is none") { $0.payload["nonce"] = "x" }
            .under { $0.hasNonceEndpoint = false },
        proof("VCI-PROOF-08", "iss after anonymous access") { $0.payload["iss"] = "wallet-dev" }
            .under { $0.allowsAnonymousAccess = true },
        RequestMutation("VCI-META-10", "the query left out", path: "/credential") { request in
            request.url = String(request.url.prefix { $0 != "?" })
        }.under { $0.credentialEndpointQuery = "tenant=1" },
        RequestMutation("VCI-GEN-01", "http", path: "/nonce") { request in
            request.url = "http" + request.url.dropFirst("https".count)
        },
    ]

    /// Sends what goes to one origin to another.
    private func moving(_ old: String, _ new: String) -> RequestMutation {
        RequestMutation(row, name, path: path) { request in
            if request.url.hasPrefix(old) { request.url = new + request.url.dropFirst(old.count) }
        }
    }

    /// Takes a well-known name from between host and path and puts another behind the path.
    private static func moved(_ row: String, _ name: String, _ old: String, to new: String) -> RequestMutation {
        RequestMutation(row, name, path: old) { request in
            let parts = request.url.split(separator: "/.well-known/\(old)", maxSplits: 1)
            request.url = parts.joined() + "/.well-known/\(new)"
        }
    }

    /// The same change for requests whose URL holds a text.
    private func only(in part: String) -> RequestMutation {
        RequestMutation(row, name, path: "") { request in
            guard request.url.contains(part) else { return }
            request = self.applied(to: request) ?? request
        }
    }
}
