import LanyardJSON
import LanyardLock
import LanyardText
import WalletPorts

/// Answers for the authorization endpoint, which a browser visits: RFC 6749 §4.1.1 and OpenID4VCI 1.0 §5.
struct AuthorizationDesk {
    let issuer: PeerIssuer
    let server: String
    let policy: PeerIssuer.Options.Authorization

    init?(issuer: PeerIssuer, server: String) {
        guard let policy = issuer.options.authorization else { return nil }
        self.issuer = issuer
        self.server = server
        self.policy = policy
    }

    func answer(_ request: HttpRequest, _ examination: inout Examination) -> HttpResponse {
        if request.method == "POST" { return answerLogin(request) }
        guard let asked = readRequest(request, &examination) else {
            return LoginPage.refusal(examination.complaint ?? "The request cannot be read.")
        }
        guard examination.isClean else {
            return redirect(asked, ["error": "invalid_request", "error_description": examination.complaint ?? ""])
        }
        if let refusal = policy.refusal {
            return redirect(asked, ["error": refusal, "error_description": "this server refuses everything"])
        }
        guard policy.page == .login else { return allow(asked) }
        let transaction = PeerIssuer.token()
        issuer.ledger.withLock { $0.openPages[transaction] = asked }
        let names = issuer.options.configurations.filter { asked.configurations.contains($0.id) }
            .map { $0.names.first?.text ?? $0.id }
        return LoginPage(
            action: issuer.addresses.authorizationEndpoint(of: server), transaction: transaction,
            client: asked.clientID, credentials: names
        ).response
    }

    /// The request in the query, or the pushed one that the query refers to.
    private func readRequest(_ request: HttpRequest, _ examination: inout Examination) -> IssuerLedger.Authorization? {
        let endpoint = issuer.addresses.authorizationEndpoint(of: server)
        let isWhole = request.url.hasPrefix(endpoint + (endpoint.contains("?") ? "&" : "?"))
        examination.check("VCI-PAR-05", isWhole, "parameters are added to the endpoint as the metadata gives it")
        let query = isWhole ? request.url.dropFirst(endpoint.count + 1) : request.url.drop { $0 != "?" }.dropFirst()
        guard let form = RequestForm(query: query, "VCI-AUTHZ-01", &examination) else { return nil }
        guard let uri = form["request_uri"] else {
            examination.check(
                "VCI-PAR-01", policy.pushing != .required, "the request is pushed where the server wants it")
            guard let parameters = RequestObject(issuer: issuer, server: server).parameters(of: form, &examination)
            else { return nil }
            return AuthorizationExamination(issuer: issuer, server: server).examine(parameters, &examination)
        }
        examination.check(
            "VCI-PAR-05", Set(form.fields.keys) == ["client_id", "request_uri"],
            "client_id and request_uri alone are in the URL, saw \(form.fields.keys.sorted())")
        let row = "VCI-PAR-04"
        let now = issuer.clock.now
        let pushed = issuer.ledger.withLock { ledger -> IssuerLedger.Pushed? in
            defer { ledger.pushed[uri]?.isUsed = true }
            return ledger.pushed[uri]
        }
        guard let pushed, pushed.authorization.server == server else {
            examination.check(row, false, "request_uri is one that this server gave")
            return nil
        }
        examination.check(
            "VCI-PAR-05", form["client_id"] == pushed.authorization.clientID, "client_id is that of the pushed request")
        let isFresh = examination.check(row, pushed.expiry > now, "the pushed request has not expired")
        let isNew = examination.check(row, !pushed.isUsed, "the pushed request is used once")
        return isFresh && isNew ? pushed.authorization : nil
    }

    /// What the person decided on the login page.
    private func answerLogin(_ request: HttpRequest) -> HttpResponse {
        let fields = FormEncoding.decode(String(decoding: request.body, as: UTF8.self)) ?? []
        func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }
        let asked = value("transaction").flatMap { transaction in
            issuer.ledger.withLock { $0.openPages.removeValue(forKey: transaction) }
        }
        guard let asked else { return LoginPage.refusal("This page is no longer good. Begin anew in your wallet.") }
        guard value("decision") == "allow" else {
            return redirect(asked, ["error": "access_denied", "error_description": "the person said no"])
        }
        return allow(asked)
    }

    private func allow(_ asked: IssuerLedger.Authorization) -> HttpResponse {
        let code = "auth+code/\(PeerIssuer.token())="
        var asked = asked
        asked.expiry = issuer.clock.now.advanced(by: Double(policy.codeLifetime))
        issuer.ledger.withLock { [asked] in
            $0.codes[code] = asked
            if let state = asked.state { $0.answeredStates.insert(state) }
        }
        return redirect(asked, ["code": code])
    }

    /// RFC 6749 §4.1.2 and RFC 9207 §2.
    private func redirect(_ asked: IssuerLedger.Authorization, _ answer: KeyValuePairs<String, String>) -> HttpResponse
    {
        var fields = answer.map { FormEncoding.Field($0.key, $0.value) }
        if let state = asked.state { fields.append(FormEncoding.Field("state", state)) }
        if policy.sendsIssuer { fields.append(FormEncoding.Field("iss", server)) }
        let mark = asked.redirectURI.contains("?") ? "&" : "?"
        return HttpResponse(
            status: 302,
            headers: [
                HttpHeader("Location", asked.redirectURI + mark + FormEncoding.encode(fields)),
                HttpHeader("Cache-Control", "no-store"),
            ])
    }
}
