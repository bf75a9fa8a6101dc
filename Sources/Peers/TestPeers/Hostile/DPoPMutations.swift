import LanyardCrypto
import LanyardJSON
import WalletPorts

extension RequestMutation {
    /// Wallets that break one row each of DPoP and refresh tokens.
    ///
    /// For an offer of `pid` by code, pushed, at an issuer that wants proofs with nonces in both roles.
    public static let dpopTable: [RequestMutation] = [
        possession("VCI-DPOP-01", "typ JWT") { $0.header["typ"] = "JWT" },
        possession("VCI-DPOP-01", "alg none") { $0.header["alg"] = "none" },
        possession("VCI-DPOP-01", "a private member") { $0.changeKey("d", "AAAA") },
        possession("VCI-DPOP-01", "no key") { $0.header["jwk"] = nil },
        possession("VCI-DPOP-02", "no jti") { $0.payload["jti"] = nil },
        possession("VCI-DPOP-02", "a jti that can be guessed") { $0.payload["jti"] = "1" },
        possession("VCI-DPOP-02", "a lower-case method") { $0.payload["htm"] = "post" },
        possession("VCI-DPOP-02", "the URL with a query") { proof in
            proof.payload["htu"] = .string((proof.payload["htu"]?.string ?? "") + "?a=b")
        },
        possession("VCI-DPOP-02", "no iat") { $0.payload["iat"] = nil },
        possession("VCI-DPOP-02", "iat of yesterday") { proof in
            proof.payload["iat"] = .number(JSONNumber((proof.payload["iat"]?.int64 ?? 0) - 86_400))
        },
        possession("VCI-DPOP-02", "the query of the endpoint in htu", at: "/credential") { proof in
            proof.payload["htu"] = .string((proof.payload["htu"]?.string ?? "") + "?tenant=1")
        }.under { $0.credentialEndpointQuery = "tenant=1" },
        possession("VCI-DPOP-03", "no ath", at: "/credential") { $0.payload["ath"] = nil },
        possession("VCI-DPOP-03", "another ath", at: "/credential") { $0.payload["ath"] = "x" },
        header("VCI-DPOP-03", path: "/credential", "DPoP", nil),
        RequestMutation("VCI-DPOP-03", "the scheme Bearer", path: "/credential") { request in
            let token = request.header("Authorization")?.split(separator: " ").last ?? ""
            request.headers.removeAll { $0.name == "Authorization" }
            request.headers.append(HttpHeader("Authorization", "Bearer \(token)"))
        },
        RequestMutation("VCI-DPOP-03", "two proofs", path: "/par") { request in
            request.headers += request.headers.filter { $0.name == "DPoP" }
        },
        possession("VCI-DPOP-04", "one jti for all proofs", at: "") { $0.payload["jti"] = "HR7pC0mVYqk2Xw5Zb1dJfA" },
        header("VCI-DPOP-05", path: "/token", "DPoP", nil)
            .under { $0.authorization?.pushing = .none },
        possession("VCI-DPOP-06", "an invented nonce") { $0.payload["nonce"] = "x" },
        possession("VCI-DPOP-06", "no nonce in the retry", at: "/par") { $0.payload["nonce"] = nil },
        possession("VCI-DPOP-07", "an invented nonce", at: "/credential") { $0.payload["nonce"] = "x" },
        possession("VCI-DPOP-07", "no nonce in the retry", at: "/credential") { $0.payload["nonce"] = nil }
            .under { $0.hasNonceEndpoint = false },
        possession("VCI-DPOP-08", "the nonce of the last answer forgotten") { $0.payload["nonce"] = nil },
        RequestMutation("VCI-DPOP-09", "the c_nonce as nonce", path: "") { request in
            let body = try? JSON(parsing: request.body)
            let proof = body?["proofs"]?["jwt"]?[0]?.string.flatMap { CompactJWS($0) }
            try rekey(&request) { possession in
                if let nonce = proof?.payload["nonce"] { possession.payload["nonce"] = nonce }
            }
        },
        RequestMutation("VCI-DPOP-10", "another key for the token", path: "/credential") { try rekey(&$0) },
        RequestMutation("VCI-AUTHZ-11", "another key for the code", path: "/token") { try rekey(&$0) },
        authorization("VCI-AUTHZ-11", "dpop_jkt of another key") { $0["dpop_jkt"] = "x" },
    ]

    /// Wallets that break one row each when they use a refresh token.
    public static let refreshTable: [RequestMutation] = [
        refresh("VCI-REF-01", "no token") { $0["refresh_token"] = nil },
        refresh("VCI-REF-01", "an invented token") { $0["refresh_token"] = "x" },
        refresh("VCI-REF-01", "a redirect URI") { $0["redirect_uri"] = "app://x" },
        refresh("VCI-CAUTH-01", "no client_id") { $0["client_id"] = nil },
        refresh("VCI-CAUTH-01", "another client_id") { $0["client_id"] = "someone" },
        RequestMutation("VCI-DPOP-10", "another key for the refresh token", path: "/token") { request in
            if String(decoding: request.body, as: UTF8.self).contains("refresh_token=") { try rekey(&request) }
        },
    ]

    private static func refresh(
        _ row: String, _ name: String, _ change: @escaping @Sendable (inout [String: String]) -> Void
    ) -> RequestMutation {
        form(row, "\(name) (refresh)") { if $0["grant_type"] == "refresh_token" { change(&$0) } }
    }

    /// Changes the DPoP proofs of the requests to a place, and signs all of them with one other key.
    private static func possession(
        _ row: String, _ name: String, at place: String = "/token",
        _ change: @escaping @Sendable (inout CompactJWS) -> Void
    ) -> RequestMutation {
        RequestMutation(row, "\(name) (DPoP)", path: "") { request in
            let isMeant = request.url.prefix { $0 != "?" }.contains(place) || place.isEmpty
            try rekey(&request) { if isMeant { change(&$0) } }
        }
    }

    private static func rekey(_ request: inout HttpRequest, _ change: (inout CompactJWS) -> Void = { _ in }) throws {
        guard let key = otherKey, let index = request.headers.firstIndex(where: { $0.name == "DPoP" }),
            var proof = CompactJWS(request.headers[index].value)
        else { return }
        proof.header["jwk"] = HolderKey(key.publicKey).jwk
        change(&proof)
        try proof.sign(with: key)
        request.headers[index] = HttpHeader("DPoP", proof.text)
    }

    private static let otherKey = try? ECPrivateKey.generate(.p256)
}
