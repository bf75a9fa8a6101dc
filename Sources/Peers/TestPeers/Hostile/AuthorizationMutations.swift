import LanyardJSON
import LanyardText
import WalletPorts

extension RequestMutation {
    /// Wallets that break one row each in the authorization code flow, for an offer of `pid` with `issuer_state`.
    ///
    /// The issuer has `authorization` options; the request is asked for by scope. The browser of the transport must be
    /// the one that visits the authorization URL.
    public static let authorizationTable: [RequestMutation] = authorizations + pushes + codes

    private static let authorizations: [RequestMutation] = [
        authorization("VCI-GEN-02", "the implicit grant") { $0["response_type"] = "token" },
        authorization("VCI-AUTHZ-01", "no response_type") { $0["response_type"] = nil },
        authorization("VCI-AUTHZ-01", "no client_id") { $0["client_id"] = nil },
        authorization("VCI-AUTHZ-01", "no redirect_uri") { $0["redirect_uri"] = nil },
        authorization("VCI-AUTHZ-01", "a secret of the token request") { $0["code_verifier"] = "x" },
        authorization("VCI-AUTHZ-02", "a scope that is not in the metadata") { $0["scope"] = "pid openid" },
        authorization("VCI-AUTHZ-02", "a scope twice") { $0["scope"] = "pid pid" },
        authorization("VCI-AUTHZ-03", "nothing asked for") { $0["scope"] = nil },
        authorization("VCI-AUTHZ-03", "details where the server takes none") { asking(&$0) }
            .under { $0.authorization?.detailsTypes = ["payment_initiation"] },
        authorization("VCI-AUTHZ-02", "details where the scope must be used") { asking(&$0) }
            .under { $0.authorization?.demandsScope = true },
        authorization("VCI-AUTHZ-04", "details of another type") { asking(&$0) { $0["type"] = "x" } },
        authorization("VCI-AUTHZ-04", "a format in the details") { asking(&$0) { $0["format"] = "dc+sd-jwt" } },
        authorization("VCI-AUTHZ-04", "details twice") { form in
            asking(&form)
            let once = form["authorization_details"]?.dropFirst().dropLast() ?? ""
            form["authorization_details"] = "[\(once),\(once)]"
        },
        authorization("VCI-AUTHZ-05", "locations for a single server") { asking(&$0) { $0["locations"] = ["x"] } },
        authorization("VCI-AUTHZ-06", "empty claims") { asking(&$0) { $0["claims"] = [] } },
        authorization("VCI-AUTHZ-06", "a path twice") {
            asking(&$0) { $0["claims"] = [["path": ["family_name"]], ["path": ["family_name"]]] }
        },
        authorization("VCI-AUTHZ-07", "resource for a single server") {
            $0["resource"] = "https://issuer.example/tenant"
        },
        authorization("VCI-AUTHZ-08", "the plain method") { $0["code_challenge_method"] = "plain" },
        authorization("VCI-AUTHZ-08", "no method") { $0["code_challenge_method"] = nil },
        authorization("VCI-AUTHZ-08", "no challenge") { $0["code_challenge"] = nil },
        authorization("VCI-AUTHZ-08", "a padded challenge") { $0["code_challenge"]? += "=" },
        authorization("VCI-AUTHZ-09", "no state") { $0["state"] = nil },
        authorization("VCI-AUTHZ-09", "a state that can be guessed") { $0["state"] = "1" },
        authorization("VCI-OFFER-11", "no issuer_state") { $0["issuer_state"] = nil }
            .under { $0.authorization?.demandsOffer = true },
        authorization("VCI-OFFER-11", "an issuer_state decoded twice") { form in
            form["issuer_state"] = form["issuer_state"]?.split(separator: "+").joined(separator: " ")
        },
        authorization("VCI-TOK-05", "beyond the offer") { $0["scope"] = "pid diploma" },
    ]

    private static let pushes: [RequestMutation] = [
        RequestMutation("VCI-PAR-01", "not pushed where it must be", path: "") { request in
            guard request.url.contains("request_uri=") else { return }
            request.url =
                request.url.prefix { $0 != "?" } + "?response_type=code&client_id=wallet-dev&redirect_uri=app%3Aback"
                + "&scope=pid&state=Hk3ZV8yH2bS9qGm0cJ1uXw&code_challenge_method=S256"
                + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
        }.under { $0.authorization = pushed },
        method("VCI-PAR-02", path: "/par", "GET").under { $0.authorization = pushed },
        header("VCI-PAR-02", path: "/par", "Content-Type", "application/json").under { $0.authorization = pushed },
        form("VCI-PAR-02", "request_uri pushed", path: "/par") { $0["request_uri"] = "urn:x" }
            .under { $0.authorization = pushed },
        RequestMutation("VCI-PAR-02", "every parameter twice", path: "/par") { $0.body += Array("&".utf8) + $0.body }
            .under { $0.authorization = pushed },
        RequestMutation("VCI-PAR-02", "parameters in the URL", path: "/par") { $0.url += "?scope=pid" }
            .under { $0.authorization = pushed },
        visited("VCI-PAR-04", "an invented request_uri") {
            $0["request_uri"] = "urn:ietf:params:oauth:request_uri:x"
        },
        visited("VCI-PAR-05", "more in the URL") { $0["scope"] = "pid" },
        visited("VCI-PAR-05", "another client") { $0["client_id"] = "someone" },
        RequestMutation("VCI-PAR-05", "the endpoint's query left out", path: "/authorize") { request in
            request.url = request.url.replacing("tenant=1&", with: "")
        }.under { $0.authorization = .init { $0.endpointQuery = "tenant=1" } },
    ]

    private static let codes: [RequestMutation] = [
        form("VCI-TOK-01", "no code") { $0["code"] = nil },
        form("VCI-TOK-01", "a transaction code") { $0["tx_code"] = "4711" },
        form("VCI-TOK-01", "another verifier") { $0["code_verifier"] = String(repeating: "v", count: 43) },
        form("VCI-TOK-03", "a code decoded twice") { form in
            form["code"] = form["code"]?.split(separator: "+").joined(separator: " ")
        },
        form("VCI-OFFER-11", "issuer_state") { $0["issuer_state"] = "x" },
        form("VCI-AUTHZ-01", "no redirect_uri") { $0["redirect_uri"] = nil },
        form("VCI-AUTHZ-01", "another redirect_uri") { $0["redirect_uri"]? += "/" },
        form("VCI-CAUTH-01", "no client_id") { $0["client_id"] = nil },
        form("VCI-CAUTH-01", "another client_id") { $0["client_id"] = "someone" },
        form("VCI-AUTHZ-07", "resource for a single server") { $0["resource"] = "https://issuer.example/tenant" },
        form("VCI-TOK-04", "details beyond what was authorized") {
            $0["authorization_details"] =
                "[{\"type\":\"openid_credential\",\"credential_configuration_id\":\"diploma\"}]"
        },
        authorization("VCI-AUTHZ-07", "no resource although there are servers") { $0["resource"] = nil }
            .under { $0.authorizationServers = [.init("https://as.example", grantTypes: ["authorization_code"])] },
        RequestMutation("VCI-ARESP-06", "the code to another server", path: "/token") { request in
            request.url = request.url.replacing("as-1.example", with: "as-2.example")
        }.under {
            $0.authorizationServers = ["https://as-1.example", "https://as-2.example"].map {
                .init($0, grantTypes: ["authorization_code"])
            }
        },
    ]

    private static let pushed = PeerIssuer.Options.Authorization { $0.pushing = .required }

    /// Asks by details in place of the scope.
    private static func asking(_ form: inout [String: String], _ change: (inout JSONObject) -> Void = { _ in }) {
        form["scope"] = nil
        var detail: JSONObject = ["type": "openid_credential", "credential_configuration_id": "pid"]
        change(&detail)
        form["authorization_details"] = JSON.array([.object(detail)]).encodedText()
    }

    /// Changes the URL that refers to a pushed request.
    private static func visited(
        _ row: String, _ name: String, _ change: @escaping @Sendable (inout [String: String]) -> Void
    ) -> RequestMutation {
        RequestMutation(row, name, path: "/authorize") { request in
            let parts = request.url.split(separator: "?", maxSplits: 1)
            let fields = FormEncoding.decode(parts.last ?? "") ?? []
            var form = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
            guard parts.count == 2, form["request_uri"] != nil else { return }
            change(&form)
            request.url = "\(parts[0])?" + FormEncoding.encode(form.map { FormEncoding.Field($0.key, $0.value) })
        }.under { $0.authorization = pushed }
    }
}
