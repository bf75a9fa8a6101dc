import LanyardJSON
import LanyardLock
import LanyardText

/// Checks the parameters of an authorization request, pushed or not: OpenID4VCI 1.0 §5.1.
struct AuthorizationExamination {
    let issuer: PeerIssuer
    let server: String

    private var options: PeerIssuer.Options { issuer.options }

    /// What is asked for; nil when the browser cannot be sent back.
    func examine(_ form: RequestForm, _ examination: inout Examination) -> IssuerLedger.Authorization? {
        let type = form["response_type"]
        if examination.check(
            "VCI-GEN-02", type?.contains("token") != true, "the implicit grant is not used, was \"\(type ?? "")\"")
        {
            examination.check("VCI-AUTHZ-01", type == "code", "response_type is code, was \"\(type ?? "")\"")
        }
        examination.check("VCI-AUTHZ-01", form["response_mode"] == nil, "the answer comes in the query of the redirect")
        let client = form["client_id"] ?? ""
        examination.check("VCI-AUTHZ-01", !client.isEmpty, "client_id is sent")
        let redirect = form["redirect_uri"] ?? ""
        let isRegistered = options.authorization?.redirectURIs?.contains(redirect) ?? URI(redirect).map(isFit) ?? false
        examination.check("VCI-AUTHZ-01", isRegistered, "redirect_uri is one that the client registered")
        checkState(form["state"], &examination)
        checkChallenge(form, &examination)
        checkFreshness(form, &examination)
        let secrets = ["code_verifier", "client_secret", "pre-authorized_code", "tx_code"].filter { form[$0] != nil }
        examination.check("VCI-AUTHZ-01", secrets.isEmpty, "nothing of the token request is sent, saw \(secrets)")
        let subjects = readSubjects(form, &examination)
        checkOffer(form["issuer_state"], subjects.configurations, &examination)
        guard isRegistered, !client.isEmpty else { return nil }
        return IssuerLedger.Authorization(
            server: server, clientID: client, redirectURI: redirect, state: form["state"],
            challenge: form["code_challenge"] ?? "", configurations: subjects.configurations,
            hasDetails: subjects.hasDetails, wantsResource: form["resource"] != nil, keyThumbprint: form["dpop_jkt"])
    }

    /// A claimed https URI, a loopback address or a scheme of the app's own, RFC 8252 §7.
    private func isFit(_ uri: URI) -> Bool {
        guard uri.fragment == nil else { return false }
        switch uri.scheme.lowercased() {
        case "https": return true
        case "http": return ["127.0.0.1", "[::1]", "localhost"].contains(uri.host ?? "")
        case "javascript", "data", "file": return false
        default: return true
        }
    }

    private func checkState(_ state: String?, _ examination: inout Examination) {
        // 128 bits take 22 characters of base64url.
        examination.check("VCI-AUTHZ-09", state?.utf8.count ?? 0 >= 22, "state is there and has at least 128 bits")
    }

    /// RFC 7636 §4.2.
    private func checkChallenge(_ form: RequestForm, _ examination: inout Examination) {
        let row = "VCI-AUTHZ-08"
        let challenge = form["code_challenge"] ?? ""
        examination.check(
            row, form["code_challenge_method"] == "S256",
            "code_challenge_method is S256, was \"\(form["code_challenge_method"] ?? "")\"")
        let isDigest = Base64URL.decode(challenge)?.count == 32
        examination.check(row, isDigest, "code_challenge is a SHA-256 in base64url without padding")
    }

    /// Checks that state and challenge are of this request alone; until it is answered, the same one may come again.
    private func checkFreshness(_ form: RequestForm, _ examination: inout Examination) {
        guard let state = form["state"], let challenge = form["code_challenge"] else { return }
        let (isNewState, isNewChallenge) = issuer.ledger.withLock { ledger in
            if ledger.states[state] == challenge, !ledger.answeredStates.contains(state) { return (true, true) }
            defer { ledger.states[state] = challenge }
            return (ledger.states[state] == nil, ledger.challenges.insert(challenge).inserted)
        }
        examination.check("VCI-AUTHZ-09", isNewState, "state is fresh")
        examination.check("VCI-AUTHZ-08", isNewChallenge, "code_challenge is fresh")
    }

    /// The configurations that scopes and details ask for.
    private func readSubjects(
        _ form: RequestForm, _ examination: inout Examination
    ) -> (configurations: [String], hasDetails: Bool) {
        let scopes = form["scope"].map { $0.split(separator: " ", omittingEmptySubsequences: false).map(String.init) }
        var ids: [String] = []
        let own = options.authorization?.ownScopes ?? []
        for scope in scopes ?? [] {
            let matches = options.configurations.filter { $0.scope == scope }.map(\.id)
            examination.check(
                "VCI-AUTHZ-02", !matches.isEmpty || own.contains(scope),
                "the scope is one of the metadata, was \"\(scope)\"")
            ids += matches
        }
        if let scopes { examination.check("VCI-AUTHZ-02", Set(scopes).count == scopes.count, "no scope is repeated") }
        let details = form["authorization_details"].map {
            DetailsExamination(issuer: issuer).examine($0, &examination)
        }
        for id in details ?? [] {
            let scope = options.configurations.first { $0.id == id }?.scope
            examination.check(
                "VCI-AUTHZ-02", scope == nil || options.authorization?.demandsScope != true,
                "a configuration that has a scope is asked for by it")
        }
        if details != nil {
            let types = options.authorization?.detailsTypes
            examination.check(
                "VCI-AUTHZ-03", types?.contains("openid_credential") ?? true,
                "details are sent to a server that takes their type")
        }
        ids += details ?? []
        examination.check("VCI-AUTHZ-03", !ids.isEmpty, "something is asked for, by scope or by details")
        let wantsResource = scopes != nil && !options.authorizationServers.isEmpty
        examination.check(
            "VCI-AUTHZ-07", form["resource"] == (wantsResource ? issuer.identifier : nil),
            "resource names the issuer if scopes are sent and its metadata names servers")
        return (ids, details != nil)
    }

    private func checkOffer(_ state: String?, _ configurations: [String], _ examination: inout Examination) {
        let row = "VCI-OFFER-11"
        guard let state else {
            examination.check(
                row, options.authorization?.demandsOffer != true, "the issuer_state of the offer is sent")
            return
        }
        let offered = issuer.ledger.withLock { $0.issuerStates[state] }
        examination.check(row, offered != nil, "issuer_state arrives as it was in the offer")
        guard let offered else { return }
        let others = configurations.filter { !offered.configurations.contains($0) }
        examination.check("VCI-TOK-05", others.isEmpty, "what was not offered is asked for apart, saw \(others)")
        if let hint = offered.authorizationServer {
            examination.check("VCI-OFFER-12", server == hint, "the request goes to the server that the offer names")
        }
    }
}

/// Checks `authorization_details` in an authorization or token request: OpenID4VCI 1.0 §5.1.1.
struct DetailsExamination {
    let issuer: PeerIssuer

    /// The configurations that are asked for.
    func examine(_ text: String, _ examination: inout Examination) -> [String] {
        let row = "VCI-AUTHZ-04"
        let details = (try? JSON(parsing: text))?.array ?? []
        examination.check(row, !details.isEmpty, "authorization_details is an array of objects")
        let known = Set(issuer.options.configurations.map(\.id))
        let locations = issuer.options.authorizationServers.isEmpty ? nil : JSON.array([.string(issuer.identifier)])
        var ids: [String] = []
        for detail in details {
            let id = detail["credential_configuration_id"]?.string ?? ""
            examination.check(row, detail["type"]?.string == "openid_credential", "the type is openid_credential")
            examination.check(row, known.contains(id), "the configuration is one of the metadata, was \"\(id)\"")
            let allowed = ["type", "credential_configuration_id", "locations", "claims"]
            let extra = (detail.object?.keys ?? []).filter { !allowed.contains($0) }
            examination.check(row, extra.isEmpty, "no other members beside the configuration id, saw \(extra)")
            examination.check(
                "VCI-AUTHZ-05", detail["locations"] == locations,
                "locations names the issuer if its metadata names servers")
            if let claims = detail["claims"] {
                let paths = claims.array?.compactMap { $0["path"]?.array } ?? []
                examination.check(
                    "VCI-AUTHZ-06",
                    !paths.isEmpty && paths.count == claims.array?.count && paths.allSatisfy { !$0.isEmpty }
                        && Set(paths).count == paths.count, "claims is an array of objects with a path of their own")
            }
            ids.append(id)
        }
        examination.check(row, Set(ids).count == ids.count, "one object a configuration")
        return ids
    }
}
